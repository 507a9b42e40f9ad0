from pathlib import Path

import pytest

from quizterm import paths
from quizterm.errors import UsageError
from quizterm.study import trust
from quizterm.study.trust import require_trust


@pytest.fixture
def unprotected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "files_are_protected", lambda: False)


def never(question: str) -> bool:
    raise AssertionError(f"asked: {question}")


def test_nothing_is_asked_where_files_are_protected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(trust, "files_are_protected", lambda: True)
    require_trust(tmp_path / "theirs.py", trusted=False, ask=never)


def test_the_workspace_is_the_learners_own(unprotected: None) -> None:
    require_trust(paths.workspace() / "engine.py", trusted=False, ask=never)


def test_an_answer_given_before_is_not_asked_for(unprotected: None, tmp_path: Path) -> None:
    require_trust(tmp_path / "theirs.py", trusted=True, ask=never)


@pytest.mark.parametrize("answer", [True, False])
def test_the_one_at_the_terminal_decides(unprotected: None, tmp_path: Path, answer: bool) -> None:
    asked: list[str] = []

    def ask(question: str) -> bool:
        asked.append(question)
        return answer

    file = tmp_path / "theirs.py"
    if answer:
        require_trust(file, trusted=False, ask=ask)
    else:
        with pytest.raises(UsageError, match="not run"):
            require_trust(file, trusted=False, ask=ask)
    assert len(asked) == 1
    assert str(file) in asked[0]


def test_without_anybody_to_ask_the_answer_is_no(unprotected: None, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--trust"):
        require_trust(tmp_path / "theirs.py", trusted=False, ask=None)


def test_a_link_into_the_workspace_does_not_make_a_file_the_learners(unprotected: None, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.py"
    theirs.write_text("", encoding="utf-8")
    link = paths.workspace() / "engine.py"
    link.parent.mkdir(parents=True)
    link.symlink_to(theirs)
    with pytest.raises(UsageError, match="--trust"):
        require_trust(link, trusted=False, ask=None)
