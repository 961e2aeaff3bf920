"""UI.Vision's words: what becomes of each command and field."""

from collections.abc import Mapping

from kgmem_formats.importers.words import Words

SAME_AS: Mapping[str, str] = {
    "clickAndWait": "click",
    "selectAndWait": "select",
    "XClick": "click",
    "XMove": "mouseOver",
    "XType": "sendKeys",
}
"""Commands that Selenium IDE calls otherwise."""
_LOOKS: str = "looks at the page, or at what was stored"
_WAITS: str = "waits for the page, which a replay does of itself"
_READS: str = "what it reads is asked for where it is used"
_OWN: str = "done outside of the page"
_AT_RUN: str = "what it does is only known when it is run"
_ON_SCREEN: str = "what it is done to is told by the screen alone"

COMMANDS = Words(
    "command",
    used=frozenset({
        *SAME_AS, "open", "click", "clickAt", "type", "select", "addSelection", "check",
        "uncheck", "sendKeys", "mouseOver", "dragAndDropToObject", "editContent",
        "pause", "store", "selectFrame", "selectWindow", "assertAlert",
        "assertConfirmation", "assertPrompt", "answerOnNextPrompt", "executeScript",
    }),
    harmless={
        "": "a line with a comment alone",
        "comment": "what the author noted",
        "echo": "a line of the log",
        "label": "a mark in the macro",
        "onError": "what is done when something goes wrong",
        "onDownload": "what a file is called that is saved",
        **dict.fromkeys(
            (
                "captureScreenshot", "captureEntirePageScreenshot",
                "captureDesktopScreenshot", "csvSave", "csvSaveArray",
                "localStorageExport", "bringBrowserToForeground",
                "bringIDEandBrowserToBackground", "setWindowSize", "resize",
            ),
            _OWN,
        ),
        **dict.fromkeys(
            (
                f"{how}{what}"
                for how in ("assert", "verify")
                for what in (
                    "", "Text", "Title", "Value", "Checked", "NotChecked", "Editable",
                    "NotEditable", "ElementPresent", "ElementNotPresent",
                )
            ),
            _LOOKS,
        ),
        **dict.fromkeys(
            (
                "visualVerify", "visualAssert", "visionLimitSearchArea",
                "visionLimitSearchAreaRelative", "visionLimitSearchAreabyTextRelative",
            ),
            _LOOKS,
        ),
        **dict.fromkeys(
            (
                "waitForPageToLoad", "waitForElementVisible", "waitForVisible",
                "waitForElementNotVisible", "waitForElementPresent",
                "waitForElementNotPresent",
            ),
            _WAITS,
        ),
        **dict.fromkeys(
            (
                "storeText", "storeTitle", "storeAttribute", "storeXpathCount",
                "storeValue", "storeChecked", "storeImage", "storeEval", "prompt",
                "csvRead", "csvReadArray", "sourceSearch", "sourceExtract",
                "visualSearch", "visualGetPixelColor", "OCRSearch", "OCRExtract",
                "OCRExtractRelative", "OCRExtractbyTextRelative",
                "OCRExtractScreenshot", "aiPrompt", "aiScreenXY",
                "executeScript_Sandbox",
            ),
            _READS,
        ),
    },
    refused={
        **dict.fromkeys(
            (
                "gotoLabel", "gotoIf", "break", "continue", "throwError", "openBrowser",
                "XRun", "XRunAndWait", "setProxy", "deleteAllCookies", "refresh",
                "saveItem", "removeSelection", "if", "else", "elseif", "end", "endif",
                "endwhile", "while", "times", "forEach", "do", "repeatIf", "run",
            ),
            _AT_RUN,
        ),
        **dict.fromkeys(
            (
                "XClickRelative", "XClickText", "XClickTextRelative", "XMoveRelative",
                "XMoveText", "XMoveTextRelative", "XMouseWheel", "XDesktopAutomation",
            ),
            _ON_SCREEN,
        ),
    },
)  # fmt: skip
FIELDS = Words(
    "field of a command",
    used=frozenset({"Command", "Target", "Value", "Targets"}),
    harmless={"Description": "what the author noted"},
)
