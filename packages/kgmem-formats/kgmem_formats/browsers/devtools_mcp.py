"""The tools of Chrome DevTools' MCP server."""

from collections.abc import Mapping
from types import MappingProxyType

from kgmem_formats.browsers.rows import Deed, Tool, acts, looks, lost

_SHOWN = {
    "includeSnapshot": "it reads the page afterwards",
    "timeout": "how long it waits",
}
_READS = "it reads the page"
_MEASURES = "it measures the page"
_BEHIND = "it changes the browser behind the page"
_NONE: Mapping[str, str] = MappingProxyType({})


def _acts(
    deed: Deed, *used: str, refused: Mapping[str, str] = _NONE, **more: str
) -> Tool:
    """Of each tool the page may be told, and what is shown afterwards."""
    return acts(deed, *used, "pageId", harmless=_SHOWN | more, refused=refused)


TOOLS: Mapping[str, Tool] = {
    "navigate_page": _acts(
        "navigate", "url", "type", "handleBeforeUnload",
        ignoreCache="how the page is fetched",
        refused={"initScript": "code is not run"},
    ),
    "navigate_page_history": _acts("navigate", "navigate"),
    "new_page": _acts(
        "tab", "url",
        background="which page is in front",
        refused={"isolatedContext": "a browser apart, which no step tells"},
    ),
    "select_page": _acts("tab", "pageIdx", bringToFront="which page is in front"),
    "close_page": looks("what is done after it tells its own page"),
    "click": _acts("click", "uid", "dblClick"),
    "click_at": _acts("place", "x", "y", "dblClick"),
    "hover": _acts("hover", "uid"),
    "fill": _acts("fill", "uid", "value"),
    "fill_form": _acts("form", "elements"),
    "drag": _acts("drag", "from_uid", "to_uid"),
    "press_key": _acts("key", "key"),
    "type_text": _acts("type_focus", "text", "submitKey"),
    "upload_file": _acts("upload", "uid", "filePath", "filePaths"),
    "handle_dialog": _acts("dialog", "action", "promptText"),
    "wait_for": looks("each step waits for its element"),
    "resize_page": looks("how large the window is"),
    "emulate": looks(
        "how the page is shown, and how fast",
        geolocation=_BEHIND, userAgent=_BEHIND, extraHttpHeaders=_BEHIND,
    ),
    **dict.fromkeys(
        ("emulate_network", "emulate_cpu"), looks("how fast the page is"),
    ),
    "evaluate_script": lost("code is not run"),
    **dict.fromkeys(
        ("take_snapshot", "take_screenshot", "list_pages", "list_console_messages",
         "get_console_message", "list_network_requests", "get_network_request",
         "get_css_styles", "list_extensions"),
        looks(_READS),
    ),
    **dict.fromkeys(
        ("performance_start_trace", "performance_stop_trace",
         "performance_analyze_insight", "lighthouse_audit", "take_heapsnapshot",
         "take_memory_snapshot", "screencast_start", "screencast_stop"),
        looks(_MEASURES),
    ),
    **dict.fromkeys(
        ("install_extension", "uninstall_extension", "reload_extension",
         "trigger_extension_action"),
        lost(_BEHIND),
    ),
}  # fmt: skip
ITS_OWN = frozenset({
    "navigate_page", "new_page", "select_page", "take_snapshot", "list_pages",
    "evaluate_script", "list_console_messages", "list_network_requests",
})  # fmt: skip
"""Names that no other tool has: where one of them is called, `click` is the server's
as well."""
UIDS = frozenset({"uid", "from_uid"})
