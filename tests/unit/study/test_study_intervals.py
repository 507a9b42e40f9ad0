"""What the settings say of intervals and days is what previews choose by, for cards and for exercises."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from quizterm.memory.days import date_of
from quizterm.memory.item import Rating
from quizterm.study.review import Review
from quizterm.study.session import Study

CARD = "small.first.a1"


@pytest.fixture
def under(home: Path, reopen: Callable[[], Study]) -> Callable[[str], Study]:
    def write(text: str) -> Study:
        (home / "settings.toml").write_text(text)
        return reopen()

    return write


def days_of(study: Study, key: str = CARD) -> list[int]:
    """In how many days a new card comes back after Easy, were it of another name: fuzz draws by the name."""
    now = study.now()
    item = study.store.item_by_key(key)
    return [
        study.card_scheduler(key).preview(item.state, now, f"{key}{number}").easy.due_day - now.day
        for number in range(60)
    ]


def test_less_comes_on_an_easy_day(under: Callable[[str], Study]) -> None:
    def chosen(study: Study) -> Counter[str]:
        return Counter(f"{date_of(study.now().day + days):%A}".lower() for days in days_of(study))

    ((busiest, number),) = chosen(under("")).most_common(1)
    assert number > 4 * chosen(under(f'easy_days = ["{busiest}"]'))[busiest]


def test_without_balancing_the_load_counts_for_nothing(under: Callable[[str], Study]) -> None:
    chosen = []
    for text in ("load_balancing = false", "load_balancing = true"):
        study = under(text)
        before = days_of(study)
        if study.load is not None:
            for _ in range(99):
                study.load.move(None, study.now().day + before[0])
        chosen.append(days_of(study) == before)
    assert chosen == [True, False]


def test_an_undone_answer_weighs_on_no_day(under: Callable[[str], Study]) -> None:
    study = under("")
    review = Review(study)
    days = range(study.now().day, study.now().day + 60)
    before = [study.load.welcome(day) for day in days]
    review.answer(Rating.EASY, 1000)
    assert [study.load.welcome(day) for day in days] != before
    review.undo()
    assert [study.load.welcome(day) for day in days] == before


def test_a_higher_retention_brings_cards_and_exercises_back_sooner(under: Callable[[str], Study]) -> None:
    usual, higher = (min(days_of(under(f"desired_retention = {wish}"))) for wish in (0.9, 0.97))
    assert higher < usual / 2
    assert under("desired_retention = 0.8").exercise_scheduler("exercise:any").policy.retention == 0.8


@pytest.mark.parametrize("longest", [3, 10])
def test_the_longest_interval_holds_for_cards_and_exercises(under: Callable[[str], Study], longest: int) -> None:
    study = under(f"maximum_interval = {longest}\ndesired_retention = 0.7")
    assert max(days_of(study)) <= longest
    now, item = study.now(), study.store.item_by_key(CARD)
    for outcome in study.exercise_scheduler("exercise:any").preview(item.state, now, "exercise:any"):
        assert outcome.due_day - now.day <= longest
