from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import pytest

from quizterm.grading import torch_installed
from quizterm.grading.torch_installed import installed_torch


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    installed_torch.cache_clear()
    yield
    installed_torch.cache_clear()


def test_the_version_is_that_of_the_package_and_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(name: str) -> str:
        asked.append(name)
        return version(name)

    monkeypatch.setattr(torch_installed, "version", counted)
    assert [installed_torch(), installed_torch()] == [version("torch")] * 2
    assert asked == ["torch"]


def test_where_there_is_no_torch_there_is_no_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(torch_installed, "version", missing)
    assert installed_torch() == ""
