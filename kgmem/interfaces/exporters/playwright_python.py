"""A pattern as a test for pytest and Playwright, which runs as it is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import Field

from kgmem.interfaces.exporters.cases import CHROMIUM, START, Cases, cases_of
from kgmem.interfaces.exporters.parameters import Parameters, ParameterUse
from kgmem.interfaces.exporters.playwright_code import (
    Dialect,
    frame_selector,
    plain,
    seen_words,
)
from kgmem.interfaces.exporters.reading import script_of
from kgmem.interfaces.exporters.script import LocatorWay, Script, Where
from kgmem.interfaces.pattern_names import origin, slug
from kgmem.messages import said
from kgmem.model.base import Value
from kgmem.model.exported import ExportedPattern, PatternSource
from kgmem.model.values.arguments import validated

FORMAT = "playwright-python"


class CaseOptions(Value):
    """What may be chosen."""

    start: str | None = None
    """The address on which it begins."""
    cases: int = Field(default=1, ge=1, le=100)
    """How many runs' values it is run with."""


def export(source: PatternSource, options: Mapping[str, Any]) -> ExportedPattern:
    """The test, as one file. Options: `start`, `cases`."""
    chosen = validated(CaseOptions, options, FORMAT)
    script = script_of(source, chosen.start)
    cases = cases_of(script, source, chosen.cases)
    text = "\n".join(_file(script, cases, source)) + "\n"
    return ExportedPattern(
        format=FORMAT,
        name=f"test_{slug(source.pattern)}.py",
        text=text,
        notes=(*script.notes, *outside_notes(cases)),
    )


def outside_notes(cases: Cases) -> Iterator[str]:
    """Which values have to come from outside."""
    for key, name in cases.outside.items():
        yield said(f"no run shows a value of {key}: it is read from {name}")


class Python(Dialect):
    """Python with Playwright's sync API."""

    indent = "    "
    and_call = "and_"
    only_call = "only"

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    def text(self, value: str) -> str:
        return repr(value)

    def given(self, one: ParameterUse, *, encoded: bool = False) -> str:
        value = f"values[{one.key!r}]"
        if one.in_loop:
            value += "[n]"
        elif one.is_list:
            value = f"', '.join({value})"
        return f"quote({value}, safe='')" if encoded else value

    def count(self, over: ParameterUse) -> str:
        value = f"values[{over.key!r}]"
        return f"len({value})" if over.is_list else f"int({value})"

    def remark(self, text: str) -> str:
        return f"# {plain(text)}"

    def way(self, way: LocatorWay, frame: str | None) -> str:
        page = (
            "page"
            if frame is None
            else f"page.frame_locator({frame_selector(frame)!r})"
        )
        words, role = self.words(way.words), repr(way.role)
        exact = ", exact=True" if way.exact else ""
        match way.kind:
            case "role":
                return f"{page}.get_by_role({role}, name={words}{exact})"
            case "label" | "placeholder" | "text":
                return f"{page}.get_by_{way.kind}({words}{exact})"
            case "test_id":
                return f"{page}.get_by_test_id({words})"
            case "around":
                texts = ", ".join(self.words(one) for one in seen_words(way.words))
                return f"near({page}, {texts})"
            case "css" | "xpath":
                return f"{page}.locator({self.text(way.kind + '=')} + {words})"

    def choosing(self, ways: Sequence[str], also: Sequence[str]) -> Iterator[str]:
        yield from ways
        if also:
            yield f"also=[{', '.join(also)}]"

    def call(self, method: str, *arguments: str, delay: int | None = None) -> str:
        given = [*arguments, *([f"delay={delay}"] if delay else [])]
        return f"{method}({', '.join(given)})"

    def statement(self, expression: str) -> str:
        return expression

    def address_check(self, pattern: str) -> str:
        return f"expect(page).to_have_url(re.compile({pattern!r}, re.I))"

    def shown_check(self, found: str) -> str:
        return f"expect({found}).to_be_visible()"

    def by_hand(self, text: str) -> str:
        return f"pytest.fail({plain(text)!r})"

    def branch(self, condition: str | None, is_first: bool) -> str:
        if condition is None:
            return "else:"
        return f"{'if' if is_first else 'elif'} {condition}:"

    def loop(self, times: str) -> str:
        return f"for n in range({times}):"

    def there(self, where: Where) -> str:
        return f"there({', '.join(self.ways(where))})"

    def leave(self, condition: str) -> Sequence[str]:
        return (f"if {condition}:", f"{self.indent}break")

    def ends(self) -> str | None:
        return None


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


def _file(script: Script, cases: Cases, source: PatternSource) -> Iterator[str]:
    python = Python(script.parameters)
    yield from map(python.remark, _head(script, source))
    yield ""
    yield from _IMPORTS
    yield ""
    default = "" if script.start is None else f", {script.start!r}"
    yield f"START = os.environ.get({START!r}{default})"
    yield "CASES = ["
    yield from (f"    {one!r}," for one in cases.values)
    yield "]"
    needed = () if script.start or script.opens else (START,)
    outside = {**cases.outside, **{f"({one})": one for one in needed}}
    yield f"OUTSIDE = {outside!r}"
    yield from HELPERS.splitlines()
    yield from ("", "", "def follow(page: Page, values: dict[str, Any]) -> None:")
    yield '    """Do the task with these values, and check where it leads."""'
    if not script.opens:
        yield "    page.goto(START)"
    yield from (python.indent + line for line in python.lines(script.body))
    yield from ("", "", '@pytest.mark.parametrize("values", CASES)')
    yield "def test_pattern(tab: Page, values: dict[str, Any]) -> None:"
    yield from _TEST


def _head(script: Script, source: PatternSource) -> Iterator[str]:
    yield script.title
    yield origin(source.pattern)
    yield "Run it: pip install pytest playwright; pytest THIS_FILE. Environment:"
    yield f"{CHROMIUM}: the browser's program; without, one of the system is taken."
    yield f"{START}: another first page."
    yield from (f"Note: {note}" for note in script.notes)


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
