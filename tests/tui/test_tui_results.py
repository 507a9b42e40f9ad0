"""Results: the diagnosis in words, then check by check in numbers and pictures, and the keys that lead on."""

import math
from dataclasses import replace

import pytest

from quizterm.course.model import Card
from quizterm.grading.number_grid import NumberGrid
from quizterm.grading.traces import EventTrace, GradientTrace, GraphNode, LossCurve, Traces, ValueGraph
from quizterm.grading.verdict import Certainty, Diagnosis, Difference, Failure, FailureKind
from quizterm.study.attempt import Attempt
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.study.workbench import Workbench
from quizterm.tui.app import QuiztermApp
from quizterm.tui.layout import lay_out
from quizterm.tui.results.diagnosis import headline
from quizterm.tui.results.gradients import relation
from quizterm.tui.results.graph import graph
from quizterm.tui.results.loss import first_difference, loss
from quizterm.tui.results.stops import place_text, stops
from quizterm.tui.results.values import values
from tests.tui.driving import Player, press
from tests.tui.nasty import NASTY
from tests.tui.referee import report, result
from tests.tui.test_tui_sturdy import obeyed

SIZE = (80, 40)
GRID = NumberGrid((2, 2), (0, 0), ((1.0, 2.0), (3.0, 4.0)), ((1.0, 2.5), (3.0, 4.0)), ((False, True), (False, False)))
GRAPH = ValueGraph(  # x * y + x at x = 3.1, y = -2; the product assigned over the share of the sum
    (
        GraphNode("", 3.1, -2.0),
        GraphNode("", -2.0, 3.1),
        GraphNode("", -6.2, 1.0),
        GraphNode("", -3.1, 1.0),
    ),
    ((0, 2), (1, 2), (2, 3), (0, 3)),
)
TRACES = Traces(
    gradients=(
        GradientTrace("x", (), (-1.0,), (-2.0,), 1.0, 2.0, differs=True),
        GradientTrace("y", (), (3.1,), (3.1,), 3.1, 3.1, differs=False),
        GradientTrace("w", (2,), (1.0, 2.0), (2.0, 4.0), 2.2, 4.4, differs=True),
    ),
    losses=LossCurve((1.0, 0.5, 0.25), (1.0, 0.75, 0.5)),
    graph=GRAPH,
    events=EventTrace("ZFBS", "FBS"),
)
CRASH = Failure(
    FailureKind.CRASH,
    "TypeError: no",
    'Traceback (most recent call last):\n  File "engine.py", line 9, in f\nTypeError: no',
)
REPORT = report(
    result("good", passed=True),
    result(
        "numbers",
        case="x = 3.1",
        differences=(
            Difference("x.grad", "x.grad should be -1, not -2", "-1", "-2"),
            Difference("w", "1 of 4 values differs", "float32[2, 2]", "float32[2, 2]", (0, 1), 0.5, (0, 1), GRID),
        ),
        traces=TRACES,
    ),
    result("crash", error=CRASH),
    diagnosis=Diagnosis(Certainty.NAMED, "A value used twice keeps only the `last` share.", "assign_instead_of_add"),
    output="hello\n",
)


pytestmark = pytest.mark.usefixtures("exercises")


@pytest.fixture
def card(study: Study) -> Card:
    question = Review(study).question
    assert question is not None
    return question.card


class Called:
    """What results ask of the workbench."""

    def __init__(self) -> None:
        self.reruns = 0
        self.lines: list[int | None] = []

    def rerun(self) -> None:
        self.reruns += 1


async def open_results(player: Player, study: Study, attempt: Attempt) -> Called:
    called = Called()
    bench = Workbench(study, "engine")
    player.app.open_results(attempt, bench, called.rerun, called.lines.append, lambda *_: None)
    await player.pause()
    return called


def attempt(*cards: Card, told: object = REPORT) -> Attempt:
    return Attempt(told, saved=True, cards=cards, brought_back=tuple(card.id for card in cards))


async def test_the_diagnosis_stands_first_and_its_cards_are_named(app: QuiztermApp, study: Study, card: Card) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt(card))
        lines = (await press(player, "g")).splitlines()
    assert lines[2] == "  ✗ Not passed: 2 of 3 checks failed"
    assert lines[4:6] == ["  ▌ What is wrong", "  ▌ A value used twice keeps only the last share."]
    assert lines[7] == f"  c asks the cards that explain it: {card.title}"
    assert lines[8] == "  1 card back in your reviews today"
    assert lines[0].endswith("failure 1 of 2")


def test_failures_are_numbered_as_the_verdict_counts_them() -> None:
    extra = replace(result("extra"), bonus=True)
    told = report(extra, result("good", passed=True), result("one"), result("two"))
    assert headline(told).plain.endswith("2 of 3 checks and 1 bonus failed")
    assert [place_text(told, place) for place in stops(told)] == [
        "failure 1 of 2",
        "failure 2 of 2",
        "bonus failure 1 of 1",
    ]
    passed = report(extra, result("good", passed=True))
    assert headline(passed).plain.endswith("1 check; 1 bonus failed")
    assert [place_text(passed, place) for place in stops(passed)] == ["check 1 of 1", "bonus check 1 of 1"]


async def test_checks_show_what_was_expected_and_what_came(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        shown = await press(player, "g")
        expanded = await press(player, "enter")
        crash = await press(player, "right_square_bracket")
        around = await press(player, "right")
    assert "✓ check good" in shown
    assert "▸ ✗ check numbers" in shown
    assert "expected  -1" in shown
    assert "yours     -2" in shown
    assert "with x = 3.1" in shown
    assert "and 1 more difference: enter shows all" in shown
    assert "1 of 4 values differs" in expanded
    assert "▸ ✗ check crash" in crash
    assert "it raised: TypeError: no" in crash
    assert 'File "engine.py", line 9, in f' in crash
    assert "▸ ✗ check numbers" in around
    assert "your program printed" in shown


async def test_in_a_low_terminal_the_check_is_scrolled_to_and_pictures_get_the_room(
    app: QuiztermApp, study: Study, card: Card
) -> None:
    many = [result(f"good{number}", passed=True) for number in range(20)]
    told = replace(REPORT, experiments=(*many, *REPORT.experiments))
    async with app.run_test(size=(80, 24)) as player:
        await open_results(player, study, attempt(card, told=told))
        checks = await press(player, "1")
        assert "▸ ✗ check numbers" in checks
        assert "What is wrong" in checks
        assert "▸ ✗ check crash" in await press(player, "right")
        graph = await press(player, "left 5")
    assert "✗ Not passed" in graph
    assert "What is wrong" not in graph
    assert "✗-2, not -1" in graph


async def test_wrong_entries_of_a_tensor_are_marked(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        shown = await press(player, "2")
    assert "▸2 Values" in shown
    assert "1 of 4 values differs" in shown
    (row,) = (line for line in shown.splitlines() if "✗2.5" in line)
    assert row.split() == ["[0]", "1", "2", "[0]", "1", "✗2.5"]


async def test_gradients_are_told_parameter_by_parameter(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        lines = [line.split() for line in (await press(player, "3")).splitlines()]
    assert ["x", "number", "-1", "-2", "✗", "2", "times", "the", "right", "one"] in lines
    assert ["y", "number", "3.1", "3.1", "✓"] in lines
    assert ["w", "2", "2.2", "4.4", "✗", "2", "times", "the", "right", "one"] in lines


async def test_a_loss_curve_says_where_it_parts_and_what_the_loop_did(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        shown = await press(player, "4")
    assert "The curves part at step 2: the loss should be 0.5, and yours is 0.75." in shown
    assert "PyTorch's Z F B S" in shown
    assert "yours     F B S" in shown


async def test_the_edge_that_lost_its_share_is_marked_in_the_graph(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        shown = await press(player, "5")
    assert "x has grad -2 and should have -1: its share from b is missing" in shown
    drawn = [line.strip() for line in shown.splitlines() if "data" in line or "╮" in line or "╯" in line]
    assert [line.split()[0] for line in drawn] == ["●", "├╌╮", "●", "├─┼─╮", "│", "├╌╯", "○"]
    assert "b = a + x" in drawn[0]
    assert "a = x * y" in drawn[2]
    assert "✗-2, not -1" in drawn[-1]


async def test_an_empty_pane_says_where_there_is_something(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        shown = await press(player, "left 4")
    assert "This check shows no losses." in shown
    assert "One is shown by: check numbers" in shown


async def test_c_asks_the_cards_and_then_opens_the_lesson(app: QuiztermApp, study: Study, card: Card) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt(card))
        asked = await press(player, "c")
        assert card.title in asked
        await press(player, "space 4")
        await press(player, "enter")
        lesson = await press(player, "c")
    assert Review(study).question is not None
    assert "── Concept" in lesson


async def test_without_cards_c_says_so(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        assert "No card is about this" in await press(player, "c")


async def test_r_runs_again_and_e_edits_at_the_failing_line(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        called = await open_results(player, study, attempt())
        await press(player, "r")
        assert "Today" in await press(player, "g")
        assert called.reruns == 1
        called = await open_results(player, study, attempt())
        await press(player, "e")
        assert called.lines == [None]
        called = await open_results(player, study, attempt())
        await press(player, "right e")
        assert called.lines == [9]


async def test_y_copies_the_check(app: QuiztermApp, study: Study) -> None:
    async with app.run_test(size=SIZE) as player:
        await open_results(player, study, attempt())
        assert "copied to the clipboard" in await press(player, "y")
    assert app.clipboard.splitlines()[:4] == [
        "engine, seed 1: check numbers",
        "A value used twice keeps only the `last` share.",
        "x.grad should be -1, not -2",
        "  expected -1",
    ]


async def test_a_file_that_could_not_be_run_shows_where(app: QuiztermApp, study: Study) -> None:
    failure = Failure(
        FailureKind.SYNTAX, "line 3: invalid syntax", '  File "engine.py", line 3\n    x = (\nSyntaxError'
    )
    told = report(result("one"), result("two"), error=failure)
    async with app.run_test(size=SIZE) as player:
        called = await open_results(player, study, attempt(told=told))
        shown = await press(player, "g")
        await press(player, "e")
    assert "✗ Not passed: the file could not be run" in shown
    assert "not valid Python: line 3: invalid syntax" in shown
    assert 'File "engine.py", line 3' in shown
    assert called.lines == [3]


async def test_what_a_learner_names_or_prints_is_shown_and_never_obeyed(app: QuiztermApp, study: Study) -> None:
    difference = Difference(NASTY, NASTY, NASTY, NASTY)
    node = GraphNode(NASTY, math.nan, math.inf)
    traces = Traces(
        gradients=(GradientTrace(NASTY, (2, 3), (math.nan,), (math.inf,), math.nan, math.inf, differs=True),),
        losses=LossCurve((math.nan, math.inf), (math.inf,)),
        graph=ValueGraph((node, node), ((0, 1),)),
        events=EventTrace(NASTY, NASTY),
    )
    nasty = result("one", message=NASTY, case=NASTY, differences=(difference,), traces=traces)
    failure = Failure(FailureKind.CRASH, NASTY, f'File "engine.py", line 1\n{NASTY}')
    told = report(
        replace(nasty, title=NASTY),
        result("two", error=failure),
        diagnosis=Diagnosis(Certainty.NAMED, NASTY, NASTY, (NASTY,)),
        output=NASTY,
    )
    async with app.run_test(size=(200, 60)) as player:
        await open_results(player, study, attempt(told=told))
        for key in ("enter", "2", "3", "4", "5", "right", "1"):
            assert not obeyed(await press(player, key)), key


async def test_every_pane_fits_every_size(app: QuiztermApp, study: Study, card: Card) -> None:
    async with app.run_test(size=(1, 1)) as player:
        await open_results(player, study, attempt(card))
        for width, height in ((200, 60), (80, 24), (50, 20), (20, 5), (1, 1)):
            await player.resize_terminal(width, height)
            for key in "12345":
                await press(player, key)
                rows = app.screen._compositor.render_strips()
                assert len(rows) == height
                assert {row.cell_length for row in rows} == {width}


@pytest.mark.parametrize(
    ("expected", "got", "said"),
    [
        ((1.0, 2.0), (2.0, 4.0), "2 times the right one"),
        ((1.0, 0.0), (-1.0, 0.0), "the wrong sign"),
        ((1.0, 2.0), (), "nothing arrived"),
        ((1.0, 2.0), (0.0, 0.0), "nothing arrived"),
        ((1.0, 2.0), (1.0, 3.0), ""),
        ((1.0,), (0.37,), ""),
        ((4.0,), (2.0,), "0.5 times the right one"),
        ((1.0, 0.0), (1.0, 1.0), ""),
        ((1.0, 2.0), (math.nan, 2.0), "became NaN"),
        ((1.0, 2.0), (math.inf, 2.0), "became infinite"),
        ((math.inf, 2.0), (1.0, 4.0), ""),
        ((1e-300,), (1e300,), ""),
        ((1e300,), (1e-300,), ""),
    ],
)
def test_a_wrong_gradient_is_related_to_the_right_one(expected, got, said: str) -> None:
    assert relation(expected, got) == said


def test_two_curves_part_at_the_first_step_that_differs() -> None:
    assert first_difference((1.0, 0.5), (1.0, 0.5, 0.2)) is None
    assert first_difference((1.0, math.nan), (1.0, math.nan)) is None
    assert first_difference((1.0, 0.5), (1.0, math.nan)) == 1


def graph_text(drawn: ValueGraph, *traces: GradientTrace) -> str:
    """The pane of a graph as text, 100 cells wide."""
    shown = result("numbers", traces=Traces(graph=drawn, gradients=traces))
    return "\n".join(line.plain for line in lay_out(graph(shown), 100))


def test_an_input_that_an_operation_lost_is_dashed_and_told() -> None:
    made = math.tanh(0.5)
    nodes = ((0.5, None), (3.0, made), (made, 3.0), (made * 3, 1.0))
    drawn = ValueGraph(tuple(GraphNode("", data, grad) for data, grad in nodes), ((1, 3), (2, 3)), ((0, "x"), (1, "w")))
    right = 3 * (1 - made**2)
    text = graph_text(drawn, GradientTrace("x", (), (right,), (), right, 0.0, differs=True))
    assert "a is tanh x and does not hold x: no gradient goes that way" in text
    assert "┆" in text
    assert "a = tanh x" in text
    unexplained = graph_text(drawn, GradientTrace("x", (), (7.0,), (), 7.0, 0.0, differs=True))
    assert "x is not in the graph: an operation did not keep its inputs" in unexplained
    assert "┆" not in unexplained


def test_no_graph_is_too_large_or_too_strange_to_be_shown() -> None:
    node = GraphNode("\x1b[2J[bold", math.nan, math.inf)
    crowd = tuple((first, second) for second in range(60) for first in range(second))
    assert "60 values and 1,770 uses of them: too many to draw" in graph_text(ValueGraph((node,) * 60, crowd))
    assert "10,000 values" in graph_text(ValueGraph((node,) * 10_000, ((0, 1),)))
    assert "This check shows no graph" in graph_text(ValueGraph((), ()))
    assert "data nan" in graph_text(ValueGraph((node,) * 2, ((0, 1),)))
    same = graph_text(ValueGraph((GraphNode("", 2.0, 1.0),) * 30, tuple((n, n + 1) for n in range(29))))
    assert "✗" not in same


@pytest.mark.parametrize(
    "grid",
    [
        NumberGrid((0,), (0,), (), (), ()),
        NumberGrid((3, 0), (0, 0), ((), ()), ((), ()), ((), ())),
        NumberGrid((), (), ((math.nan,),), ((math.inf,),), ((True,),)),
        NumberGrid((2,), (0,), ((1.0, 2.0),), ((1.0, 2.0),), ((False, False),)),
    ],
    ids=["no numbers", "no columns", "no axes", "nothing wrong"],
)
def test_a_grid_with_nothing_to_mark_is_told_in_words(grid: NumberGrid) -> None:
    told = result("numbers", differences=(Difference("w", "w has another dtype", "float32[0]", "bool[0]", grid=grid),))
    text = "\n".join(line.plain for line in lay_out(values(told), 60))
    assert "expected  float32[0]" in text
    assert "yours     bool[0]" in text


def test_nothing_is_missed_where_nothing_is_expected() -> None:
    assert relation((), ()) == relation((0.0, 0.0), (0.0, 0.0)) == relation((0.0,), (2.0,)) == ""
    empty = result("loop", traces=Traces(losses=LossCurve((), ())))
    assert "No loss was told." in "\n".join(line.plain for line in lay_out(loss(empty), 60))
