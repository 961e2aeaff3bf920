"""Selenium IDE's words: what becomes of each command, field and key."""

from collections.abc import Mapping

from kgmem import Action
from kgmem_formats.importers.words import Words

ACTS: Mapping[str, Action] = {
    "open": "navigate",
    "click": "click",
    "clickAt": "click",
    "doubleClick": "double_click",
    "doubleClickAt": "double_click",
    "type": "type",
    "editContent": "type",
    "sendKeys": "type",
    "select": "select",
    "addSelection": "select",
    "check": "check",
    "uncheck": "uncheck",
    "mouseOver": "hover",
    "dragAndDropToObject": "drag",
    "pause": "wait",
}
MOUSE = frozenset({
    "mouseDown", "mouseDownAt", "mouseMove", "mouseMoveAt", "mouseUp", "mouseUpAt",
})  # fmt: skip
"""Commands that are parts of a drag or a click."""
BLOCKS = frozenset({
    "if", "elseIf", "else", "times", "forEach", "while", "do", "repeatIf", "end", "run",
})  # fmt: skip
"""What no recorder writes: what is done in them is known when they are run."""
STORES = frozenset({"store", "storeJson", "storeWindowHandle"})
"""Commands whose variable the file itself tells."""
SCRIPTS = frozenset({"runScript", "executeScript", "executeAsyncScript"})
WHERE = frozenset({"selectFrame", "selectWindow", "close"})
ASKED_BEFORE: Mapping[str, tuple[str, bool]] = {
    "chooseOkOnNextConfirmation": ("confirm", True),
    "chooseCancelOnNextConfirmation": ("confirm", False),
    "answerOnNextPrompt": ("prompt", True),
    "chooseCancelOnNextPrompt": ("prompt", False),
}
"""Answers to a dialog that the next command raises: its kind, is it accepted?"""
ASKED_BEHIND: Mapping[str, tuple[str, bool]] = {
    "webdriverChooseOkOnVisibleConfirmation": ("confirm", True),
    "webdriverChooseCancelOnVisibleConfirmation": ("confirm", False),
    "webdriverAnswerOnVisiblePrompt": ("prompt", True),
    "webdriverChooseCancelOnVisiblePrompt": ("prompt", False),
    "acceptAlert": ("alert", True),
    "acceptConfirmation": ("confirm", True),
    "dismissConfirmation": ("confirm", False),
    "answerPrompt": ("prompt", True),
    "dismissPrompt": ("prompt", False),
}
"""The same of one that the last command raised."""
SAID: Mapping[str, str] = {
    "assertAlert": "alert",
    "assertConfirmation": "confirm",
    "assertPrompt": "prompt",
}
"""Commands that tell what such a dialog says, by its kind."""
READS: Mapping[str, str] = {
    f"{how}{what}": of
    for how in ("assert", "verify")
    for what, of in (
        ("Text", "value"), ("Value", "value"), ("SelectedLabel", "value"),
        ("ElementPresent", "presence"),
    )
}  # fmt: skip
"""Commands that look at an element, and what of it is read."""
DIALOGS = frozenset({*ASKED_BEFORE, *ASKED_BEHIND, *SAID})

_LOOKS: str = "looks at the page, or at what was stored"
_WAITS: str = "waits for the page, which a replay does of itself"
_STORED: str = "a look at the page; what it stores is asked for where it is used"
HARMLESS: Mapping[str, str] = {
    "": "a line with a comment alone",
    "echo": "a line of the log",
    "debugger": "stops for whoever watches",
    "setSpeed": "how fast the test is run",
    "setWindowSize": "how much of the page is shown",
    "mouseOut": "the pointer goes on to what the next command is done to",
    **dict.fromkeys(STORES, "its value is put in where it is used"),
    **dict.fromkeys(
        (
            f"{how}{what}"
            for how in ("assert", "verify")
            for what in (
                "", "Checked", "NotChecked", "Editable", "NotEditable",
                "ElementNotPresent", "SelectedValue", "NotSelectedValue", "NotText",
                "Title",
            )
        ),
        _LOOKS,
    ),
    **dict.fromkeys(
        (
            f"waitFor{what}"
            for what in (
                "ElementEditable", "ElementNotEditable", "ElementPresent",
                "ElementNotPresent", "ElementVisible", "ElementNotVisible", "Text",
            )
        ),
        _WAITS,
    ),
    **dict.fromkeys(
        (
            "storeAttribute", "storeElementCount", "storeText", "storeTitle",
            "storeValue", "storeXpathCount",
        ),
        _STORED,
    ),
}  # fmt: skip
REFUSED: Mapping[str, str] = {
    "removeSelection": "an option that is taken back has no step",
    "submit": "a form is sent without a press that could be done again",
    **dict.fromkeys(BLOCKS, "how often it is done is known when it is run"),
}
COMMANDS = Words(
    "command",
    used=frozenset({*ACTS, *MOUSE, *STORES, *SCRIPTS, *WHERE, *DIALOGS, *READS}),
    harmless={name: why for name, why in HARMLESS.items() if name not in STORES},
    refused=REFUSED,
)  # fmt: skip
FIELDS = Words(
    "field of a command",
    used=frozenset({
        "command", "target", "targets", "targetFallback", "value", "skip",
        "opensWindow", "windowHandleName",
    }),
    harmless={
        "id": "the editor's own number",
        "comment": "what the author noted",
        "isBreakpoint": "stops for whoever watches",
        "windowTimeout": "how long the window is waited for",
        "values": "other ways to write the same value",
        "valueFallback": "the value as an older version wrote it",
    },
)  # fmt: skip

SIGNS: Mapping[str, str] = {
    "MULTIPLY": "*", "MUL": "*", "ADD": "+", "PLUS": "+", "SUBTRACT": "-", "SUB": "-",
    "MINUS": "-", "DECIMAL": ".", "PERIOD": ".", "DOT": ".", "DIVIDE": "/", "DIV": "/",
    "DIVISION": "/", "SEPARATOR": ",", "COMMA": ",", "SEP": ",", "SEMICOLON": ";",
    "EQUALS": "=", "BKSP": "Backspace", "INS": "Insert",
    **{str(n): str(n) for n in range(10)},
}  # fmt: skip
"""Keys that other programs call otherwise, by what stands behind `KEY_`, `NUM_`, …"""
