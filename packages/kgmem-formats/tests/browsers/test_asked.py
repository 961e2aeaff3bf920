"""Secrets that stand for themselves are asked for."""

import pytest

from kgmem.errors import InvalidInput
from kgmem_formats.browsers.asked import refuse_questions, with_questions


def test_a_secret_is_asked_for_by_its_name() -> None:
    text, names = with_questions("<secret>x_user</secret>@<secret> x_site </secret>")

    assert text == "{x_user}@{x_site}"
    assert names == ("x_user", "x_site")


def test_braces_of_a_page_are_text() -> None:
    assert with_questions("{x}") == ("{x}", ())


def test_where_nothing_can_be_asked_for_it_is_refused() -> None:
    with pytest.raises(InvalidInput, match="secret"):
        refuse_questions("evaluate", {"code": "login('<secret>pw</secret>')"})
