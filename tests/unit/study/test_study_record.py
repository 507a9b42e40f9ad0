"""The learner's record counts what the items say, and what was answered and not undone."""

from collections import Counter
from random import Random

import pytest

from quizterm.memory.days import date_of
from quizterm.memory.events import Draft, EventKind
from quizterm.memory.item import Rating
from quizterm.study.record import HEATMAP_DAYS, MONTH_DAYS, learners_record
from quizterm.study.review import Review


@pytest.mark.parametrize("seed", range(3))
def test_as_json_it_holds_what_a_plain_count_of_a_random_log_gives(study, clock, seed):
    draw, given = (
        Random(seed),
        [],
    )  # the study day, lesson, grade, milliseconds, days since, whether it waited for a day
    last = {}
    items = [item for item in study.store.items_by_ids(study.store.content_ids()) if "." in item.key]
    for _ in range(60):
        clock.move(days=draw.choice([0, 0, 1, 2]), minutes=draw.randrange(60))
        item, now = draw.choice(items), study.now()
        rating, duration, days = Rating(draw.randrange(1, 5)), draw.choice([4_000, 90_000]), draw.choice([0, 1, 30])
        step = now.at + 60_000 if days == 0 else None
        due = study.calendar.day_of(step) if step else now.day + days
        study.store.append([Draft(EventKind.REVIEWED, now, item.id, rating, duration, 1, due, step)])
        if draw.random() < 0.2:
            study.store.undo(study.now())
            continue
        before = last.get(item.id)
        elapsed, waited = (None, False) if before is None else (now.day - before[0], before[1])
        given.append((now.day, item.key.split(".")[1], rating, duration, elapsed, waited))
        last[item.id] = now.day, step is None
    today, record = study.now().day, learners_record(study).as_dict()
    tests = [one for one in given if one[5] and one[4]]

    def share(rows):
        recalled = sum(row[2] > 1 for row in rows)
        return {"recalled": recalled, "of": len(rows), "rate": round(recalled / len(rows), 4) if rows else None}

    assert record["true_retention"] == share(tests)
    lessons = [slug for slug in ("first", "second") if any(row[1] == slug for row in tests)]
    assert record["by_lesson"] == {slug: share([row for row in tests if row[1] == slug]) for slug in lessons}
    months = sorted({f"{date_of(row[0]):%Y-%m}" for row in tests})
    assert record["by_month"] == {
        month: share([row for row in tests if f"{date_of(row[0]):%Y-%m}" == month]) for month in months
    }
    assert sum(one["answers"] for one in record["calibration"]) == len(tests)
    assert sum(one["answers"] * one["recalled"] for one in record["calibration"]) == pytest.approx(
        record["true_retention"]["recalled"]
    )
    grades = Counter(row[2].name.lower() for row in given)
    assert {name: sum(stage[name] for stage in record["buttons"].values()) for name in grades} == grades
    per_day = Counter(row[0] for row in given)
    assert record["heatmap"] == [per_day[day] for day in range(today - HEATMAP_DAYS + 1, today + 1)]
    minutes = Counter()
    for row in given:
        minutes[row[0]] += min(row[3], 60_000) / 60_000
    assert record["minutes_by_day"] == pytest.approx(
        [minutes[day] for day in range(today - MONTH_DAYS + 1, today + 1)], abs=0.01
    )
    assert record["minutes"] == pytest.approx(minutes.total(), abs=0.01)
    assert record["minutes_today"] == pytest.approx(minutes[today], abs=0.01)
    last_with = today if per_day[today] else today - 1
    assert record["streak"] == next(days for days in range(999) if not per_day[last_with - days])


def test_cards_due_in_the_next_days_are_those_of_the_items_learning_ones_too(study, clock):
    review = Review(study)
    for rating in (Rating.EASY, Rating.AGAIN, Rating.GOOD):
        review.answer(rating, 1000)
    clock.move(days=2)
    today = study.now().day
    cards = [card.id for _, _, card in study.catalog.entries()]
    states = [item.state for item in study.store.items_by_keys(cards).values()]
    due = Counter(max(state.due_day, today) - today for state in states if state.due_day is not None)
    assert learners_record(study).due_by_day == [due[days] for days in range(MONTH_DAYS)]
    assert due[0] == 2, "their steps ended"
