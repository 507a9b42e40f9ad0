"""fit and reschedule: what they are worth is said before anything changes, and nothing does unless it is wanted."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fsrs import DEFAULT_WEIGHTS
from quizterm.memory.item import Rating
from quizterm.study.fitting import Proposal
from quizterm.study.session import Study, open_study
from tests.support.said import Said

LONGER = (*DEFAULT_WEIGHTS[:2], 20.0, *DEFAULT_WEIGHTS[3:])
Call = Callable[..., Said]


@pytest.fixture
def proposed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the process that fits propose something; what it proposes is specified with memory."""

    def propose(after: float | None) -> None:
        proposal = None if after is None else Proposal(LONGER, 0.4, after, 1_234, 10.0, 8.0)
        monkeypatch.setattr("quizterm.cli.fit.propose", lambda _study: proposal)

    return propose


@pytest.fixture
def answered(study: Study) -> list[int]:
    """Three cards, which wait for some days."""
    ids = list(study.store.content_ids())[:3]
    now = study.now()
    for item_id in ids:
        study.store.append([Draft(EventKind.REVIEWED, now, item_id, Rating.GOOD, 4_000, 1, now.day + 2)])
    return ids


def weights() -> tuple[float, ...]:
    with open_study() as study:
        return study.store.weights.values


def due(ids: list[int]) -> list[int]:
    with open_study() as study:
        return [item.state.due_day - study.now().day for item in study.store.items_by_ids(ids)]


@pytest.mark.parametrize(
    ("after", "words", "told"),
    [
        (None, ["--yes"], "There are too few reviews to learn from yet"),
        (0.41, ["--yes"], "They are no better on reviews they did not see: the weights in force stay."),
        (0.3, [], "Load at your retention: 10.0 reviews a day now, 8.0 fitted (-20%)."),
        (0.3, ["--json"], '"adopted": false'),
    ],
    ids=["too few", "no better", "not wanted", "not asked for"],
)
def test_weights_stay_unless_they_help_and_are_wanted(
    answered: list[int],
    call: Call,
    proposed: Callable[..., None],
    after: float | None,
    words: list[str],
    told: str,
) -> None:
    proposed(after)
    said = call("fit", *words)
    assert (said.code, said.err) == (0, "")
    assert told in said.out
    assert weights() == DEFAULT_WEIGHTS


def test_what_they_are_worth_is_said_before_and_one_undo_takes_them_back(
    answered: list[int], call: Call, proposed: Callable[..., None]
) -> None:
    proposed(0.3)
    before = due(answered)
    lines = call("fit", "--yes").out.splitlines()
    assert lines == [
        "From 1,234 reviews a day or more apart.",
        "Log loss on the newest fifth: 0.4000 now, 0.3000 fitted (less is better).",
        "Load at your retention: 10.0 reviews a day now, 8.0 fitted (-20%).",
        "In force now. `quizterm undo` takes it back.",
        "3 cards would move; 0 would be due today.",
        "Due days stay as they are; `quizterm reschedule` moves them.",
    ]
    assert (weights(), due(answered)) == (LONGER, before)
    assert call("undo").out == "Took back the fitting of weights\n"
    assert weights() == DEFAULT_WEIGHTS


def test_as_json_they_are_used_with_yes_only(answered: list[int], call: Call, proposed: Callable[..., None]) -> None:
    proposed(0.3)
    said = json.loads(call("fit", "--json", "--yes").out)
    assert (said["schema"], said["adopted"], said["proposal"]["after"]) == (1, True, 0.3)
    assert weights() == LONGER


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Somebody who answers what is asked, and sees what was said until then."""

    def answers(module: str, *said: bool) -> None:
        replies = iter(said)

        def ask(question: str) -> bool:
            print(question)
            return next(replies)

        monkeypatch.setattr(f"quizterm.cli.{module}.is_interactive", lambda: True)
        monkeypatch.setattr(f"quizterm.cli.{module}.ask", ask)

    return answers


def test_the_number_of_cards_is_told_before_they_move_and_one_undo_moves_them_back(
    answered: list[int], call: Call, proposed: Callable[..., None], at_a_terminal: Callable[..., None]
) -> None:
    proposed(0.3)
    before = due(answered)
    announced = "3 cards would move; 0 would be due today."
    at_a_terminal("fit", True, False)
    assert call("fit").out.splitlines()[-4:-1] == [
        "In force now. `quizterm undo` takes it back.",
        announced,
        "Move them?",
    ]
    assert call("reschedule").out.splitlines() == [announced]
    at_a_terminal("reschedule", False, True)
    assert call("reschedule").out.splitlines() == [announced, "Move them?"]
    assert due(answered) == before
    said = call("reschedule").out.splitlines()
    assert said == [announced, "Move them?", "Moved. `quizterm undo` takes it back."]
    assert min(due(answered)) > max(before)
    assert call("undo").out == "Took back the rescheduling of “Said” and 2 more\n"
    assert due(answered) == before


def test_with_yes_they_move_unasked(answered: list[int], call: Call, proposed: Callable[..., None]) -> None:
    proposed(0.3)
    call("fit", "--yes")
    assert call("reschedule", "--yes").out.splitlines()[-1].startswith("Moved.")
    assert call("reschedule", "--yes").out == "0 cards would move; 0 would be due today.\n"


def test_the_forecast_is_a_row_for_each_retention_and_marks_ones_own(answered: list[int], call: Call) -> None:
    rows: list[dict[str, Any]] = json.loads(call("forecast", "--json").out)["forecasts"]
    lines = call("forecast").out.splitlines()
    shown = [line.split() for line in lines if line.strip()[:1].isdigit()]
    assert [line[0] for line in shown] == [f"{row['retention']:.1%}" for row in rows]
    assert [line[1] for line in shown] == [f"{row['minutes_a_day']:.1f}" for row in rows]
    assert [line[0] for line in shown if "yours" in line] == ["90.0%"]
