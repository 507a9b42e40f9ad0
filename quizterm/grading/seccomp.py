"""seccomp: a process gives up system calls that code under grading has no honest use for.

What Landlock does not cover is refused here: new processes, sockets, signals to others, changed modes, owners and
times of files. A refused call returns an error, so that the code sees an exception and not the end of its process.

https://docs.kernel.org/userspace-api/seccomp_filter.html
"""

import ctypes
import errno
import platform
import struct
from collections.abc import Iterable

from quizterm.grading.libc import prctl
from quizterm.grading.syscall_numbers import NEWEST, numbers

REFUSED = {
    "processes": "fork vfork execve execveat unshare setns personality",
    "processes of others": """
        ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp migrate_pages move_pages
        pidfd_open pidfd_getfd pidfd_send_signal get_robust_list tkill rt_sigqueueinfo rt_tgsigqueueinfo
        setpriority ioprio_set""",
    "network": """
        socket connect bind listen accept accept4 io_uring_setup io_uring_enter io_uring_register""",
    "what Landlock leaves open of files": """
        truncate chmod fchmod fchmodat chown fchown lchown fchownat utime utimes futimesat utimensat
        setxattr lsetxattr fsetxattr removexattr lremovexattr fremovexattr
        memfd_create memfd_secret open_by_handle_at name_to_handle_at fanotify_init""",
    "mounts": """
        mount umount2 pivot_root chroot open_tree move_mount fsopen fsconfig fsmount fspick mount_setattr""",
    "messages and memory shared with others": """
        shmget shmat shmctl semget semctl semop semtimedop msgget msgsnd msgrcv msgctl mq_open mq_unlink""",
    "the kernel's inner doors": """
        bpf perf_event_open userfaultfd add_key request_key keyctl modify_ldt iopl ioperm lookup_dcookie
        init_module finit_module delete_module kexec_load kexec_file_load sysfs nfsservctl""",
    "the machine": """
        reboot swapon swapoff acct quotactl quotactl_fd syslog vhangup
        settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname""",
}
ABSENT = ("clone3", "openat2")  # flags behind a pointer cannot be checked; the C library then takes the older call

_AUDIT_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_CLONE_THREAD = 0x10000
_SOCK_STREAM, _SOCK_TYPE = 1, 0xF
_O_TRUNC, _O_TRUNC_AND_MODE = 0o1000, 0o1003
_SETOWN, _SETSIG, _SETOWN_EX, _SETLEASE = 8, 10, 15, 1024
_SET_PDEATHSIG, _SET_DUMPABLE = 1, 4
_TCGETS, _TIOCGWINSZ, _FIONBIO, _FIONREAD, _FIONCLEX, _FIOCLEX = 0x5401, 0x5413, 0x5421, 0x541B, 0x5450, 0x5451
_TIOCSTI, _TIOCLINUX, _FIOSETOWN, _SIOCSPGRP, _SETFLAGS = 0x5412, 0x541C, 0x8901, 0x8902, 0x40086602

_PR_GET_SECCOMP, _PR_SET_SECCOMP, _MODE_FILTER = 21, 22, 2
_LOAD, _AND, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x06  # instructions of the classic BPF machine
_ALLOW, _REFUSE, _KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data


def is_available() -> bool:
    """Whether this kernel filters system calls, on an architecture whose calls are known."""
    if not numbers():
        return False
    try:
        prctl(_PR_GET_SECCOMP)
    except OSError:
        return False
    return True


def restrict_self(pid: int, *, gpu: bool) -> None:
    """Filter the system calls of the calling thread, and of what it starts, for good. It must have no_new_privs.

    `pid` is the process's own number, the only one it may signal. Drivers of a GPU need device controls (ioctl) that
    are refused otherwise.
    """
    machine = platform.machine()
    program = build_filter(machine, pid, gpu=gpu)
    code = ctypes.create_string_buffer(program, len(program))
    prctl(_PR_SET_SECCOMP, _MODE_FILTER, struct.pack("@HP", len(program) // 8, ctypes.addressof(code)))


def build_filter(machine: str, pid: int, *, gpu: bool) -> bytes:
    """The filter program. Calls it does not name are allowed if they are as old as its tables."""
    known = numbers(machine)
    program = [_step(_LOAD, _ARCHITECTURE), _step(_EQUAL, _AUDIT_ARCHITECTURES[machine], 1, 0), _end(_KILL_PROCESS)]
    program.append(_step(_LOAD, _NUMBER))
    if machine == "x86_64":  # a second set of numbers for the same calls
        program += [_step(_AT_LEAST, _X32_BIT, 0, 1), _end(_KILL_PROCESS)]
    program += [_step(_AT_LEAST, NEWEST + 1, 0, 1), _end(_REFUSE | errno.ENOSYS)]
    for name, body in _conditions(pid, gpu=gpu).items():
        if name in known:
            program += [_step(_EQUAL, known[name], 0, len(body)), *body]
    refused = [name for names in REFUSED.values() for name in names.split()]
    for names, error in ((ABSENT, errno.ENOSYS), (refused, errno.EPERM)):
        for name in names:
            if name in known:
                program += [_step(_EQUAL, known[name], 0, 1), _end(_REFUSE | error)]
    return b"".join([*program, _end(_ALLOW)])


def _conditions(pid: int, *, gpu: bool) -> dict[str, list[bytes]]:
    """What depends on an argument of the call."""
    own = (0, pid)
    ioctl = (
        _unless(1, (_TIOCSTI, _TIOCLINUX, _FIOSETOWN, _SIOCSPGRP, _SETFLAGS))
        if gpu
        else _only(1, (_TCGETS, _TIOCGWINSZ, _FIONBIO, _FIONREAD, _FIONCLEX, _FIOCLEX))
    )
    return {
        "clone": _only(0, (_CLONE_THREAD,), mask=_CLONE_THREAD),
        "kill": _only(0, (pid,)),
        "tgkill": _only(0, (pid,)),
        "prlimit64": _only(0, own),
        "sched_setaffinity": _only(0, own),
        "sched_setattr": _only(0, own),
        "sched_setparam": _only(0, own),
        "sched_setscheduler": _only(0, own),
        "prctl": _unless(0, (_SET_PDEATHSIG, _SET_DUMPABLE)),
        "socketpair": _only(1, (_SOCK_STREAM,), mask=_SOCK_TYPE),  # a datagram socket could send to any other
        "fcntl": _unless(1, (_SETOWN, _SETSIG, _SETOWN_EX, _SETLEASE)),  # they have signals sent to a process
        "open": _unless(1, (_O_TRUNC,), mask=_O_TRUNC_AND_MODE),  # truncates a file that is opened for reading
        "openat": _unless(2, (_O_TRUNC,), mask=_O_TRUNC_AND_MODE),
        "ioctl": ioctl,
    }


def _only(argument: int, values: Iterable[int], mask: int | None = None) -> list[bytes]:
    """Allow the call if an argument, masked, is one of the values; the upper half of a word is not looked at."""
    return _compare(argument, tuple(values), mask, _REFUSE | errno.EPERM, _ALLOW)


def _unless(argument: int, values: Iterable[int], mask: int | None = None) -> list[bytes]:
    """Allow the call unless an argument, masked, is one of the values."""
    return _compare(argument, tuple(values), mask, _ALLOW, _REFUSE | errno.EPERM)


def _compare(argument: int, values: tuple[int, ...], mask: int | None, otherwise: int, equal: int) -> list[bytes]:
    load = [_step(_LOAD, _ARGUMENTS + 8 * argument)]
    if mask is not None:
        load.append(_step(_AND, mask))
    jumps = [_step(_EQUAL, value, len(values) - index, 0) for index, value in enumerate(values)]
    return [*load, *jumps, _end(otherwise), _end(equal)]


def _end(verdict: int) -> bytes:
    return _step(_RETURN, verdict)


def _step(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    """One instruction; the jumps count instructions to be skipped."""
    return struct.pack("=HBBI", operation, if_true, if_false, value)
