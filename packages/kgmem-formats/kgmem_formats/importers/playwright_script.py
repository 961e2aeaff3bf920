"""Python and JavaScript that Playwright's recorder writes."""

import ast
import re
from collections.abc import Iterator

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem_formats.importers.playwright.recorded import NO_LINE, RecordedLines
from kgmem_formats.importers.playwright.recording import Recording
from kgmem_formats.importers.playwright.script_lines import (
    Script,
    javascript,
    odd,
)
from kgmem_formats.importers.steps import Steps

_CALL = re.compile(r"\bpage\d*\.(?:get_?by|goto|locator|navigate|click|fill)", re.I)
_PYTHON = re.compile(
    r"^\s*(?:from playwright|import (?:asyncio|re|playwright)\b|(?:async )?def )", re.M
)
_OTHERS = re.compile(r"\busing Microsoft\.Playwright|com\.microsoft\.playwright")
_NAMELESS = frozenset({"", "test", "test_example", "run", "main", "example"})


class PlaywrightScript:
    """Reads what the recorder wrote, from top to bottom: it is parsed, never run."""

    name = "playwright-script"
    title = "Playwright codegen (Python, JavaScript)"

    def recognizes(self, source: Source) -> str | None:
        if source.shape != "text":
            return None
        head = source.text_head
        if "playwright" not in head.lower() and "page.goto(" not in head:
            return None
        return "a script that drives a page" if _CALL.search(head) else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        code, place = source.text(), source.name
        if _OTHERS.search(code):
            raise InvalidInput(NO_LINE)
        whole, *tests = python(code) if _PYTHON.search(code) else javascript(code)
        around = _steps(whole[1], place)
        runs = [(title, _steps(body, place)) for title, body in tests]
        for _, steps in runs:
            steps.refused[:0] = around.refused
            if around.steps:
                steps.refuse(place, "what is done outside of tests")
        for title, steps in runs or [("", around)]:
            if steps.steps or steps.refused:
                yield _run(steps, place, title)


def python(code: str) -> Iterator[Script]:
    """The file's lines outside of functions, and then its functions: `run`, or tests.
    Others are lines that the recorder does not write."""
    try:
        body = ast.parse(code).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidInput("not Python; save the file again") from error
    scripts: list[Script] = [("", [])]
    for line in body:
        match line:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if (
                name in ("run", "main") or name.startswith("test")
            ):
                marks = [odd(one.lineno) for one in line.decorator_list]
                scripts.append((name, [*marks, *line.body]))
            case (
                ast.FunctionDef(name="browser_context_args")
                | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
            ):
                continue
            case _:
                scripts[0][1].append(line)
    yield from scripts


def _steps(body: list[ast.stmt], place: str) -> Steps:
    """What the lines do; others are refused."""
    recording = Recording()
    RecordedLines(recording).read(body, place)
    return recording.steps


def _run(steps: Steps, place: str, title: str) -> ImportedRun:
    first = next((s.value for s in steps.steps if s.does.enters == "address"), None)
    return steps.run(place, None if title in _NAMELESS else title, url=first)


importer = PlaywrightScript()
