"""The filter language beside a twin that knows no grammar: conditions are drawn, written down, and parsed again."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.course.model import CardKind
from quizterm.errors import UsageError
from quizterm.memory.events import Moment
from quizterm.memory.item import ItemState, Phase
from quizterm.study.filter import KEYS, completions, parse_filter

NOW = Moment(1_800_000_000_000, 0, 20_000)
LESSONS = ("graph", "loop", "deck.graph")
WORDS = ("zero_grad", "Straße", "e\u0301tude", "print(x)", "==", "-", "42", "TENSOR")


@dataclass(frozen=True)
class Thing:
    course: str
    lesson: str
    kind: str
    text: str
    state: ItemState


@dataclass(frozen=True)
class Wish:
    """A condition as it is written, and what it means."""

    text: str
    holds: Callable[[Thing], bool]


def wish(text: str, holds: Callable[[Thing], bool]) -> st.SearchStrategy[Wish]:
    return st.just(Wish(text, holds))


def compared(key: str) -> st.SearchStrategy[Wish]:
    signs: dict[str, Callable[[float, float], bool]] = {
        "<": lambda a, b: a < b,
        "<=": lambda a, b: a <= b,
        ">": lambda a, b: a > b,
        ">=": lambda a, b: a >= b,
        "=": lambda a, b: a == b,
        ":": lambda a, b: a == b,
    }

    def write(sign: str, number: float) -> Wish:
        def holds(thing: Thing) -> bool:
            value = getattr(thing.state, key)
            return value is not None and signs[sign](value, number)

        return Wish(f"{key}{sign}{number}", holds)

    return st.builds(write, st.sampled_from(list(signs)), st.sampled_from([0, 2, 3, 5.5, 8, 10.0]))


def spans(key: str, holds: Callable[[ItemState, int], bool]) -> st.SearchStrategy[Wish]:
    lengths = {"d": 1, "w": 7, "y": 365}
    return st.builds(
        lambda number, unit: Wish(f"{key}:{number}{unit}", lambda t: holds(t.state, number * lengths[unit])),
        st.integers(0, 12),
        st.sampled_from("dwy"),
    )


def is_due_by(state: ItemState, days: int) -> bool:
    return state.due_day is not None and state.due_day - NOW.day <= days and not state.suspended


def was_seen(state: ItemState, days: int) -> bool:
    return state.last_day is not None and NOW.day - state.last_day < days


def is_due_now(state: ItemState) -> bool:
    if state.suspended or state.buried_day == NOW.day or state.due_day is None:
        return False
    return state.due_day <= NOW.day if state.due_at is None else state.due_at <= NOW.at


WISHES = st.one_of(
    *(compared(key) for key in ("lapses", "reps", "stability", "difficulty")),
    spans("due", is_due_by),
    spans("seen", was_seen),
    wish("due:today", lambda t: is_due_by(t.state, 0)),
    wish("due:tomorrow", lambda t: is_due_by(t.state, 1)),
    wish("due:week", lambda t: is_due_by(t.state, 7)),
    wish("seen:today", lambda t: was_seen(t.state, 1)),
    wish("lesson:graph", lambda t: t.lesson == "graph"),
    wish('lesson:"deck.graph"', lambda t: t.lesson == "graph" and t.course == "deck"),
    wish("is:due", lambda t: is_due_now(t.state)),
    wish(
        "is:new",
        lambda t: t.state.phase is Phase.NEW and not t.state.suspended and t.state.buried_day != NOW.day,
    ),
    wish("is:suspended", lambda t: t.state.suspended),
    wish("is:buried", lambda t: t.state.buried_day == NOW.day),
    wish("is:flagged", lambda t: t.state.flagged),
    wish("is:leech", lambda t: t.state.leech),
    wish("is:learning", lambda t: t.state.phase in (Phase.LEARNING, Phase.RELEARNING)),
    wish("is:exercise", lambda t: t.kind == "exercise"),
    *(wish(f"kind:{kind}", lambda t, kind=kind: t.kind == kind) for kind in ("output", "bug", "exercise")),
    wish("zero", lambda t: "zero" in t.text.lower()),
    wish('"strasse"', lambda t: "strasse" in t.text.replace("ß", "ss").lower()),
    wish('"é"', lambda t: "e\u0301" in t.text.lower()),
    wish("tensor", lambda t: "tensor" in t.text.lower()),
    wish('"grad  42"', lambda t: "grad 42" in t.text.lower()),
)


@st.composite
def things(draw: st.DrawFn) -> Thing:
    phase = draw(st.sampled_from(Phase))
    is_new, in_steps = phase is Phase.NEW, phase in (Phase.LEARNING, Phase.RELEARNING)
    near = st.integers(NOW.day - 30, NOW.day + 30)
    state = ItemState(
        phase=phase,
        due_day=None if is_new else draw(near),
        due_at=NOW.at + draw(st.integers(-2, 2)) if in_steps else None,
        stability=None if is_new else draw(st.sampled_from([0.5, 2.0, 5.5, 10.0])),
        difficulty=None if is_new else draw(st.sampled_from([1.0, 5.5, 8.0])),
        last_day=None if is_new else draw(near),
        reps=0 if is_new else draw(st.integers(1, 9)),
        lapses=0 if is_new else draw(st.integers(0, 9)),
        suspended=draw(st.booleans()),
        buried_day=draw(st.sampled_from([None, NOW.day, NOW.day - 1])),
        flagged=draw(st.booleans()),
        leech=draw(st.booleans()),
    )
    return Thing(
        course=draw(st.sampled_from(["pytorch", "deck"])),
        lesson=draw(st.sampled_from(["graph", "loop"])),
        kind=draw(st.sampled_from([*CardKind, "exercise"])),
        text=" ".join(draw(st.lists(st.sampled_from(WORDS), max_size=4))),
        state=state,
    )


@given(things(), st.lists(st.tuples(st.booleans(), WISHES), max_size=4), st.sampled_from([" ", "  ", "\t"]))
def test_all_that_is_asked_for_holds_together(thing: Thing, wishes: list[tuple[bool, Wish]], gap: str) -> None:
    text = gap.join(("-" if negated else "") + one.text for negated, one in wishes)
    expected = all(one.holds(thing) is not negated for negated, one in wishes)
    assert parse_filter(text, LESSONS).allows(thing, NOW) is expected


@given(
    st.text() | st.lists(st.sampled_from([*KEYS, *':<>=-" ', "3", "7d", "due", "graph", "[/]", "\x1b"])).map("".join),
    things(),
)
def test_any_text_is_a_filter_or_one_plain_error_that_names_the_place(text: str, thing: Thing) -> None:
    said = ""
    try:
        parse_filter(text, LESSONS).allows(thing, NOW)
    except UsageError as error:
        said = str(error)
    if said:
        match = re.fullmatch(r"filter, character (\d+): .+", said)
        assert match is not None
        assert 1 <= int(match[1]) <= len(text) + 1


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("is:due lapse>3", 8, "did you mean lapses?"),
        ("lesson:grpah", 8, "did you mean graph?"),
        ("-kind:outptu", 7, "did you mean output?"),
        ("is:leach", 4, "did you mean leech?"),
        ('graph "zero gr', 7, "this quote has no end"),
        ('"a"b', 4, "a space is missing"),
        ("lapses>many", 8, "write for example lapses>3"),
        ("lesson<graph", 7, "write lesson:graph"),
        ("due:soon", 5, "due:tomorrow"),
        ("seen:ever", 6, "seen:7d"),
        ("graph -", 8, "nothing is asked for"),
        ("torch::x", 1, "put it in quotes"),
    ],
)
def test_a_mistake_is_named_with_its_place_and_what_to_write(text: str, place: int, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_filter(text, LESSONS)
    assert str(caught.value).startswith(f"filter, character {place}: ")
    assert says in str(caught.value)


def test_the_text_of_an_item_is_read_only_where_all_else_holds() -> None:
    class Silent:
        course, lesson, kind, state = "deck", "graph", "output", ItemState()

        @property
        def text(self) -> str:
            raise AssertionError("the text was read")

    assert not parse_filter("zero_grad is:suspended", LESSONS).allows(Silent(), NOW)


@pytest.mark.parametrize("key", ["is", "kind", "due", "lesson"])
def test_what_a_key_is_completed_with_is_understood(key: str) -> None:
    found = completions(f"zero -{key}:", LESSONS)
    assert found
    for value in found:
        assert completions(f"{key}:{value[:-1]}", LESSONS)[:1] != []
        assert parse_filter(f"{key}:{value}", LESSONS).conditions
        assert completions(f"{key}:{value}", LESSONS) == []


def test_a_word_that_begins_is_completed_to_the_keys_that_begin_so() -> None:
    assert completions("graph le") == ["lesson:"]
    assert completions("") == completions("graph ") != []
    assert completions("-la") == ["lapses>"]
    assert completions("zebra") == []


def test_of_many_lessons_none_is_named_and_no_command_of_the_shell() -> None:
    with pytest.raises(UsageError, match=r"no lesson is called 'zzz'; the list of lessons has them all\.$"):
        parse_filter("lesson:zzz", [f"lesson-{number}" for number in range(14)])
