"""The review in lines, for pipes and screen readers: no escape codes, nothing that moves.

An empty line reveals the answer, an empty grade takes the suggested one, the end of the input ends the sitting.
"""

import sys
import time
from argparse import Namespace
from typing import TextIO

from quizterm.cli.lines import EndOfInputError, Lines
from quizterm.cli.mistakes import tell_mistakes
from quizterm.cli.plain_answer import answer_text
from quizterm.cli.plain_question import Reply, collect_reply, question_text
from quizterm.cli.sitting import sitting
from quizterm.cli.text import one_line
from quizterm.course.model import Recall
from quizterm.errors import ItemChangedError, UsageError
from quizterm.memory.item import Rating
from quizterm.study.notes import note_on
from quizterm.study.question import Question
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.study.sitting import Summary
from quizterm.study.upkeep import keep_safe
from quizterm.study.words import count_text

HELP = """\
1 again, 2 hard, 3 good, 4 easy; an empty line takes the suggested grade
t ac   tick the key points a and c as said (recall cards); they suggest a grade
r      the question again
u      undo the newest answer, also one of an earlier sitting
b, -   bury: not again today
s, @   suspend: not again until `quizterm resume CARD`
!      flag it, or take the flag off
q      quit; so does the end of the input"""


def run(arguments: Namespace) -> int:
    """The plain review on standard input and output."""
    with open_study(decks=arguments.content) as study:
        tell_mistakes(study)
        try:
            PlainReview(study, sitting(study, arguments), sys.stdin, sys.stdout).run()
        finally:  # whoever always leaves with ctrl+c has backups too
            keep_safe(study)
    return 0


class PlainReview:
    """One sitting, card after card."""

    def __init__(self, study: Study, review: Review, source: TextIO, target: TextIO) -> None:
        self._study = study
        self._review = review
        self._lines = Lines(source, target)

    def run(self) -> None:
        """Ask until no card is left, the learner quits or the input ends; then say how it went."""
        if self._review.question is None:
            for reason in self._review.why_nothing():
                self._lines.say(one_line(reason))
        try:
            while (question := self._review.question) is not None:
                self._play(question)
        except EndOfInputError:
            pass  # every answer is stored already: stopping anywhere is a way to end
        self._lines.say(self._ending())

    def _play(self, question: Question) -> None:
        self._lines.say(self._heading())
        self._lines.say(question_text(question))
        shown_at = time.monotonic()
        reply = collect_reply(question, self._lines)
        self._lines.say(answer_text(question, reply))
        note = note_on(self._study, question.item_id)
        if note:
            self._lines.say(f"Your note: {note}")
        self._grade(question, reply, shown_at)
        self._lines.say()

    def _grade(self, question: Question, reply: Reply, shown_at: float) -> None:
        suggested = reply.suggested or Rating.GOOD
        while True:
            word = self._lines.ask(_grade_prompt(question, suggested)).strip().lower()
            if word in ("", "1", "2", "3", "4"):
                rating = Rating(int(word)) if word else suggested
                return self._answer(question, rating, round((time.monotonic() - shown_at) * 1000))
            if word == "q":
                raise EndOfInputError
            if word in _MOVES:
                return self._move(word)
            if word == "!":
                flagged = self._flag(question)
                if flagged is None:
                    return None
                question = flagged
            elif word.startswith("t ") and isinstance(question.card.body, Recall):
                suggested = self._tick(question, question.card.body, word[2:])
            elif word == "r":
                self._lines.say(question_text(question))
            else:
                self._lines.say(HELP)

    def _answer(self, question: Question, rating: Rating, duration_ms: int) -> None:
        try:
            follows = self._review.answer(rating, duration_ms)
        except ItemChangedError as error:
            self._lines.say(str(error))
        else:
            self._lines.say(self._graded(question, rating))
            if follows is not None:
                self._lines.say(one_line(follows))

    def _graded(self, question: Question, rating: Rating) -> str:
        """The grade, and when the card comes back: a leech may not, and a cram promises nothing."""
        name, back = rating.name.capitalize(), question.buttons[rating - 1].label
        return f"{name}: back in {back}" if back and not self._review.is_put_away(question.item_id) else name

    def _flag(self, shown: Question) -> Question | None:
        """The question as it is now; None where another one, or a changed one, is asked instead."""
        try:
            said = self._review.toggle_flag()
        except UsageError as error:
            said = str(error)
        except ItemChangedError as error:
            self._lines.say(str(error))
            return None
        self._lines.say(one_line(said))
        question = self._review.question
        return question if question is not None and question.item_id == shown.item_id else None

    def _move(self, word: str) -> None:
        try:
            said = _MOVES[word](self._review)
        except (ItemChangedError, UsageError) as error:
            said = str(error)
        self._lines.say(said)

    def _tick(self, question: Question, body: Recall, letters: str) -> Rating:
        places = {ord(letter) - ord("a") for letter in letters if letter.isalpha()}
        said = sorted(place for place in places if 0 <= place < len(body.key_points))
        self._lines.say(f"{len(said)} of {count_text(len(body.key_points), 'point')} said")
        return question.judge_ticks(said) or Rating.GOOD

    def _heading(self) -> str:
        remaining, title = self._review.remaining, self._review.title
        counts = f"{remaining.due} due, {remaining.new} new, {remaining.learning} later today"
        return f"{title}: {counts}" if title else counts

    def _ending(self) -> str:
        return ending_text(self._review.summary(), self._study)


def _undo(review: Review) -> str:
    return review.undo() or "Nothing to undo"


def _bury(review: Review) -> str:
    review.bury()
    return "Buried until tomorrow"


def _suspend(review: Review) -> str:
    review.suspend()
    return "Suspended; `quizterm resume` brings it back"


_MOVES = {"u": _undo, "b": _bury, "-": _bury, "s": _suspend, "@": _suspend}


def _grade_prompt(question: Question, suggested: Rating) -> str:
    buttons = ", ".join(f"{one.rating} {one.rating.name.lower()} {one.label}".rstrip() for one in question.buttons)
    return f"Grade: {buttons}. Enter: {suggested.name.lower()}. ? for help."


def ending_text(summary: Summary, study: Study) -> str:
    """How the sitting went, and when there is more."""
    lines = []
    if summary.answered:
        counts = f"{summary.again} again, {summary.hard} hard, {summary.good} good, {summary.easy} easy"
        lines.append(f"{count_text(summary.answered, 'answer')}: {counts}")
    else:
        lines.append("No answers this time")
    if summary.recalled is not None:
        lines.append(f"Recalled {summary.recalled:.0%} of the cards met before")
    if summary.weak_lesson is not None:
        lines.append(f"Worth reading again: {one_line(summary.weak_lesson)}")
    if summary.next_at is not None:
        lines.append(f"More today at {study.wall_clock(summary.next_at)}")
    lines.append(f"Tomorrow: {count_text(summary.tomorrow, 'card')}")
    return "\n".join(lines)
