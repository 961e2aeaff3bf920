"""midscene's words: what becomes of each item of a flow and its fields."""

from collections.abc import Mapping

from kgmem.interfaces.importers.words import Words
from kgmem.model.action import Action

ACTS: Mapping[str, Action] = {
    "aiTap": "click",
    "aiRightClick": "click",
    "aiDoubleClick": "double_click",
    "aiLongPress": "long_press",
    "aiHover": "hover",
    "aiInput": "type",
    "aiClearInput": "type",
    "aiKeyboardPress": "key",
    "aiScroll": "scroll",
    "aiDragAndDrop": "drag",
    "sleep": "wait",
}
_LOOKS: str = "looks at the page"
VERBS = Words(
    "item of a flow",
    used=frozenset(ACTS),
    harmless={
        **dict.fromkeys(
            ("aiAssert", "aiQuery", "aiBoolean", "aiNumber", "aiString", "aiAsk",
             "aiLocate"), _LOOKS,
        ),
        "aiWaitFor": "waits for the page, which a replay does of itself",
        "logScreenshot": "a picture",
        "recordToReport": "a picture",
    },
    refused={
        **dict.fromkeys(
            ("ai", "aiAct", "aiAction"),
            "what an agent does there is only known when it is run",
        ),
        "javascript": "what it does is only known when it is run",
        **dict.fromkeys(
            ("aiSwipe", "aiPinch", "runAdbShell", "launch"), "done to a phone's screen"
        ),
    },
)  # fmt: skip
_NOTED: Mapping[str, str] = {
    "deepThink": "how hard it was looked for",
    "deepLocate": "how hard it was looked for",
    "cacheable": "whether it is kept",
    "name": "what the author noted",
}
FIELDS: Mapping[str, Words] = {
    **{
        verb: Words(f"field of {verb}", frozenset({"locate"}), _NOTED)
        for verb in (
            "aiTap", "aiRightClick", "aiDoubleClick", "aiHover", "aiClearInput",
        )
    },
    "aiLongPress": Words(
        "field of aiLongPress", frozenset({"locate"}),
        {**_NOTED, "duration": "how long it is held"},
    ),
    "aiInput": Words(
        "field of aiInput", frozenset({"locate", "value", "mode"}),
        {**_NOTED, "autoDismissKeyboard": "how the screen is shown",
         "keyboardTypeDelay": "how fast it is typed"},
    ),
    "aiKeyboardPress": Words(
        "field of aiKeyboardPress", frozenset({"locate", "keyName"}), _NOTED
    ),
    "aiScroll": Words(
        "field of aiScroll",
        frozenset({"locate", "direction", "distance", "scrollType"}), _NOTED,
    ),
    "aiDragAndDrop": Words(
        "field of aiDragAndDrop", frozenset({"from", "to"}), _NOTED
    ),
    "sleep": Words("field of sleep", frozenset({"ms"}), _NOTED),
}  # fmt: skip
