"""Programs that say too much."""

from tests.attacks.attack import attack, wrong

PROGRAMS = {
    "a flood of output": attack("while True: print('x' * 100_000)\n", "crash", says="printed more than"),
    "a flood of errors": attack(
        "import os\nwhile True: os.write(2, b'x' * 65536)\n", "crash", says="printed more than"
    ),
    "a flood of results": attack(
        """
import os, stat
pipes = [fd for fd in range(3, 64) if is_writable(fd)]
while True: os.write(pipes[0], b'\\xff' * 65536)
""",
        "protocol",
    ),
    "a result of millions of parts": wrong("def double(x): return [3] * 3_000_000\n", "protocol", "timeout"),
    "a result of a gigabyte": wrong(
        "import torch\ndef double(x): return torch.zeros(1 << 30, dtype=torch.uint8)\n", "protocol", "memory"
    ),
    "a result that takes long to show": wrong(
        "import torch\ndef double(x): return [[[torch.ones(10)] * 30] * 30] * 30\n", "differs", "protocol", "timeout"
    ),
    "a result nested for ever": wrong(
        "def double(x):\n    x = []\n    x.append(x)\n    return x\n", "protocol", "crash"
    ),
    "a result nested deep": wrong(
        "def double(x):\n    x = []\n    for _ in range(100_000): x = [x]\n    return x\n", "protocol", "crash"
    ),
    "an exception of 50 MB": attack("def double(x): raise ValueError('x' * 50_000_000)\n", "crash", "timeout"),
    "a chain of exceptions": attack(
        """
def double(x):
    error = ValueError()
    for _ in range(100_000):
        error.__context__, error = None, ValueError()
        new = ValueError(); new.__context__ = error; error = new
    raise error
""",
        "crash",
        "timeout",
    ),
    "a number of a million digits": wrong("def double(x): return 10 ** 1_000_000\n", "differs", "crash", "timeout"),
}
