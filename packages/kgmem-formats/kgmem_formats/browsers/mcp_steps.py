"""The steps of a chat whose model works a browser with the tools of Playwright's or of
Chrome DevTools' MCP server: each call is what it does to its element."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pydantic import ValidationError

from kgmem import Element, InvalidInput, Step
from kgmem.formats import (
    explain,
    is_same_tab,
    list_of,
    mapping_of,
    number,
    tab_of,
    text_of,
)
from kgmem_formats.browsers import playwright_mcp
from kgmem_formats.browsers.asked import ASKING, refuse_questions
from kgmem_formats.browsers.mcp_page import McpPage
from kgmem_formats.browsers.moment import Moment, held, place
from kgmem_formats.browsers.rows import Tool, check, is_given
from kgmem_formats.browsers.servers import devtools, is_browsers, playwrights
from kgmem_formats.browsers.snapshots import error_in

Server = Literal["playwright", "devtools"]
_OFF = ("false", "off", "0", "no", "")
_TOGGLES = ("checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio")
_CHOICES = ("combobox", "listbox")


@dataclass(slots=True)
class BrowserToolReader:
    """Reads calls and their answers in their order; steps that an answer or a later
    call says more of are changed where they stand."""

    steps: list[Step]
    """Of the whole run, which the steps of calls are added to."""
    _page: McpPage = field(default_factory=McpPage)
    _server: Server | None = None
    _made: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Which steps a call made, by its id."""
    _last: tuple[int, int] = (0, 0)

    is_browsers = staticmethod(is_browsers)

    def call(
        self, name: str, arguments: Mapping[str, object], key: str | None, where: str
    ) -> bool:
        """Add the steps of a call, none if it only looks; False if the tool is no
        browser's. Raises InvalidInput where all of it can't be kept."""
        found = self._tool(name, arguments)
        if found is None:
            return False
        called, tool = found
        given = {k: v for k, v in arguments.items() if v is not None}
        begun = len(self.steps)
        self._last = begun, begun
        if not tool.looks or tool.refused:
            check(called, tool, given)
            if tool.deed not in ASKING:
                refuse_questions(called, given)
        try:
            self.steps += list(self._steps(tool, called, given))
        except ValidationError as error:
            raise InvalidInput(explain(error, where)) from error
        finally:
            self._last = begun, len(self.steps)
            if key:
                self._made[key] = self._last
        return True

    def answer(self, said: str, key: str | None, has_failed: bool) -> bool:
        """Take in what a call of a browser's tool gave; False if the answer is to none
        of them."""
        if key is not None and key not in self._made:
            return False
        if key is None and self._server is None:
            return False
        begun, end = self._made.get(key or "", self._last)
        error = error_in(said) or ("failed" if has_failed else None)
        shown = self._page.take(said)
        for n in range(begun, end):
            step = self.steps[n]
            changes: dict[str, object] = {}
            if error:
                changes |= {"success": False, "error": error}
            elif shown is not None and end - begun == 1 and step.target is not None:
                changes["target"] = self._page.told_more(step.target, shown)
            if n == end - 1 and self._page.page is not None:
                changes["page_after"] = self._page.page
            self.steps[n] = step.model_copy(update=changes)
        self._show()
        return True

    def _show(self) -> None:
        """What the page says now goes to the last step, and to it alone: an answer may
        stand there."""
        for n, step in enumerate(self.steps):
            is_last = n == len(self.steps) - 1
            page = step.page_after or self._page.page
            is_here = is_same_tab(tab_of(step), self._page.tabs.told())
            shown = self._page.shown if is_last and is_here else ()
            if page and (shown or (page.elements and not is_last)):
                after = page.model_copy(update={"elements": shown})
                self.steps[n] = step.model_copy(update={"page_after": after})

    @property
    def url(self) -> str | None:
        """The address of the page at hand."""
        return self._page.page.url if self._page.page else None

    def begin_anew(self) -> None:
        """What comes is another run's, which begins on the page at hand; the steps of
        this one are left to whoever has them."""
        self.steps, self._made = [], {}
        self._page.tabs.begin_here()

    def _tool(
        self, name: str, arguments: Mapping[str, object]
    ) -> tuple[str, Tool] | None:
        """The tool's own name and its row."""
        if found := playwrights(name, arguments):
            self._server = "playwright"
        elif found := devtools(name, arguments, self._server == "devtools"):
            self._server = "devtools"
        return found

    # what it did ------------------------------------------------------------

    def _steps(
        self, tool: Tool, name: str, given: Mapping[str, object]
    ) -> Iterator[Step]:
        if "pageId" in given:
            self._page.tabs.switch(given["pageId"])
        now = Moment(self._page.page, self._page.tabs.told())
        match tool.deed:
            case "click":
                yield self._clicked(now, given)
            case "type":
                yield now.step("type", self._target(given), value=_text(given, "text"))
                if is_given(given.get("submit")):
                    yield now.step("key", self._target(given), value="Enter")
            case "type_focus":
                yield now.step("type", value=_text(given, "text"))
                after = text_of(given.get("submitKey"))
                yield from now.pressed(after) if after else ()
                if is_given(given.get("submit")):
                    yield now.step("key", value="Enter")
            case "fill":
                target = self._target(given)
                yield _filled(now, target, target.role, _text(given, "value"))
            case "form":
                for one in list_of(given.get("fields") or given.get("elements")):
                    yield self._field(now, mapping_of(one))
            case "select":
                yield _chosen(now, self._target(given), given)
            case "key":
                yield from now.pressed(_text(given, "key"))
            case "hover":
                yield now.step("hover", self._target(given))
            case "drag":
                ends = (_FROM, _TO)
                start, end = (self._target(_end(given, names)) for names in ends)
                yield now.step("drag", start, destination=end)
            case "scroll":
                x, y = (number(given.get(axis)) or 0 for axis in ("deltaX", "deltaY"))
                yield from now.scrolled(x, y)
            case "place":
                yield _pressed_at(now, given)
            case "drag_places":
                start = place(given.get("startX"), given.get("startY"))
                end = place(given.get("endX"), given.get("endY"))
                yield now.step("drag", start, destination=end)
            case "navigate":
                yield from self._navigated(now, given)
            case "back":
                yield now.step("back")
            case "wait":
                if is_given(given.get("time")):
                    yield now.step("wait", value=_text(given, "time"))
            case "upload":
                yield self._uploaded(now, given)
            case "dialog":
                self._answered(given)
            case "tab":
                yield from self._another_tab(name, given)
            case _:
                return

    def _target(self, given: Mapping[str, object]) -> Element:
        return self._page.element(given)

    def _clicked(self, now: Moment, given: Mapping[str, object]) -> Step:
        target = self._target(given)
        if chosen := self._page.option(given):
            return now.step("select", chosen, value=target.name)
        is_twice = given.get("doubleClick") or given.get("dblClick")
        return now.step(
            "double_click" if is_twice else "click", target, params=held(given)
        )

    def _field(self, now: Moment, given: Mapping[str, object]) -> Step:
        """A field of a form, by the kind that is told of it or that the page shows."""
        unknown = given.keys() - playwright_mcp.FIELD - {"uid"}
        if unknown:
            raise InvalidInput(
                f"a field: {', '.join(sorted(unknown))[:60]} is not known"
            )
        called = given.get("element") or given.get("name")
        target = self._target({**given, "element": called})
        kind = text_of(given.get("type")) or target.role
        return _filled(now, target, kind, _text(given, "value"))

    def _navigated(self, now: Moment, given: Mapping[str, object]) -> Iterator[Step]:
        kind = given.get("type") or given.get("navigate") or "url"
        if kind not in ("url", "back"):
            raise InvalidInput(f"no step goes {str(kind)[:20]}")
        accepts = given.get("handleBeforeUnload")
        params = {"dialogs": [_dialog("beforeunload", accepts != "dismiss")]}
        more = params if accepts else {}
        if kind == "back":
            yield now.step("back", params=more)
        else:
            yield now.step("navigate", value=_text(given, "url"), params=more)

    def _uploaded(self, now: Moment, given: Mapping[str, object]) -> Step:
        """Files for an element, or for the chooser that the last click opened."""
        told = given.get("paths") or given.get("filePaths") or given.get("filePath")
        paths = [told] if isinstance(told, str) else list_of(told)
        files = "\n".join(str(one) for one in paths)
        if not files:
            raise InvalidInput("a chooser of files that was closed again")
        if "uid" in given:
            return now.step("upload", self._target(given), value=files)
        if not self.steps or not self.steps[-1].does.presses:
            raise InvalidInput("which element asked for files is not told")
        return now.step("upload", self.steps.pop().target, value=files)

    def _answered(self, given: Mapping[str, object]) -> None:
        """The answer to a dialog goes to the step that raised it."""
        if not self.steps:
            raise InvalidInput("which step raised the dialog is not told")
        accepts = given.get("accept") is True or given.get("action") == "accept"
        text = text_of(given.get("promptText"))
        kind, message = self._page.dialog or ("prompt" if text else "confirm", "")
        last = self.steps[-1]
        answer = {**_dialog(kind, accepts), "message": message}
        told = [
            *list_of(last.params.get("dialogs")),
            answer | ({"text": text} if text else {}),
        ]
        self.steps[-1] = last.model_copy(
            update={"params": {**last.params, "dialogs": told}}
        )

    def _another_tab(self, name: str, given: Mapping[str, object]) -> Iterator[Step]:
        wanted = given.get("action") or ("new" if "url" in given else "select")
        if name.endswith("new"):
            wanted = "new"
        key = given.get("index", given.get("pageId", given.get("pageIdx")))
        if wanted == "new":
            self._page.open(text_of(given.get("url")), is_first=not self.steps)
            now = Moment(self._page.page, self._page.tabs.told())
            if url := text_of(given.get("url")):
                yield now.step("navigate", value=url)
        elif wanted == "close":
            self._page.tabs.close(key)
        elif wanted == "select" and not self._page.tabs.switch(key):
            raise InvalidInput("which tab it goes to is not told")


_FROM = ("from_uid", "startRef", "startTarget"), "startElement"
_TO = ("to_uid", "endRef", "endTarget"), "endElement"


def _end(
    given: Mapping[str, object], names: tuple[tuple[str, ...], str]
) -> Mapping[str, object]:
    """One end of a drag as the arguments of an element."""
    refs, words = names
    told = next((given[one] for one in refs if is_given(given.get(one))), None)
    return {"ref": told, "element": given.get(words)}


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    if isinstance(value, bool):
        return str(value).lower()
    if not isinstance(value, str | int | float):
        raise InvalidInput(f"{name} is not told")
    return str(value)


def _pressed_at(now: Moment, given: Mapping[str, object]) -> Step:
    is_twice = given.get("dblClick") is True or given.get("clickCount") == 2
    if given.get("clickCount") not in (None, 1, 2):
        raise InvalidInput("no step clicks so often")
    target = place(given.get("x"), given.get("y"))
    if words := text_of(given.get("element")):
        target = target.model_copy(update={"attributes": {"description": words}})
    return now.step("double_click" if is_twice else "click", target, params=held(given))


def _filled(now: Moment, target: Element, kind: str | None, value: str) -> Step:
    """What a field of this kind is set to."""
    if kind in _TOGGLES:
        is_off = value.casefold() in _OFF
        return now.step("uncheck" if is_off else "check", target)
    return now.step("select" if kind in _CHOICES else "type", target, value=value)


def _chosen(now: Moment, target: Element, given: Mapping[str, object]) -> Step:
    values = [str(one) for one in list_of(given.get("values"))]
    if len(values) != 1:
        raise InvalidInput("several options of one list have no step")
    return now.step("select", target, value=values[0])


def _dialog(kind: str, accepts: bool) -> dict[str, object]:
    return {"kind": kind, "accept": accepts}
