"""What counts as the same task, run, page and element."""

import json
from typing import Any
from uuid import uuid5

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.model.keys.identity import (
    _NAMESPACE,
    alias_id,
    app_id,
    element_key,
    fingerprint,
    page_key,
    task_id,
)
from kgmem.model.trajectory import Box, Element, Locator, Page

words = st.text(min_size=1, max_size=30)


def test_case_width_and_white_space_of_tasks_and_apps_make_no_difference() -> None:
    plain = task_id("s", "taobao", "search for mice")

    assert task_id("s", "  TAOBAO ", "Search  for\nmice.") == plain
    assert task_id("s", "ｔａｏｂａｏ", "ｓearch for mice") == plain
    assert task_id("s", None, "x") == task_id("s", " ", "x")
    assert task_id("s", "jd", "search for mice") != plain
    assert app_id("s", "淘宝 ") == app_id("s", "淘宝")


class TestPages:
    def test_an_address_goes_before_the_title(self) -> None:
        one = Page(url="http://h/item/1", title="Mouse")
        other = Page(url="http://h/item/2?ref=x", title="Keyboard")

        assert page_key("a", one) != page_key("a", other)
        assert page_key("a", Page(url="http://h/item/2")) == page_key("a", one)

    def test_numbers_in_a_title_vary(self) -> None:
        assert page_key("a", Page(title="Inbox (3)")) == page_key(
            "a", Page(title="inbox (12)")
        )

    def test_chosen_ids_tell_pages_without_address_apart(self) -> None:
        form = Page(elements=(Element(tag="input", attributes={"id": "email"}),))
        same = Page(
            elements=(
                Element(tag="p", text="another text"),
                Element(tag="input", attributes={"id": "email"}, text="typed"),
            )
        )
        other = Page(elements=(Element(tag="input", attributes={"id": "city"}),))

        assert page_key("a", form) == page_key("a", same) != page_key("a", other)

    def test_the_fingerprint_is_of_the_structure_alone(self) -> None:
        one = Page(elements=(Element(tag="li", name="Apple"), Element(tag="a")))
        longer = Page(
            elements=(
                Element(tag="a", name="Go"),
                Element(tag="li", name="Pear"),
                Element(tag="li", name="Fig"),
            )
        )
        other = Page(elements=(Element(tag="li"), Element(tag="button")))

        assert fingerprint(one) == fingerprint(longer) != fingerprint(other)
        assert fingerprint(Page(url="http://h")) == ""


class TestElements:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Element(role="button", name="Go"), Element(tag="button", name=" go ")),
            (Element(tag="a", name="Inbox (3)"), Element(role="link", name="Inbox")),
            (Element(tag="android.widget.Button", text="确定"),
             Element(role="button", name="确定")),
            (Element(tag="input", name="City", text="Rome"),
             Element(tag="input", name="City", text="Oslo")),
            (Element(tag="input", attributes={"id": "react-select-2-x1y2z3"}, name="C"),
             Element(tag="input", attributes={"id": "react-select-9-q8w7e6"},
                     name="C")),
            (Element(tag="button", name="Buy", path="/a[1]", ordinal=1),
             Element(tag="button", name="Buy", path="/b[2]", ordinal=9)),
            (Element(element_id=12, role="button", name="Go"),
             Element(element_id=40, role="button", name="Go")),
            (Element(tag="div", test_id="cart", name="Cart: 3 items"),
             Element(tag="div", test_id="cart", name="Cart: empty")),
        ],
    )  # fmt: skip
    def test_the_same_element_in_another_run(
        self, one: Element, other: Element
    ) -> None:
        assert element_key(one) == element_key(other)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Element(role="button", name="Go"), Element(role="link", name="Go")),
            (Element(role="cell", name="15"), Element(role="cell", name="16")),
            (Element(tag="input", name="From"), Element(tag="input", name="To")),
            (Element(tag="input", attributes={"type": "checkbox"}, name="A"),
             Element(tag="input", attributes={"type": "radio"}, name="A")),
            (Element(tag="i", container=("Apples",)),
             Element(tag="i", container=("Pears",))),
            (Element(tag="i", ordinal=1), Element(tag="i", ordinal=2)),
            (Element(tag="input", attributes={"id": "field1"}),
             Element(tag="input", attributes={"id": "field2"})),
        ],
    )  # fmt: skip
    def test_another_element(self, one: Element, other: Element) -> None:
        assert element_key(one) != element_key(other)


class TestWithoutAName:
    @pytest.mark.parametrize(
        "alone",
        [
            [{"box": Box(x=x, y=9, width=9, height=9)} for x in (1, 50, 99)],
            [{"attributes": {"href": f"/item/{n}"}} for n in (1, 2, 3)],
            [{"attributes": {"class": f"btn {name}"}} for name in ("edit", "drop")],
            [{"attributes": {"data-key": f"k{n}"}} for n in (1, 2, 3)],
            [{"attributes": {"id": f"product-{n}"}} for n in (10293, 10294)],
            [
                {"locators": (Locator(kind="css", value=f"#p-{n} > button"),)}
                for n in (10293, 10294, 10295)
            ],
            [{"element_id": n} for n in (5, 6, "e7")],
            [{"container": ("Delete", row)} for row in ("Ann", "Bob")],
            [
                {"frame": frame, "locators": (Locator(kind="css", value=".go"),)}
                for frame in ("left", "right")
            ],
        ],
    )
    def test_what_is_known_alone_tells_apart(self, alone: list[dict[str, Any]]) -> None:
        keys = {element_key(Element(role="button", **parts)) for parts in alone}

        assert len(keys) == len(alone)

    def test_ids_that_are_stored_stay(self) -> None:
        told = {
            '["button","name","go"]': Element(role="button", name="Go", ordinal=4),
            '["div","test_id","cart"]': Element(tag="div", test_id="cart", path="/a"),
            '["textbox","id","email"]': Element(
                tag="input", attributes={"id": "email"}, ordinal=1
            ),
            '["i","container","apples"]': Element(tag="i", container=("Apples",)),
            '["i","ordinal"," 1"]': Element(tag="i", ordinal=1),
            '["","locator","css=.cart"]': Element(
                locators=(Locator(kind="css", value=".cart"),)
            ),
            '["","box"," 1,1"]': Element(box=Box(x=20, y=20, width=0, height=0)),
            '["button","none",""]': Element(role="button"),
        }

        assert {key: element_key(element) for key, element in told.items()} == {
            key: key for key in told
        }


@given(words, st.text(max_size=200))
def test_an_id_is_the_name_based_uuid_of_its_parts_as_json(
    space: str, key: str
) -> None:
    stored = uuid5(_NAMESPACE, json.dumps(("alias", space, key)))

    assert alias_id(space, key) == str(stored)
