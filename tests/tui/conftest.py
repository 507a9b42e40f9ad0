"""A course with all seven kinds of cards, clocks that move only when told, and the app over them."""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

import pytest
from textual import _wait, screen

from quizterm import paths
from quizterm.memory.events import EventKind
from quizterm.memory.item import ItemState, Rating
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.tui.app import QuiztermApp
from tests.tui.exercising import EXERCISES, FAILED, list_exercises
from tests.tui.referee import ScriptedReferee

START = datetime.fromisoformat("2026-03-10T09:00:00+00:00")
SETTINGS = "new_cards_a_day = 50\n"


class StillClock:
    """Wall-clock time that moves only when told."""

    def __init__(self) -> None:
        self.ms = round(START.timestamp() * 1000)

    def now_ms(self) -> int:
        return self.ms


class Seconds:
    """Monotonic time that moves only when told."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Textual draw every millisecond instead of 16, and its pilot look every 5 whether the app is idle.

    Its own 20 ms, several times a key, are most of a test.
    """
    monkeypatch.setattr(screen, "UPDATE_PERIOD", 0.001)
    monkeypatch.setattr(_wait, "SLEEP_GRANULARITY", 0.005)
    monkeypatch.setattr(_wait, "SLEEP_IDLE", 0.000_25)


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def course_folder(monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """The folder of courses; its lessons are all that is shipped in these tests."""
    folder = Path(__file__).parent / "course"
    monkeypatch.setattr(paths, "content_folder", lambda: folder)
    (home / "settings.toml").write_text(SETTINGS)
    return folder


@pytest.fixture
def study(course_folder: Path, clock: StillClock) -> Iterator[Study]:
    del course_folder
    with open_study(clock=clock) as opened:
        yield opened


@pytest.fixture
def referee(monkeypatch: pytest.MonkeyPatch) -> ScriptedReferee:
    """What grades in place of a process with torch in it."""
    scripted = ScriptedReferee()
    monkeypatch.setattr("quizterm.study.referee.Grader", lambda **_: scripted)
    return scripted


@pytest.fixture
def exercises(course_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exercises in the first lesson: for modules that are about them."""
    del course_folder
    list_exercises(tmp_path, monkeypatch)


@pytest.fixture
def app(study: Study, seconds: Seconds, referee: ScriptedReferee) -> QuiztermApp:
    """The app at Today, with a referee that fails whatever it is given."""
    referee.reports = [FAILED]
    return QuiztermApp(study, monotonic=seconds)


@pytest.fixture
def file() -> Path:
    """Where the learner's file of the first exercise lies."""
    return paths.workspace() / f"{EXERCISES[0]}.py"


@pytest.fixture
def today(study: Study, seconds: Seconds) -> QuiztermApp:
    """The app at Today."""
    return QuiztermApp(study, monotonic=seconds)


@pytest.fixture
def review(study: Study, seconds: Seconds) -> QuiztermApp:
    """The app in a review of all seven kinds, in the lesson's order."""
    return QuiztermApp(study, Review(study), monotonic=seconds)


@pytest.fixture
def state_of(study: Study) -> Callable[[str], ItemState]:
    """What the store knows of a card of the lesson `kinds`, by its name."""

    def read(name: str) -> ItemState:
        item = study.store.item_by_key(f"kinds.kinds.{name}")
        assert item is not None
        return item.state

    return read


@pytest.fixture
def answers_of(study: Study) -> Callable[[str], list[tuple[Rating | None, int | None]]]:
    """Rating and duration of each answer to a card, oldest first, undone ones too."""

    def read(name: str) -> list[tuple[Rating | None, int | None]]:
        item = study.store.item_by_key(f"kinds.kinds.{name}")
        assert item is not None
        return [(e.rating, e.duration) for e in study.store.history(item.id) if e.kind is EventKind.REVIEWED]

    return read
