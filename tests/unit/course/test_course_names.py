"""Names that ids are made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizterm.course.names import is_name, slugify


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("Build It", "build-it"),
        ("01 - Über\tuns!", "01-über-uns"),
        ("U\u0308ber", "über"),
        ("a_b.c", "a-b-c"),
        ("Λέξεις", "λέξεις"),
        ("!", ""),
        ("", ""),
    ],
)
def test_slugs(text: str, slug: str) -> None:
    assert slugify(text) == slug


@given(st.text())
def test_a_slug_is_a_name_and_its_own_slug(text: str) -> None:
    slug = slugify(text)
    assert slug == "" or is_name(slug)
    assert slugify(slug) == slug


@pytest.mark.parametrize("text", ["", "a.b", "a b", "A", "-a", "_a", "a/b", "a\x1b", "a" * 101, "a\n"])
def test_what_is_no_name(text: str) -> None:
    assert not is_name(text)
