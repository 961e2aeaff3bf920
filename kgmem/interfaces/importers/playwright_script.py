"""Playwright's recorder: the Python and JavaScript that `playwright codegen` writes."""

import json
from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.calls import (
    Chain,
    WrittenCall,
    javascript_chains,
    python_chains,
)
from kgmem.interfaces.importers.playwright_acts import (
    METHODS,
    PageAct,
    add_act,
    first_text,
    modifiers_of,
    snake,
)
from kgmem.interfaces.importers.playwright_options import BY_VALUE, chosen_options
from kgmem.interfaces.importers.selectors import element_of_parts
from kgmem.interfaces.importers.steps import Steps
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.action import ACTIONS
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import Element
from kgmem.model.values.json_read import text_of

QUIET = frozenset(
    [
        "close",
        "screenshot",
        "pause",
        "content",
        "title",
        "inner_text",
        "text_content",
        "input_value",
        "count",
        "is_visible",
        "is_hidden",
        "is_checked",
        "is_enabled",
        "wait_for",
        "wait_for_timeout",
        "wait_for_url",
        "wait_for_load_state",
        "wait_for_selector",
        "set_viewport_size",
        "scroll_into_view_if_needed",
        "set_default_timeout",
        "bring_to_front",
        "focus",
        "blur",
        "once",
        "on",
        "evaluate",
        "aria_snapshot",
        "new_page",
        "new_context",
        "route",
    ]
)
"""Methods that change nothing on the page, or nothing that a step could do."""
_ATTRIBUTES = {
    "get_by_placeholder": "placeholder",
    "get_by_alt_text": "alt",
    "get_by_title": "title",
}


class PlaywrightScript:
    """Reads the script that the recorder wrote: it is parsed, never run."""

    name = "playwright-script"
    title = "Playwright codegen (Python, JavaScript)"

    def recognizes(self, source: Source) -> str | None:
        if source.shape != "text":
            return None
        head = source.text_head
        if "playwright" not in head.lower() and "page.goto(" not in head:
            return None
        if any(
            call in head for call in ("page.get_by_", "page.goto(", "page.locator(")
        ):
            is_js = "await page." in head and "import asyncio" not in head
            return f"{'JavaScript' if is_js else 'Python'} that drives a page"
        return "JavaScript that drives a page" if "page.getBy" in head else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        code, steps = source.text(), Steps()
        for chain in _chains(code):
            with steps.reading(f"{source.name}:{chain.line}"):
                add_chain(steps, chain)
        first = next((s for s in steps.steps if s.does.enters == "address"), None)
        yield steps.run(source.name, url=first.value if first else None)


def _chains(code: str) -> Iterator[Chain]:
    """Of Python, if it is that; else of JavaScript."""
    try:
        yield from python_chains(code)
    except InvalidInput:
        if "await " not in code:
            raise
        yield from javascript_chains(code)


def add_chain(steps: Steps, chain: Chain) -> None:
    """The step of a chain of calls on a page; none if it does nothing there."""
    if not chain.calls:
        if chain.root or chain.line == 1:
            return
        raise InvalidInput("not laid out as the recorder writes it")
    *before, last = chain.calls
    if "page" not in chain.root.lower() or not last.is_called:
        return
    if before and before[-1].name == "keyboard":
        method, before = f"keyboard_{snake(last.name)}", before[:-1]
    else:
        method = snake(last.name)
    if method in QUIET:
        return
    if method == "set_checked":
        method = "check" if last.args[:1] == (True,) else "uncheck"
    for act in _acts(steps, method, before, last):
        add_act(steps, act)


def _acts(
    steps: Steps, method: str, before: list[WrittenCall], last: WrittenCall
) -> Iterator[PageAct]:
    named = {snake(name): value for name, value in last.named.items()}
    action = METHODS.get(method)
    enters = ACTIONS[action].enters if action else None
    args = list(last.args)
    if not before and action and ACTIONS[action].points_at == "element" and args:
        before = [WrittenCall("locator", (args.pop(0),))]  # page.click("#q")
    if enters == "option":
        for option in chosen_options(tuple(args), named):
            steps.guess_if(option.by_value, BY_VALUE)
            yield PageAct(method, chained_element(before), option.text)
        return
    value = first_text(*args, *map(named.get, ("label", "value", "text")))
    end = args[0] if args and isinstance(args[0], Chain) else None
    yield PageAct(
        method,
        chained_element(before),
        "" if method == "clear" else value,
        modifiers_of(named.get("modifiers")),
        text_of(named.get("button")) or "left",
        _number(named.get("click_count")),
        chained_element(list(end.calls)) if end else None,
    )


def _number(given: object) -> int:
    return given if isinstance(given, int) else 1


def chained_element(calls: list[WrittenCall]) -> Element | None:
    """The element that a chain of locators means."""
    parts: list[str] = []
    for call in calls:
        parts += _parts(snake(call.name), call, parts)
    return element_of_parts(parts) if parts else None


def _parts(name: str, call: WrittenCall, before: list[str]) -> list[str]:
    """The link as parts of a selector, which say the same."""
    first = call.args[0] if call.args else None
    named: Mapping[str, object] = {snake(key): one for key, one in call.named.items()}
    if name == "get_by_role":
        called = named.get("name")
        suffix = f"[name={json.dumps(called)}i]" if isinstance(called, str) else ""
        return [f"internal:role={first}{suffix}"]
    if name in ("get_by_label", "get_by_text"):
        return [f"internal:{name.removeprefix('get_by_')}={json.dumps(str(first))}i"]
    if name in _ATTRIBUTES:
        return [f"internal:attr=[{_ATTRIBUTES[name]}={json.dumps(str(first))}i]"]
    if name == "get_by_test_id":
        return [f"internal:testid=[data-testid={json.dumps(str(first))}s]"]
    if name == "frame_locator":
        return [str(first), "internal:control=enter-frame"]
    if name == "content_frame":
        return ["internal:control=enter-frame"] if before else []
    if name == "filter":
        text = named.get("has_text")
        return (
            [f"internal:has-text={json.dumps(text)}i"] if isinstance(text, str) else []
        )
    if name in ("first", "nth"):
        return [f"nth={first if name == 'nth' else 0}"]
    if name == "locator" and isinstance(first, str):
        return [first]
    if name == "last":
        return ["nth=-1"]
    raise InvalidInput(f"no way to find an element is called {name[:60]!r}")


importer = PlaywrightScript()
