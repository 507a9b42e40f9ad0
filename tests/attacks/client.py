"""A grader in a process of its own: one JSON request a line, one JSON report a line.

python -m tests.attacks.client EXERCISE SETTING, where SETTING holds the arguments of `Grader` as JSON.
"""

import json
import sys
from pathlib import Path

from quizterm.errors import GradingError
from quizterm.grading.exercise_check import load_exercise
from quizterm.grading.layers import Layer
from quizterm.grading.runner import Grader


def main() -> None:
    exercise = load_exercise(Path(sys.argv[1]))
    setting = json.loads(sys.argv[2])
    with Grader(spawn=setting["spawn"], without=[Layer(name) for name in setting["without"]]) as grader:
        for line in sys.stdin:
            request = json.loads(line)
            try:
                report = grader.grade(exercise, request["source"], seed=request["seed"], diagnosed=False).to_json()
            except GradingError as error:
                report = {"fault": str(error)}
            print(json.dumps(report), flush=True)


if __name__ == "__main__":
    main()
