"""Browse: the list, its filter, its preview, and what is done to the marked line."""

from collections.abc import Callable, Sequence

from textual.app import App, ComposeResult
from textual.content import Content

from quizterm.memory.item import ItemState, Rating
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.widgets.listing import Cells, Column, Listing
from tests.tui.driving import press, screen_text, type_text

SIZE = (80, 24)

BROWSE = """\
  Browse                                                               8 items
  / lesson:graph  is:due  lapses>3  "a phrase"  -word

    title                        lesson           kind      state      due
  ▸ Clearing gradients           kinds            recall    new
    The method that clears       kinds            cloze     new
    Who is a leaf                kinds            choice    new
"""


async def test_the_list_its_filter_and_back(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        assert (await press(player, "b")).startswith(BROWSE)
        assert "    lesson: kind: due: is: seen: lapses>" in await press(player, "j j slash")
        shown = await type_text(player, "kind:choice")
        assert "1 of 8" in shown
        assert "▸ Who is a leaf" in shown
        shown = await press(player, "x enter")
        assert "\n    filter, character 6: there is no kind 'choicex'; did you mean choice?\n" in shown
        assert "1 of 8" in shown
        shown = await press(player, "escape")
        assert "8 items" in shown
        assert "▸ Who is a leaf" in shown
        assert "── Concept" in await press(player, "g enter")
        assert "▸ Clearing gradients" in await press(player, "q")


async def test_the_preview_shows_question_and_answer_of_what_is_marked(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await press(player, "b")
        shown = await press(player, "space")
        assert "Why must gradients be cleared" in shown
        shown = await press(player, "j")
        assert "{{" not in shown
        assert "Clearing gradients\n" not in shown.split("─" * 40)[1]
        assert "Why must gradients" not in await press(player, "space k")


async def test_changes_are_shown_asked_for_and_undone(
    today: QuiztermApp, study: Study, state_of: Callable[[str], ItemState]
) -> None:
    first = study.catalog.courses[0].lessons[0].cards[0].id.rpartition(".")[2]
    Review(study).answer(Rating.EASY, 1_000)
    async with today.run_test(size=SIZE) as player:
        await press(player, "b")
        assert "⚑ Clearing gradients" in await press(player, "exclamation_mark")
        assert "suspended" in await press(player, "at")
        assert state_of(first).suspended
        assert "R again does it" in await press(player, "R")
        await press(player, "j k R")
        assert study.store.history(1)[-1].kind.value == "suspended"
        await press(player, "R")
        assert study.store.history(1)[-1].kind.value == "reset"
        await press(player, "u")
        assert state_of(first).reps == 1
        assert "Took back the suspending of “Clearing gradients”" in await press(player, "u")
        assert not state_of(first).suspended


async def test_a_fault_in_a_filter_is_told_whole_and_so_is_an_empty_list(today: QuiztermApp) -> None:
    async with today.run_test(size=(50, 24)) as player:
        await press(player, "b slash")
        for shown in (await type_text(player, "kind:riddle"), await press(player, "enter")):
            words = " ".join(shown.split()).partition(" title ")[0]
            assert "filter, character 6: there is no kind 'riddle'; there are recall, cloze, choice" in words
            assert words.endswith("exercise.")
            assert "…" not in words
        await press(player, "escape slash")
        await type_text(player, "zebra")
        shown = await press(player, "enter")
        assert "Nothing fits this filter; / changes it, and esc in it shows everything" in " ".join(shown.split())
        assert "Nothing fits" not in await press(player, "slash escape")


class Tall(App[None]):
    """A list far longer than the screen, which notes what is read of it."""

    CSS = "Listing { height: 1fr; overflow-x: hidden; }"

    def __init__(self) -> None:
        super().__init__()
        self.read: list[int] = []
        self.list = Listing([Column("name", 0), Column("double", 8, narrowest=30)], self._cells)

    def _cells(self, ids: Sequence[int]) -> list[Cells]:
        self.read += ids
        return [(Content(f"line {one}"), Content(str(2 * one))) for one in ids]

    def compose(self) -> ComposeResult:
        yield self.list


async def test_of_a_hundred_thousand_lines_only_those_in_sight_are_read() -> None:
    app = Tall()
    async with app.run_test(size=(40, 10)) as player:
        app.list.show(range(100_000))
        await player.pause()
        assert screen_text(app).splitlines()[0].split() == ["▸", "line", "0", "0"]
        app.list.move_to_last()
        await player.pause()
        assert screen_text(app).splitlines()[-1].split() == ["▸", "line", "99999", "199998"]
        app.list.move(-9)
        await player.pause()
        assert screen_text(app).splitlines()[0].split() == ["▸", "line", "99990", "199980"]
        app.list.show([5, 7, 9], marked=7)
        await player.pause()
        assert [line.split()[-1] for line in screen_text(app).splitlines()[:3]] == ["10", "14", "18"]
        assert app.list.marked == 7
    assert len(app.read) < 500
