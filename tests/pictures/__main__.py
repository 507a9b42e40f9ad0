"""The pictures of the README: `make pictures`. Screens of a made-up learner, drawn by the app itself."""

import asyncio
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from quizterm.study.session import open_study
from tests.pictures.learner import LAST_MS, MovableClock, study_for

FOLDER = Path(__file__).parent
PATIENCE_S = 60


class Picture(NamedTuple):
    """What to press, at Today or in an exercise, and a text that shows that all is there."""

    name: str
    keys: Sequence[str]
    awaited: str
    exercise: str | None = None
    width: int = 100
    height: int = 30


PICTURES = (
    Picture("today", (), "Today", height=40),
    Picture("review", ("enter", "enter"), "Good"),
    Picture("verdict", ("r",), "Not passed", exercise="engine"),
)


def main() -> int:
    with TemporaryDirectory() as home:
        os.environ.update(QUIZTERM_HOME=home, TZ="UTC", TEXTUAL_ANIMATIONS="none")
        study_for()
        for picture in PICTURES:
            svg = asyncio.run(_draw(picture))
            (FOLDER / f"{picture.name}.svg").write_text(_without_fonts(svg), encoding="utf-8")
    return 0


async def _draw(picture: Picture) -> str:
    from quizterm.tui.app import QuiztermApp
    from tests.tui.driving import screen_text

    with open_study(clock=MovableClock(LAST_MS)) as study:
        app = QuiztermApp(study)
        async with app.run_test(size=(picture.width, picture.height)) as player:
            if picture.exercise is not None:
                app.open_exercise(picture.exercise)
                await player.pause()
            for key in picture.keys:
                await player.press(key)
            async with asyncio.timeout(PATIENCE_S):
                while picture.awaited not in screen_text(app):
                    await player.pause(0.1)
            await player.pause()
            return app.export_screenshot(title="quizterm")


def _without_fonts(svg: str) -> str:
    """The picture with the reader's own fixed-width font: nothing is fetched when it is looked at."""
    svg = re.sub(r"\s*@font-face \{.*?\n\s*\}", "", svg, flags=re.DOTALL)
    return svg.replace("Fira Code, ", "")


if __name__ == "__main__":
    sys.exit(main())
