"""Quizzes: a few questions before or after a lesson, and a placement over the phases.

They leave the schedule alone, with two exceptions: a card missed after a lesson becomes due today, and a passed
placement enters the new cards of a phase as known.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from quizterm.course.model import CardKind, LessonEntry
from quizterm.errors import UsageError
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.fold import PLACED_STABILITY
from quizterm.memory.item import Phase
from quizterm.store.rows import Item
from quizterm.study.asking import ask
from quizterm.study.bring_back import items_to_bring_back
from quizterm.study.question import Question
from quizterm.study.session import Study

BEFORE_QUESTIONS = 3
AFTER_QUESTIONS = 8
PLACEMENT_QUESTIONS = 10
JUDGED_KINDS = frozenset(CardKind) - {CardKind.RECALL, CardKind.BUG}  # for the others the learner's word counts


class QuizKind(StrEnum):
    """When a quiz is taken."""

    BEFORE = "before"
    AFTER = "after"
    PLACEMENT = "placement"


@dataclass(frozen=True, slots=True)
class PhaseScore:
    """How a placement went in one phase."""

    phase: str
    right: int
    asked: int
    placed: int  # cards that entered as known

    @property
    def passed(self) -> bool:
        return self.asked > 0 and self.right == self.asked


@dataclass(frozen=True, slots=True)
class QuizResult:
    """The end of a quiz."""

    right: int
    asked: int
    missed: tuple[Question, ...]
    brought_back: tuple[str, ...]  # shown ids of the missed cards that are due today now, or the first of their lesson
    phases: tuple[PhaseScore, ...]  # of a placement


@dataclass
class Quiz:
    """Questions, and what came of each; nothing is stored before `finish`."""

    study: Study
    kind: QuizKind
    questions: tuple[Question, ...]
    _right: dict[int, bool] = field(default_factory=dict)

    def record(self, place: int, *, right: bool) -> None:
        """Note whether the question at this place was answered right."""
        if not 0 <= place < len(self.questions):
            raise IndexError(f"a quiz of {len(self.questions)} questions has none at place {place}")
        self._right[place] = right

    def finish(self) -> QuizResult:
        """Score the questions that were answered, and do to the schedule what this kind of quiz does.

        A placement that was left before its last question enters nothing.
        """
        missed = tuple(self.questions[place] for place, right in sorted(self._right.items()) if not right)
        return QuizResult(
            right=sum(self._right.values()),
            asked=len(self._right),
            missed=missed,
            brought_back=self._bring_back(missed) if self.kind is QuizKind.AFTER else (),
            phases=self._place() if self.kind is QuizKind.PLACEMENT else (),
        )

    def _bring_back(self, missed: Sequence[Question]) -> tuple[str, ...]:
        now = self.study.now()
        items = items_to_bring_back(self.study, [question.card.id for question in missed])
        if items:
            self.study.store.append([Draft(EventKind.BROUGHT_BACK, now, item.id) for item in items])
            self.study.forget_load()
        return tuple(self.study.catalog.display_id(item.key) for item in items)

    @property
    def is_complete(self) -> bool:
        """Whether every question was answered."""
        return len(self._right) == len(self.questions)

    def _place(self) -> tuple[PhaseScore, ...]:
        """Enter the new cards of each phase whose questions were all right, in one action."""
        rights: dict[str, list[bool]] = defaultdict(list)
        for place, right in self._right.items():
            card = self.questions[place].card
            rights[self.study.catalog.lesson_entry(card.course, card.lesson).phase].append(right)
        drafts: list[Draft] = []
        scores = []
        for phase, answers in rights.items():
            is_known = self.is_complete and all(answers)
            known = _new_items(self.study, _lessons_of(self.study, phase)) if is_known else []
            drafts += _placements(self.study, known)
            scores.append(PhaseScore(phase, sum(answers), len(answers), len(known)))
        if drafts:
            self.study.store.append(drafts)
            self.study.forget_load()
        return tuple(scores)


def lesson_quiz(study: Study, lesson: str, kind: QuizKind, random: Random) -> Quiz:
    """Three cards of a lesson before it is read, or eight after.

    Raises:
        UsageError: there is no such lesson, or it has no cards.
    """
    entry = study.catalog.find_lesson(lesson)
    wanted = BEFORE_QUESTIONS if kind is QuizKind.BEFORE else AFTER_QUESTIONS
    ids = [card.id for card in entry.cards]
    if not ids:
        raise UsageError(f"{entry.slug} has no cards to ask; choose another lesson")
    chosen = set(random.sample(ids, min(wanted, len(ids))))
    return Quiz(study, kind, _questions(study, [card_id for card_id in ids if card_id in chosen]))


def placement(study: Study, random: Random) -> Quiz:
    """Ten cards, spread evenly over the phases of the course, of the kinds that can be judged.

    Raises:
        UsageError: no course has phases.
    """
    pools = []
    for phase in dict.fromkeys(lesson.phase for lesson in _all_lessons(study) if lesson.phase):
        lessons = _lessons_of(study, phase)
        ids = [card.id for lesson in lessons for card in lesson.cards if card.kind in JUDGED_KINDS]
        pools.append(random.sample(ids, len(ids)))
    if not any(pools):
        raise UsageError("a placement needs a course with phases; none is loaded")
    chosen: list[str] = []
    while len(chosen) < PLACEMENT_QUESTIONS and any(pools):
        for pool in pools:
            if pool and len(chosen) < PLACEMENT_QUESTIONS:
                chosen.append(pool.pop())
    order = {card.id: place for place, (_, _, card) in enumerate(study.catalog.entries())}
    return Quiz(study, QuizKind.PLACEMENT, _questions(study, sorted(chosen, key=order.__getitem__)))


def _questions(study: Study, card_ids: Sequence[str]) -> tuple[Question, ...]:
    now = study.now()
    items = study.store.items_by_keys(card_ids)
    asked = (ask(study, items[card_id], now) for card_id in card_ids if card_id in items)
    return tuple(question for question in asked if question is not None)


def _placements(study: Study, items: Sequence[Item]) -> list[Draft]:
    """Due days are spread over the stability, so that the cards do not all come on one day."""
    now = study.now()
    days = round(PLACED_STABILITY)
    return [
        Draft(EventKind.PLACED, now, item.id, due_day=now.day + 1 + place * days // len(items))
        for place, item in enumerate(items)
    ]


def _new_items(study: Study, lessons: Iterable[LessonEntry]) -> list[Item]:
    ids = [card.id for lesson in lessons for card in lesson.cards]
    items = study.store.items_by_keys(ids)
    known = (items[card_id] for card_id in ids if card_id in items)
    return [item for item in known if item.state.phase is Phase.NEW and not item.state.suspended]


def _all_lessons(study: Study) -> list[LessonEntry]:
    return [lesson for course in study.catalog.courses for lesson in course.lessons]


def _lessons_of(study: Study, phase: str) -> list[LessonEntry]:
    return [lesson for lesson in _all_lessons(study) if lesson.phase == phase]
