"""The verdict in words: passed or not, what is wrong, and which cards explain it."""

from collections.abc import Iterator, Mapping, Sequence

from textual.content import Content

from quizterm.grading.verdict import Certainty, Diagnosis, Report
from quizterm.study.attempt import Attempt
from quizterm.study.verdict_words import counted_text
from quizterm.study.words import count_text
from quizterm.tui.blocks import Block, Code, Paragraph, Picture
from quizterm.tui.layout import wrapped
from quizterm.tui.markdown import phrase
from quizterm.tui.results.marks import FAILED, FAILED_STYLE, MUTED, PASSED, PASSED_STYLE, failure_words, is_unwritten
from quizterm.tui.text import one_line, plain

_BAR = Content.styled("▌ ", "$text-error")
_TAKEN_BACK = "Taken back: this attempt counts no longer"
_TITLES = {
    Certainty.NAMED: "What is wrong",
    Certainty.BOTH: "Two things are wrong",
    Certainty.LOOKS_LIKE: "It looks like this",
    Certainty.NUMBERS: "What the numbers say",
}


def headline(report: Report) -> Content:
    """Passed or not, in one line."""
    graded = [result for result in report.experiments if not result.bonus]
    if report.passed:
        return Content.styled(f"{PASSED} Passed: {counted_text(report)}", PASSED_STYLE)
    if report.error is not None:
        return Content.styled(f"{FAILED} Not passed: the file could not be run", FAILED_STYLE)
    failed = [result for result in graded if not result.passed]
    unwritten = sum(map(is_unwritten, failed))
    if unwritten == len(failed):
        return Content.styled(
            f"○ Not written yet: {unwritten} of {count_text(len(graded), 'check')}", "bold $text-warning"
        )
    return Content.styled(f"{FAILED} Not passed: {counted_text(report)}", FAILED_STYLE)


def circumstances(report: Report) -> Content:
    """With which numbers, where and how fast it ran."""
    facts = (f"seed {report.seed}", report.device, f"torch {report.torch}", f"{report.seconds:.2f} s")
    return one_line(" · ".join(facts), MUTED)


def diagnosis(attempt: Attempt, keys: Mapping[str, str]) -> list[Block]:
    """The verdict in words.

    Args:
        keys: those of commands, by their names.
    """
    report = attempt.report
    blocks: list[Block] = [Paragraph(headline(report))]
    if attempt.is_taken_back:
        blocks.append(Paragraph(Content.styled(_TAKEN_BACK, "bold $text-warning")))
    if report.error is not None:
        blocks.append(Paragraph(one_line(failure_words(report.error))))
    if report.diagnosis is not None:
        blocks.append(_told(report.diagnosis))
    lines = list(_consequences(attempt, keys))
    return [*blocks, Paragraph(Content("\n").join(lines))] if lines else blocks


def output(report: Report) -> list[Block]:
    """What the file printed."""
    return [Code(plain(report.output.rstrip("\n")), title="your program printed")] if report.output.strip() else []


def _told(found: Diagnosis) -> Picture:
    """The sentence with a bar beside it."""
    text = phrase(found.sentence)
    if found.also and found.certainty is Certainty.NAMED:
        text += one_line(f" The same is seen with: {', '.join(found.also)}.", MUTED)
    title = Content.styled(_TITLES[found.certainty], FAILED_STYLE)
    return Picture(lambda width: [_BAR + line for line in (title, *wrapped(text, width - _BAR.cell_length))])


def _consequences(attempt: Attempt, keys: Mapping[str, str]) -> Iterator[Content]:
    if attempt.cards:
        titles = Content(", ").join(_linked([card.title for card in attempt.cards]))
        yield Content.assemble((keys["cards"], "bold $text-primary"), " asks the cards that explain it: ") + titles
    if attempt.brought_back:
        yield Content.styled(f"{count_text(len(attempt.brought_back), 'card')} back in your reviews today", MUTED)
    if attempt.note:
        yield one_line(attempt.note[0].upper() + attempt.note[1:], "" if attempt.report.passed else MUTED)
    if attempt.easy:
        yield Content.assemble((keys["easy"], "bold $text-primary"), " counts it as Easy: ") + one_line(attempt.easy)


def _linked(titles: Sequence[str]) -> list[Content]:
    return [one_line(title, "italic") for title in titles]
