"""Methods of Playwright's pages: what each does, if anything.

Methods are told by their names in Python; those of a keyboard or a mouse by
`keyboard.press`. What stands in no list is refused.
"""

import re
from collections.abc import Mapping

from kgmem import Action

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
READS = frozenset({
    "eval_on_selector_all", "expect", "inner_text", "input_value", "is_visible",
    "query_count", "text_content",
})  # fmt: skip
"""Methods that tell what stands on a page."""
ALIASES: Mapping[str, str] = {"navigate": "goto", "select": "select_option"}
"""What the recorder calls them."""
HELD = frozenset({
    "focus", "keyboard.down", "keyboard.up", "mouse.down", "mouse.move", "mouse.up",
    "reload",
})  # fmt: skip
"""What a step tells of that comes later, or came before."""
QUIET = frozenset({
    # looks at the page
    "aria_snapshot", "aria_snapshot_json", "bounding_box", "console_messages",
    "content", "content_frame", "expect_screenshot", "frame_element", "get_attribute",
    "get_property", "get_property_list", "highlight", "hide_highlight", "inner_html",
    "is_checked", "is_disabled", "is_editable", "is_enabled", "is_hidden",
    "json_value", "owner_frame",
    "page_errors", "pdf", "pick_locator", "cancel_pick_locator",
    "query_selector", "query_selector_all", "requests", "resolve_selector",
    "screenshot", "scroll_into_view_if_needed", "title",
    "webmcp_tools", "start_csscoverage", "start_jscoverage", "stop_csscoverage",
    "stop_jscoverage", "accessibility_snapshot", "snapshot_for_a_i",
    "element_handles", "web_storage_get_item", "web_storage_items",
    # waits: a replay waits until the element is there
    "__wait_info__", "wait_for_element_state", "wait_for_function",
    "wait_for_selector", "wait_for_timeout",
    # sets the browser up, or listens to it
    "add_style_tag", "bring_to_front", "clear_console_messages", "clear_page_errors",
    "emulate_media", "expose_binding", "register_locator_handler",
    "resolve_locator_handler_no_reply", "unregister_locator_handler", "request_gc",
    "set_dock_tile", "set_extra_httpheaders",
    "set_file_chooser_intercepted_no_reply", "set_network_interception_patterns",
    "set_viewport_size", "set_web_socket_interception_patterns",
    "update_subscription", "web_storage_clear", "web_storage_remove_item",
    "web_storage_set_item",
    # ends a part of the run
    "close", "dispose", "run_before_unload",
})  # fmt: skip
"""What does nothing to a page that a later run would have to do."""
REFUSED = frozenset({
    "add_init_script", "add_script_tag", "blur", "dispatch_event", "drop",
    "eval_on_selector", "evaluate_expression",
    "evaluate_expression_handle", "go_forward", "select_text", "set_content",
    "webmcp_call_tool",
})  # fmt: skip
"""What no step does: code in the page, and what a click or a key does as well."""
PAGES = frozenset({"Page", "Frame", "ElementHandle", "Locator"})
"""Classes of a trace whose calls are about a page."""
_HANDS = re.compile(r"(keyboard|mouse|touchscreen)_")


def snake(name: str) -> str:
    """`selectOption` and `SelectOption` as `select_option`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def traced(kind: str, method: str) -> tuple[str, bool | None]:
    """A call of a trace by its name in Python, and whether it does something; None:
    what no step tells."""
    name = ALIASES.get(snake(method), snake(method))
    name = _HANDS.sub(r"\1.", name) if kind == "Page" else name
    if kind not in PAGES or name in QUIET or name.startswith("screencast"):
        return name, False
    return name, True if name in METHODS or name in HELD | READS else None
