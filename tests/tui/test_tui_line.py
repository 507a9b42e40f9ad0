"""A line to type into: how much it takes, and that an end does not wait for what is typed ahead."""

from textual.app import App, ComposeResult
from textual.events import Key, Paste

from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.fields.line import LONGEST, VisibleLine


class OneLine(App[None]):
    def compose(self) -> ComposeResult:
        yield VisibleLine()


async def test_a_line_takes_what_there_is_room_for() -> None:
    app = OneLine()
    async with app.run_test() as player:
        line = app.query_one(VisibleLine)
        line.focus()
        line.post_message(Paste("a" * (LONGEST - 1)))
        await player.press("b", "c")
        assert line.value == "a" * (LONGEST - 1) + "b"
        line.select_all()
        line.post_message(Paste("d" * 2 * LONGEST))
        await player.pause()
        assert line.value == "d" * LONGEST, "as much as fits, where it would have been refused as a whole"


async def test_an_end_does_not_wait_for_keys_typed_ahead(study: Study) -> None:
    app = QuiztermApp(study)
    async with app.run_test() as player:
        await player.pause()
        today = app.screen
        app.end(129)
        app.post_message(Key("question_mark", "?"))
        await player.pause()
        assert app.screen is today
    assert app.return_code == 129
