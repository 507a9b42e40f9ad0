"""The command that opens the learner's own editor."""

from pathlib import Path

import pytest

from quizterm.errors import UsageError
from quizterm.study.outside_editor import editor_words

FILE = Path("/home/me/quizterm/two words.py")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, ["vi", "+12", str(FILE)]),
        ({"EDITOR": "  "}, ["vi", "+12", str(FILE)]),
        ({"EDITOR": "nano -w"}, ["nano", "-w", "+12", str(FILE)]),
        ({"EDITOR": "vi", "VISUAL": "/usr/bin/nvim"}, ["/usr/bin/nvim", "+12", str(FILE)]),
        ({"EDITOR": "hx"}, ["hx", f"{FILE}:12"]),
        ({"EDITOR": "code --wait"}, ["code", "--wait", "--goto", f"{FILE}:12"]),
        ({"EDITOR": "'/opt/my editor' -x"}, ["/opt/my editor", "-x", str(FILE)]),
    ],
)
def test_editors_are_told_the_line_as_they_take_it(environment: dict[str, str], words: list[str]) -> None:
    assert editor_words(environment, FILE, 12) == words
    assert editor_words(environment, FILE)[-1] == str(FILE)


def test_a_variable_that_cannot_be_read_is_named() -> None:
    with pytest.raises(UsageError, match="EDITOR cannot be read"):
        editor_words({"EDITOR": "vim '"}, FILE)
