"""An app by whatever it is called."""

import pytest

from kgmem.model.known_app import KnownApp
from kgmem_agents.mcp.apps import app_at, named_app

APPS = [
    KnownApp(
        name="Bug Desk",
        aliases=("the tracker", "缺陷库"),
        hosts=("desk.example:8080", "desk.example"),
        titles=("Open bugs — Bug Desk 2", "Home | Staff pages"),
    ),
    KnownApp(name="shop", hosts=("shop.example",), titles=("Home", "Cart – Corner")),
]


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("bug  DESK", "Bug Desk"),
        ("The Tracker", "Bug Desk"),
        ("缺陷库", "Bug Desk"),
        ("https://DESK.example:8080/open?x=1", "Bug Desk"),
        ("desk.example", "Bug Desk"),
        ("corner", "shop"),
        ("Home", None),  # of two apps
        ("desk", None),
        ("elsewhere.example", None),
    ],
)
def test_by_name_alias_host_or_title_in_any_case(given: str, name: str | None) -> None:
    assert named_app(APPS, given) == name


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://shop.example/cart", "shop"),
        ("http://desk.example:8080", "Bug Desk"),
        ("http://desk.example:9090/", None),
        ("about:blank", None),
        ("", None),
    ],
)
def test_an_address_tells_the_app(url: str, name: str | None) -> None:
    assert app_at(APPS, url) == name


def test_a_host_of_two_apps_tells_none() -> None:
    both = [KnownApp(name=name, hosts=("a.example",)) for name in ("one", "two")]

    assert app_at(both, "http://a.example/") is None
    assert named_app(both, "a.example") is None
