"""Why a sitting has nothing to ask: limits, cards put away, cards not due yet."""

from quizterm.memory.item import Rating
from quizterm.study.nothing import why_nothing
from quizterm.study.review import Review
from quizterm.study.today import nothing_to_ask


def test_the_day_says_what_its_plan_says_and_how_many_cards_are_suspended(study):
    assert why_nothing(study) == nothing_to_ask(study)
    Review(study).suspend()
    assert why_nothing(study)[-1] == "1 card suspended: `quizterm resume CARD` brings one back"
    assert why_nothing(study, resuming="a key does it")[-1] == "1 card suspended: a key does it"


def test_a_lesson_says_which_limit_holds_its_cards(home, reopen):
    (home / "settings.toml").write_text("new_cards_a_day = 2\n")
    study = reopen()
    review = Review(study)
    for _ in range(2):
        review.answer(Rating.EASY, 1000)
    sitting = Review(study, lesson="second")
    assert sitting.question is None
    assert why_nothing(study, "second") == ("3 new cards held back: at most 2 new cards a day",)


def test_a_cap_that_is_reached_is_named(home, reopen, clock):
    study = reopen()
    Review(study).answer(Rating.EASY, 1000)
    (home / "settings.toml").write_text("reviews_a_day = 1\n")
    clock.move(days=60)
    study = reopen()
    Review(study, lesson="first").answer(Rating.EASY, 1000)
    assert Review(study, lesson="second").question is None
    assert why_nothing(study, "second") == ("3 new cards held back: today's 1 reviews are done",)


def test_cards_put_away_are_counted(study):
    review = Review(study, lesson="second")
    review.suspend()
    review.bury()
    review.bury()
    assert review.question is None
    assert why_nothing(study, "second") == (
        "1 card suspended: `quizterm resume CARD` brings one back",
        "2 cards buried until tomorrow",
    )
    assert why_nothing(study, "second", resuming="a key does it")[0] == "1 card suspended: a key does it"


def test_cards_not_due_say_when_the_first_comes_back(study, clock):
    review = Review(study, lesson="first", section="practice")
    while review.question is not None:
        review.answer(Rating.EASY, 1000)
    days = [study.store.item_by_key(f"small.first.{name}").state.due_day - study.now().day for name in ("a2", "a4")]
    expected = f"2 cards not due yet, the first comes back in {min(days)}d"
    assert why_nothing(study, "first", "practice") == (expected,)
    assert why_nothing(study, "first")[-1] == expected


def test_a_section_without_cards_says_so(study):
    assert why_nothing(study, "first", "nowhere") == ("There are no cards here",)
