"""JSON from outside is read as what it should be, or counts as none."""

import pytest

from kgmem.model.values.json_read import list_of, mapping_of, text_of

ODD = (None, True, 3, 2.5, "text", [1], {"a": 1})


def test_a_text_says_something() -> None:
    assert [text_of(one) for one in ("go", " ", "")] == ["go", None, None]


@pytest.mark.parametrize("value", [one for one in ODD if not isinstance(one, str)])
def test_nothing_else_is_a_text(value: object) -> None:
    assert text_of(value) is None


@pytest.mark.parametrize("value", [one for one in ODD if not isinstance(one, dict)])
def test_what_is_no_object_has_no_fields(value: object) -> None:
    assert mapping_of(value) == {}


@pytest.mark.parametrize("value", [one for one in ODD if not isinstance(one, list)])
def test_what_is_no_list_has_no_items(value: object) -> None:
    assert list(list_of(value)) == []
