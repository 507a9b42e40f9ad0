"""Programs that start processes and threads, or reach for other processes."""

from tests.attacks.attack import attack, refused, refused_call

PROGRAMS = {
    "fork": refused("import os\nif os.fork() == 0: os._exit(0)\n"),
    "fork bomb": refused("import os\nwhile True: os.fork()\n"),
    "daemon by two forks": refused(
        """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
"""
    ),
    "fork below Python": refused_call("fork"),
    "vfork below Python": refused_call("vfork"),
    "clone below Python": refused_call("clone", 17, 0, 0, 0, 0),
    "clone3 below Python": attack("syscall('clone3', 0, 0)\n", "load", says="Function not implemented"),
    "a program": refused("import subprocess\nsubprocess.run(['/bin/sh', '-c', f'touch {HOME}/{MARK}'])\n"),
    "exec": refused("import os\nos.execv('/bin/sh', ['sh', '-c', f'touch {HOME}/{MARK}'])\n"),
    "posix_spawn": refused("import os\nos.posix_spawn('/bin/sleep', ['sleep', '1000'], {})\n"),
    "a shell": refused("import os\nif os.system('sleep 1000 &'): raise PermissionError('no shell')\n"),
    "multiprocessing": refused(
        """
import multiprocessing, time
multiprocessing.get_context('fork').Process(target=time.sleep, args=(1000,), daemon=False).start()
"""
    ),
    "kill every process": refused("import os\nos.kill(-1, 0)\n"),
    "kill the parent": refused("import os\nos.kill(os.getppid(), 9)\n"),
    "kill the app": refused("import os\nos.kill(VICTIM, 9)\n"),
    "kill its group": refused("import os\nos.kill(0, 9)\n"),
    "queue a signal to the app": refused_call("rt_sigqueueinfo", "VICTIM", 9, b"\0" * 128),
    "have the kernel signal the app": refused(
        """
import fcntl, os
reading, writing = os.pipe()
fcntl.fcntl(reading, 10, 9)  # F_SETSIG
fcntl.fcntl(reading, fcntl.F_SETOWN, VICTIM)
fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
os.write(writing, b'x')
"""
    ),
    "trace the app": refused_call("ptrace", 16, "VICTIM", 0, 0),
    "read the app's memory": refused_call("process_vm_readv", "VICTIM", 0, 0, 0, 0, 0),
    "take the app's descriptors": refused_call("pidfd_open", "VICTIM", 0),
    "read the parent's environment": refused("import os\nopen(f'/proc/{os.getppid()}/environ').read()\n"),
    "read the parent's memory": refused("import os\nopen(f'/proc/{os.getppid()}/mem', 'rb').read(1)\n"),
    "limit the parent": refused("import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))\n"),
    "slow the app down": refused("import os\nos.setpriority(os.PRIO_PROCESS, VICTIM, 19)\n"),
    "bind the app to a processor": refused("import os\nos.sched_setaffinity(VICTIM, {0})\n"),
    "outlive the parent": refused_call("prctl", 1, 0, 0, 0, 0),
    "a session of its own": refused("import os\nos.setsid()\n"),
    "another group": refused("import os\nos.setpgid(0, 0)\n"),
    "new namespaces": refused_call("unshare", 0x10000000),
    "another user": attack("import os\nos.setuid(os.getuid() + 1)\n", "load", says="Error: [Errno"),
    "threads without end": attack(
        """
import threading, time
while True: threading.Thread(target=time.sleep, args=(1000,)).start()
""",
        "load",
        "memory",
        "timeout",
        "crash",
    ),
}
