"""What becomes of the calls that a trace of Playwright's holds."""

from collections.abc import Mapping

from kgmem_formats.importers.playwright.acts import snake
from kgmem_formats.importers.playwright.words import ALIASES, MethodUse, word_of

PAGES = frozenset({"Page", "Frame", "ElementHandle", "Locator"})
"""Classes whose calls are about a page."""
_HANDS = ("keyboard", "mouse", "touchscreen")
QUIET = MethodUse("harmless", why="not done to a page")
TRACED: Mapping[str, str] = {
    "__wait_info__": "a wait",
    "expect": "an assertion",
    "query_count": "looks at the page",
    "owner_frame": "looks at the page",
    "resolve_selector": "looks at the page",
    "bounding_box": "looks at the page",
    "query_selector": "looks at the page",
    "query_selector_all": "looks at the page",
    "wait_for_selector": "a wait",
    "wait_for_element_state": "a wait",
    "element_handles": "looks at the page",
    "highlight": "looks at the page",
    "bring_to_front": "looks at the page",
    "frame_element": "looks at the page",
    "content_frame": "looks at the page",
    "register_locator_handler": "waits for what may lie over the page",
    "set_network_interception_patterns": "sets the browser up",
    "set_web_socket_interception_patterns": "sets the browser up",
    "update_subscription": "listens",
    "set_file_chooser_intercepted_no_reply": "listens",
    "accessibility_snapshot": "looks at the page",
    "snapshot_for_a_i": "looks at the page",
    "start_js_coverage": "looks at the page",
    "stop_js_coverage": "looks at the page",
    "get_property_list": "looks at the page",
    "json_value": "looks at the page",
    "dispose": "ends a handle",
}
"""What only a trace calls so and does nothing to a page, and why."""
REFUSED: Mapping[str, str] = {
    "evaluate_expression": "evaluate",
    "evaluate_expression_handle": "evaluate",
    "eval_on_selector": "evaluate",
    "eval_on_selector_all": "evaluate",
}
"""What only a trace calls so and is refused as this method is."""


def trace_word(kind: str, method: str) -> tuple[MethodUse | None, str]:
    """What becomes of a call, and what it is called in a script; None: it stands in
    no list."""
    name = snake(method)
    for owner in _HANDS:
        if kind == "Page" and name.startswith(f"{owner}_"):
            name = f"{owner}.{name.removeprefix(owner + '_')}"
    if kind not in PAGES:
        return QUIET, name
    if name in TRACED:
        return MethodUse("harmless", why=TRACED[name]), name
    name = REFUSED.get(name, ALIASES.get(name, name))
    return word_of(name), name
