"""What becomes of the file: saved, kept when two versions of it are there, and read again when it changed outside."""

from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.study.workspace import archived_files
from quizterm.tui.app import QuiztermApp
from quizterm.tui.outside import FolderWatch
from quizterm.tui.screens.workbench import WorkbenchScreen
from tests.tui.driving import press, screen_text, type_text
from tests.tui.exercising import (
    NARROW,
    bench,
    editor,
    open_engine,
    until,
)
from tests.tui.referee import ScriptedReferee

pytestmark = pytest.mark.usefixtures("exercises")


async def test_what_is_typed_is_saved_on_leaving(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i")
        editor(player).show("")
        await type_text(player, "def f(x):")
        typing = await press(player, "enter")
        await type_text(player, "return x")
        assert "typing" in typing.splitlines()[0]
        left = await press(player, "escape")
    assert "saved" in left.splitlines()[0]
    assert file.read_text() == "def f(x):\n    return x"


async def test_what_is_typed_is_saved_a_moment_later(app: QuiztermApp, file: Path, monkeypatch) -> None:
    monkeypatch.setattr("quizterm.tui.editor.saving.SAVED_AFTER", 0.001)
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i x")
        await until(player, lambda: file.read_text().startswith('x"""'))


async def test_two_versions_are_both_kept(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i x")
        file.write_text("theirs = 1\n")
        asked = await press(player, "escape")
        assert "Another program changed this file." in asked
        assert "two versions" in asked.splitlines()[0]
        await press(player, "q")
        assert isinstance(app.screen, WorkbenchScreen)
        taken = await press(player, "t")
        assert "The other version is here; yours is" in taken
        assert editor(player).text == "theirs = 1\n"
        assert archived_files(paths.workspace(), "engine")[-1].read_text().startswith('x"""')
        await press(player, "i home y")
        file.write_text("again = 1\n")
        await press(player, "escape m")
    assert file.read_text().startswith("y")
    assert "again = 1\n" in [one.read_text() for one in archived_files(paths.workspace(), "engine")]


async def test_closing_the_app_in_a_conflict_loses_nothing(app: QuiztermApp, file: Path) -> None:
    async def type_and_close() -> None:
        async with app.run_test(size=NARROW) as player:
            await open_engine(player)
            await press(player, "i x")
            file.write_text("theirs = 1\n")
            await press(player, "escape")

    with pytest.raises(UsageError, match=r"another program has changed it; .* is kept as archive/engine/"):
        await type_and_close()
    assert file.read_text() == "theirs = 1\n"
    assert archived_files(paths.workspace(), "engine")[-1].read_text().startswith('x"""')


async def test_what_cannot_be_archived_stays_in_the_editor(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i x")
        file.write_text("theirs = 1\n")
        (paths.workspace() / "archive").write_text("in the way")
        assert "cannot be written" in " ".join((await press(player, "escape t")).split())
        assert editor(player).text.startswith('x"""')
        (paths.workspace() / "archive").unlink()
        await press(player, "m")


async def test_a_reset_that_cannot_save_first_leaves_what_was_typed(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i x")
        file.unlink()
        file.mkdir()
        await press(player, "escape x x")
        assert editor(player).text.startswith('x"""')
        await press(player, "q q")
    assert archived_files(paths.workspace(), "engine")[-1].read_text().startswith('x"""')


async def test_a_file_that_cannot_be_written_is_left_at_the_second_time(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        await press(player, "i x")
        file.unlink()
        file.mkdir()
        await press(player, "escape q")
        assert isinstance(app.screen, WorkbenchScreen)
        await press(player, "q")
        assert not isinstance(app.screen, WorkbenchScreen)
    assert archived_files(paths.workspace(), "engine")[-1].read_text().startswith('x"""')


async def test_closing_the_app_keeps_what_the_file_cannot_take(app: QuiztermApp, file: Path) -> None:
    async def type_and_close() -> None:
        async with app.run_test(size=NARROW) as player:
            await open_engine(player)
            editor(player).text = "# coding: ascii\né"
            await press(player, "i")

    with pytest.raises(UsageError, match=r"é.*what the editor shows is kept as archive/engine/"):
        await type_and_close()
    assert archived_files(paths.workspace(), "engine")[-1].read_text() == "# coding: ascii\né"


async def test_a_save_from_outside_is_shown_and_run_while_it_is_watched(
    app: QuiztermApp, file: Path, referee: ScriptedReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Path] = []
    monkeypatch.setattr(FolderWatch, "_tell", lambda _, folder, *__: started.append(folder))
    async with app.run_test(size=NARROW) as player:
        await open_engine(player)
        assert "watching" in (await press(player, "w")).splitlines()[0]
        assert started == [file.parent]
        file.write_text("theirs = 1\n")
        bench(player).post_message(FolderWatch.Changed())
        await until(player, lambda: referee.sources == ["theirs = 1\n"])
        bench(player).post_message(FolderWatch.Changed())  # saved again, unchanged
        await player.pause()
        assert editor(player).text == "theirs = 1\n"
        bench(player).post_message(FolderWatch.NotWatched("the folder is gone"))
        await until(player, lambda: "the folder is gone" in screen_text(app))
        file.unlink()
        bench(player).post_message(FolderWatch.Changed())
        await until(player, lambda: "engine.py is gone; r writes it again and runs it" in screen_text(app))
        assert "watching" not in (await press(player, "w")).splitlines()[0]
    assert referee.sources == ["theirs = 1\n"]


async def test_a_file_that_is_no_text_is_not_edited_here(app: QuiztermApp, file: Path) -> None:
    async with app.run_test(size=NARROW) as player:
        file.parent.mkdir()
        file.write_bytes(b"\xff\xfe")
        await open_engine(player)
        assert "cannot be edited here" in " ".join((await press(player, "i")).split())
        assert not editor(player).has_focus
        await press(player, "r")
    assert file.read_bytes() == b"\xff\xfe"
