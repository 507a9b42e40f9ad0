"""The workbench: typing, running, help, and the ways to other exercises."""

from pathlib import Path

import pytest
from textual.events import Paste

from quizterm import paths
from quizterm.errors import GradingError
from quizterm.grading.progress import Begun, Diagnosing, Loss
from quizterm.grading.verdict import Failure, FailureKind, Report
from quizterm.memory.fold import active
from quizterm.memory.item import Rating
from quizterm.study.exercises import exercise_item
from quizterm.study.session import Study
from quizterm.study.workspace import archived_files
from quizterm.tui.app import QuiztermApp
from quizterm.tui.editor.code_editor import LONGEST_PASTE
from tests.tui.conftest import Seconds
from tests.tui.driving import press, screen_text
from tests.tui.exercising import (
    FAILED,
    NARROW,
    PASSED,
    bench,
    editor,
    open_engine,
    run_to_its_end,
    until,
)
from tests.tui.nasty import MARKUP, UNPRINTABLE
from tests.tui.nasty import WIDE as WIDE_TEXT
from tests.tui.referee import ScriptedReferee, report, result
from tests.tui.test_tui_sturdy import obeyed

WIDE = (120, 40)


pytestmark = pytest.mark.usefixtures("exercises")


async def test_the_list_leads_there_and_says_how_far_one_is(app: QuiztermApp, referee: ScriptedReferee) -> None:
    async with app.run_test(size=NARROW) as player:
        listed = await press(player, "x")
        assert "▸ Scalar autograd engine" in listed
        assert listed.splitlines()[2].endswith("today  new")
        assert "0 of 2 passed" in listed
        opened = await press(player, "enter")
        assert "Exercise › Scalar autograd engine" in opened
        assert "The starter is written" in opened
        referee.reports = [PASSED]
        await run_to_its_end(player)
        await press(player, "q")
        assert "1 of 2 passed" in await press(player, "g")


async def test_one_pane_at_a_time_where_there_is_little_room(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW) as player:
        brief = await open_engine(player)
        verdict = await press(player, "tab")
        code = await press(player, "tab")
        assert "Write Value: a number" in await press(player, "d")
    assert "Write Value: a number that remembers" in brief
    assert "saves and runs your file: 14 checks" in verdict
    assert "class Value:" in code
    assert [text.count("▸") for text in (brief, verdict, code)] == [1, 1, 1]


async def test_all_panes_side_by_side_where_there_is_room(app: QuiztermApp) -> None:
    async with app.run_test(size=WIDE) as player:
        await open_engine(player)
        shown = await run_to_its_end(player)
    assert "class Value:" in shown
    assert "Write Value: a number that" in shown
    assert "✗ Not passed: 1 of 2 checks failed" in shown
    assert "It keeps only the last share." in " ".join(shown.replace("│", " ").replace("▌", " ").split())
    assert "printed [bold]" in shown


async def test_the_keys_of_the_editor(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i")
        edited = editor(player)
        edited.show("if x:\n    y = 1\n", place=(1, 4))
        assert edited.has_focus
        await press(player, "tab")
        assert edited.text == "if x:\n        y = 1\n"
        await press(player, "backspace")
        assert edited.text == "if x:\n    y = 1\n"
        await press(player, "ctrl+underscore")
        assert edited.text == "if x:\n    # y = 1\n"
        await press(player, "ctrl+z")
        assert edited.text == "if x:\n    y = 1\n"
        await press(player, "ctrl+y shift+tab")
        assert edited.text == "if x:\n# y = 1\n"
        assert edited.has_focus
        await press(player, "escape")
        assert not edited.has_focus


async def test_a_search_goes_from_place_to_place(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        edited = editor(player)
        edited.show("grad\nx\nself.Grad\n")
        await press(player, "slash g r a d")
        places = [edited.selection.start]
        for key in ("enter", "enter", "up"):
            await press(player, key)
            places.append(edited.selection.start)
        missing = await press(player, "z")
        await press(player, "escape")
        assert edited.has_focus
    assert places == [(0, 0), (2, 5), (0, 0), (2, 5)]
    assert "not found" in missing


async def test_a_run_tells_how_far_it_is_and_can_be_stopped(app: QuiztermApp, referee: ScriptedReferee) -> None:
    referee.is_held = True
    curve = tuple(1 / step for step in range(1, 40))
    referee.notes = [Begun("reuse", ()), Begun("add_self", curve), *(Loss("add_self", loss) for loss in curve[:20])]
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "r")
        await until(player, lambda: "check 2 of 15" in screen_text(app) and "yours" in screen_text(app))
        running = screen_text(app)
        assert "Verdict  2 of 15" in running
        assert "S stops it" in running
        assert "A run is under way" in await press(player, "r")
        await press(player, "S")
        await until(player, lambda: "grading was stopped" in screen_text(app))
        referee.notes = [Begun("reuse", ()), Diagnosing(3)]
        await press(player, "r")
        await until(player, lambda: "Looking for the bug behind it: 3 known ones" in screen_text(app))
        referee.go()
        await until(player, lambda: "Not passed" in screen_text(app))


async def test_a_run_from_the_editor_leaves_one_typing(app: QuiztermApp, referee: ScriptedReferee) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        shown = await run_to_its_end(player, "i x ctrl+r")
        assert editor(player).has_focus
    assert "✗ Not passed: 1 of 2 checks failed" in shown.splitlines()[1]
    assert referee.sources[0].startswith('x"""')


async def test_leaving_gives_a_run_up(app: QuiztermApp, referee: ScriptedReferee, study: Study) -> None:
    referee.is_held = True
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "r n")
        assert "Clearing gradients" in screen_text(app)
        assert "saves and runs your file" in await press(player, "tab")
    assert study.store.attempts(exercise_item(study, "engine").id) == []


async def test_grading_that_does_not_work_is_told(
    app: QuiztermApp, referee: ScriptedReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> Report:
        raise GradingError("torch cannot be imported")

    monkeypatch.setattr(referee, "grade", fail)
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        shown = await run_to_its_end(player)
    assert "torch cannot be imported" in shown


async def test_hints_come_below_the_brief_one_by_one(app: QuiztermApp) -> None:
    async with app.run_test(size=(80, 200)) as player:
        await open_engine(player)
        first = await press(player, "h")
        assert "Hint 1 of 3; with it the pass counts as Hard" in first
        assert "── Hint 1 of 3" in first
        assert "── Hint 2 of 3" not in first
        await press(player, "h h")
        assert "You have seen all hints" in await press(player, "h")


async def test_the_solution_before_the_pass_is_asked_for_twice_and_counts(
    app: QuiztermApp, study: Study, seconds: Seconds, referee: ScriptedReferee
) -> None:
    referee.reports = [PASSED]
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        assert "makes it count as Again" in await press(player, "s")
        seconds.now += 60
        assert "makes it count as Again" in await press(player, "s")
        beside = await press(player, "s")
        assert "beside the solution" in beside
        assert '  1 - """Scalar autograd engine' in beside
        assert '  1 + """Numbers that remember' in beside
        await press(player, "q")
        passed = await run_to_its_end(player)
        assert "✓ Passed: 2 checks" in passed
        assert "Graded Again, since you saw the solution; due again on" in passed
        assert "beside the solution" in await press(player, "s")
    ratings = [event.rating for event in study.store.history(exercise_item(study, "engine").id) if event.rating]
    assert ratings == [Rating.AGAIN]


async def test_a_first_pass_may_be_counted_as_easy_and_taken_back(
    app: QuiztermApp, study: Study, referee: ScriptedReferee
) -> None:
    referee.reports = [PASSED]

    def rating() -> Rating | None:
        history = active(study.store.history(exercise_item(study, "engine").id))
        return next((event.rating for event in history if event.rating is not None), None)

    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        assert "after a pass at the first attempt" in await press(player, "E")
        passed = await run_to_its_end(player)
        assert "E counts it as Easy: due again on" in passed
        assert passed.splitlines()[-1].split()[:6] == ["s", "solution", "E", "easy", "n", "next"]
        easy = await press(player, "v E")
        assert "Graded Easy; due again on" in easy
        assert "counts it as Easy" not in easy
        assert rating() is Rating.EASY
        assert "Graded Easy; due again on" in await press(player, "q")
        taken_back = await press(player, "u")
        assert "Took back the grade Easy of “engine”" in taken_back
        assert "E counts it as Easy" in taken_back
        assert rating() is Rating.GOOD
        assert "Took back the attempt at “engine”" in await press(player, "v u")
        assert rating() is None
        assert "Nothing to undo" in await press(player, "u")


async def test_a_run_that_ends_while_another_one_is_looked_at_stays_the_last(
    app: QuiztermApp, referee: ScriptedReferee
) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await run_to_its_end(player)
        referee.reports, referee.is_held = [PASSED], True
        assert "Not passed" in await press(player, "r v")
        for _ in range(2):  # the second run confirms a pass
            referee.go()
        await until(player, lambda: bench(player)._runs.running is None)
        looked_at = await press(player, "u")
        assert "Took back the attempt" in looked_at
        assert "Not passed" in looked_at
        assert "Passed: 2 checks" in await press(player, "q")


async def test_attempts_are_listed_and_stand_side_by_side(
    app: QuiztermApp, file: Path, referee: ScriptedReferee
) -> None:
    async with app.run_test(size=NARROW) as player:
        assert "Nothing was handed in yet" in await press(player, "x a enter")
        await press(player, "q enter")
        alike = "".join(f"line{number} = 0\n" for number in range(60))
        for last, verdict in (("a = 1\n", FAILED), ("a = 2\n", PASSED)):
            editor(player).show(alike + last)
            referee.reports = [verdict]
            await run_to_its_end(player)
        listed = await press(player, "a")
        assert "Attempts" in listed
        assert "1 pass in 2" in listed
        assert listed.index("✓ passed") < listed.index("✗ assign instead of add")
        marked = await press(player, "space j enter")
        assert "attempt 1 beside 2" in marked
        assert "- a = 1" in marked
        assert "+ a = 2" in marked
        assert "No change further down" in await press(player, "n")
        assert "No change further up" in await press(player, "g p")
        file.write_text("a = 3\n" + alike)
        beside = await press(player, "q k space enter")
        assert "attempt 2 beside your file" in beside
        assert "+ a = 3" in beside
        assert "- a = 2" in await press(player, "n")
        await press(player, "q")
        file.unlink()
        assert "no such file" in " ".join((await press(player, "enter")).split())


async def test_a_reset_is_asked_for_twice(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i x escape")
        assert "Begin afresh?" in await press(player, "x")
        assert file.read_text().startswith("x")
        assert "Begun afresh" in await press(player, "x")
        assert not editor(player).text.startswith("x")
    assert archived_files(paths.workspace(), "engine")[-1].read_text().startswith("x")


async def test_the_ends_of_the_list_say_so_and_the_lesson_is_a_key_away(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        assert "This is the first exercise" in await press(player, "p")
        await press(player, "n")
        assert "This is the last exercise" in await press(player, "n")
        assert "Exercise › Scalar autograd engine" in await press(player, "p")
        assert "── Concept" in await press(player, "o")
        assert "Exercise ›" in await press(player, "q")
        listed = await press(player, "l")
        assert "0 of 2 passed" in listed
        assert "Exercise ›" in await press(player, "enter")
        assert await press(player, "l") == listed
        assert "Start the review" in await press(player, "q")


async def test_results_lead_back_to_the_failing_line_and_to_another_run(
    app: QuiztermApp, referee: ScriptedReferee
) -> None:
    crash = Failure(FailureKind.CRASH, "TypeError: no", 'File "engine.py", line 13, in f\nTypeError: no')
    referee.reports = [report(result("reuse", error=crash))]
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await run_to_its_end(player)
        await press(player, "v e")
        assert editor(player).has_focus
        assert editor(player).cursor_location == (12, 8)
        await press(player, "escape v r")
        await until(player, lambda: "› Results" in screen_text(app))
    assert len(referee.sources) == 2


async def test_an_editor_of_ones_own_is_told_the_line_of_the_cursor_or_of_the_failure(
    app: QuiztermApp, file: Path, referee: ScriptedReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    crash = Failure(FailureKind.CRASH, "TypeError: no", 'File "engine.py", line 9, in f')
    referee.reports = [report(result("reuse", error=crash))]
    opened: list[tuple[Path, int | None]] = []

    def edit(_app: object, place: Path, line: int | None) -> str:
        opened.append((place, line))
        place.write_text("edited = 1\n")
        return ""

    monkeypatch.setattr("quizterm.tui.screens.workbench.edit_outside", edit)
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i down down escape e")
        assert editor(player).text == "edited = 1\n"
        await run_to_its_end(player)
        await press(player, "e i f4")
    assert opened == [(file, 3), (file, 9), (file, 2)]


async def test_every_state_fits_every_size_and_obeys_nothing(app: QuiztermApp, file: Path, study: Study) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"x = {text!a}  # {text}\n" for text in (*MARKUP, *UNPRINTABLE, *WIDE_TEXT)))
    async with app.run_test(size=WIDE) as player:
        await open_engine(player)
        for state in ("i", "ctrl+f", "escape escape r", "s s"):
            await press(player, state)
            for width, height in ((120, 40), (50, 20), (20, 5), (1, 1)):
                await player.resize_terminal(width, height)
                await until(player, lambda tall=height: len(app.screen._compositor.render_strips()) == tall)
                rows = app.screen._compositor.render_strips()
                assert {row.cell_length for row in rows} == {width}, (state, width)
                assert not obeyed(screen_text(app)), (state, width)


async def test_a_paste_that_is_cut_says_so(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW, notifications=True) as player:
        await open_engine(player)
        await press(player, "i")
        app.post_message(Paste("x\n" * (LONGEST_PASTE // 2) + "y"))
        assert "Only the first 100,000 characters" in await press(player, "home")
        assert "y" not in editor(player).text.partition('"""')[0]


async def test_a_paste_brings_no_control_characters(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i")
        editor(player).show("")
        app.post_message(Paste("a\x1b[2Jb\r\nc\u202ed"))
        await player.pause()
        assert editor(player).text == "a[2Jb\ncd"


async def test_the_editor_takes_the_colours_of_any_theme(app: QuiztermApp) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        drawn = []
        await press(player, "tab tab")
        for theme in ("textual-light", "nord", "ansi-dark", "ansi-light"):
            app.theme = theme
            drawn.append(await press(player, "g"))
            assert editor(player).theme == f"quizterm {theme}"
    assert set(drawn) == {drawn[0]}
