"""`quizterm watch SLUG`: the exercise is graded at every save, until `q`.

Saves, keys and verdicts arrive in one queue, each from a thread of its own; everything else happens in this one.
"""

import queue
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from quizterm.cli.grade_report import easy_line, in_short, report_text
from quizterm.cli.keys import single_keys
from quizterm.cli.markdown import plain
from quizterm.cli.text import one_line, sentence
from quizterm.errors import DatabaseDamagedError, GradingError, QuiztermError
from quizterm.grading.runner import Grader
from quizterm.grading.verdict import Report
from quizterm.study.exercises import exercise_item, is_asked, start, take_hint
from quizterm.study.referee import new_referee
from quizterm.study.regrading import choose_easy
from quizterm.study.saves import saves
from quizterm.study.session import Study, open_study
from quizterm.study.submission import Submission, judge
from quizterm.study.upkeep import keep_safe
from quizterm.study.watch import Watch

LOOK_AT_THE_DAY_S = 60.0


@dataclass(frozen=True, slots=True)
class Saved:
    """Something in the workspace changed."""


@dataclass(frozen=True, slots=True)
class NotWatched:
    """Saves are not noticed, or not at present; why, in one line."""

    why: str


@dataclass(frozen=True, slots=True)
class Key:
    """A key was pressed."""

    name: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A file was graded, or could not be."""

    submitted: Submission
    done: Future[Report]


@dataclass(frozen=True, slots=True)
class LookedAfter:
    """The learner's data were backed up, or could not be."""

    done: Future[None]


@dataclass(frozen=True, slots=True)
class Prepared:
    """What one more bug does on the seed of a file that failed was found out, or could not be."""

    judged: Submission
    seed: int
    unknown: Future[int]  # how many bugs are left


Events = queue.SimpleQueue[Saved | NotWatched | Key | Judged | LookedAfter | Prepared]


def run(arguments: Namespace) -> int:
    events: Events = queue.SimpleQueue()
    stop = threading.Event()
    with open_study(decks=arguments.content) as study, single_keys(sys.stdin) as read_key:
        watching = Watching(study, arguments.slug, arguments.device, events, new_referee())
        file = watching.file
        if not file.exists():
            print(one_line(f"{start(study, arguments.slug).file}: the starter is written; open it in your editor"))
        threading.Thread(target=_forward_keys, args=(read_key, events), daemon=True).start()
        threading.Thread(target=_forward_saves, args=(file.parent, stop, events), daemon=True).start()
        try:
            watching.run()
        finally:
            stop.set()
            watching.close()
    if watching.danger is not None:
        raise watching.danger
    return 0


class Watching:
    """One exercise after another, each graded whenever its file changes."""

    def __init__(self, study: Study, slug: str, device: str, events: Events, grader: Grader) -> None:
        self._study = study
        self._device = device
        self._events = events
        self._grader = grader
        self._working = ThreadPoolExecutor(max_workers=1)
        self._busy = False
        self._next_wanted: Callable[[], Submission | None] | None = None  # asked for while a file was being graded
        self._hints = 0
        self._is_over = False
        self._slug = slug
        self._watch = Watch(study, slug, device=device)
        self._safe_day: int | None = None  # the last study day on which the data were looked after
        self.danger: DatabaseDamagedError | None = None  # told once more at the end: then a backup can be restored

    @property
    def file(self) -> Path:
        return self._watch.file

    def run(self) -> None:
        """Until it is quit. The end of an input that is no terminal only means that no more keys come."""
        with suppress(GradingError):  # it is told where the file is graded
            self._grader.start()
        self._say_what_is_watched()
        self._grade(self._watch.changed)
        while not self._is_over:
            self._look_at_the_day()
            try:
                happened = self._events.get(timeout=LOOK_AT_THE_DAY_S)
            except queue.Empty:
                continue
            match happened:
                case Saved():
                    self._grade(self._watch.changed)
                case NotWatched(why):
                    print(one_line(why), flush=True)
                case Judged() as judged:
                    self._show(judged)
                case Prepared() as prepared:
                    self._go_on_preparing(prepared)
                case LookedAfter(done):
                    self._tell_danger(done)
                case Key(name):
                    self._obey(name)

    def close(self) -> None:
        """Stop grading, also in the middle of it."""
        self._grader.close()
        self._working.shutdown()

    def _look_at_the_day(self) -> None:
        """On each study day that this sees, keep the data safe once; it may stay open for weeks."""
        with _told_at_least():  # of a clock that was set far away
            day = self._study.now().day
            if day != self._safe_day:
                self._safe_day = day
                keeping = self._working.submit(keep_safe, self._study)
                keeping.add_done_callback(lambda done: self._events.put(LookedAfter(done)))

    def _tell_danger(self, done: Future[None]) -> None:
        try:
            done.result()
        except QuiztermError as error:
            print(one_line(str(error)), flush=True)
            if isinstance(error, DatabaseDamagedError):
                self.danger = error

    def _obey(self, key: str) -> None:
        if key not in OFFERS:
            print(KEYS_LINE)
            return
        with _told_at_least():
            OFFERS[key].take(self)

    def _grade(self, wanted: Callable[[], Submission | None]) -> None:
        if self._busy:
            if self._next_wanted != self._watch.current:  # a rerun takes the file as it is then, changed or not
                self._next_wanted = wanted
            return
        with _told_at_least():
            submitted = wanted()
            if submitted is not None:
                self._busy = True
                judging = self._working.submit(judge, submitted, self._grader)
                judging.add_done_callback(lambda done: self._events.put(Judged(submitted, done)))

    def _show(self, judged: Judged) -> None:
        self._busy = False
        with _told_at_least():
            report = judged.done.result()
            if judged.submitted.exercise.slug == self._slug:
                self._settle(judged.submitted, report)
        wanted, self._next_wanted = self._next_wanted, None
        if wanted is not None:
            self._grade(wanted)

    def _settle(self, submitted: Submission, report: Report) -> None:
        attempt = self._watch.settle(submitted, report)
        print(report_text(attempt.report, attempt.brought_back, attempt.note))
        if attempt.easy:
            print(easy_line(attempt.easy, "`e`"))
        if not report.passed:
            print(f"\n{in_short(report)}")
        print(f"\n{KEYS_LINE}", flush=True)
        if not report.passed:
            self._prepare(submitted, report.seed)

    def _prepare(self, failed: Submission, seed: int) -> None:
        """Find out what one bug does while nothing is to be graded; a file saved meanwhile waits for no more."""
        preparing = self._working.submit(self._grader.prepare, failed.exercise, seed=seed, device=failed.device, most=1)
        preparing.add_done_callback(lambda unknown: self._events.put(Prepared(failed, seed, unknown)))

    def _go_on_preparing(self, prepared: Prepared) -> None:
        with _told_at_least():
            is_done = prepared.unknown.result() == 0
            if not (is_done or self._busy or prepared.judged.exercise.slug != self._slug):
                self._prepare(prepared.judged, prepared.seed)

    def _brief(self) -> None:
        print(plain(self._watch.exercise.brief))

    def _rerun(self) -> None:
        self._grade(self._watch.current)

    def _quit(self) -> None:
        self._is_over = True

    def _hint(self) -> None:
        hints = self._watch.exercise.hints
        if self._hints >= len(hints):
            print(f"there are {len(hints)} hints, and you have seen them all")
            return
        print(plain(take_hint(self._study, self._slug, self._hints)))
        self._hints += 1
        is_counted = is_asked(exercise_item(self._study, self._slug), self._study.now())
        print(f"Hint {self._hints} of {len(hints)}{'; with it the pass counts as Hard' if is_counted else ''}")

    def _count_as_easy(self) -> None:
        print(sentence(choose_easy(self._study, self._slug)))

    def _next(self) -> None:
        following = self._watch.next_exercise()
        if following is None:
            print("this is the last exercise")
            return
        start(self._study, following)
        self._watch = Watch(self._study, following, device=self._device)
        self._slug, self._hints = following, 0
        self._say_what_is_watched()
        self._grade(self._watch.changed)

    def _say_what_is_watched(self) -> None:
        print(f"{one_line(self._watch.exercise.title)}: {one_line(str(self.file))}\n{KEYS_LINE}", flush=True)


class Offer(NamedTuple):
    """What a key does."""

    words: str
    take: Callable[[Watching], None]


OFFERS: Mapping[str, Offer] = {
    "h": Offer("hint", Watching._hint),
    "d": Offer("brief", Watching._brief),
    "r": Offer("rerun", Watching._rerun),
    "e": Offer("easy", Watching._count_as_easy),
    "n": Offer("next exercise", Watching._next),
    "q": Offer("quit", Watching._quit),
}
KEYS_LINE = ", ".join(f"{key} {offer.words}" for key, offer in OFFERS.items())


@contextmanager
def _told_at_least() -> Iterator[None]:
    """Say in one line what cannot be done, or stored, at present, and go on; but not over a damaged database."""
    try:
        yield
    except DatabaseDamagedError:
        raise
    except QuiztermError as error:
        print(one_line(str(error)), flush=True)


def _forward_keys(read_key: Callable[[], str], events: Events) -> None:
    while key := read_key():
        events.put(Key(key))


def _forward_saves(folder: Path, stop: threading.Event, events: Events) -> None:
    for why_not in saves(folder, stop):
        events.put(NotWatched(why_not) if why_not else Saved())
