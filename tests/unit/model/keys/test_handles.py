"""What a browser finds an element by."""

from typing import Any

import pytest

from kgmem import Element
from kgmem.model.keys.handles import handle, handle_words


@pytest.mark.parametrize(
    ("element", "expected", "words"),
    [
        ({"role": "button", "name": "Save", "test_id": "save"},
         {"role": "button", "name": "Save"}, 'button "Save"'),
        ({"tag": "button", "text": "Save  all"}, {"role": "button", "name": "Save all"},
         'button "Save all"'),
        ({"tag": "input", "attributes": {"data-testid": "city"}},
         {"role": "textbox", "test_id": "city"}, "textbox [test id city]"),
        ({"tag": "input", "attributes": {"id": "city", "value": "Oslo"}},
         {"role": "textbox", "css": "#city"}, "textbox [#city]"),
        ({"tag": "input", "attributes": {"name": "to", "placeholder": "Town"}},
         {"role": "textbox", "name": "Town"}, 'textbox "Town"'),
        ({"tag": "select", "text": "low high", "attributes": {"name": "level"}},
         {"role": "combobox", "css": '[name="level"]'}, 'combobox [[name="level"]]'),
        ({"tag": "div", "locators": [{"kind": "css", "value": "div.row > a"}]},
         {"css": "div.row > a"}, "element [div.row > a]"),
        ({"name": "微信"}, {"text": "微信"}, 'element "微信"'),
        ({"role": "link", "name": "Edit", "container": ["Ann Lee"]},
         {"role": "link", "name": "Edit", "in": "Ann Lee"}, 'link "Edit" in Ann Lee'),
    ],
)  # fmt: skip
def test_the_first_that_there_is_of_role_and_name_test_id_and_css(
    element: dict[str, Any], expected: dict[str, str], words: str
) -> None:
    found = handle(Element.model_validate(element))

    assert found == expected
    assert handle_words(found) == words
