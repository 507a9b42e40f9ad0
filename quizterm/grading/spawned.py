"""A worker started from nothing: `python -m quizterm.grading.spawned COMMAND RESULT OUTPUT PARENT SETTING`.

Three file descriptors, the number of the process that started it, and JSON: `without`, `device` and `modules`.
"""

import importlib
import json
import os
import sys
from typing import NoReturn

import torch

from quizterm.grading.child import enter
from quizterm.grading.detach import Descriptors
from quizterm.grading.layers import Layer
from quizterm.grading.lockdown import Lockdown


def main(words: list[str]) -> NoReturn:
    command, result, output, parent = map(int, words[:4])
    os.dup2(output, 2)  # what goes wrong from here on is told to the referee
    setting = json.loads(words[4])
    for module in setting["modules"]:
        importlib.import_module(module)
    device = torch.device(setting["device"])
    lockdown = Lockdown([Layer(name) for name in setting["without"]], gpu=device.type != "cpu")
    enter(Descriptors(command, result, output), parent, lockdown, None, device)


if __name__ == "__main__":
    main(sys.argv[1:])
