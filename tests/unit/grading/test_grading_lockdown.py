"""The layers one by one, tried out in processes that are thrown away."""

import platform
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from quizterm import paths
from quizterm.grading import landlock, seccomp
from quizterm.grading.landlock import READ, Access
from quizterm.grading.layers import PURPOSES, Layer, Protection, files_are_protected
from quizterm.grading.lockdown import Lockdown
from quizterm.grading.readable import readable_files
from quizterm.grading.syscall_numbers import ARCHITECTURES, NEWEST, NUMBERS, numbers

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="these layers are Linux's")
HEADERS = {"x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "aarch64": "/usr/include/asm-generic/unistd.h"}


def in_a_process(code: str) -> str:
    """What a program prints that confines itself."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_numbers_are_the_kernels(machine: str) -> None:
    header = Path(HEADERS[machine])
    if not header.exists():
        pytest.skip(f"{header} is not installed")
    defined = re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", header.read_text(encoding="utf-8"))
    kernels = {name: int(number) for name, number in reversed(defined)}
    known = numbers(machine)
    assert known == {name: kernels[name] for name in NUMBERS if kernels.get(name, NEWEST + 1) <= NEWEST}


def test_an_unknown_processor_has_no_numbers() -> None:
    assert numbers("riscv64") == {}


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("gpu", [False, True])
def test_a_filter_names_every_call_and_jumps_inside_itself(machine: str, gpu: bool) -> None:
    program = seccomp.build_filter(machine, 1234, gpu=gpu)
    steps = [
        (
            program[at + 2],
            program[at + 3],
            int.from_bytes(program[at : at + 2], "little"),
            int.from_bytes(program[at + 4 : at + 8], "little"),
        )
        for at in range(0, len(program), 8)
    ]
    for place, (if_true, if_false, operation, _) in enumerate(steps):
        if operation & 7 == 5:  # a jump
            assert place + 1 + max(if_true, if_false) < len(steps)
    compared = {value for _, _, operation, value in steps if operation == 0x15}
    refused = [name for names in seccomp.REFUSED.values() for name in names.split()]
    assert {number for name, number in numbers(machine).items() if name in refused} <= compared
    assert {*refused, *seccomp.ABSENT} <= NUMBERS.keys()


CONFINED = """
import ctypes, os
from quizterm.grading import seccomp
from quizterm.grading.capabilities import forbid_new_privileges
forbid_new_privileges()
seccomp.restrict_self(os.getpid(), gpu={gpu})
def tried(call):
    try:
        call()
    except OSError as error:
        return error.errno
    return 0
"""


@pytest.mark.skipif(platform.machine() != "x86_64", reason="numbers of x86-64")
def test_seccomp_tells_arguments_apart() -> None:
    said = in_a_process(
        CONFINED.format(gpu=False)
        + textwrap.dedent("""
        import fcntl, resource, signal, socket, threading
        thread = threading.Thread(target=print, args=("thread",)); thread.start(); thread.join()
        for allowed, refused in (
            (lambda: os.kill(os.getpid(), 0), lambda: os.kill(os.getppid(), 0)),
            (lambda: resource.prlimit(0, 0), lambda: resource.prlimit(os.getppid(), 0)),
            (socket.socketpair, lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)),
            (lambda: fcntl.fcntl(0, fcntl.F_GETFL), lambda: fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())),
            (lambda: os.open("/dev/null", os.O_WRONLY | os.O_TRUNC), lambda: os.open("/dev/null", os.O_TRUNC)),
        ):
            print(tried(allowed), tried(refused))
        print(tried(os.fork))
        """)
    )
    assert said.split("\n") == ["thread", "0 1", "0 1", "0 1", "0 1", "0 1", "1"]


@pytest.mark.skipif(landlock.version() == 0, reason="this kernel has no Landlock")
def test_landlock_leaves_what_is_allowed(tmp_path: Path) -> None:
    for name in ("read", "written", "closed"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name, encoding="utf-8")
    said = in_a_process(f"""
        from pathlib import Path
        from quizterm.grading import landlock
        from quizterm.grading.capabilities import forbid_new_privileges
        place = Path({str(tmp_path)!r})
        allowed = {{landlock.READ: [place / "read", place / "absent"], landlock.KEEP_FILES: [place / "written"]}}
        ruleset = landlock.create_ruleset(allowed)
        forbid_new_privileges()
        landlock.restrict_self(ruleset)
        def tried(call):
            try:
                call()
            except PermissionError:
                return "refused"
            return "done"
        for name in ("read", "written", "closed"):
            file = place / name / "file"
            new = place / name / "new"
            print(name, *map(tried, (file.read_text, lambda: file.write_text("x"), new.touch, file.unlink)))
    """)
    assert said.split("\n") == [
        "read done refused refused refused",
        "written done done done done",
        "closed refused refused refused refused",
    ]


@pytest.mark.parametrize("gpu", [False, True])
def test_nothing_readable_lies_in_or_around_what_is_secret(gpu: bool) -> None:
    readable = [place.resolve() for place in readable_files(gpu=gpu)[READ] if place.exists()]
    package = Path(landlock.__file__).parents[1]
    for secret in (package, paths.exercises_folder(), paths.data_folder(), paths.workspace()):
        assert not [
            place for place in readable if secret.resolve().is_relative_to(place) or place.is_relative_to(secret)
        ]


def test_a_secret_inside_a_library_folder_closes_that_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "numpy"
    (library / "home").mkdir(parents=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert library in readable_files(gpu=False)[READ]
    monkeypatch.setenv("QUIZTERM_HOME", str(library / "home"))
    assert library not in readable_files(gpu=False)[READ]


def test_only_known_places_may_be_written() -> None:
    writable = [access for access in readable_files(gpu=False) if access & Access.WRITE_FILE]
    assert [readable_files(gpu=False)[access] for access in writable] == [[Path("/dev/null")]]


def test_files_are_protected_where_landlock_is(monkeypatch: pytest.MonkeyPatch) -> None:
    assert files_are_protected() == (landlock.version() > 0)
    assert not files_are_protected([Layer.FILES])
    monkeypatch.setattr(landlock, "version", lambda: 0)
    assert not files_are_protected()
    monkeypatch.setattr(landlock, "version", lambda: 7)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert not files_are_protected()


def test_namespaces_hide_processes_and_end_together() -> None:
    if not in_a_process("from quizterm.grading import namespaces; print(namespaces.are_available() or '')"):
        pytest.skip("this system does not let its users make namespaces")
    said = in_a_process("""
        import os, sys, time
        from pathlib import Path
        from quizterm.grading import namespaces
        reading, writing = os.pipe()
        middle = os.fork()
        if middle == 0:
            os.close(reading)
            os.dup2(writing, 1)
            namespaces.enter()
            scratch = namespaces.fresh_scratch()
            (scratch / "file").write_text("x")
            try:
                for number in range(namespaces.SCRATCH_FILES + 1): (scratch / str(number)).touch()
            except OSError as error:
                full = error.errno
            try:
                with open(scratch / "big", "wb") as big:
                    while True: big.write(bytes(1 << 20))
            except OSError:
                pass
            size = os.statvfs(scratch).f_blocks * os.statvfs(scratch).f_frsize
            namespaces.drop_scratch()
            gone = not (scratch / "file").exists()
            os.write(1, f"{os.getpid()} {full} {size} {gone}".encode())
            if os.fork() == 0: time.sleep(1000)
            os._exit(0)
        os.close(writing)
        print(os.read(reading, 100).decode(), os.waitpid(middle, 0)[1], os.read(reading, 1))
    """)
    assert said == "1 28 67108864 True 0 b''", "the last: nobody holds the pipe any more"


def test_layers_travel_as_json() -> None:
    for layer in Layer:
        protection = Protection(layer, in_force=False, detail="why")
        assert Protection.from_json(protection.to_json()) == protection
        assert PURPOSES[layer]


def test_the_confinement_of_the_app_needs_neither_ctypes_nor_torch() -> None:
    code = "import sys, quizterm.grading.layers\nprint('ctypes' in sys.modules, 'torch' in sys.modules)"
    assert in_a_process(code) == "False False"


def test_no_layer_is_claimed_where_the_system_is_not_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    protections = Lockdown([]).apply(None)
    assert {protection.layer for protection in protections} == set(Layer)
    assert [protection.layer for protection in protections if protection.in_force] == []
    assert all(protection.detail for protection in protections)
