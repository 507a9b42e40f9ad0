"""`quizterm lessons`: every lesson, and how far the learner is."""

from argparse import Namespace
from itertools import groupby

from quizterm.cli.markdown import beneath
from quizterm.cli.mistakes import tell_mistakes
from quizterm.cli.text import one_line
from quizterm.study.reading import LessonLine, lessons
from quizterm.study.session import open_study
from quizterm.study.words import count_text


def run(arguments: Namespace) -> int:
    with open_study(decks=arguments.content) as study:
        tell_mistakes(study)
        lines = lessons(study)
    for heading, group in groupby(lines, key=_heading):
        print(heading)
        for line in group:
            print(f"  {line.slug:<16}{one_line(line.title)}")
            for part in _progress(line):
                print(beneath(part, 18))
    return 0


def _heading(line: LessonLine) -> str:
    return one_line(f"{line.course}: {line.phase}" if line.phase else line.course)


def _progress(line: LessonLine) -> list[str]:
    parts = [
        f"{line.sections_read} of {count_text(line.sections, 'section')} read",
        f"{line.answered} of {count_text(line.cards, 'card')} met",
        f"{line.due} due",
    ]
    if line.suspended:
        parts.append(f"{line.suspended} suspended")
    if line.minutes:
        parts.append(count_text(line.minutes, "minute"))
    told = [", ".join(parts)]
    if line.exercises:
        told.append(f"{'exercise' if len(line.exercises) == 1 else 'exercises'} {', '.join(line.exercises)}")
    if line.reason is not None:
        told.append(one_line(line.reason))
    return told
