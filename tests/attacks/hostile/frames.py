"""Programs that write into the channel on which results travel."""

from tests.attacks.attack import attack

# `pipe` is the channel, `nonce()` the number that the next answer has to bear.
STEAL = """
import gc, os, struct
from quizterm.grading.progress import ProgressWriter
pipe = next(fd for fd in range(3, 64) if is_writable(fd))

def nonce():
    return next(thing for thing in gc.get_objects() if type(thing) is ProgressWriter)._nonce

def say(tree, number, buffers=b'', kind=0):
    payload = struct.pack('<I', len(tree)) + tree + buffers
    os.write(pipe, struct.pack('<IBQ', len(payload), kind, number) + payload)

"""


def forging(body: str) -> str:
    return STEAL + "def double(x):\n" + "".join(f"    {line}\n" for line in body.strip().splitlines())


PASS = """b'{"dict":[["observed",true]]}'"""
PROGRAMS = {
    "an answer ahead of time": attack(STEAL + f"say({PASS}, 0)\n", "protocol"),
    "answers to all numbers": attack(STEAL + f"for number in range(1000): say({PASS}, number)\n", "protocol"),
    "an answer under the right number": attack(forging(f"say({PASS}, nonce())\nreturn 3 * x"), "protocol"),
    "an answer and an exit": attack(forging(f"say({PASS}, nonce())\nos._exit(0)"), "protocol", "crash", "differs"),
    "a claim to have passed": attack(
        forging("""say(b'{"dict":[["passed",true],["verdict","pass"]]}', nonce())\nos._exit(0)"""), "protocol", "crash"
    ),
    "a frame of 4 GB": attack(
        forging("os.write(pipe, struct.pack('<IBQ', 0xffffffff, 0, nonce()))\nreturn 3 * x"), "protocol"
    ),
    "a frame that never ends": attack(
        forging("import time\nos.write(pipe, struct.pack('<IBQ', 100, 0, nonce()))\ntime.sleep(1000)"), "timeout"
    ),
    "a tree of 200,000 levels": attack(forging("say(b'[' * 200_000, nonce())\nreturn 3 * x"), "protocol"),
    "a number of a million digits": attack(forging("say(b'1' * 1_000_000, nonce())\nreturn 3 * x"), "protocol"),
    "a shape below zero": attack(
        forging("""say(b'{"tensor":["float32",[-1]]}', nonce())\nos._exit(0)"""), "protocol", "crash"
    ),
    "a shape beyond memory": attack(
        forging("""say(b'{"tensor":["uint8",[0,1152921504606846976]]}', nonce())\nos._exit(0)"""), "protocol", "crash"
    ),
    "a pickled object": attack(
        forging("""say(b'{"pickle":"gASVHgAAAAAAAACMBXBvc2l4"}', nonce())\nreturn 3 * x"""), "protocol"
    ),
    "a frame of no kind": attack(forging("say(b'true', nonce(), kind=7)\nreturn 3 * x"), "protocol"),
    "progress without end": attack(forging("number = nonce()\nwhile True: say(b'0.5', number, kind=1)"), "protocol"),
    "progress that is no number": attack(forging("say(b'null', nonce(), kind=1)\nreturn x + x"), "protocol"),
    "progress under another number": attack(forging("say(b'0.5', nonce() ^ 1, kind=1)\nreturn x + x"), "protocol"),
    "an answer from a thread": attack(
        STEAL
        + f"""
import threading, time
def later():
    while True: say({PASS}, 0)

def double(x):
    threading.Thread(target=later, daemon=True).start()
    time.sleep(0.1)
    return x + x
""",
        "protocol",
    ),
}
