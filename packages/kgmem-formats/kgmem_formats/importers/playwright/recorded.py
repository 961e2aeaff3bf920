"""Lines of Playwright's recorder, as Python's grammar has them -> what it recorded."""

import ast
import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.recording import Recording
from kgmem_formats.importers.playwright.selectors import (
    ENTER,
    selector_parts,
    text_of_pattern,
)
from kgmem_formats.importers.playwright.words import snake

NO_LINE = "the recorder writes no such line; record it as JSON Lines or as a trace"
"""`playwright codegen --target jsonl`, and a `trace.zip`."""
ACTS = {"check": None, "click": None, "dblclick": None, "fill": "text", "goto": "url",
        "hover": None, "press": "key", "select_option": "options",
        "set_input_files": "files", "uncheck": None}  # fmt: skip
"""What is done, and its argument as the recorder's JSON Lines call it."""
CALLED = {"dblclick": "click", "goto": "navigate", "select_option": "select",
          "set_input_files": "setInputFiles"}  # fmt: skip
"""What they call it, if not so."""
OPTIONS = frozenset({"button", "modifiers", "position"})
"""Of what is done, called alike."""
FINDS = {
    "get_by_alt_text": "internal:attr=[alt={}]",
    "get_by_label": "internal:label={}",
    "get_by_placeholder": "internal:attr=[placeholder={}]",
    "get_by_test_id": "internal:testid=[data-testid={}]",
    "get_by_text": "internal:text={}",
    "get_by_title": "internal:attr=[title={}]",
}
"""Links of a locator, as parts of a selector that say the same."""
BROWSERS = ("async_playwright", "asyncio", "browser", "chromium", "context", "firefox",
            "main", "p", "playwright", "run", "sync_playwright", "webkit")  # fmt: skip
"""What a browser, and what opens one, is called."""
QUIET = frozenset({
    "bring_to_front", "chromium", "close", "devices", "firefox", "launch",
    "new_context", "path", "pause", "route_from_har", "run", "save_as", "screenshot",
    "set_default_timeout", "set_viewport_size", "wait_for_timeout", "wait_for_url",
    "webkit",
})  # fmt: skip
"""Methods and attributes that do nothing to a page which a later run has to do."""
DISMISSES = "lambda dialog: dialog.dismiss()"
"""The answer to a dialog that the recorder writes."""
EXPECTS = re.compile(r"(await )?expect\(")
READS: Mapping[str, tuple[str, str | None]] = {
    "to_have_text": ("assertText", "text"),
    "to_contain_text": ("assertText", "text"),
    "to_have_value": ("assertValue", "value"),
    "to_have_count": ("assertCount", "value"),
    "to_be_visible": ("assertVisible", None),
}
"""What is expected of a locator, and its argument, as the JSON Lines call them."""


@dataclass(frozen=True, slots=True)
class Place:
    """A page, or elements on it."""

    page: str
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Awaited:
    """What an act shall open: a `popup`, a `page`, a `download`."""

    event: str
    opener: str = ""


class RecordedLines:
    """Gives a recording what a script's lines say, one after the other."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording
        self._names: dict[str, object] = dict.fromkeys(BROWSERS)
        """Pages; None for what no step tells of: a browser, a file."""
        self._signals: list[Mapping[str, str]] = []
        """What the next act sets off."""
        self._assign("page", Awaited("page"))

    def read(self, body: Sequence[ast.stmt], place: str) -> None:
        """What is no line of the recorder's is refused by its place."""
        for line in body:
            with self._recording.steps.reading(f"{place}:{line.lineno}"):
                self._line(line, place)

    def _line(self, line: ast.stmt, place: str) -> None:
        match line:
            case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
                return
            case ast.Expr(value=value):
                if EXPECTS.match(ast.unparse(value)):
                    with suppress(InvalidInput, AttributeError):
                        self._expected(value)
                else:
                    self._value(value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                self._assign(name, self._value(value))
            case ast.With(items=[item]) | ast.AsyncWith(items=[item]):
                called = ast.unparse(item.optional_vars) if item.optional_vars else "_"
                self._assign(called, self._value(item.context_expr))
                self.read(line.body, place)
            case _:
                raise InvalidInput(NO_LINE)

    def _expected(self, node: ast.expr) -> None:
        """What an assertion reads; others tell nothing that a step has."""
        node = node.value if isinstance(node, ast.Await) else node
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Call(args=[located]), attr=name),
                args=args,
                keywords=[],
            ) if (reads := READS.get(snake(name))) and len(args) == bool(reads[1]):
                place = self._value(located)
                line = {"name": reads[0], "selector": " >> ".join(place.parts)}
                told = {reads[1]: self._value(args[0])} if reads[1] else {}
                self._recording.hear({**line, "pageAlias": place.page, **told})

    def _assign(self, name: str, value: object) -> None:
        if not isinstance(value, Awaited | None):
            raise InvalidInput(NO_LINE)
        self._names[name] = value
        if isinstance(value, Awaited) and value.event == "page":
            signal = {"name": "popup", "popupAlias": name}
            self._recording.signalled(value.opener, [signal])
            self._names[name] = Place(name)

    # values ---------------------------------------------------------------------------

    def _value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=value):
                return value
            case ast.List(elts=items):
                return list(map(self._value, items))
            case ast.Dict(keys=keys, values=values):
                names = [snake(self._value(key)) for key in keys if key]
                return dict(zip(names, map(self._value, values), strict=True))
            case ast.Await(value=inner):
                return self._came(self._value(inner))
            case ast.Name(id=name) if name in self._names:
                return self._names[name]
            case ast.Call(func=ast.Name(id=name)) if name in BROWSERS:
                return None
            case ast.Attribute(value=owner, attr=name):
                return self._member(self._value(owner), snake(name), [], {})
            case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args):
                return self._call(owner, snake(name), args, node.keywords)
        raise InvalidInput(NO_LINE)

    def _call(
        self, owner: ast.expr, name: str, args: list[ast.expr], more: list[ast.keyword]
    ) -> Any:
        if ast.unparse(owner) == "re":
            flags = "".join(ast.unparse(flag) for flag in args[1:]).removeprefix("re.")
            return text_of_pattern(self._value(args[0]), flags[:1].lower())
        if name == "once" and ast.unparse(args[-1]) == DISMISSES:
            self._signals.append({"name": "dialog"})
            return None
        values = list(map(self._value, args))
        if isinstance(owner, ast.Attribute) and owner.attr == "keyboard":
            page = self._value(owner.value).page
            return self._recording.typed(page, name, *values)
        named = {str(one.arg): self._value(one.value) for one in more}
        if values and isinstance(values[-1], dict) and name != "select_option":
            named |= values.pop()
        return self._member(self._value(owner), name, values, named)

    def _came(self, value: object) -> object:
        """What was waited for is there."""
        if value == Awaited("download"):
            self._recording.signalled("", [{"name": "download"}])
            return None
        return replace(value, event="page") if isinstance(value, Awaited) else value

    def _member(
        self, owner: object, name: str, args: list[Any], named: dict[str, Any]
    ) -> object:
        """What a method gives, or an attribute, which is one without arguments."""
        if isinstance(owner, Awaited) and name == "value":
            return self._came(owner)
        if owner is None and name == "new_page":
            return Awaited("page")
        if isinstance(owner, Place | None) and name in QUIET:
            return None
        if not isinstance(owner, Place):
            raise InvalidInput(NO_LINE)
        event = args[0] if name == "wait_for_event" else name.removeprefix("expect_")
        if event in ("popup", "download"):
            return Awaited(event, owner.page if event == "popup" else "")
        if name in ACTS:
            self._act(owner, name, args, named)
            return None
        return replace(owner, parts=(*owner.parts, *_parts(name, args, named)))

    def _act(
        self, place: Place, name: str, args: list[Any], named: dict[str, Any]
    ) -> None:
        """What the recorder's JSON Lines say of the same act."""
        argument = ACTS[name]
        if name == "select_option" and not args:
            args, named = [named], {}
        is_odd = name == "goto" and ":" not in args[0]
        if len(args) != bool(argument) or not named.keys() <= OPTIONS or is_odd:
            raise InvalidInput(NO_LINE)
        line = {**named, "name": CALLED.get(name, name), "pageAlias": place.page}
        line |= {"selector": " >> ".join(place.parts)} if place.parts else {}
        line |= {argument: args[0]} if argument else {}
        line |= {"clickCount": 2} if name == "dblclick" else {}
        signals, self._signals = self._signals, []
        self._recording.hear({**line, "signals": signals})


# --- locators -------------------------------------------------------------------------


def _parts(name: str, args: list[Any], named: dict[str, Any]) -> list[str]:
    """The link of a locator as parts of a selector, which say the same."""
    is_exact = named.pop("exact", False) is True or name == "get_by_test_id"
    match name, args, list(named):
        case (("first" | "last"), [], []):
            return ["nth=0" if name == "first" else "nth=-1"]
        case "nth", [int() as place], []:
            return [f"nth={place}"]
        case "content_frame", [], []:
            return [ENTER]
        case "frame_locator", [str() as selector], []:
            return [*selector_parts(selector), ENTER]
        case "get_by_role", [str() as role], []:
            return [f"internal:role={role.lower()}"]
        case "get_by_role", [str() as role], ["name"]:
            told = _quoted(named["name"], is_exact)
            return [f"internal:role={role.lower()}[name={told}]"]
        case "locator", [str() as selector], []:
            return selector_parts(selector)
        case "locator", [str() as selector], ["has_text"]:
            return [*selector_parts(selector), *_parts("filter", [], named)]
        case "filter", [], ["has_text"]:
            return [f"internal:has-text={_quoted(named['has_text'], False)}"]
        case _, [text], [] if name in FINDS:
            return [FINDS[name].format(_quoted(text, is_exact))]
    raise InvalidInput(NO_LINE)


def _quoted(value: object, is_exact: bool) -> str:
    """A text in quotes, and the mark that says if it is the whole text. A pattern in
    which each letter stands for itself is its text."""
    if isinstance(value, tuple):
        value, is_exact = value
    if not isinstance(value, str):
        raise InvalidInput(NO_LINE)
    return json.dumps(value, ensure_ascii=False) + ("s" if is_exact else "i")
