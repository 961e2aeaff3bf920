"""Calls of BrowserGym's actions: each argument is in the step, harmless or refused."""

from collections.abc import Callable, Iterator, Mapping

from kgmem import Element, InvalidInput, Step
from kgmem.formats import number
from kgmem_formats.browsers.moment import Moment, held, place
from kgmem_formats.browsers.rows import Tool, acts, check, looks, lost
from kgmem_formats.browsers.tabs import Tabs
from kgmem_formats.importers.calls import WrittenCall

_MENU = {"enable_autocomplete_menu": "whether the page's own list may come up"}
_HALF = "half of a press: what is held meanwhile is not told"
_CLICK = acts("click", "bid", "button", "modifiers")
_PLACE = acts("place", "x", "y", "button")
_POINT = acts("fill", "bid")
_KEYS = acts("type_focus", "text")

TOOLS: Mapping[str, Tool] = {
    **dict.fromkeys(("click", "dblclick"), _CLICK),
    "fill": acts("type", "bid", "value", harmless=_MENU),
    "clear": acts("type", "bid"),
    "select_option": acts("select", "bid", "options"),
    "check": _POINT,
    "uncheck": _POINT,
    "hover": _POINT,
    "press": acts("key", "bid", "key_comb"),
    "keyboard_press": acts("key", "key"),
    **dict.fromkeys(("keyboard_type", "keyboard_insert_text"), _KEYS),
    "drag_and_drop": acts("drag", "from_bid", "to_bid"),
    "upload_file": acts("upload", "bid", "file"),
    "goto": acts("navigate", "url"),
    "go_back": acts("back"),
    "go_forward": lost("no step goes forth"),
    "scroll": acts("scroll", "delta_x", "delta_y"),
    "noop": acts("wait", "wait_ms"),
    "tab_focus": acts("tab", "index"),
    "new_tab": acts("tab"),
    "tab_close": looks("what is done after it tells its own tab"),
    **dict.fromkeys(("mouse_click", "mouse_dblclick"), _PLACE),
    "mouse_move": acts("hover", "x", "y"),
    "mouse_drag_and_drop": acts("drag_places", "from_x", "from_y", "to_x", "to_y"),
    "mouse_upload_file": acts("upload", "x", "y", "file"),
    **dict.fromkeys(
        ("mouse_down", "mouse_up", "keyboard_down", "keyboard_up"), lost(_HALF),
    ),
    "focus": lost("what has the focus is not kept"),
    **dict.fromkeys(
        ("send_msg_to_user", "report_infeasible"), looks("words for the user"),
    ),
}  # fmt: skip
ORDER: Mapping[str, tuple[str, ...]] = {
    "click": ("bid", "button", "modifiers"),
    "dblclick": ("bid", "button", "modifiers"),
    "fill": ("bid", "value", "enable_autocomplete_menu"),
    "select_option": ("bid", "options"),
    "press": ("bid", "key_comb"),
    "keyboard_press": ("key",),
    "keyboard_type": ("text",),
    "keyboard_insert_text": ("text",),
    "drag_and_drop": ("from_bid", "to_bid"),
    "upload_file": ("bid", "file"),
    "goto": ("url",),
    "scroll": ("delta_x", "delta_y"),
    "noop": ("wait_ms",),
    "tab_focus": ("index",),
    "mouse_click": ("x", "y", "button"),
    "mouse_dblclick": ("x", "y", "button"),
    "mouse_move": ("x", "y"),
    "mouse_drag_and_drop": ("from_x", "from_y", "to_x", "to_y"),
    "mouse_upload_file": ("x", "y", "file"),
    **dict.fromkeys(("clear", "check", "uncheck", "hover"), ("bid",)),
}
"""Arguments in their order."""
Find = Callable[[object], Element]
"""The element of a number."""


def steps_of(call: WrittenCall, now: Moment, find: Find, tabs: Tabs) -> Iterator[Step]:
    """The steps of a call. Raises InvalidInput where all of it can't be kept."""
    tool = TOOLS.get(call.name)
    if tool is None:
        raise InvalidInput(f"no action of BrowserGym's is called {call.name[:60]!r}")
    if tool.looks:
        return
    given = _arguments(call)
    check(call.name, tool, given)
    name, target = call.name, find(given["bid"]) if "bid" in given else None
    match tool.deed:
        case "click":
            action = "double_click" if name == "dblclick" else "click"
            yield now.step(action, target, params=held(given))
        case "place":
            action = "double_click" if name == "mouse_dblclick" else "click"
            yield now.step(action, _at(given, "x", "y"), params=held(given))
        case "type":
            yield now.step("type", target, value=str(given.get("value", "")))
        case "type_focus":
            yield now.step("type", value=str(given.get("text", "")))
        case "fill":
            yield now.step(name, target)
        case "hover":
            yield now.step("hover", _at(given, "x", "y"))
        case "select":
            yield now.step("select", target, value=_one(given.get("options")))
        case "key":
            keys = str(given.get("key_comb", given.get("key")))
            yield from now.pressed(keys, target)
        case "upload":
            where = target or _at(given, "x", "y")
            yield now.step("upload", where, value="\n".join(_every(given.get("file"))))
        case "drag":
            ends = find(given.get("from_bid")), find(given.get("to_bid"))
            yield now.step("drag", ends[0], destination=ends[1])
        case "drag_places":
            start, end = _at(given, "from_x", "from_y"), _at(given, "to_x", "to_y")
            yield now.step("drag", start, destination=end)
        case "navigate":
            yield now.step("navigate", value=str(given.get("url", "")))
        case "back":
            yield now.step("back")
        case "scroll":
            x, y = (number(given.get(one)) or 0 for one in ("delta_x", "delta_y"))
            yield from now.scrolled(x, y)
        case "wait":
            yield now.step(
                "wait", value=f"{(number(given.get('wait_ms')) or 1000) / 1000:g}"
            )
        case "tab":
            _go_to(tabs, given)


def _arguments(call: WrittenCall) -> dict[str, object]:
    names = ORDER.get(call.name, ())
    if len(call.args) > len(names):
        raise InvalidInput(f"{call.name}: an argument that is not known")
    return dict(zip(names, call.args, strict=False)) | call.named


def _go_to(tabs: Tabs, given: Mapping[str, object]) -> None:
    if "index" not in given:
        tabs.navigate_anew("")
    elif not tabs.switch(given["index"]):
        raise InvalidInput("which tab it goes to is not told")


def _at(given: Mapping[str, object], x: str, y: str) -> Element:
    return place(given.get(x), given.get(y))


def _every(told: object) -> list[str]:
    return [str(one) for one in (told if isinstance(told, list | tuple) else [told])]


def _one(told: object) -> str:
    every = _every(told)
    if len(every) != 1:
        raise InvalidInput("several options of one list have no step")
    return every[0]
