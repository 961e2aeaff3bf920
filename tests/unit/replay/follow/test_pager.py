"""The next page of a list is known by where its link leads."""

import pytest

from kgmem import Element
from kgmem.replay.follow.pager import next_page


def link(href: str, **more: object) -> Element:
    said = {"role": "link", "tag": "a", "attributes": {"href": href}}
    return Element.model_validate({**said, **more})


@pytest.mark.parametrize(
    ("url", "hrefs", "expected"),
    [
        ("http://a/x", ["?page=2", "?page=1"], 1),
        ("http://a/x?page=1", ["?page=0", "?page=3", "?page=2"], 2),
        ("http://a/x?q=b&page=1", ["?page=2", "?q=b&page=2"], 1),
        ("http://a/x/page/1", ["/x/page/2"], 0),
        ("http://a/x", ["/x/5", "/y?page=2", "http://b/x?page=2"], None),
    ],
)
def test_it_is_this_address_with_the_next_number(
    url: str, hrefs: list[str], expected: int | None
) -> None:
    assert next_page(url, list(map(link, hrefs)), ()) == expected


def test_a_records_link_turns_no_page() -> None:
    record = link("?id=7", container=("7\tLamp",))

    assert next_page("http://a/x", [record], ()) is None


def test_a_link_that_acts_for_good_turns_none() -> None:
    assert next_page("http://a/x", [link("?all=1", name="Delete")], ()) is None


def test_filters_are_no_pager() -> None:
    filters = [link("?q=b&staff=1", name="Yes"), link("?q=b&active=1", name="Yes")]
    page = link("?q=b&p=1", name="2")

    assert next_page("http://a/x?q=b", filters, ()) is None
    assert next_page("http://a/x?q=b", [*filters, page], ()) == 2


def test_the_first_page_is_no_further_one() -> None:
    first, second = link("?page=1", name="1"), link("?page=2", name="2")

    assert next_page("http://a/x", [first], ()) is None
    assert next_page("http://a/x", [first, second], ()) == 1
