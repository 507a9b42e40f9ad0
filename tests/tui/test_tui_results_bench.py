"""The last verdict beside the editor, in short."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from quizterm.study.attempt import Attempt
from quizterm.study.session import Study
from quizterm.study.workbench import Workbench
from quizterm.tui.command_table import COMMANDS
from quizterm.tui.commands import Place, keys_by_name
from quizterm.tui.layout import joined, lay_out
from quizterm.tui.results.bench import verdict_blocks, verdict_note
from quizterm.tui.results.states import states_of
from tests.tui.referee import report, result

pytestmark = pytest.mark.usefixtures("exercises")


def test_a_verdict_that_was_taken_back_says_so_and_leads_nowhere(study: Study) -> None:
    exercise = Workbench(study, "engine").exercise
    keys = keys_by_name(COMMANDS[Place.EXERCISE])
    told = report(result("good", passed=True))
    passed = Attempt(told, saved=True, cards=(), brought_back=())
    shown = []
    for one in (passed, replace(passed, is_taken_back=True)):
        run = SimpleNamespace(running=None, attempt=one, problem="")
        words = joined(lay_out(verdict_blocks(exercise, run, keys), 78)).plain
        shown.append(
            ("Taken back" in words, "opens the next exercise" in words, verdict_note(run).plain, states_of(one))
        )
    assert shown == [(False, True, "✓", ("passed",)), (True, False, "taken back", ())]
