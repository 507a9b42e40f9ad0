"""Programs that ask for all memory, descriptors or stack."""

from tests.attacks.attack import attack

PROGRAMS = {
    "a list of 100 GB": attack("hoard = [0] * (100 << 27)\n", "memory"),
    "a tensor of 100 GB": attack("import torch\ntorch.empty(25 << 30).fill_(1)\n", "memory"),
    "memory bit by bit": attack("hoard = []\nwhile True: hoard.append(bytearray(1 << 22))\n", "memory"),
    "tensors without end": attack(
        "import torch\nhoard = []\nwhile True: hoard.append(torch.ones(1 << 22))\n", "memory"
    ),
    "shared memory": attack("import mmap\nmmap.mmap(-1, 16 << 30)\n", "load", says="Cannot allocate memory"),
    "memory files": attack("import os\nos.memfd_create('hoard')\n", "load", says="PermissionError"),
    "lift the limit of memory": attack(
        "import resource\nresource.setrlimit(resource.RLIMIT_DATA, (1 << 50, 1 << 50))\n", "load", says="ValueError"
    ),
    "descriptors without end": attack(
        "hoard = []\nwhile True: hoard.append(open('/dev/null'))\n", "load", says="Too many open files"
    ),
    "deep recursion": attack("def double(x): return double(x)\n", "crash"),
    "overflow of the C stack": attack(
        """
nested = iter([1])
for _ in range(1 << 17): nested = map(abs, nested)
next(nested)
""",
        "crash",
        says="SIGSEGV",
    ),
}
