"""Each tool of a browser, and each of its arguments, is used, harmless or refused.

The names are those of the real programs, in all of their versions: see
`tests/fixtures/vocabulary`. Where browser-use is installed, its own registry is
walked, too.
"""

import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem_formats.browsers import browser_use, devtools_mcp, playwright_mcp
from kgmem_formats.browsers.rows import Tool

FIXTURES = Path(__file__).parents[1] / "fixtures"
TABLES: Mapping[str, Mapping[str, Tool]] = {
    "browser_use": browser_use.TOOLS,
    "playwright_mcp": playwright_mcp.TOOLS,
    "devtools_mcp": devtools_mcp.TOOLS,
}


def vocabulary(name: str) -> dict[str, Any]:
    text = (FIXTURES / "vocabulary" / f"{name}.json").read_text(encoding="utf-8")
    tools: dict[str, Any] = json.loads(text)["tools"]
    return tools


def unlisted(table: Mapping[str, Tool], tools: Mapping[str, list[str]]) -> set[str]:
    """Tools without a row, and arguments that a row does not tell of."""
    lost = {name for name in tools if name not in table}
    for name in tools.keys() - lost:
        row = table[name]
        told = row.used | row.harmless.keys() | row.refused.keys()
        if row.deed:
            lost |= {f"{name}.{one}" for one in tools[name] if one not in told}
    return lost


@pytest.mark.parametrize("server", ["playwright_mcp", "devtools_mcp"])
def test_each_tool_of_a_server_stands_in_its_table(server: str) -> None:
    tools = vocabulary(server)

    assert len(tools) > 30
    assert unlisted(TABLES[server], tools) == set()


@pytest.mark.parametrize("version", vocabulary("browser_use"))
def test_each_action_of_browser_use_stands_in_its_table(version: str) -> None:
    assert unlisted(browser_use.TOOLS, vocabulary("browser_use")[version]) == set()


def test_a_word_that_stands_in_no_list_is_found() -> None:
    table = {"click": browser_use.TOOLS["click"]}

    assert unlisted(table, {"click": ["index", "force"], "fly": []}) == {
        "click.force",
        "fly",
    }


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_each_row_says_why_something_is_left_out(table: Mapping[str, Tool]) -> None:
    for name, row in table.items():
        told = [bool(row.deed), bool(row.looks), bool(row.lost)]
        assert told.count(True) == 1, name
        assert all(row.harmless.values()), name
        assert all(row.refused.values()), name
        assert not row.used & row.harmless.keys(), name


@pytest.mark.skipif(
    importlib.util.find_spec("browser_use") is None, reason="browser-use is missing"
)
def test_each_action_of_the_installed_browser_use_stands_in_the_table() -> None:
    tools = importlib.import_module("browser_use").Tools()
    registered = tools.registry.registry.actions

    names = {
        name: list(one.param_model.model_fields) for name, one in registered.items()
    }

    assert unlisted(browser_use.TOOLS, names) == set()
