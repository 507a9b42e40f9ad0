"""Programs that do not end."""

from tests.attacks.attack import attack

PROGRAMS = {
    "loop at import": attack("while True: pass\n", "timeout"),
    "loop in a call": attack("def double(x):\n    while True: pass\n", "timeout"),
    "sleep with all signals blocked": attack(
        """
import signal, time
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
time.sleep(1000)
""",
        "timeout",
    ),
    "loop that catches everything": attack(
        """
while True:
    try:
        while True: pass
    except BaseException:
        pass
""",
        "timeout",
    ),
    "one endless call in C": attack("import re\nre.match('(a+)+$', 'a' * 60 + 'b')\n", "timeout"),
    "a huge power": attack("sum(range(10 ** 13))\n", "timeout"),
    "stop itself": attack("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n", "timeout"),
    "an exception whose text never ends": attack(
        """
class Evil(Exception):
    def __str__(self):
        while True: pass
    __repr__ = __str__

def double(x):
    raise Evil
""",
        "timeout",
    ),
    "a number that is never converted": attack(
        """
class Evil:
    def __float__(self):
        while True: pass

def double(x):
    return Evil()
""",
        "timeout",
        "differs",
    ),
    "ignore the end of computing time": attack(
        """
import resource, signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True: pass
""",
        "timeout",
    ),
    "lift the limit of computing time": attack(
        """
import resource
resource.setrlimit(resource.RLIMIT_CPU, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
""",
        "load",
        says="ValueError: not allowed to raise maximum limit",
    ),
    "wait for input": attack("assert input() == 'never'\n", "load", says="EOFError"),
    "wait for a lock": attack("import threading\nlock = threading.Lock()\nlock.acquire(); lock.acquire()\n", "timeout"),
}
