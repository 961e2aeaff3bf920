"""Playwright's recorder: the Python, JavaScript, TypeScript, Java and C# that
`playwright codegen` writes, and what is written in its way."""

import re
from collections.abc import Iterator, Sequence

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem_formats.importers.playwright.code.running import Running
from kgmem_formats.importers.playwright.code.values import Scope, WrittenFunction
from kgmem_formats.importers.scripts.curly import curly_tree
from kgmem_formats.importers.scripts.python_tree import python_tree
from kgmem_formats.importers.scripts.tree import CodeNode
from kgmem_formats.importers.steps import Steps

_CALL = re.compile(
    r"\b(?:[Pp]age|frame)\d*\.(?:get_?by|goto|locator|navigate|click|fill|keyboard)",
    re.I,
)
_LANGUAGES = (
    ("C#", re.compile(r"\busing Microsoft\.Playwright|Async\(|\bawait \w*[Pp]age\.G")),
    (
        "Java",
        re.compile(r"com\.microsoft\.playwright|\bnew (?:Page|Locator)\.\w+Options"),
    ),
    ("JavaScript", re.compile(r"@playwright/test|\brequire\(|\bawait page\w*\.\w+\(")),
)
_PYTHON = re.compile(
    r"^\s*(?:from playwright|import (?:asyncio|re|playwright)|def |async def )", re.M
)
_NAMELESS = frozenset({"", "test", "test_example", "run", "main", "example"})


class PlaywrightScript:
    """Reads the script that the recorder wrote: it is parsed, never run."""

    name = "playwright-script"
    title = "Playwright codegen (Python, JavaScript, TypeScript, Java, C#)"

    def recognizes(self, source: Source) -> str | None:
        if source.shape != "text":
            return None
        head = source.text_head
        if "playwright" not in head.lower() and "page.goto(" not in head:
            return None
        return f"{language_of(head)} that drives a page" if _CALL.search(head) else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        body = _tree(source.text())
        for title, steps in runs_of(body, source.name):
            first = next((s for s in steps.steps if s.does.enters == "address"), None)
            url = first.value if first and not first.params.get("asks") else None
            is_whole = url is not None and "://" in url
            yield steps.run(source.name, title, url=url if is_whole else None)


def language_of(code: str) -> str:
    """The language that it is written in."""
    if _PYTHON.search(code):
        return "Python"
    found = (name for name, sign in _LANGUAGES if sign.search(code))
    return next(found, "Python")


def _tree(code: str) -> tuple[CodeNode, ...]:
    if (language := language_of(code)) != "Python":
        return curly_tree(code, language)
    try:
        return python_tree(code)
    except InvalidInput:
        if "await " not in code:
            raise
        return curly_tree(code, "JavaScript")


def runs_of(body: Sequence[CodeNode], place: str) -> Iterator[tuple[str | None, Steps]]:
    """The runs that a file holds: one for each test, or one for all of it."""
    running, scope = Running(Steps(), place), Scope({"__name__": "__main__"})
    running.whole(body, scope)
    tests = [*running.tests.found, *_uncalled_tests(running, scope)]
    if not tests:
        for written in _uncalled(running, scope):
            running.test(written)
        yield None, _ended(running, place)
        return
    for name, written in tests:
        one = _begun(running, place)
        for before in running.tests.before:
            one.test(before)
        one.test(written)
        title = None if name.lower() in _NAMELESS else name
        yield title, _ended(one, place)


def _begun(running: Running, place: str) -> Running:
    """A run that begins with what the file does outside of its tests."""
    steps = Steps()
    steps.steps += running.steps.steps
    steps.refused += running.steps.refused
    one = Running(steps, place)
    one.pages.base = running.pages.base
    return one


def _ended(running: Running, place: str) -> Steps:
    with running.steps.reading(place):
        running.pages.acting.end()
    return running.steps


def _uncalled_tests(
    running: Running, scope: Scope
) -> list[tuple[str, WrittenFunction]]:
    return [
        (one.function.name, one)
        for one in _uncalled(running, scope)
        if one.function.is_test
    ]


def _uncalled(running: Running, scope: Scope) -> list[WrittenFunction]:
    """The file's functions that nothing in it calls."""
    return [
        one
        for one in scope.held.values()
        if isinstance(one, WrittenFunction) and one.function.line not in running.called
    ]


importer = PlaywrightScript()
