"""Programs that go on after their answer."""

from tests.attacks.attack import attack, wrong
from tests.attacks.hostile.frames import PASS, STEAL

PROGRAMS = {
    "forge at exit": wrong(
        STEAL + f"import atexit\natexit.register(lambda: say({PASS}, 0))\ndef double(x): return 3 * x\n"
    ),
    "forge when collected": attack(
        STEAL
        + f"""
class Late:
    def __del__(self): say({PASS}, 0)

def double(x):
    Late()
    return x + x
""",
        "protocol",
    ),
    "forge from a timer": attack(
        STEAL
        + f"""
import signal
signal.signal(signal.SIGALRM, lambda *_: say({PASS}, 0))
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
""",
        "protocol",
    ),
    "spinning threads and a wrong answer": wrong(
        """
import threading
def spin():
    while True: pass
for _ in range(4): threading.Thread(target=spin).start()
def double(x): return 3 * x
""",
        "differs",
        "timeout",
    ),
}
