"""The sitting that the words of `quizterm review` ask for, in whatever front end."""

from argparse import Namespace

from quizterm.study.beginning import begin_review
from quizterm.study.review import Review
from quizterm.study.session import Study


def sitting(study: Study, arguments: Namespace) -> Review:
    """Raises: UsageError where there is no such lesson, or the options contradict one another."""
    return begin_review(
        study,
        lesson=arguments.lesson,
        limit=arguments.limit,
        order=arguments.order,
        ahead=arguments.ahead,
        cram=arguments.cram,
        due=arguments.due,
    )
