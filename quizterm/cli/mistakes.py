"""A word on lessons that could not be read whole: the good ones are used, the bad ones must not go unseen."""

import sys

from quizterm.study.session import Study
from quizterm.study.words import count_text


def tell_mistakes(study: Study) -> None:
    """Say on standard error how many mistakes the lesson files hold, if any."""
    found = len(study.catalog.faults)
    if found:
        print(f"quizterm: {count_text(found, 'mistake')} in lesson files; quizterm check shows them", file=sys.stderr)
