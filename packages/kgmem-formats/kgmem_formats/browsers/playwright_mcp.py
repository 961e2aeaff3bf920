"""The tools of Playwright's MCP server, under the names of its versions."""

from collections.abc import Mapping

from kgmem_formats.browsers.rows import Tool, acts, looks, lost

PLACES = frozenset({"ref", "target", "selector", "element"})
"""What an element is told by."""
_READS = "it reads the page"
_CHECKS = "it checks what the page shows"
_RECORDS = "it records what is done"
_DRAWS = "it draws on the page for people to see"
_BEHIND = "it changes the browser behind the page"
_CODE = "code is not run"
_HALF = "half of a press: what is held meanwhile is not told"
_LATER = "what is done after it tells its own tab"
_WINDOW = "how large the window is"

TOOLS: Mapping[str, Tool] = {
    "browser_navigate": acts("navigate", "url"),
    **dict.fromkeys(("browser_navigate_back", "browser_go_back"), acts("back")),
    **dict.fromkeys(
        ("browser_navigate_forward", "browser_go_forward"), lost("no step goes forth"),
    ),
    "browser_click": acts("click", *PLACES, "doubleClick", "button", "modifiers"),
    "browser_type": acts(
        "type", *PLACES, "text", "submit", harmless={"slowly": "how fast it is typed"},
    ),
    "browser_fill_form": acts("form", "fields"),
    "browser_select_option": acts("select", *PLACES, "values"),
    "browser_press_key": acts("key", "key"),
    "browser_hover": acts("hover", *PLACES),
    "browser_drag": acts(
        "drag", "startElement", "startRef", "startTarget", "endElement", "endRef",
        "endTarget",
    ),
    **dict.fromkeys(
        ("browser_file_upload", "browser_choose_file"), acts("upload", "paths"),
    ),
    "browser_drop": lost("what is dropped from outside has no step"),
    "browser_handle_dialog": acts("dialog", "accept", "promptText"),
    "browser_tabs": acts("tab", "action", "index", "url"),
    "browser_tab_new": acts("tab", "url"),
    "browser_tab_select": acts("tab", "index"),
    "browser_tab_close": looks(_LATER),
    "browser_tab_list": looks(_READS),
    "browser_wait_for": acts(
        "wait", "time",
        harmless=dict.fromkeys(("text", "textGone"), "each step waits for its element"),
    ),
    "browser_wait": acts("wait", "time"),
    "browser_close": looks("the run is over"),
    "browser_resize": looks(_WINDOW),
    "browser_install": looks("it installs the browser"),
    **dict.fromkeys(
        ("browser_mouse_click_xy", "browser_screen_click"),
        acts("place", "x", "y", "element", "button", "clickCount",
             harmless={"delay": "how long it is held"}),
    ),
    **dict.fromkeys(
        ("browser_mouse_drag_xy", "browser_screen_drag"),
        acts("drag_places", "startX", "startY", "endX", "endY", "element"),
    ),
    **dict.fromkeys(
        ("browser_mouse_move_xy", "browser_screen_move_mouse"),
        acts("hover", "x", "y", "element"),
    ),
    "browser_screen_type": acts(
        "type_focus", "text", "submit", harmless={"element": "it types into the focus"},
    ),
    "browser_mouse_wheel": acts("scroll", "deltaX", "deltaY"),
    **dict.fromkeys(("browser_mouse_down", "browser_mouse_up"), lost(_HALF)),
    **dict.fromkeys(
        ("browser_evaluate", "browser_run_code", "browser_run_code_unsafe"),
        lost(_CODE),
    ),
    **dict.fromkeys(
        ("browser_snapshot", "browser_take_screenshot", "browser_screen_capture",
         "browser_screenshot", "browser_find", "browser_console_messages",
         "browser_network_requests", "browser_network_request", "browser_pdf_save",
         "browser_save_as_pdf", "browser_get_config", "browser_generate_locator",
         "browser_generate_playwright_test", "browser_cookie_list",
         "browser_cookie_get", "browser_localstorage_list", "browser_localstorage_get",
         "browser_sessionstorage_list", "browser_sessionstorage_get",
         "browser_storage_state", "browser_route_list"),
        looks(_READS),
    ),
    **dict.fromkeys(
        ("browser_verify_element_visible", "browser_verify_text_visible",
         "browser_verify_list_visible", "browser_verify_value"),
        looks(_CHECKS),
    ),
    **dict.fromkeys(
        ("browser_start_recording", "browser_stop_recording", "browser_start_tracing",
         "browser_stop_tracing", "browser_start_video", "browser_stop_video",
         "browser_video_chapter", "browser_video_show_actions",
         "browser_video_hide_actions"),
        looks(_RECORDS),
    ),
    **dict.fromkeys(
        ("browser_highlight", "browser_hide_highlight", "browser_annotate"),
        looks(_DRAWS),
    ),
    **dict.fromkeys(
        ("browser_emulate_media", "browser_resume"), looks("how the page is shown"),
    ),
    **dict.fromkeys(
        ("browser_cookie_set", "browser_cookie_delete", "browser_cookie_clear",
         "browser_localstorage_set", "browser_localstorage_delete",
         "browser_localstorage_clear", "browser_sessionstorage_set",
         "browser_sessionstorage_delete", "browser_sessionstorage_clear",
         "browser_set_storage_state", "browser_route", "browser_unroute",
         "browser_network_state_set"),
        lost(_BEHIND),
    ),
}  # fmt: skip
FIELD: frozenset[str] = frozenset({"name", "type", "value", *PLACES})
"""What a field of a form is told by."""
