"""`python -m quizterm`, the same program as `quizterm`."""

import sys

from quizterm.cli import main

if __name__ == "__main__":
    sys.exit(main())
