"""The table of commands: what each is called, does and accepts. Its module is imported only when it runs."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """One command; `module` has `run(arguments) -> exit code`."""

    name: str
    summary: str
    module: str
    accept: Callable[[ArgumentParser], None] | None = None  # adds what it accepts besides the common options


def _review(parser: ArgumentParser) -> None:
    parser.add_argument("--lesson", metavar="LESSON", help="only cards of this lesson")
    parser.add_argument("--limit", metavar="N", type=_whole(1), help="stop after N answers")
    parser.add_argument("--order", choices=["due", "recall", "random", "lesson"], help="which due cards come first")
    parser.add_argument("--ahead", metavar="N", type=_whole(1, 36_500), help="also what is due within N days")
    parser.add_argument("--cram", action="store_true", help="ask all cards seen, or all of LESSON; record nothing")
    parser.add_argument("--due", action="store_true", help="with --cram: only the cards that are due")
    parser.add_argument("--plain", action="store_true", help="ask line by line, for pipes and screen readers")


def _due(parser: ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as JSON")
    form.add_argument("--short", action="store_true", help="in a few characters, for a prompt or status line")


def _read(parser: ArgumentParser) -> None:
    parser.add_argument("lesson", metavar="LESSON")
    parser.add_argument("section", metavar="SECTION", nargs="?", help="only this section")


def _quiz(parser: ArgumentParser) -> None:
    parser.add_argument("lesson", metavar="LESSON", nargs="?")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--before", action="store_true", help="three questions before reading (default: eight after it)")
    kind.add_argument("--placement", action="store_true", help="ten questions over all phases; enters what you know")
    kind.add_argument("--interview", action="store_true", help="a mock interview, of one lesson or of all")


def _browse(parser: ArgumentParser) -> None:
    parser.add_argument(
        "filter",
        metavar="FILTER",
        nargs="*",
        help='such as: lesson:graph is:due "zero grad" (-- before a leading minus)',
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def _resume(parser: ArgumentParser) -> None:
    parser.add_argument("cards", metavar="CARD", nargs="*", help="as lesson.card, or an exercise (default: list them)")


def _note(parser: ArgumentParser) -> None:
    parser.add_argument("card", metavar="CARD", help="as lesson.card")
    parser.add_argument("text", metavar="TEXT", nargs="*", help='the new note; "" takes it away (default: print it)')


def _cards(parser: ArgumentParser) -> None:
    parser.add_argument("cards", metavar="CARD", nargs="+", help="as lesson.card")


def _forget(parser: ArgumentParser) -> None:
    _cards(parser)
    parser.add_argument("--keep-lapses", action="store_true", help="go on counting how often it was forgotten")


def _set_due(parser: ArgumentParser) -> None:
    _cards(parser)
    parser.add_argument("day", metavar="DAY", help="today, tomorrow, 3d or 2026-12-24")


def _flag(parser: ArgumentParser) -> None:
    parser.add_argument("cards", metavar="CARD", nargs="*", help="as lesson.card (default: list the flagged cards)")
    parser.add_argument("--off", action="store_true", help="take the flag off")


def _info(parser: ArgumentParser) -> None:
    parser.add_argument("item", metavar="ITEM", help="a card, as lesson.card, or an exercise")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _glossary(parser: ArgumentParser) -> None:
    parser.add_argument("word", metavar="WORD", nargs="?", help="only terms that hold this")


def _step(parser: ArgumentParser) -> None:
    choices = ("zero_grad", "backward", "step", "order", "graph", "train")
    parser.add_argument("--without", metavar="WHAT", choices=choices, help=f"one of {', '.join(choices)}")


def _lesson(parser: ArgumentParser) -> None:
    parser.add_argument("lesson", metavar="LESSON")


def _exercise(parser: ArgumentParser) -> None:
    parser.add_argument("slug", metavar="SLUG", help="the exercise, as `quizterm exercises` names it")


def _grade(parser: ArgumentParser) -> None:
    _exercise(parser)
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="grade this file, not the workspace's")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--device", metavar="D", default="auto", help="auto, cpu, cuda, cuda:N or mps")
    parser.add_argument("--seed", metavar="N", type=_whole(0, 999), help="decides the inputs, 0 to 999; not recorded")
    parser.add_argument("--junit", metavar="F", type=Path, help="also write the result as JUnit XML")
    parser.add_argument("--no-save", dest="save", action="store_false", help="leave the schedule alone")
    parser.add_argument(
        "--trust", action="store_true", help="run a file from elsewhere unasked, whatever protects yours"
    )
    parser.add_argument("--backend", choices=["auto", "spawn"], default="auto", help="spawn: never fork a worker")


def _attempts(parser: ArgumentParser) -> None:
    _exercise(parser)
    parser.add_argument("first", metavar="N", nargs="?", type=_whole(1), help="compare this attempt")
    parser.add_argument("second", metavar="M", nargs="?", type=_whole(1), help="with this one (default: your file)")


def _watch(parser: ArgumentParser) -> None:
    _exercise(parser)
    parser.add_argument("--device", metavar="D", default="auto", help="auto, cpu, cuda, cuda:N or mps")


def _grade_all(parser: ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path, help="submissions, named after exercises or in folders")
    parser.add_argument("--exercise", metavar="SLUG", help="every file in DIR is of this exercise")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--csv", metavar="F", type=Path, help="also write a table")
    parser.add_argument("--device", metavar="D", default="auto", help="auto, cpu, cuda, cuda:N or mps")
    parser.add_argument("--seed", metavar="N", type=_whole(0, 999), help="0 to 999, one for all (default: 0)")
    parser.add_argument("--trust", action="store_true", help="run them unasked, whatever protects your files")
    parser.add_argument("--workers", metavar="N", type=_whole(1, 256), help="side by side (default: one a core)")


def _bugs(parser: ArgumentParser) -> None:
    _exercise(parser)
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="where to write the files")


def _check(parser: ArgumentParser) -> None:
    parser.add_argument("paths", metavar="PATH", nargs="*", type=Path, help="folders or lesson files (default: all)")
    parser.add_argument("--run", action="store_true", help="also run the Python code and compare what it prints")
    seeds = "also prove exercises on N seeds: solutions pass, starters fail, bugs are told apart"
    parser.add_argument("--seeds", metavar="N", type=_whole(1, 1000), default=0, help=seeds)


def _stats(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def _fit(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="use them unasked if they help; due days stay")
    parser.add_argument("--json", action="store_true", help="as JSON; uses them only with --yes")


def _reschedule(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="move the cards unasked")


def _backup(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path, help="default: among the daily backups")


def _restore(parser: ArgumentParser) -> None:
    parser.add_argument("backup", metavar="BACKUP", nargs="?", type=Path, help="default: list the backups")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _exchange(parser: ArgumentParser) -> None:
    parser.add_argument("--log", metavar="FILE", type=Path, required=True, help="a file of lines")


def _doctor(parser: ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    allowed = f"a whole number from {low}" + ("" if high is None else f" to {high}")

    def check(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
        if number < low or (high is not None and number > high):
            raise ArgumentTypeError(f"{text!r} is not {allowed}")
        return number

    return check


HOME = Command("", "open the app at Today; without a terminal, print today's plan", "quizterm.cli.today")

COMMANDS = (
    Command("review", "straight into review", "quizterm.cli.review", _review),
    Command("browse", "the cards and exercises, or what a filter leaves of them", "quizterm.cli.browse", _browse),
    Command("note", "your note on a card, shown below its answer", "quizterm.cli.note", _note),
    Command("bury", "hide cards until tomorrow", "quizterm.cli.marking", _cards),
    Command("suspend", "ask cards no more until they are resumed", "quizterm.cli.marking", _cards),
    Command("resume", "ask again what was suspended, or list it", "quizterm.cli.resume", _resume),
    Command("leeches", "cards forgotten again and again, and what to read", "quizterm.cli.leeches"),
    Command("flag", "flag cards, or list the flagged ones", "quizterm.cli.marking", _flag),
    Command("forget", "make cards new again", "quizterm.cli.marking", _forget),
    Command("set-due", "ask cards on a day of your choice", "quizterm.cli.marking", _set_due),
    Command("info", "all that is known of a card or an exercise", "quizterm.cli.info", _info),
    Command("due", "what is due today", "quizterm.cli.due", _due),
    Command("lessons", "the lessons and how far you are", "quizterm.cli.lessons"),
    Command("read", "print a lesson", "quizterm.cli.read", _read),
    Command("quiz", "a short test of a lesson, a placement, or a mock interview", "quizterm.cli.quiz", _quiz),
    Command("glossary", "the terms of the lessons", "quizterm.cli.glossary", _glossary),
    Command("step", "the training loop line by line, whole or with one thing missing", "quizterm.cli.step", _step),
    Command("ship", "a lesson's files into your portfolio", "quizterm.cli.ship", _lesson),
    Command("exercises", "the exercises and how far you are", "quizterm.cli.exercises"),
    Command("start", "put an exercise into your workspace", "quizterm.cli.start", _exercise),
    Command("reset", "begin an exercise afresh; your file is kept in the archive", "quizterm.cli.start", _exercise),
    Command("grade", "grade your solution of an exercise", "quizterm.cli.grade", _grade),
    Command("easy", "count a pass at the first attempt as easy", "quizterm.cli.easy", _exercise),
    Command("attempts", "what you tried, and what changed between two attempts", "quizterm.cli.attempts", _attempts),
    Command("watch", "grade your solution at every save", "quizterm.cli.watch", _watch),
    Command("grade-all", "grade a folder of submissions", "quizterm.cli.grade_all", _grade_all),
    Command("bugs", "write an exercise's known wrong solutions as files", "quizterm.cli.bugs", _bugs),
    Command("check", "look for mistakes in lessons and exercises", "quizterm.cli.check", _check),
    Command("stats", "counts of what you did", "quizterm.cli.stats", _stats),
    Command("forecast", "what a year would cost at several retentions", "quizterm.cli.forecast", _stats),
    Command("fit", "fit the memory model to your reviews", "quizterm.cli.fit", _fit),
    Command("reschedule", "new due days, by weights and retention in force", "quizterm.cli.reschedule", _reschedule),
    Command("undo", "take back what you did last", "quizterm.cli.undo"),
    Command("redo", "do again what you took back last", "quizterm.cli.undo"),
    Command("backup", "copy your data now", "quizterm.cli.backup", _backup),
    Command("restore", "put a backup in the place of your data, or list them", "quizterm.cli.restore", _restore),
    Command("export", "write your log, for another machine", "quizterm.cli.exchange", _exchange),
    Command("import", "merge the log of another machine into yours", "quizterm.cli.exchange", _exchange),
    Command("doctor", "what this machine offers, and what is wrong with it", "quizterm.cli.doctor", _doctor),
)
