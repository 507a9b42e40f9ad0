"""What the README says is true: its commands run, its deck is sound, its defaults are the defaults."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from quizterm.cli.commands import COMMANDS
from quizterm.settings import Description, Settings, descriptions, load_settings
from quizterm.study.preferences import literal
from quizterm.tui.commands import COMMANDS as COMMANDS_OF_THE_APP
from quizterm.tui.commands import Place
from quizterm.tui.remapping import remapped
from tests.support.keys_table import keys_table

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FAULTS_FOUND = {"grade": 1}  # the starter does not pass: exit code 1


def fenced(text: str, language: str) -> list[str]:
    """The contents of the fences of one language, in order."""
    pattern = rf"^(`{{3,}}){language}\n(.*?)^\1$"
    return [match[2] for match in re.finditer(pattern, text, re.MULTILINE | re.DOTALL)]


def command_lines() -> list[str]:
    return [line for block in fenced(README, "sh") for line in block.splitlines() if line.strip()]


@pytest.fixture
def deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The README's example deck, where the README says it is."""
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "decks" / "rust"
    folder.mkdir(parents=True)
    (example,) = fenced(README, "markdown")
    (folder / "ownership.md").write_text(example, encoding="utf-8")
    return folder


def test_every_command_of_the_readme_runs(deck: Path, tmp_path: Path) -> None:
    (tmp_path / "quizterm").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m quizterm "$@"\n')
    (tmp_path / "quizterm").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    lines = command_lines()
    assert len(lines) >= 8
    for line in lines:
        words = line.split("#")[0].split()
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
        )
        expected = FAULTS_FOUND.get(words[1], 0) if len(words) > 1 else 0
        assert done.returncode == expected, f"{line}\n{done.stdout}{done.stderr}"
        assert done.stderr == ""
        assert done.stdout.strip(), f"{line} printed nothing"


def test_the_example_deck_asks_its_cards(deck: Path) -> None:
    words = [sys.executable, "-m", "quizterm", "--content", str(deck), "review", "--lesson", "ownership"]
    done = subprocess.run(words, input="\n3\n" * 3, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "What may you do with a variable after its value was moved?" in done.stdout
    assert "3 answers" in done.stdout


def test_the_table_of_settings_is_that_of_the_code() -> None:
    rows = [f"| `{one.name}` | {_default(one)} | {one.does} | {one.allowed.words} |" for one in descriptions()]
    shown = [
        line for line in README.splitlines() if re.match(rf"\| `({'|'.join(Settings.__dataclass_fields__)})` ", line)
    ]
    assert shown == rows


def _default(setting: Description) -> str:
    raw = setting.allowed.written(setting.default)
    return "none" if raw is None else f"`{literal(raw)}`"


def test_the_settings_shown_are_allowed(tmp_path: Path) -> None:
    (shown,) = [block for block in fenced(README, "toml") if "desired_retention" in block]
    file = tmp_path / "settings.toml"
    file.write_text(shown, encoding="utf-8")
    settings = load_settings(file)
    assert settings != Settings()
    assert remapped(settings.keys, file)[Place.REVIEW] != COMMANDS_OF_THE_APP[Place.REVIEW]


def test_the_table_of_keys_is_that_of_the_code() -> None:
    assert keys_table() in README, "python -m tests.support.keys_table writes it"


def test_the_readme_lists_every_command() -> None:
    listed = set(re.findall(r"`quizterm ([a-z][a-z-]*)", README))
    assert {command.name for command in COMMANDS} <= listed


def test_contributing_shows_every_kind_of_card_as_check_accepts_it(tmp_path: Path) -> None:
    (example,) = [block for block in fenced(CONTRIBUTING, "markdown") if "## Recall" in block]
    (tmp_path / "examples.md").write_text(example, encoding="utf-8")
    kinds = set(re.findall(r"<!-- card \S+ kind=(\w+)", example))
    assert kinds == {"recall", "cloze", "choice", "output", "shape", "bug", "order"}
    done = subprocess.run(
        [sys.executable, "-m", "quizterm", "check", "--run", str(tmp_path)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_contributing_shows_an_exercise_that_check_proves(tmp_path: Path) -> None:
    section = CONTRIBUTING.partition("## Add an exercise\n")[2]
    table, bugs = fenced(section, "toml")
    solution, experiments = fenced(section, "python")
    call = "def huber_loss(pred, target, delta=1.0):\n    "
    texts = {
        "exercise.toml": table,
        "bugs.toml": bugs,
        "solution.py": solution,
        "experiments.py": experiments,
        "starter.py": f"{call}raise NotImplementedError('huber_loss')\n",
        "reference.py": f"import torch\n{call}return torch.nn.functional.huber_loss(pred, target, delta=delta)\n",
        "brief.md": "# Huber loss\n",
        "hints.md": "## One\n\n## Two\n\n## Three\n",
    }
    folder = tmp_path / "huber-loss"
    folder.mkdir()
    for name, text in texts.items():
        assert f"`{name}`" in section
        (folder / name).write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "quizterm", "check", "--run", "--seeds", "3", str(folder)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 exercise on 3 seeds" in done.stdout


def test_pictures_are_there_and_fetch_nothing() -> None:
    pictures = re.findall(r"^!\[(.+)\]\((.+)\)$", README, re.MULTILINE)
    assert len(pictures) == 3
    for words, place in pictures:
        drawn = (ROOT / place).read_text(encoding="utf-8")
        assert words
        assert drawn.startswith("<svg")
        assert "url(http" not in drawn
