"""`quizterm quiz`: a short test before or after a lesson, a placement, or a mock interview, line by line."""

import sys
from argparse import Namespace
from random import SystemRandom

from quizterm.cli.lines import EndOfInputError, Lines
from quizterm.cli.markdown import plain
from quizterm.cli.plain_answer import answer_text
from quizterm.cli.plain_question import collect_reply, question_text
from quizterm.cli.text import one_line
from quizterm.errors import UsageError
from quizterm.memory.item import Rating
from quizterm.study.interview import Asked, interview
from quizterm.study.question import Question
from quizterm.study.quiz import JUDGED_KINDS, Quiz, QuizKind, QuizResult, lesson_quiz, placement
from quizterm.study.session import open_study
from quizterm.study.upkeep import back_up_once_a_day
from quizterm.study.words import count_text

_YES = ("y", "yes")
_NO = ("n", "no")
_OVER = ("q", "quit")


def run(arguments: Namespace) -> int:
    lines = Lines(sys.stdin, sys.stdout)
    random = SystemRandom()
    if arguments.lesson is None and not (arguments.placement or arguments.interview):
        raise UsageError("name a lesson, or write --placement or --interview; `quizterm lessons` lists the lessons")
    with open_study(decks=arguments.content) as study:
        if arguments.interview:
            _hold_interview(interview(study, random, arguments.lesson), lines)
        elif arguments.placement:
            _hold_quiz(placement(study, random), lines)
        else:
            kind = QuizKind.BEFORE if arguments.before else QuizKind.AFTER
            _hold_quiz(lesson_quiz(study, arguments.lesson, kind, random), lines)
        back_up_once_a_day(study)
    return 0


def _hold_quiz(quiz: Quiz, lines: Lines) -> None:
    """Ask every question; the end of the input ends the quiz: what was answered counts, but for a placement."""
    try:
        for place, question in enumerate(quiz.questions):
            lines.say(f"Question {place + 1} of {len(quiz.questions)}; the end of the input (ctrl+d) ends the quiz")
            quiz.record(place, right=_ask(question, lines))
            lines.say()
    except EndOfInputError:
        lines.say()
    lines.say(_result_text(quiz.finish()))
    if quiz.kind is QuizKind.PLACEMENT and not quiz.is_complete:
        lines.say("The placement was left: nothing is entered as known")


def _ask(question: Question, lines: Lines) -> bool:
    """Whether the question was answered right: as judged, or where nothing can be judged, by the learner's own word."""
    lines.say(question_text(question))
    reply = collect_reply(question, lines)
    lines.say(answer_text(question, reply))
    if question.card.kind in JUDGED_KINDS:
        return reply.suggested is not None and reply.suggested is not Rating.AGAIN
    return _own_word(lines)


def _own_word(lines: Lines) -> bool:
    while True:
        word = lines.ask("Did you know it? y or n; q ends the quiz:").strip().lower()
        if word in _OVER:
            raise EndOfInputError
        if word in _YES:
            return True
        if word in _NO:
            return False


def _result_text(result: QuizResult) -> str:
    parts = [f"{result.right} of {count_text(result.asked, 'question')} right"]
    parts += [f"Missed: {one_line(question.display_id)}, {one_line(question.card.title)}" for question in result.missed]
    if result.brought_back:
        parts.append(f"Back in your reviews: {one_line(', '.join(result.brought_back))}")
    for score in result.phases:
        known = f"; {count_text(score.placed, 'card')} entered as known" if score.placed else ""
        parts.append(f"{one_line(score.phase)}: {score.right} of {score.asked}{known}")
    return "\n".join(parts)


def _hold_interview(questions: tuple[Asked, ...], lines: Lines) -> None:
    try:
        for place, asked in enumerate(questions):
            lines.say(f"Question {place + 1} of {len(questions)}, {one_line(asked.lesson_title)}\n")
            lines.say(one_line(asked.question))
            lines.ask("\nSay the answer aloud, in about a minute; an empty line shows one:")
            lines.say("\n" + plain(asked.answer) + "\n")
    except EndOfInputError:
        lines.say()
