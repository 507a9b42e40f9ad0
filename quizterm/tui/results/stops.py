"""Which checks of a verdict are looked at, one after another."""

from quizterm.grading.verdict import Report


def stops(report: Report) -> list[int]:
    """The places of the failures, those of bonus checks last; of all checks after a pass."""
    results = report.experiments
    failures = [place for place, result in enumerate(results) if not result.passed]
    counting = failures if failures and not report.passed else list(range(len(results)))
    return sorted(counting, key=lambda place: results[place].bonus)


def place_text(report: Report, place: int) -> str:
    """Where a check stands among its like, as the verdict counts them: `failure 2 of 9`, `bonus failure 1 of 1`."""
    if report.error is not None:
        return ""
    is_bonus = report.experiments[place].bonus
    like = [other for other in stops(report) if report.experiments[other].bonus == is_bonus]
    which = "check" if report.passed else "failure"
    return f"{'bonus ' if is_bonus else ''}{which} {like.index(place) + 1} of {len(like)}"
