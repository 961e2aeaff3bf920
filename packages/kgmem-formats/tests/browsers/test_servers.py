"""Whose tool is called?"""

import pytest

from kgmem_formats.browsers.servers import devtools, is_browsers, playwrights


@pytest.mark.parametrize(
    "name",
    [
        "browser_click", "mcp__playwright__browser_click", "playwright-browser_click",
        "mcp_playwright_browser_click", "playwright.browser_click",
    ],
)  # fmt: skip
def test_playwrights_under_the_names_of_its_hosts(name: str) -> None:
    found = playwrights(name, {"ref": "e5", "element": "Order"})

    assert found is not None
    assert found[0] == "browser_click"


def test_tools_of_others_that_are_called_so_have_other_arguments() -> None:
    assert playwrights("browser_click", {"index": 5}) is None
    assert playwrights("browser_fly", {"ref": "e5"}) is None
    assert playwrights("browser_click", {"ref": "e5", "force": True}) is not None


@pytest.mark.parametrize(
    "name", ["mcp__chrome-devtools__fill", "chrome_devtools.fill", "mcp_devtools_fill"]
)
def test_devtools_by_its_name(name: str) -> None:
    found = devtools(name, {}, is_at_work=False)

    assert found is not None
    assert found[0] == "fill"


def test_devtools_by_what_only_it_has() -> None:
    assert devtools("click", {"uid": "1_4"}, is_at_work=False) is not None
    assert devtools("take_snapshot", {}, is_at_work=False) is not None
    assert devtools("press_key", {"key": "Tab"}, is_at_work=True) is not None
    assert devtools("press_key", {"key": "Tab"}, is_at_work=False) is None
    assert devtools("click", {"selector": "#a"}, is_at_work=False) is None


def test_the_name_alone() -> None:
    assert is_browsers("mcp__playwright__browser_tabs")
    assert not is_browsers("get_order")
