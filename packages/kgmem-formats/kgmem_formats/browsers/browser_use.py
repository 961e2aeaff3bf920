"""browser-use's actions, under all the names that its versions gave them."""

from collections.abc import Mapping

from kgmem_formats.browsers.rows import Tool, acts, looks, lost

_TOLD = "the history tells the element itself"
_FILE = "a file of the agent's own"
_READS = "it reads the page"
_CODE = "code is not run"
_SHEET = "what it does is keys and clicks that the history does not tell"
_OFFSET = "a place within an element is not kept for a drag"

_NAVIGATE = acts("navigate", "url", "new_tab")
_SEARCH = acts("search", "query", "engine", "search_engine")
_CLICK = acts(
    "click",
    "index",
    "coordinate_x",
    "coordinate_y",
    "while_holding_ctrl",
    harmless={"xpath": _TOLD},
)
_TYPE = acts("type", "index", "text", "clear", "clear_existing",
             harmless={"xpath": _TOLD})  # fmt: skip
_SCROLL = acts(
    "scroll",
    "down",
    "pages",
    "num_pages",
    "amount",
    "index",
    harmless={"frame_element_index": "a step brings its element into view by itself"},
)
_TAB = acts("tab", "tab_id", "page_id")
_CLOSE = looks("what is done after it tells its own tab")
_DESCRIBED = {"description": "the model's words for a call without arguments"}
_SELECT = acts("select", "index", "text", harmless={"xpath": _TOLD})
_UPLOAD = acts("upload", "index", "path")
_EXTRACT, _WRITE = looks(_READS), looks(_FILE)

TOOLS: Mapping[str, Tool] = {
    **dict.fromkeys(("navigate", "go_to_url", "open_tab"), _NAVIGATE),
    **dict.fromkeys(("search", "search_google"), _SEARCH),
    "go_back": acts("back", harmless=_DESCRIBED),
    "wait": acts("wait", "seconds"),
    **dict.fromkeys(("click", "click_element", "click_element_by_index"), _CLICK),
    **dict.fromkeys(("input", "input_text"), _TYPE),
    **dict.fromkeys(("upload_file", "upload_file_to_element"), _UPLOAD),
    **dict.fromkeys(("switch", "switch_tab"), _TAB),
    **dict.fromkeys(("close", "close_tab"), _CLOSE),
    **dict.fromkeys(
        ("extract", "extract_content", "extract_structured_data", "search_page",
         "find_elements", "get_ax_tree", "get_html", "read_long_content"), _EXTRACT,
    ),
    **dict.fromkeys(("scroll", "scroll_down", "scroll_up"), _SCROLL),
    "send_keys": acts("key", "keys"),
    **dict.fromkeys(
        ("find_text", "scroll_to_text"),
        looks("it brings words into view; a step finds its element by itself"),
    ),
    "screenshot": looks("a picture of the page"),
    **dict.fromkeys(
        ("save_as_pdf", "save_pdf"), looks("a file made of the page"),
    ),
    **dict.fromkeys(("dropdown_options", "get_dropdown_options"), looks(_READS)),
    **dict.fromkeys(("select_dropdown", "select_dropdown_option"), _SELECT),
    **dict.fromkeys(
        ("write_file", "append_file", "replace_file", "replace_file_str", "read_file"),
        _WRITE,
    ),
    **dict.fromkeys(("evaluate", "execute_javascript"), lost(_CODE)),
    "done": acts("done", "text", "success", "data", "files_to_display"),
    "drag_drop": acts(
        "drag", "element_source", "element_target", "coord_source_x", "coord_source_y",
        "coord_target_x", "coord_target_y",
        harmless={"steps": "how smoothly it moves", "delay_ms": "how fast it moves"},
        refused={"element_source_offset": _OFFSET, "element_target_offset": _OFFSET},
    ),
    **dict.fromkeys(("read_sheet_contents", "read_cell_contents"), looks(_READS)),
    **dict.fromkeys(
        ("update_cell_contents", "clear_cell_contents", "select_cell_or_range",
         "fallback_input_into_single_selected_cell"), lost(_SHEET),
    ),
}  # fmt: skip
"""An action that stands in no row is the caller's own tool: all of it is kept."""
READS = frozenset({"extract", "extract_content", "extract_structured_data"})
"""Those by which a model reads something of the page."""
IN_NEW_TAB = frozenset({"open_tab"})
UPWARDS = frozenset({"scroll_up"})
ENGINES: Mapping[str, str] = {
    "duckduckgo": "https://duckduckgo.com/?q={}",
    "google": "https://www.google.com/search?q={}&udm=14",
    "bing": "https://www.bing.com/search?q={}",
}
"""The addresses that a search goes to."""
DEFAULT_ENGINE: Mapping[str, str] = {"search": "duckduckgo", "search_google": "google"}
PAGE = 1_000
"""Pixels that a page is scrolled by where its height is not told, as browser-use has
it."""
ELEMENT: Mapping[str, str] = {
    **dict.fromkeys(
        ("node_name", "tag_name", "attributes", "x_path", "xpath", "ax_name", "bounds",
         "css_selector", "frame_id", "entire_parent_branch_path"), "",
    ),
    **dict.fromkeys(
        ("node_id", "backend_node_id", "node_type", "node_value", "element_hash",
         "stable_hash", "highlight_index"), "numbers of the browser that differ by run",
    ),
    **dict.fromkeys(
        ("page_coordinates", "viewport_coordinates", "viewport_info", "shadow_root"),
        "where it stood on that screen",
    ),
}  # fmt: skip
"""Fields of an element in a history: without a reason they are used."""
