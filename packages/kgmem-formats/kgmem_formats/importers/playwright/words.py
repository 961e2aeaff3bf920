"""Each method of Playwright's and each of its options: used, harmless or refused.

Methods are told by their names in Python; those of a keyboard, a mouse, a dialog by
`keyboard.press`. What stands in no list is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kgmem import Action

Use = Literal["acts", "finds", "opens", "harmless", "refused"]


@dataclass(frozen=True, slots=True)
class MethodUse:
    """What becomes of a method."""

    use: Use
    args: tuple[str, ...] = ()
    """What its arguments without names are called, in their order; of a page's method
    `selector` stands before them."""
    options: frozenset[str] = frozenset()
    """What else is used."""
    why: str = ""
    """Why it is harmless or refused."""


METHODS: Mapping[str, Action] = {
    "click": "click",
    "tap": "click",
    "dblclick": "double_click",
    "fill": "type",
    "type": "type",
    "press_sequentially": "type",
    "clear": "type",
    "keyboard.type": "type",
    "keyboard.insert_text": "type",
    "press": "key",
    "keyboard.press": "key",
    "select_option": "select",
    "check": "check",
    "uncheck": "uncheck",
    "hover": "hover",
    "set_input_files": "upload",
    "goto": "navigate",
    "go_back": "back",
    "drag_to": "drag",
    "drag_and_drop": "drag",
    "mouse.click": "click",
    "mouse.dblclick": "double_click",
    "mouse.wheel": "scroll",
    "touchscreen.tap": "click",
}
"""The actions that methods are."""
ALIASES: Mapping[str, str] = {
    "navigate": "goto",  # Java, the recorder
    "select": "select_option",  # the recorder
    "set_files": "set_input_files",
    "open_page": "new_page",
    "$": "query_selector",
    "$$": "query_selector_all",
    "wait_for_popup": "expect_popup",
    "run_and_wait_for_popup": "expect_popup",
    "wait_for_download": "expect_download",
    "run_and_wait_for_download": "expect_download",
    "wait_for_file_chooser": "expect_file_chooser",
    "run_and_wait_for_file_chooser": "expect_file_chooser",
    "wait_for_page": "expect_page",
    "run_and_wait_for_page": "expect_page",
    "wait_for_response": "expect_response",
    "run_and_wait_for_response": "expect_response",
    "wait_for_request": "expect_request",
    "run_and_wait_for_request": "expect_request",
    "wait_for_navigation": "expect_navigation",
    "run_and_wait_for_navigation": "expect_navigation",
    "wait_for_console_message": "expect_console_message",
    "run_and_wait_for_console_message": "expect_console_message",
    "and": "and_",
    "or": "or_",
}
"""What other languages and the recorder call them."""

_POINTER = ("button", "modifiers", "position", "click_count", "delay", "trial")
_NO_POINTER: Mapping[str, tuple[str, ...]] = {
    "fill": ("value",),
    "type": ("text",),
    "press_sequentially": ("text",),
    "clear": (),
    "press": ("key",),
    "select_option": ("value", "label", "index"),
    "set_input_files": ("files",),
}
_ACTS: Mapping[str, MethodUse] = {
    **{
        name: MethodUse("acts", options=frozenset(_POINTER))
        for name in ("click", "dblclick", "tap", "hover", "check", "uncheck")
    },
    **{
        name: MethodUse("acts", args[:1], frozenset(args))
        for name, args in _NO_POINTER.items()
    },
    "set_checked": MethodUse("acts", ("checked",), frozenset({"position", "trial"})),
    "drag_to": MethodUse("acts", ("target",), frozenset({"source_position", "trial"})),
    "drag_and_drop": MethodUse(
        "acts", ("source", "target"), frozenset({"source_position", "trial", "strict"})
    ),
    "goto": MethodUse("acts", ("url",)),
    "go_back": MethodUse("acts"),
    "reload": MethodUse("acts"),
    "focus": MethodUse("acts"),
    "keyboard.type": MethodUse("acts", ("text",)),
    "keyboard.insert_text": MethodUse("acts", ("text",)),
    "keyboard.press": MethodUse("acts", ("key",)),
    "keyboard.down": MethodUse("acts", ("key",)),
    "keyboard.up": MethodUse("acts", ("key",)),
    "mouse.click": MethodUse(
        "acts", ("x", "y"), frozenset({"button", "click_count", "delay"})
    ),
    "mouse.dblclick": MethodUse("acts", ("x", "y"), frozenset({"button", "delay"})),
    "mouse.move": MethodUse("acts", ("x", "y")),
    "mouse.down": MethodUse("acts", (), frozenset({"button", "click_count"})),
    "mouse.up": MethodUse("acts", (), frozenset({"button", "click_count"})),
    "mouse.wheel": MethodUse("acts", ("delta_x", "delta_y")),
    "touchscreen.tap": MethodUse("acts", ("x", "y")),
    "dialog.accept": MethodUse("acts", ("prompt_text",)),
    "dialog.dismiss": MethodUse("acts"),
    "filechooser.set_input_files": MethodUse("acts", ("files",)),
}
_ROLE_OPTIONS = (
    "name", "exact", "checked", "disabled", "expanded", "include_hidden", "level",
    "pressed", "selected",
)  # fmt: skip
_NARROW = ("has", "has_not", "has_text", "has_not_text")
_EXACT = frozenset({"exact"})
_FINDS: Mapping[str, MethodUse] = {
    "get_by_role": MethodUse("finds", ("role",), frozenset(_ROLE_OPTIONS)),
    "get_by_label": MethodUse("finds", ("text",), _EXACT),
    "get_by_text": MethodUse("finds", ("text",), _EXACT),
    "get_by_placeholder": MethodUse("finds", ("text",), _EXACT),
    "get_by_alt_text": MethodUse("finds", ("text",), _EXACT),
    "get_by_title": MethodUse("finds", ("text",), _EXACT),
    "get_by_test_id": MethodUse("finds", ("test_id",)),
    "locator": MethodUse("finds", ("selector",), frozenset(_NARROW)),
    "filter": MethodUse("finds", (), frozenset((*_NARROW, "visible"))),
    "frame_locator": MethodUse("finds", ("selector",)),
    "content_frame": MethodUse("finds"),
    "frame": MethodUse("finds", ("name",), frozenset({"name", "url"})),
    "nth": MethodUse("finds", ("index",)),
    "first": MethodUse("finds"),
    "last": MethodUse("finds"),
    "visible": MethodUse("finds"),
    "and_": MethodUse("finds", ("locator",)),
    "or_": MethodUse("finds", ("locator",)),
    "owner": MethodUse("finds"),
    "main_frame": MethodUse("finds"),
    "element_handle": MethodUse("finds"),
    "query_selector": MethodUse("finds", ("selector",)),
    "wait_for_selector": MethodUse("finds", ("selector",)),
    "describe": MethodUse("finds", ("description",)),
    "normalize": MethodUse("finds"),
    "bounding_box": MethodUse("finds"),
}
_EVENT = frozenset({"event"})
_OPENS: Mapping[str, MethodUse] = {
    "expect_popup": MethodUse("opens"),
    "expect_page": MethodUse("opens"),
    "expect_download": MethodUse("opens"),
    "expect_file_chooser": MethodUse("opens"),
    "expect_event": MethodUse("opens", ("event",), _EVENT),
    "wait_for_event": MethodUse("opens", ("event",), _EVENT),
    "on": MethodUse("opens", ("event", "f"), frozenset({"event", "f"})),
    "once": MethodUse("opens", ("event", "f"), frozenset({"event", "f"})),
    "remove_listener": MethodUse("opens", ("event", "f")),
    "new_page": MethodUse("opens"),
    "page": MethodUse("opens"),
    "context": MethodUse("opens"),
    "keyboard": MethodUse("opens"),
    "mouse": MethodUse("opens"),
    "touchscreen": MethodUse("opens"),
    "pages": MethodUse("opens"),
    "browser": MethodUse("opens"),
    "bring_to_front": MethodUse("opens"),
    "filechooser.element": MethodUse("opens"),
}
_LOOKS = "looks at the page and changes nothing"
_WAITS = "waits: a replay waits until the element is there"
_SETS = "sets the browser up, the page is not touched"
_ENDS = "ends the run or a part of it"
HARMLESS: Mapping[str, tuple[str, ...]] = {
    _LOOKS: (
        "all_inner_texts", "all_text_contents", "aria_snapshot", "content", "count",
        "get_attribute", "inner_html", "inner_text", "input_value", "is_checked",
        "is_disabled", "is_editable", "is_enabled", "is_hidden", "is_visible",
        "is_closed", "is_detached", "pdf", "screenshot", "text_content", "title",
        "console_messages", "page_errors", "requests", "cookies", "storage_state",
        "clear_console_messages", "clear_page_errors", "highlight", "hide_highlight",
        "pick_locator", "cancel_pick_locator", "scroll_into_view_if_needed", "opener",
        "frames", "child_frames", "name", "url", "video", "viewport_size", "workers",
        "screencast", "webmcp", "description", "background_pages",
        "service_workers", "tracing", "debugger", "dialog.default_value",
        "dialog.message", "dialog.type", "filechooser.is_multiple", "download.failure",
        "download.path", "download.suggested_filename", "download.url",
        "download.save_as", "download.delete",
    ),
    _WAITS: (
        "wait_for", "wait_for_timeout", "wait_for_url", "wait_for_load_state",
        "wait_for_function", "expect_navigation", "expect_request",
        "expect_request_finished", "expect_response", "expect_websocket",
        "expect_worker", "expect_console_message", "pause",
    ),
    _SETS: (
        "set_default_timeout", "set_default_navigation_timeout", "set_viewport_size",
        "set_extra_http_headers", "set_geolocation", "set_offline",
        "set_storage_state", "add_cookies", "clear_cookies", "grant_permissions",
        "clear_permissions", "emulate_media", "route", "route_from_har",
        "route_web_socket", "unroute", "unroute_all", "new_cdp_session",
        "expose_function", "expose_binding", "request_gc", "add_style_tag",
        "local_storage", "session_storage", "credentials", "clock",
    ),
    _ENDS: ("close",),
}  # fmt: skip
"""What does nothing to a page that a later run would have to do, by the reason."""
_RUNS = "runs code in the page, which no step does"
_ASKS = "asks the site without its page"
_HANDLES = "gives a list that only the page knows"
_ELSEWHERE = "there is no such step; a click or a key that does the same is read"
REFUSED: Mapping[str, tuple[str, ...]] = {
    _RUNS: (
        "evaluate", "evaluate_all", "evaluate_handle", "eval_on_selector",
        "eval_on_selector_all", "dispatch_event", "set_content", "add_script_tag",
        "add_init_script",
    ),
    _ASKS: ("request",),
    _HANDLES: ("all", "element_handles", "query_selector_all"),
    _ELSEWHERE: (
        "blur", "select_text", "go_forward", "drop", "within", "get_by_ref",
        "add_locator_handler", "remove_locator_handler", "frame_element",
        "parent_frame", "download.cancel",
    ),
}  # fmt: skip
"""What can't be told by a step, by the reason."""
WORDS: Mapping[str, MethodUse] = {
    **_ACTS,
    **_FINDS,
    **_OPENS,
    **{
        name: MethodUse("harmless", why=why)
        for why, all_ in HARMLESS.items()
        for name in all_
    },
    **{
        name: MethodUse("refused", why=why)
        for why, all_ in REFUSED.items()
        for name in all_
    },
}
HARMLESS_OPTIONS: Mapping[str, str] = {
    "timeout": _WAITS,
    "no_wait_after": _WAITS,
    "wait_until": _WAITS,
    "predicate": _WAITS,
    "state": _WAITS,
    "polling": _WAITS,
    "force": "whether Playwright looks first if the element can be reached",
    "strict": "whether several elements are an error",
    "scroll": "how it comes into view",
    "steps": "over how many places the pointer goes",
    "referer": "a header",
    "delay": "how fast keys follow one another",
    "no_wait": _WAITS,
}
"""Options of methods that are used which change nothing of what is done, and why."""
REFUSED_OPTIONS: Mapping[str, str] = {
    "target_position": "a drag ends on its element, at no other place of it",
    "element": "names an option by a handle of one page",
    "description": "no element that is stored has one",
    "click_count": "how often a button is held down",
}
"""Those that can't be told by a step."""
OWNERS = ("keyboard", "mouse", "touchscreen", "dialog", "filechooser", "download")
"""Kinds of things that have words of their own."""


def word_of(name: str, owner: str = "") -> MethodUse | None:
    """What becomes of the method of this name, in Python's form; None: it stands in no
    list."""
    told = ALIASES.get(name, name)
    return WORDS.get(f"{owner}.{told}") or WORDS.get(told)


def option_of(word: MethodUse, option: str) -> Use | None:
    """What becomes of an option of a word."""
    if option in word.options or option in word.args:
        return "acts"
    if word.use in ("harmless", "refused"):
        return word.use
    if option in REFUSED_OPTIONS:
        return "refused"
    return "harmless" if option in HARMLESS_OPTIONS else None
