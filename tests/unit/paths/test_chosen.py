"""A step chooses an option as its list calls it."""

import pytest

from kgmem.model.action import Action
from kgmem.model.trajectory import Element
from kgmem.paths.chosen import in_its_words

OPTIONS = [{"label": "Bug", "value": "b"}, {"label": "Feature", "value": "f"}]


@pytest.mark.parametrize(
    ("value", "params", "expected"),
    [
        ("bugs", {}, "Bug"),
        ("b", {}, "Bug"),
        ("question", {}, "question"),
        ("bug", {"option_by": "value"}, "b"),
        ("1", {"option_by": "index"}, "1"),
    ],
)
def test_what_is_selected_is_the_option(
    value: str, params: dict[str, object], expected: str
) -> None:
    field = Element.model_validate({"role": "combobox", "options": OPTIONS})

    told, target = in_its_words("select", value, field, params)

    assert told == expected
    assert target is field


@pytest.mark.parametrize("action", ["check", "click"])
def test_what_is_pressed_is_called_by_the_option(action: Action) -> None:
    item = Element.model_validate(
        {"role": "radio", "name": "features", "options": OPTIONS}
    )

    value, target = in_its_words(action, None, item, {})

    assert value is None
    assert target is not None
    assert target.name == "Feature"


def test_without_options_all_stays() -> None:
    item = Element(role="radio", name="features")

    assert in_its_words("check", None, item, {}) == (None, item)
