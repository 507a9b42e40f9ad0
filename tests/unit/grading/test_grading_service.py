from dataclasses import replace

import pytest
import torch

from quizterm.errors import GradingError
from quizterm.grading.exercise import Exercise
from quizterm.grading.service import choose_device

WITHOUT_GPU = not torch.cuda.is_available() and not torch.backends.mps.is_available()


@pytest.fixture
def anywhere(engine: Exercise) -> Exercise:
    return replace(engine, device="any")


def test_an_exercise_of_the_cpu_stays_there(engine: Exercise) -> None:
    assert choose_device("auto", engine) == "cpu"
    assert choose_device("cpu", engine) == "cpu"
    with pytest.raises(GradingError, match="leave out --device cuda"):
        choose_device("cuda", engine)


def test_the_cpu_may_always_be_asked_for(anywhere: Exercise) -> None:
    assert choose_device("cpu", anywhere) == "cpu"


@pytest.mark.skipif(not WITHOUT_GPU, reason="there is a GPU here")
@pytest.mark.parametrize("device", ["cuda", "cuda:0", "mps"])
def test_a_device_that_is_not_there(anywhere: Exercise, device: str) -> None:
    assert choose_device("auto", anywhere) == "cpu"
    with pytest.raises(GradingError, match=f"this machine has no device {device}; use --device cpu"):
        choose_device(device, anywhere)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no CUDA here")
def test_a_cuda_device_is_numbered(anywhere: Exercise) -> None:
    assert choose_device("auto", anywhere) == choose_device("cuda", anywhere) == "cuda:0"
    with pytest.raises(GradingError, match="no device cuda:99"):
        choose_device("cuda:99", anywhere)


@pytest.mark.parametrize("device", ["gpu", "cuda:x", "cuda:-1", "cuda:²", "", "tpu:0", "mps:7"])
def test_words_that_are_no_device(anywhere: Exercise, device: str) -> None:
    with pytest.raises(GradingError, match="this machine has no device"):
        choose_device(device, anywhere)
