"""What a learner typed or ticked, compared with the card. A comparison only suggests a grade.

Nothing typed or ticked suggests none: an answer may have been said aloud.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from quizterm.course.model import Choice, Cloze, Order, Printed, Recall
from quizterm.course.printed import Token, same, shape_tokens, tokens, unwrap_tensors
from quizterm.course.raised import Raised, recalls, split_raised
from quizterm.memory.item import Rating


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an expected output beside what was typed for it; either may be empty."""

    expected: str
    given: str
    right: bool


@dataclass(frozen=True, slots=True)
class PrintedResult:
    """Typed output against an output or shape card."""

    matches: bool
    lines: tuple[Line, ...]
    suggested: Rating | None


@dataclass(frozen=True, slots=True)
class BlanksResult:
    """Typed blanks against a cloze card: for each whether it is right."""

    right: tuple[bool, ...]
    suggested: Rating | None


@dataclass(frozen=True, slots=True)
class ChoiceResult:
    """Chosen options against a choice card; `options` says, in the order shown, which were judged right."""

    right: bool
    options: tuple[bool, ...]
    suggested: Rating | None


@dataclass(frozen=True, slots=True)
class OrderResult:
    """An order against an order card; `places` says for each place whether the right step stands there."""

    right: bool
    places: tuple[bool, ...]
    suggested: Rating | None


def judge_printed(body: Printed, text: str, *, shape: bool = False) -> PrintedResult:
    """Compare typed output with what is printed: see `printed` for numbers and tensors.

    An exception is recalled by its type alone; a message beside it must fit too. Where `shape`, any way to write a
    shape will do.
    """
    expected_text, expected_raised = split_raised(body.output)
    given_text, given_raised = split_raised(text)
    expected, given = _read(expected_text, shape), _read(given_text, shape)
    agree = expected.agrees(given)
    lines = [
        Line(one.text, other.text, agree or one.agrees(other))
        for one, other in zip_longest(expected.lines(), given.lines(), fillvalue=_Output("", (), ()))
    ]
    if expected_raised or given_raised:
        lines.append(_compare_raised(expected_raised, given_raised))
    matches = agree and all(line.right for line in lines)
    return PrintedResult(matches, tuple(lines), _suggest(matches) if text.strip() else None)


def judge_blanks(body: Cloze, texts: Sequence[str]) -> BlanksResult:
    """Compare typed blanks, in their order; where one is missing it is wrong. Case matters in code only."""
    given = [*texts, *[""] * (len(body.blanks) - len(texts))]
    right = tuple(
        same(tokens(blank), tokens(text)) if code else same(tokens(blank.casefold()), tokens(text.casefold()))
        for blank, code, text in zip(body.blanks, body.code, given, strict=False)
    )
    return BlanksResult(right, _suggest(all(right)) if any(text.strip() for text in texts) else None)


def judge_choice(body: Choice, order: Sequence[int], letters: str) -> ChoiceResult:
    """Compare the letters of the chosen options, `a` for the first one shown.

    Args:
        order: indexes into the options, in the order shown.
        letters: in any order and case; what is no letter is ignored, one beyond the options is wrong.
    """
    chosen = {ord(letter) - ord("a") for letter in letters.lower() if letter.isalpha()}
    options = tuple((shown in chosen) == body.options[place].right for shown, place in enumerate(order))
    right = all(options) and chosen <= set(range(len(order)))
    return ChoiceResult(right, options, _suggest(right) if chosen else None)


def judge_order(body: Order, given: Sequence[int]) -> OrderResult:
    """Compare an order of the steps, given as indexes into them. Steps of the same text may change places."""
    steps = [body.steps[index] for index in given]
    places = tuple(step == stands for step, stands in zip_longest(body.steps, steps))
    return OrderResult(all(places), places, _suggest(all(places)) if steps else None)


def suggest_from_ticks(body: Recall, ticked: Collection[int]) -> Rating | None:
    """All key points ticked: Good; more than half: Hard; fewer: Again; none: no suggestion."""
    count = len(set(ticked) & set(range(len(body.key_points))))
    if count == 0:
        return None
    if count == len(body.key_points):
        return Rating.GOOD
    return Rating.HARD if 2 * count > len(body.key_points) else Rating.AGAIN


def _suggest(right: bool) -> Rating:
    return Rating.GOOD if right else Rating.AGAIN


@dataclass(frozen=True, slots=True)
class _Output:
    """Printed text with its tokens; apart the named arguments of tensors, which need not be typed."""

    text: str
    values: tuple[Token, ...]
    named: tuple[Token, ...]

    def agrees(self, given: "_Output") -> bool:
        """Whether `given` has the same values, and named arguments only as they are here."""
        known = {token.text for token in self.named}
        return same(self.values, given.values) and all(token.text in known for token in given.named)

    def lines(self) -> list["_Output"]:
        """Each line that is not empty."""
        return [
            _Output(
                line.strip(),
                tuple(token for token in self.values if token.line == number),
                tuple(token for token in self.named if token.line == number),
            )
            for number, line in enumerate(self.text.split("\n"))
            if line.strip()
        ]


def _read(text: str, shape: bool) -> _Output:
    values, named = (shape_tokens(text), []) if shape else unwrap_tensors(tokens(text))
    return _Output(text, tuple(values), tuple(named))


def _compare_raised(expected: Raised | None, given: Raised | None) -> Line:
    right = expected is not None and given is not None and recalls(expected, given)
    return Line(str(expected or ""), str(given or ""), right)
