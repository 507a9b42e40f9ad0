"""What a review offers around a card: flag, note, the file of a deck of one's own, info, and a look back."""

import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual.widgets import TextArea

from quizterm import paths
from quizterm.study.notes import LONGEST_NOTE, note_on
from quizterm.study.review import Review
from quizterm.study.session import Study, open_study
from quizterm.tui.app import QuiztermApp
from quizterm.tui.screens.note import NoteScreen
from tests.tui.conftest import StillClock
from tests.tui.driving import press, type_text

SIZE = (80, 30)


async def test_a_flag_a_note_and_their_undoing_leave_the_card_where_it_is(review: QuiztermApp, study: Study) -> None:
    async with review.run_test(size=SIZE) as player:
        shown = await press(player, "exclamation_mark")
        assert shown.startswith("  ⚑ Leaves and accumulation")
        assert "is flagged" in shown
        await press(player, "space")
        shown = await press(player, "E")
        assert "Your note on Clearing gradients" in shown
        assert shown.rstrip().endswith("esc keep it")
        await type_text(player, "like momentum 1")
        shown = await press(player, "escape")
        assert "like momentum 1" in shown
        assert "▸3 Good" in shown
        assert note_on(study, 1) == "like momentum 1"
        assert "Took back the note" in await press(player, "u")
        assert "Clearing gradients" in await press(player, "space")
        assert note_on(study, 1) == ""
        shown = await press(player, "3 escape p")
    assert "The last card: Clearing gradients" in shown.splitlines()[0]
    assert shown.splitlines()[0].endswith("Good → 10m")
    assert "adds to" in shown


async def test_a_note_that_cannot_be_kept_stays_until_it_is_given_up(review: QuiztermApp, study: Study) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space E")
        field = review.screen.query_one(TextArea)
        field.text = "x" * (LONGEST_NOTE + 1)
        shown = await press(player, "escape")
        assert "at most 10,000 characters; this one has 10,001; once more gives up" in " ".join(shown.split())
        assert len(field.text) == LONGEST_NOTE + 1
        assert "Your note on" not in await press(player, "escape")
        assert note_on(study, 1) == ""


@pytest.mark.parametrize("width", [1, 2])
async def test_an_empty_note_may_have_no_room_at_all(width: int, review: QuiztermApp) -> None:
    async with review.run_test(size=(width, 9)) as player:
        await press(player, "space E")
        assert isinstance(review.screen, NoteScreen)


async def test_a_note_is_kept_when_the_app_is_told_to_end(review: QuiztermApp, study: Study) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space E h i")
        review.exit()
    assert note_on(study, 1) == "hi"


async def test_info_shows_how_the_card_is_forgotten_and_what_happened_to_it(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        assert "Nothing has happened to it yet" in await press(player, "i")
        await press(player, "q space 4 escape u")
        shown = await press(player, "i")
        assert "taken back" in shown
        shown = await press(player, "i space 4 escape q b i")
    assert "stability" in shown
    assert "100% ┤█" in shown
    assert "^ today" in shown
    assert "Easy      → " in shown


@pytest.fixture
def own(
    course_folder: Path, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: StillClock
) -> Iterator[Study]:
    """The same lessons as a deck of one's own."""
    shutil.copytree(course_folder / "kinds", tmp_path / "kinds")
    (tmp_path / "shipped").mkdir()
    monkeypatch.setattr(paths, "content_folder", lambda: tmp_path / "shipped")
    (home / "settings.toml").write_text(f'decks = ["{tmp_path / "kinds"}"]\n')
    with open_study(clock=clock) as study:
        yield study


async def test_a_card_of_ones_own_deck_is_edited_in_its_file_and_shown_as_it_is_then(
    own: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = QuiztermApp(own, Review(own))
    monkeypatch.setattr(app, "suspend", nullcontext)
    monkeypatch.delenv("VISUAL", raising=False)
    script, said = tmp_path / "vim", tmp_path / "said"
    script.write_text(f'#!/bin/sh\necho "$@" > {said}\nsed -i "s/Why must gradients/Why should gradients/" "$2"\n')
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    async with app.run_test(size=(200, 30)) as player:
        assert "Why must gradients" in await press(player, "space")
        shown = await press(player, "E")
        assert "Why should gradients" in shown
        assert "▸3 Good" in shown
        card = own.catalog.find_card("kinds.clearing")
        assert said.read_text() == f"+{card.line} {tmp_path / 'kinds'}/{own.catalog.find_lesson('kinds').file.name}\n"
        script.write_text('#!/bin/sh\nsed -i "s/kind=recall/kind=recal/" "$2"\n')
        shown = " ".join((await press(player, "E")).split())
    assert f"{own.catalog.find_lesson('kinds').file.name}:{card.line + 1}: " in shown
    assert "Fill the blanks" in shown


async def test_where_no_editor_can_be_opened_the_card_stays(own: Study) -> None:
    app = QuiztermApp(own, Review(own))
    async with app.run_test(size=SIZE) as player:
        shown = await press(player, "E")
    assert "This terminal cannot be handed to another program" in " ".join(shown.split())
    assert "Why must gradients" in shown
