"""A pattern as a test for pytest and Playwright, which runs as it is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgmem import ExportedPattern, PatternSource
from kgmem_formats.exporters.cases import START, Cases, exported_test, needed
from kgmem_formats.exporters.naming import slug
from kgmem_formats.exporters.playwright_code import Dialect
from kgmem_formats.exporters.script import Script

FORMAT = "playwright-python"


def export(source: PatternSource, options: Mapping[str, Any]) -> ExportedPattern:
    """The test, as one file. Options: `start`, `cases`."""
    name, run = f"test_{slug(source.pattern)}.py", "pip install pytest playwright; "
    return exported_test(source, options, FORMAT, name, f"{run}pytest THIS_FILE", _file)


class Python(Dialect):
    """Python with Playwright's sync API."""

    indent = "    "
    remark_form = "# {}"
    joined, encoded = "', '.join({})", "quote({}, safe='')"
    length, number = "len({})", "int({})"
    only_form, there_form = "only({})", "there({})"
    statement = "{}"
    address_check = "expect(page).to_have_url(re.compile({}, re.I))"
    shown_check = "expect({}).to_be_visible()"
    by_hand = "pytest.fail({})"
    branches = "if {}:", "elif {}:", "else:"
    loop = "for n in range({}):"
    leave = "if {}:\n    break"
    ends = ()

    def text(self, value: object) -> str:
        return repr(value)

    def choosing(self, ways: Sequence[str], also: Sequence[str]) -> Sequence[str]:
        return [*ways, *([f"also=[{', '.join(also)}]"] if also else [])]

    def call(self, method: str, *arguments: str, **options: str | int | bool) -> str:
        given = [*arguments, *(f"{name}={one}" for name, one in options.items())]
        return f"{method}({', '.join(given)})"


HELPERS = '''
PARTS = "tr, li, [role=row], [role=listitem], article, fieldset, form, section, dialog"


@pytest.fixture
def tab() -> Iterator[Page]:
    """A page of a browser that this test starts."""
    names = "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"
    found = os.environ.get("KGMEM_CHROMIUM") or next(
        filter(None, map(shutil.which, names)), None
    )
    is_root = getattr(os, "geteuid", lambda: 1)() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found, args=["--no-sandbox"] if is_root else []
        )
        page = browser.new_page()
        page.set_default_timeout(10_000)
        yield page
        browser.close()


def only(*ways: Locator, also: Sequence[Locator] = ()) -> Locator:
    """What the first way finds that finds anything; while that are several, those
    among them that another way finds, too."""
    reduce(Locator.or_, ways).first.wait_for(state="attached")
    found = next(way for way in ways if way.count())
    for way in (*ways, *also):
        if found.count() > 1 and found.and_(way).count():
            found = found.and_(way)
    return found


def there(*ways: Locator) -> bool:
    """Is it there, or comes within two seconds?"""
    try:
        reduce(Locator.or_, ways).first.wait_for(timeout=2_000)
    except TimeoutError:
        return False
    return True


def near(page: Page | FrameLocator, *texts: str) -> Locator:
    """What stands in the smallest parts of the page that hold all these texts."""
    parts = page.locator(PARTS)
    for text in texts:
        parts = parts.filter(has_text=text)
    return parts.filter(has_not=parts).locator("*")
'''.strip("\n")


def _file(script: Script, cases: Cases, head: list[str]) -> Iterator[str]:
    python = Python(script.parameters)
    yield from map(python.remark, head)
    yield ""
    yield from _IMPORTS
    yield ""
    default = "" if script.start is None else f", {script.start!r}"
    yield f"START = os.environ.get({START!r}{default})"
    yield "CASES = ["
    yield from (f"    {one!r}," for one in cases.values)
    yield "]"
    yield f"OUTSIDE = {needed(script, cases)!r}"
    yield from HELPERS.splitlines()
    yield from ("", "", "def follow(page: Page, values: dict[str, Any]) -> None:")
    yield '    """Do the task with these values, and check where it leads."""'
    if not script.opens:
        yield "    page.goto(START)"
    yield from (python.indent + line for line in python.lines(script.body))
    yield from ("", "", '@pytest.mark.parametrize("values", CASES)')
    yield "def test_pattern(tab: Page, values: dict[str, Any]) -> None:"
    yield from _TEST


_IMPORTS = """import os
import re
import shutil
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import (
    FrameLocator,
    Locator,
    Page,
    TimeoutError,
    expect,
    sync_playwright,
)
""".splitlines()

_TEST = """    lacking = [name for name in OUTSIDE.values() if name not in os.environ]
    if lacking:
        pytest.skip("set " + ", ".join(lacking))
    outside = {key: os.environ[name] for key, name in OUTSIDE.items()}
    follow(tab, {**values, **outside})""".splitlines()
