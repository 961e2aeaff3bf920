"""A template of addresses as a regular expression that two languages read alike."""

import re
import shutil
import subprocess

import pytest

from kgmem.model.texts.template import escape
from kgmem.model.texts.url import url_template
from kgmem_formats.exporters.addresses import address_pattern

PAIRS = [
    "https://shop.example/",
    "https://shop.example/item/42",
    "https://u@shop.example/item/42/?b=1&a=2#top",
    "https://shop.example/%E8%8C%B6/a%20b",
    "https://shop.example/茶/a b",
    "http://127.0.0.1:43211/rows",
    "http://shop.example:8080/x.php?q=a+b",
    "https://shop.example/app#/orders/7",
    "file:///tmp/page.html",
    "about:blank",
]


@pytest.mark.parametrize("url", PAIRS)
@pytest.mark.parametrize("start", [None, "https://other.example/"])
def test_an_address_fits_its_own_template(url: str, start: str | None) -> None:
    pattern = address_pattern(escape(url_template(url)), start)

    assert re.search(pattern, url, re.I)


def place(url: str) -> str:
    return url_template(url).partition("?")[0]


@pytest.mark.parametrize("url", PAIRS)
def test_and_not_those_of_other_places(url: str) -> None:
    pattern = address_pattern(escape(url_template(url)), None)

    others = [one for one in PAIRS if place(one) != place(url)]
    assert [one for one in others if re.search(pattern, one, re.I)] == []


def test_a_query_has_to_be_there_in_any_order() -> None:
    pattern = address_pattern("shop.example/item?a&b", None)

    assert re.search(pattern, "https://shop.example/item?b=1&c&a=2")
    assert not re.search(pattern, "https://shop.example/item?a=2")
    assert not re.search(pattern, "https://shop.example/item?a=2&bee=1")


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_javascript_reads_it_alike() -> None:
    from kgmem_formats.exporters.playwright_typescript import literal

    tests = [
        f'new RegExp({literal(address_pattern(escape(url_template(one)), None))}, "i")'
        f".test({literal(one)})"
        for one in PAIRS
    ]
    code = f"console.log([{', '.join(tests)}].every((fits) => fits))"

    told = subprocess.run(
        ["node", "-"], input=code.encode(), capture_output=True, check=True, timeout=60
    )

    assert told.stdout == b"true\n"
