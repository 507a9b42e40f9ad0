"""A wheel, a source distribution and an editable install each find their lessons and exercises from any folder."""

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import quizterm

ROOT = Path(__file__).parent.parent
BUILD = "import sys, hatchling.build as backend; print(getattr(backend, sys.argv[1])(sys.argv[2]))"


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(kind: str, source: Path, out: Path) -> Path:
    """What one of the build backend's hooks makes of a source tree."""
    out.mkdir(exist_ok=True)
    return out / run(sys.executable, "-c", BUILD, f"build_{kind}", out, cwd=source).strip()


def shipped_files(root: Path) -> set[str]:
    """The lesson and exercise files, relative to the tree that holds both."""
    return {
        file.relative_to(root).as_posix()
        for folder in ("content", "exercises")
        for file in (root / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def wheel_of_tree(tmp_path: Path) -> Path:
    return build("wheel", ROOT, tmp_path / "dist")


def wheel_of_source_distribution(tmp_path: Path) -> Path:
    archive = build("sdist", ROOT, tmp_path / "dist")
    with tarfile.open(archive) as tar:
        tar.extraction_filter = getattr(tarfile, "data_filter", None)  # absent before Python 3.11.4
        tar.extractall(tmp_path / "unpacked")
    (tree,) = (tmp_path / "unpacked").iterdir()
    assert shipped_files(tree) == shipped_files(ROOT)
    return build("wheel", tree, tmp_path / "from-source")


def editable_wheel(tmp_path: Path) -> Path:
    return build("editable", ROOT, tmp_path / "dist")


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment that borrows this one's libraries, but not its quizterm."""
    venv.create(folder, symlinks=True, with_pip=False)
    python = folder / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", wheel, cwd=folder)
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip())
    # A .pth file adds the folder's packages, and does not obey the .pth files in it: this one's quizterm stays out.
    borrowed = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (site / "borrowed.pth").write_text("\n".join(sorted(borrowed)))
    return folder / "bin" / "quizterm"


@pytest.mark.parametrize("make_wheel", [wheel_of_tree, wheel_of_source_distribution, editable_wheel])
def test_an_install_finds_lessons_and_exercises_from_any_folder(
    make_wheel: Callable[[Path], Path], tmp_path: Path
) -> None:
    command = install(make_wheel(tmp_path), tmp_path / "environment")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert run(command, "--version", cwd=elsewhere) == f"quizterm {quizterm.__version__}\n"
    lessons = run(command, "lessons", cwd=elsewhere)
    assert "engine" in lessons
    assert "leaves" in lessons
    assert "engine" in run(command, "exercises", cwd=elsewhere)
    run(command, "check", cwd=elsewhere)
    assert list(elsewhere.iterdir()) == []


def test_an_installed_wheel_can_be_read_only(tmp_path: Path) -> None:
    command = install(wheel_of_tree(tmp_path), tmp_path / "environment")
    data = next((tmp_path / "environment").rglob("quizterm/_data"))
    before = {file: file.stat().st_mtime_ns for file in data.rglob("*")}
    run(command, "check", cwd=tmp_path)
    run(command, "start", "engine", cwd=tmp_path)
    assert {file: file.stat().st_mtime_ns for file in data.rglob("*")} == before


def test_a_wheel_holds_the_program_its_data_and_the_licence_only(tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_of_tree(tmp_path)) as wheel:
        names = set(wheel.namelist())
    data = {name.removeprefix("quizterm/_data/") for name in names if name.startswith("quizterm/_data/")}
    assert data == shipped_files(ROOT)
    tops = {name.split("/")[0] for name in names}
    assert tops == {"quizterm", f"quizterm-{quizterm.__version__}.dist-info"}
    assert f"quizterm-{quizterm.__version__}.dist-info/licenses/LICENSE" in names
    assert not [name for name in names if "__pycache__" in name]


def test_make_runs_quizterm_from_a_new_clone_and_does_nothing_the_second_time(tmp_path: Path) -> None:
    """The Makefile's own logic; pip, which would fetch gigabytes here, is replaced by a note of how it was called."""
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, clone)
    calls = clone / "calls"
    python = tmp_path / "python"
    python.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        "-c*) exit 0 ;;\n"
        f'"-m venv --clear .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python && '
        "printf '#!/bin/sh\\necho quizterm \"$@\"\\n' > .venv/bin/quizterm && chmod +x .venv/bin/quizterm ;;\n"
        "esac\n"
        f'echo "$*" >> {calls}\n'
    )
    python.chmod(0o755)
    environment = {"PATH": os.environ["PATH"]}
    words = ["make", "--silent", f"PYTHON={python}", "ARGS=due"]
    first = subprocess.run([*words, "run"], cwd=clone, env=environment, capture_output=True, text=True, timeout=60)
    assert first.stdout.splitlines()[-1] == "quizterm due", first.stderr
    pip = "-m pip install --quiet --constraint constraints.txt --editable"
    assert calls.read_text().splitlines() == ["-m venv --clear .venv", f"{pip} ."]
    second = subprocess.run([*words, "run"], cwd=clone, env=environment, capture_output=True, text=True, timeout=60)
    assert second.stdout == "quizterm due\n"
    assert len(calls.read_text().splitlines()) == 2
    os.utime(clone / "constraints.txt")
    subprocess.run([*words, "run"], cwd=clone, env=environment, capture_output=True, check=True, timeout=60)
    assert calls.read_text().splitlines()[2:] == [f"{pip} ."]
