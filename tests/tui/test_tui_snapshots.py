"""Whole screens as text, at 60 by 22."""

from quizterm.memory.events import Draft, EventKind
from quizterm.study.session import Study
from quizterm.tui.app import QuiztermApp
from tests.tui.driving import press

SIZE = (60, 22)

TODAY = """\
  quizterm › Today                  Tuesday, 10 March 2026

  7 new cards  about 5 minutes

  ▸ Start the review                                 enter

    Read on
    Leaves and accumulation › Concept

    All lessons                                          l

  Tomorrow   0 cards, if none is answered today
  In a week  0 cards, if none is answered until then

  · 1 new card of Later held back: opens after Leaves and
    accumulation (3 sections to read, 6 cards to answer)

  One ··································· 0 of 8 cards met



  enter start  l lessons  x exercises  b browse  ? keys"""

LESSONS = """\
  Lessons

  ▸ Leaves and accumulation                       0/3 read
    7 new · 0 of 7 cards met · about 20 minutes

    Later                                         0/1 read
    1 new · 0 of 1 card met · about 10 minutes
    opens after Leaves and accumulation (3 sections to
    read, 6 cards to answer)












  enter open  q back  ? keys"""

SECTION = """\
  Leaves and accumulation                         ✓▸·  2/3

  ── Key Terms ───────────────────────────────────────────

  term  loosely    exactly
  ────  ─────────  ───────────────────────────────────────
  leaf  an input   a tensor that no recorded operation
                   made

  seed  the start  the gradient of the output with respect
                   to itself

  ────────────────────────────────────────────────────────

  1 card of this section: c asks them






  n next  p previous  tab contents  c cards  ? keys"""

QUESTION = """\
  Leaves and accumulation › Concept  new card · 4 more new

  Who is a leaf

  Which of these are leaves?

   [ ] a  torch.ones(2, requires_grad=True)
   [x] b  nn.Parameter(torch.ones(2))
   [ ] c  torch.ones(2, requires_grad=True) * 2









────────────────────────────────────────────────────────────
  Pick every right option by its letter.

  enter answer  esc leave the field  o lesson  ? keys"""

ANSWER = """\
  Leaves and accumulation › Concept  new card · 4 more new

  Who is a leaf

  Which of these are leaves?

  ✗ Not quite: a, b would be right

   ✓ a  torch.ones(2, requires_grad=True)
        Nothing computed it.
  ▸✓ b  nn.Parameter(torch.ones(2))
        Parameters are leaves by construction.
   ✗ c  torch.ones(2, requires_grad=True) * 2
        A recorded multiplication made it.

  Ask is_leaf when in doubt.


────────────────────────────────────────────────────────────
  ▸1 Again       2 Hard        3 Good        4 Easy"""


async def test_today(today: QuiztermApp, study: Study) -> None:
    study.store.append([Draft(EventKind.HINTED, study.now())])  # not the first run any more
    async with today.run_test(size=SIZE) as player:
        assert await press(player, "g") == TODAY


async def test_lessons_and_a_section(today: QuiztermApp) -> None:
    async with today.run_test(size=SIZE) as player:
        assert await press(player, "l") == LESSONS
        assert await press(player, "enter G n j") == SECTION


async def test_question_and_answer(review: QuiztermApp) -> None:
    async with review.run_test(size=SIZE) as player:
        await press(player, "space 4 escape space 4")
        assert await press(player, "b") == QUESTION
        shown = await press(player, "enter")
    assert "\n".join(shown.splitlines()[:20]) == ANSWER
    assert shown.splitlines()[21] == "  space grade  r question  o lesson  u undo  ? keys"
