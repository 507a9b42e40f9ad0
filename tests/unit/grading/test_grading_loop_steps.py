"""The recorder of a training loop against the same loop written out."""

import torch
from torch import nn

from quizterm.grading.loop_recorder import record
from quizterm.grading.loop_steps import read_steps, record_call, recorder_source
from quizterm.study.stepping import LINES, RIGHT, ROUNDS, VARIANTS, Variant


def weights_of(variant: Variant) -> list[float]:
    steps = read_steps(record(variant.lines, variant.left_out, ROUNDS, batch_norm=variant.batch_norm))
    return [round(step.weight, 2) for step in steps if step.line == len(variant.lines) - 1]


def weights_by_hand(word: str) -> list[float]:
    """As the lesson does it: Z zero_grad, F forward, B backward, S step."""
    xb = torch.tensor([[1.0], [2.0]])
    model = nn.Linear(1, 1, bias=False)
    nn.init.zeros_(model.weight)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.08)
    path = []
    for _ in range(ROUNDS):
        for letter in word:
            if letter == "F":
                loss = nn.functional.mse_loss(model(xb), 3 * xb)
            elif letter == "B":
                loss.backward()
            else:
                (optimizer.zero_grad if letter == "Z" else optimizer.step)()
        path.append(round(model.weight.item(), 2))
    return path


def test_each_variant_moves_the_weight_as_the_written_out_loop() -> None:
    words = {"right": "ZFBS", "zero_grad": "FBS", "backward": "ZFS", "step": "ZFB", "order": "FBZS"}
    for variant in (RIGHT, *VARIANTS):
        if variant.name in words:
            assert weights_of(variant) == weights_by_hand(words[variant.name]), variant.name


def test_states_follow_the_lines() -> None:
    steps = read_steps(record(LINES, None, 1, batch_norm=False))
    assert [(step.line, step.round) for step in steps] == [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]
    assert [step.mode for step in steps] == ["train"] * 7
    assert [step.loss for step in steps] == [None] * 4 + [22.5] * 3
    assert [step.grad for step in steps] == [None] * 5 + [-15.0] * 2
    assert steps[3].out == (0.0, 0.0)


def test_eval_mode_leaves_the_running_mean_alone_and_ends_above_the_right_loss() -> None:
    (train,) = [variant for variant in VARIANTS if variant.name == "train"]
    right = read_steps(record(LINES, None, 40, batch_norm=True))
    wrong = read_steps(record(LINES, train.left_out, 40, batch_norm=True))
    assert {step.running_mean for step in wrong} == {0.0}
    assert right[-1].running_mean > 1
    assert right[-1].loss < 0.1 < wrong[-1].loss


def test_an_exception_is_the_last_state() -> None:
    (graph,) = [variant for variant in VARIANTS if variant.name == "graph"]
    steps = read_steps(record(graph.lines, None, ROUNDS, batch_norm=False))
    assert [bool(step.raised) for step in steps] == [False] * 5 + [True]
    assert "does not require grad" in steps[-1].raised


def test_the_text_that_is_sent_is_the_recorder(capsys) -> None:
    namespace: dict[str, object] = {}
    exec(recorder_source(), namespace)
    exec(record_call(LINES, 2, 2, batch_norm=False), namespace)
    assert read_steps(capsys.readouterr().out) == read_steps(record(LINES, 2, 2, batch_norm=False))
