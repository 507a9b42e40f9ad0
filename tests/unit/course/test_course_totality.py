"""Whatever bytes a lesson file holds, it gives a lesson or faults, and the cache gives back what parsing gave."""

from pathlib import Path

import pytest
from course_helpers import DECKS, FILE
from hypothesis import given, settings
from hypothesis import strategies as st

from quizterm.course.codec import StoredLesson, dump_lesson
from quizterm.course.lint import check_courses
from quizterm.course.names import is_name
from quizterm.course.parse import LessonSource, read_lesson
from quizterm.course.plan import CoursePlan, LessonPlan, plan_course
from quizterm.course.record import LessonOrigin, ParsedLesson
from quizterm.course.runnable import runnable
from quizterm.course.source import CourseSource

KINDS = (DECKS / "kinds" / "kinds.md").read_bytes()
TRAPS = sorted((DECKS / "traps").glob("*.md"))
SCRAPS = [
    *(
        "# T",
        "## Ideas",
        "## Recall",
        "## Key Terms",
        "### C",
        "#### Key points",
        "---",
        "===",
        "",
        "  ",
        "\t",
        ">",
        "> [!NOTE]",
    ),
    *(
        "<!-- card a kind=recall -->",
        "<!-- card b kind=cloze",
        "<!--",
        "-->",
        "<!-- card c kind=bug was=a -->",
        "[a](card:b)",
    ),
    *(
        "```",
        "```python",
        "````python repaired",
        "~~~output",
        "- [x] a *b*",
        "- [ ] c",
        "1. s",
        "   2. t",
        "{{a}} `{{b}}`",
    ),
    *("| a | b | c |", "|---|---|---|", "e\u0301", "\x00", "\ufeff", "[x]: y", "<div>", "&amp;", "print('a", "a" * 300),
]


def lint(source: LessonSource) -> None:
    """Whatever could be read can be checked, and its code found."""
    plan = CoursePlan("deck", "Deck", (), True, (LessonPlan(FILE.name, "lesson"),))
    check_courses([CourseSource(FILE.parent, plan, ((plan.lessons[0], source),), source.faults)], {"engine"})
    runnable(source)


def read_any(data: bytes) -> None:
    source = read_lesson(data, FILE, "deck", "lesson", False)
    lines = len(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))
    assert source.lesson is not None or source.faults
    assert all(
        1 <= fault.line <= lines and fault.file == FILE and fault.message.isprintable() for fault in source.faults
    )
    if source.lesson is not None:
        ids = [card.id for card in source.lesson.cards]
        assert len(set(ids)) == len(ids)
        assert all(is_name(card.name) and 1 <= card.line <= lines and card.question for card in source.lesson.cards)
        assert {card.section for card in source.lesson.cards} <= {
            section.slug for section in source.lesson.sections
        } | {""}
    parsed = ParsedLesson(source.lesson, source.faults)
    assert StoredLesson.of(dump_lesson(parsed), LessonOrigin("deck", "lesson", FILE)).parsed() == parsed
    lint(source)


@given(st.binary(max_size=400))
def test_any_bytes(data: bytes) -> None:
    read_any(data)


@given(st.lists(st.sampled_from(SCRAPS), max_size=60), st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=300)
def test_any_arrangement_of_what_means_something(lines: list[str], line_end: str) -> None:
    read_any(line_end.join(lines).encode())


@given(st.data())
@settings(max_examples=200)
def test_a_good_deck_with_lines_lost_doubled_or_moved(data: st.DataObject) -> None:
    lines = KINDS.split(b"\n")
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        match data.draw(st.sampled_from(["lose", "double", "move", "cut"])):
            case "lose":
                del lines[place]
            case "double":
                lines.insert(place, line)
            case "move":
                lines.insert(data.draw(st.integers(0, len(lines) - 1)), lines.pop(place))
            case "cut":
                lines[place] = line[: len(line) // 2]
    read_any(b"\n".join(lines))


@pytest.mark.parametrize("path", TRAPS, ids=lambda path: path.stem)
def test_every_prefix_of_a_trap(path: Path) -> None:
    data = path.read_bytes()
    for end in range(0, len(data) + 1, 7):
        read_any(data[:end])


@pytest.mark.parametrize(
    "text",
    [
        "> " * 3000 + "deep",
        "\n".join("  " * depth + "- deep" for depth in range(500)),
        "[" * 20_000,
        "{{" * 20_000,
        "{{a}} `" * 40_000,
        "a *b " * 5_000,
        "`" * 20_000,
        "```python\n" * 3_000,
        "<!--\n" * 5_000,
        "a" * 1_000_000,
    ],
    ids=lambda text: text[:8].strip(),
)
@pytest.mark.parametrize("kind", ["recall", "cloze", "choice"])
def test_huge_lines_and_deep_nesting(kind: str, text: str) -> None:
    read_any(f"# T\n\n{text}\n\n## Recall\n\n### C\n<!-- card c kind={kind} -->\n- [x] {text}\n---\n{text}".encode())


@given(
    st.one_of(
        st.binary(max_size=200),
        st.lists(
            st.sampled_from(
                [
                    "[[lesson]]",
                    "[a]",
                    "]",
                    '"',
                    "file",
                    "=",
                    "'a.md'",
                    "slug = 'x'",
                    "\n",
                    "requires = ['x']",
                    "title = 1",
                    "minutes = -1",
                    "\x1b",
                    "[" * 500,
                ]
            ),
            max_size=30,
        )
        .map("".join)
        .map(str.encode),
    )
)
@settings(max_examples=300)
def test_any_course_file(data: bytes) -> None:
    plan, faults = plan_course(data, Path("course"), ["a.md"])
    assert plan is not None or faults
    assert all(1 <= fault.line <= data.count(b"\n") + 1 and fault.message.isprintable() for fault in faults)
