"""The files that code under grading may use: Python's library, torch, numpy, what they stand on, and nothing else.

Not among them, wherever they are: quizterm's own files, the exercises with their answers, the learner's data.
"""

import os
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path

from quizterm import paths
from quizterm.grading.landlock import LIST, READ, USE_DEVICE, Access

PACKAGES = (
    "torch",
    "torchgen",
    "functorch",
    "numpy",
    "numpy.libs",
    "sympy",
    "mpmath",
    "networkx",
    "jinja2",
    "markupsafe",
    "fsspec",
    "filelock",
    "typing_extensions.py",
    "setuptools",
    "_distutils_hack",
    "nvidia",
    "triton",
    "cuda",
)
SYSTEM = (
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/dev/zero",
    "/dev/random",
    "/dev/urandom",
)
SYSTEM_OF_A_GPU = (
    "/proc/self",
    "/proc/devices",
    "/proc/modules",
    "/proc/driver/nvidia",
    "/sys",
    "/usr/share/nvidia",
    "/usr/local/nvidia",
    "/usr/local/cuda",
    "/opt/rocm",
)
DEVICES = ("dev/null",)
DEVICES_OF_A_GPU = ("dev/nvidia*", "dev/nvidia-caps/*", "dev/kfd", "dev/dri/*")
NOT_THE_LIBRARY = ("site-packages", "dist-packages")


def readable_files(*, gpu: bool) -> dict[Access, list[Path]]:
    """What is allowed, by the kind of access. Imported packages have to be looked up in the folders of `sys.path`."""
    library = _library_folders()
    readable = [
        *(entry for folder in library for entry in folder.iterdir() if entry.name not in NOT_THE_LIBRARY),
        *(Path(folder) / name for folder in sys.path for name in PACKAGES),
        *Path(sys.base_prefix, "lib").glob("*.so*"),  # where Python has been built with libraries of its own
        *map(Path, SYSTEM),
        *map(Path, SYSTEM_OF_A_GPU if gpu else ()),
    ]
    devices = (*DEVICES, *(DEVICES_OF_A_GPU if gpu else ()))
    return {
        READ: list(_without_secrets(readable)),
        LIST: [*library, *(folder for folder in map(Path, sys.path) if _holds_packages(folder))],
        USE_DEVICE: [device for pattern in devices for device in Path("/").glob(pattern)],
    }


def _library_folders() -> list[Path]:
    folders = dict.fromkeys(sysconfig.get_path(name) for name in ("stdlib", "platstdlib"))
    return [path for folder in folders if (path := Path(folder)).is_dir()]


def _holds_packages(folder: Path) -> bool:
    return any((folder / name).exists() for name in PACKAGES)


def _without_secrets(places: Iterable[Path]) -> Iterator[Path]:
    """The places that lie neither in a secret folder nor around one."""
    secrets = [_real(place) for place in (_package(), paths.exercises_folder(), paths.data_folder(), paths.workspace())]
    for place in places:
        real = _real(place)
        if not any(secret.startswith(real) or real.startswith(secret) for secret in secrets):
            yield place


def _real(place: Path) -> str:
    """The place without links, with a separator at the end; pathlib takes ten times as long to compare."""
    return os.path.realpath(place).rstrip(os.sep) + os.sep


def _package() -> Path:
    return Path(__file__).parents[1]
