"""Automa's words: what becomes of each block and each of its data."""

from collections.abc import Mapping

from kgmem import Action
from kgmem_formats.importers.words import Words

ACTS: Mapping[str, Action] = {
    "new-tab": "navigate",
    "new-window": "navigate",
    "go-back": "back",
    "event-click": "click",
    "link": "click",
    "hover-element": "hover",
    "forms": "type",
    "press-key": "key",
    "element-scroll": "scroll",
    "upload-file": "upload",
    "delay": "wait",
}
_READS: str = "what it reads is asked for where it is used"
_OWN: str = "done outside of the page"
_ASKED: str = "the values that it sets are asked for where they are used"
_BY_THE_PAGE: str = "how often it is done, or whether, is only known when it is run"
_AT_RUN: str = "what it does is only known when it is run"

BLOCKS = Words(
    "block",
    used=frozenset(
        {*ACTS, "blocks-group", "switch-to", "handle-dialog", "handle-download",
         "element-exists"}
    ),
    harmless={
        "trigger": "what starts it; its parameters are asked for",
        "note": "what the author noted",
        "active-tab": "the tab that is in front, in which it begins",
        "parameter-prompt": "the values that it asks for",
        "browser-event": "waits for the page, which a replay does of itself",
        "wait-connections": "waits for other blocks",
        **dict.fromkeys(
            ("insert-data", "delete-data", "slice-variable", "increase-variable",
             "regex-variable", "data-mapping", "sort-data"), _ASKED,
        ),
        **dict.fromkeys(("get-text", "attribute-value", "log-data", "tab-url"), _READS),
        **dict.fromkeys(("take-screenshot", "export-data", "notification"), _OWN),
    },
    refused={
        **dict.fromkeys(
            ("conditions", "while-loop", "loop-data", "loop-elements",
             "loop-breakpoint", "repeat-task"), _BY_THE_PAGE,
        ),
        **dict.fromkeys(
            ("javascript-code", "trigger-event", "webhook", "google-sheets",
             "google-sheets-drive", "google-drive", "clipboard", "save-assets",
             "reload-tab", "forward-page", "close-tab", "switch-tab", "proxy",
             "create-element", "cookie", "block-package", "execute-workflow",
             "workflow-state"), _AT_RUN,
        ),
    },
)  # fmt: skip
_NOTED: Mapping[str, str] = {
    "description": "what the author noted",
    "disableBlock": "of blocks that are done",
    "waitForSelector": "waits for the page, which a replay does of itself",
    "waitSelectorTimeout": "waits for the page, which a replay does of itself",
    "markEl": "a mark that the editor sets",
    "settings": "what is done when something goes wrong",
    "$breakpoint": "stops for whoever watches",
    **dict.fromkeys(
        ("dataColumn", "saveData", "assignVariable", "variableName", "addExtraRow",
         "extraRowValue", "extraRowDataColumn"), "where what it reads is kept",
    ),
}  # fmt: skip
_POINTED = frozenset({"selector", "findBy", "multiple"})


def _data(block: str, /, *used: str, **harmless: str) -> Words:
    return Words(f"data of {block}", frozenset(used), {**_NOTED, **harmless})


DATA: Mapping[str, Words] = {
    "new-tab": _data(
        "new-tab", "url", "updatePrevTab", active="in front or behind",
        userAgent="what the browser calls itself", tabZoom="how large it is shown",
        customUserAgent="what the browser calls itself", inGroup="how tabs are sorted",
        waitTabLoaded="waits for the page, which a replay does of itself",
    ),
    "new-window": _data(
        "new-window", "url", top="where it stands", left="where it stands",
        width="how large it is", height="how large it is", type="how it looks",
        incognito="a profile of its own", windowState="how large it is",
    ),
    "go-back": _data("go-back"),
    "event-click": _data("event-click", *_POINTED),
    "link": _data(
        "link", *_POINTED, "openInNewTab", disableMultiple="how it is edited"
    ),
    "hover-element": _data("hover-element", *_POINTED),
    "forms": _data(
        "forms", *_POINTED, "type", "value", "selected", "getValue", "selectOptionBy",
        "optionPosition", "clearValue", delay="how fast it is typed",
        events="what the page is told besides",
    ),
    "press-key": _data(
        "press-key", "keys", "selector", "findBy", "keysToPress", "action",
        pressTime="how long a key is held",
    ),
    "element-scroll": _data(
        "element-scroll", *_POINTED, "scrollX", "scrollY", "incX", "incY",
        "scrollIntoView", smooth="how fast it moves",
    ),
    "upload-file": _data("upload-file", "selector", "findBy", "filePaths"),
    "delay": _data("delay", "time"),
    "blocks-group": _data("blocks-group", "blocks", name="what the author noted"),
    "switch-to": _data("switch-to", "windowType", "selector", "findBy"),
    "handle-dialog": _data("handle-dialog", "accept", "promptText"),
    "handle-download": _data(
        "handle-download", filename="what the file is called",
        timeout="how long it is waited for", onConflict="what the file is called",
        waitForDownload="waits for it", downloadId="where what it reads is kept",
    ),
    "element-exists": _data(
        "element-exists", "selector", "findBy", tryCount="how long it is waited for",
        timeout="how long it is waited for", throwError="what is done otherwise",
    ),
}  # fmt: skip
"""Of each block that is used."""
