"""Programs that end their own process, and hope that its end is taken for a pass."""

from tests.attacks.attack import attack

PROGRAMS = {
    "os._exit at import": attack("import os\nos._exit(0)\n", "crash"),
    "os._exit in a call": attack("import os\ndef double(x): os._exit(0)\n", "crash"),
    "the exit code of a fault": attack("import os\nos._exit(70)\n", "protocol", "crash"),
    "sys.exit at import": attack("import sys\nsys.exit(0)\n", "load"),
    "sys.exit in a call": attack("import sys\ndef double(x): sys.exit(0)\n", "crash"),
    "GeneratorExit": attack("raise GeneratorExit\n", "load"),
    "KeyboardInterrupt": attack("def double(x): raise KeyboardInterrupt\n", "crash"),
    "kill itself": attack("import os\nos.kill(os.getpid(), 9)\n", "protocol"),
    "terminate itself": attack("import os\nos.kill(os.getpid(), 15)\n", "crash", says="SIGTERM"),
    "segmentation fault": attack("import ctypes\nctypes.string_at(0)\n", "crash", says="SIGSEGV"),
    "abort": attack("import os\nos.abort()\n", "crash", says="SIGABRT"),
    "close all descriptors": attack("import os\nos.closerange(0, 256)\n", "protocol"),
    "close the channel and go on": attack(
        "import os, time\nos.closerange(3, 256)\ntime.sleep(1000)\n", "protocol", "crash"
    ),
    "an exception that cannot be shown": attack(
        """
class Evil(Exception):
    def __str__(self): raise self

def double(x): raise Evil
""",
        "crash",
    ),
    "an exception that ends the process": attack(
        """
import os
class Evil(Exception):
    def __str__(self): os._exit(0)

def double(x): raise Evil
""",
        "crash",
    ),
}
