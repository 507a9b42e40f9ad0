"""Copied text is also put where it can be found, if the clipboard may be out of reach."""

import pytest

from quizterm import paths
from quizterm.study.clipboard import where_it_went


def test_on_ones_own_machine_the_clipboard_is_enough(home) -> None:
    assert where_it_went("x = 1", {"TERM_PROGRAM": "WezTerm"}) == "to the clipboard"
    assert not paths.cache_folder().exists()


@pytest.mark.parametrize("environment", [{"SSH_CONNECTION": "a b"}, {"TMUX": "s"}, {"TERM_PROGRAM": "Apple_Terminal"}])
def test_over_ssh_and_in_tmux_a_file_holds_it_too(home, environment) -> None:
    file = paths.cache_folder() / "copied.txt"
    assert where_it_went("x = 1", environment).endswith(f"and to {file}")
    assert where_it_went("y = 2", environment)
    assert file.read_text() == "y = 2"


def test_where_that_cannot_be_written_it_says_so(home, monkeypatch) -> None:
    paths.cache_folder().write_text("in the way")
    said = where_it_went("x", {"SSH_TTY": "1"})
    assert "cannot be written" in said
    assert "\n" not in said
