"""What counts as the same task, run, page and element."""

from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgmem.model.identity import (
    app_id,
    element_id,
    element_ids,
    element_key,
    experience_id,
    fingerprint,
    page_id,
    page_key,
    stable_classes,
    stable_id,
    step_id,
    task_id,
    text_hash,
)
from kgmem.model.trajectory import Element, Locator, Page

words = st.text(min_size=1, max_size=30)


@settings(deadline=None)
@given(words, words, words)
def test_same_inputs_give_the_same_id_and_spaces_differ(
    space: str, app: str, text: str
) -> None:
    for one, other, elsewhere in (
        (task_id(space, app, text), task_id(space, app, text), task_id("", app, text)),
        (text_hash(space, text), text_hash(space, text), text_hash("", text)),
        (app_id(space, app), app_id(space, app), app_id("", app)),
        (
            experience_id(space, text),
            experience_id(space, text),
            experience_id("", text),
        ),
        (
            page_id(space, app, Page(title=text)),
            page_id(space, app, Page(title=text)),
            page_id("", app, Page(title=text)),
        ),
    ):
        assert one == other
        assert one != elsewhere


letters = st.text("abcxyz", min_size=1, max_size=9)


@settings(deadline=None)
@given(letters, letters)
def test_ids_are_uuids_and_parts_do_not_run_together(a: str, b: str) -> None:
    joined = task_id("s", a + b, "x")

    assert str(UUID(joined)) == joined
    assert joined != task_id("s", a, b + "x")
    assert step_id(joined, 1) != step_id(joined, 11)


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

    def test_an_address_of_no_place_is_no_evidence(self) -> None:
        page = Page(url="about:blank", title="Start")

        assert page_key("a", page) == page_key("a", Page(title="start"))

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

    def test_what_is_not_known_is_one_page_per_app(self) -> None:
        assert page_key("a", None) == page_key("A", Page())
        assert page_key("a", None) != page_key("b", None)

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
    @settings(deadline=None)
    @given(st.permutations(["id", "class", "placeholder", "data-x"]))
    def test_the_order_of_attributes_makes_no_difference(self, keys: list[str]) -> None:
        values = {"id": "q", "class": "a b", "placeholder": "Find", "data-x": "1"}
        element = Element(tag="input", attributes={key: values[key] for key in keys})

        assert element_id("s", "p", element) == element_id(
            "s", "p", Element(tag="INPUT", attributes=values)
        )

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            (Element(role="button", name="Go"), Element(tag="button", name=" go ")),
            (Element(tag="a", name="Inbox (3)"), Element(role="link", name="Inbox")),
            (
                Element(tag="android.widget.Button", text="确定"),
                Element(role="button", name="确定"),
            ),
            (
                Element(tag="input", name="City", text="Rome"),
                Element(tag="input", name="City", text="Oslo"),
            ),
            (
                Element(
                    tag="input", attributes={"id": "react-select-2-x1y2z3"}, name="C"
                ),
                Element(
                    tag="input", attributes={"id": "react-select-9-q8w7e6"}, name="C"
                ),
            ),
            (
                Element(tag="button", name="Buy", path="/a[1]", ordinal=1),
                Element(tag="button", name="Buy", path="/b[2]", ordinal=9),
            ),
            (
                Element(element_id=12, role="button", name="Go"),
                Element(element_id=40, role="button", name="Go"),
            ),
            (
                Element(tag="div", test_id="cart", name="Cart: 3 items"),
                Element(tag="div", test_id="cart", name="Cart: empty"),
            ),
        ],
    )
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
            (
                Element(tag="input", attributes={"type": "checkbox"}, name="A"),
                Element(tag="input", attributes={"type": "radio"}, name="A"),
            ),
            (
                Element(tag="i", container=("Apples",)),
                Element(tag="i", container=("Pears",)),
            ),
            (Element(tag="i", ordinal=1), Element(tag="i", ordinal=2)),
            (
                Element(tag="input", attributes={"id": "field1"}),
                Element(tag="input", attributes={"id": "field2"}),
            ),
        ],
    )
    def test_another_element(self, one: Element, other: Element) -> None:
        assert element_key(one) != element_key(other)

    def test_the_page_is_part_of_it(self) -> None:
        button = Element(role="button", name="Go")

        assert element_id("s", "p1", button) != element_id("s", "p2", button)
        assert element_id("s", "p1", button) != element_id("t", "p1", button)

    def test_a_locator_without_numbers_identifies(self) -> None:
        one = Element(tag="svg", locators=(Locator(kind="css", value=".cart > svg"),))
        other = Element(
            tag="svg",
            locators=(
                Locator(kind="xpath", value="/html/body/div[3]/svg"),
                Locator(kind="css", value=".cart > svg"),
            ),
            path="/x",
        )

        assert element_key(one) == element_key(other)


@pytest.mark.parametrize(
    "chosen", ["search-btn", "searchInput", "q_box", "com.shop:id/search_bar", "搜索框"]
)
def test_chosen_ids(chosen: str) -> None:
    assert stable_id(Element(attributes={"id": chosen})) == chosen


@pytest.mark.parametrize(
    "generated",
    ["ember1234", ":r1:", "sc-bdVaJa", "mat-input-0", "a1b2c3d4", "css-qwrtzp", "7"],
)
def test_generated_ids(generated: str) -> None:
    assert stable_id(Element(attributes={"id": generated})) is None


def test_classes_that_somebody_chose() -> None:
    element = Element(
        attributes={"class": "btn-primary btn css-1x2y3z p-4 Button_root__aBcDe btn"}
    )

    assert stable_classes(element) == ("btn", "btn-primary")


def test_ids_of_the_elements_of_a_page() -> None:
    buttons = tuple(Element(role="button", name=f"B{n}") for n in range(400))
    page = Page(url="https://shop.example/", elements=buttons)

    ids = element_ids("s", "shop", page)

    place = page_id("s", "shop", page)
    assert ids == [element_id("s", place, one) for one in buttons[:300]]
    assert element_ids("s", "shop", None) == []
    assert element_ids("s", "shop", Page(url="https://shop.example/")) == []
