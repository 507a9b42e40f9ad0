"""Lessons: the list, a page a section, contents, cards, code to copy."""

from collections.abc import Callable
from concurrent.futures import Future

import pytest

from quizterm.errors import GradingError
from quizterm.grading.snippet import BlockResult, CodeUnit, UnitResult
from quizterm.study.reading import lesson_view
from quizterm.study.review import Review
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.driving import Player, press

SIZE = (80, 30)


async def open_first(player: Player) -> str:
    return await press(player, "l enter")


async def test_the_list_says_how_far_one_is_and_why_a_lesson_is_not_offered(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        shown = await press(player, "l")
    assert "▸ Leaves and accumulation" in shown
    assert "0/3 read" in shown
    assert "7 new · 0 of 7 cards met · about 20 minutes" in shown
    reason = lesson_view(study, "later").line.reason
    assert reason is not None
    assert reason in " ".join(shown.split())


async def test_a_page_is_a_section_with_its_cards_at_the_end(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        page = await open_first(player)
    assert "What stands before the first section." in page
    assert "── Concept" in page
    assert "▎(2 * w).backward()  # adds 2" in page
    assert "╭ Warning ──" in page
    assert "4 cards of this section: c asks them" in page


async def test_n_marks_a_section_read_and_reading_goes_on_there(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        await open_first(player)
        second = await press(player, "n")
        first = await press(player, "p")
        await press(player, "q q")
        resumed = await press(player, "j enter")
    assert "── Key Terms" in second
    assert "Concept  ✓ read" in first
    assert lesson_view(study, "kinds").read == {"concept"}
    assert "── Key Terms" in resumed


async def test_a_section_is_read_only_if_its_end_was_shown(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=(80, 12)) as player:
        await open_first(player)
        assert "Concept is not marked as read: its end was not shown" in await press(player, "n")
        assert lesson_view(study, "kinds").read == set()
        await press(player, "p G g n")
        assert lesson_view(study, "kinds").read == {"concept"}
        assert "Concept" in await press(player, "p")
        assert "not marked" not in await press(player, "n")


async def test_space_reads_on(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 14)) as player:
        first = await open_first(player)
        on = await press(player, "space")
        assert on != first
        assert on == await press(player, "g ctrl+d")


async def test_a_page_left_at_its_end_does_not_make_the_next_one_read(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=(80, 12)) as player:
        await open_first(player)
        await press(player, "G n n")
    assert lesson_view(study, "kinds").read == {"concept"}


async def test_both_ends_of_a_lesson_say_so(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        await open_first(player)
        assert "This is the first section" in await press(player, "p")
        last = await press(player, "n n n")
    assert "── Common Pitfalls" in last
    assert "This is the last section" in last
    assert lesson_view(study, "kinds").read == {"concept", "key-terms", "common-pitfalls"}


async def test_contents_lead_to_a_section(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await open_first(player)
        contents = await press(player, "n tab")
        page = await press(player, "j enter")
    assert "▸ Key Terms" in contents
    assert [line.split()[-1] for line in contents.splitlines() if "Concept" in line] == ["read"]
    assert "── Common Pitfalls" in page


async def test_c_asks_the_cards_of_the_section_and_comes_back(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await open_first(player)
        asked = await press(player, "n c")
        assert "A product of matrices" in asked
        end = await press(player, "escape space 4")
        assert "1 answer in 1 minute" in end
        back = await press(player, "enter")
    assert "Key Terms  ✓ read" in back


async def test_a_look_at_the_cards_of_a_section_does_not_make_it_read(today: QuiztermApp, study: Study) -> None:
    async with today.run_test(size=SIZE) as player:
        await open_first(player)
        back = await press(player, "c space 4 escape q")
    assert "── Concept" in back
    assert lesson_view(study, "kinds").read == set()


async def test_the_list_counts_suspended_cards(today: QuiztermApp, study: Study) -> None:
    review = Review(study)
    review.suspend()
    review.suspend()
    async with today.run_test(size=SIZE) as player:
        assert "0 of 7 cards met · 2 suspended · about" in await press(player, "l")


async def test_y_copies_the_code_in_view(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        await open_first(player)
        notice = await press(player, "y")
        assert "Copied 5 lines to the clipboard" in notice
        assert today.clipboard.splitlines()[0] == "import torch"
        assert today.clipboard.splitlines()[-1] == "print(w.grad)"
        assert "There is no code on this page" in await press(player, "n y")


class Runner:
    """In place of the desk: says what is to be run, and what comes of it when it is told to."""

    def __init__(self) -> None:
        self.unit: CodeUnit | None = None
        self.future: Future[UnitResult] = Future()
        self.is_stopped = False

    def run(self, unit: CodeUnit, done: Callable[[Future[UnitResult]], None]) -> None:
        self.unit, self.future = unit, Future()
        self.future.add_done_callback(done)

    def stop(self) -> None:
        self.is_stopped = True
        self.future.set_exception(GradingError("grading was stopped"))

    def close(self) -> None:
        """Nothing to close."""


async def test_code_is_run_and_what_it_does_stands_below_it(today: QuiztermApp) -> None:
    runner = today.desk = Runner()
    async with today.run_test(size=(80, 60)) as player:
        await open_first(player)
        running = await press(player, "R")
        assert "running …" in running
        assert runner.unit.blocks[-1].splitlines()[0] == "import torch"
        runner.future.set_result(UnitResult("", (BlockResult("[bold]5\n", "", ("UserWarning: hm",), ""),), None))
        shown = await press(player, "g")
        assert "run just now, it prints" in shown
        assert "▎[bold]5" in shown
        assert "UserWarning: hm" in shown
        await press(player, "R")
        runner.future.set_result(UnitResult("", (BlockResult("", "", (), "TypeError: no"),), None))
        assert "✗ it raises TypeError: no" in await press(player, "g")
        await press(player, "R R")
        assert runner.is_stopped
        assert "✗ grading was stopped" in await press(player, "g")
        assert "There is no code on this page" in await press(player, "n R")


@pytest.mark.parametrize("keys", ["j j j", "ctrl+d", "down down down", "pagedown", "G"])
async def test_a_long_page_scrolls(keys: str, today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 12)) as player:
        top = await open_first(player)
        below = await press(player, keys)
        again = await press(player, "g")
    assert below != top
    assert again == top


async def test_a_table_becomes_a_list_where_it_would_be_too_narrow(today: QuiztermApp) -> None:
    async with today.run_test(size=(80, 30)) as player:
        await open_first(player)
        wide = await press(player, "n")
        await player.resize_terminal(36, 30)
        narrow = await press(player, "g")
    assert "term  loosely    exactly" in wide
    assert "exactly: a tensor that no" in narrow


async def test_code_is_marked_and_run_where_no_column_is_left_for_it(today: QuiztermApp) -> None:
    runner = today.desk = Runner()
    async with today.run_test(size=(1, 30)) as player:
        await open_first(player)
        await press(player, "J K R")
        assert runner.unit is not None
        runner.stop()
        await press(player, "K")
