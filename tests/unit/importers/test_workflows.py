"""Recordings and macros of other tools: each word is used, harmless or refused."""

from typing import Any

import pytest

from kgmem import ImportedRun, Source
from kgmem.interfaces.importers import ui_vision_words, workflow_use
from kgmem.interfaces.importers.ui_vision import importer as ui_vision


def read(reader: Any, given: Any) -> ImportedRun:
    (run,) = reader.read(Source.of(given))
    assert isinstance(run, ImportedRun)
    return run


def done(run: ImportedRun) -> list[Any]:
    return list(run.run["steps"])


# workflow-use -------------------------------------------------------------------------


def workflow(*steps: dict[str, Any], asks: tuple[str, ...] = ()) -> ImportedRun:
    schema = [{"name": name, "type": "string", "required": True} for name in asks]
    given = {"name": "Form", "input_schema": schema, "steps": list(steps)}
    return read(workflow_use.importer, given)


def test_a_slot_of_a_workflow_is_asked_for() -> None:
    run = workflow(
        {"type": "navigation", "url": "https://a.example/{team}"},
        {"type": "input", "cssSelector": "input#first", "value": "{first}",
         "xpath": 'id("first")', "elementTag": "INPUT"},
        {"type": "input", "cssSelector": "#note", "value": "use {braces}"},
        {"type": "click", "target_text": "{first}"},
        asks=("first", "team"),
    )  # fmt: skip

    assert [(one.value, one.params.get("asks")) for one in done(run)] == [
        ("https://a.example/{team}", ["team"]), ("{first}", ["first"]),
        ("use {braces}", None), (None, ["first"]),
    ]  # fmt: skip
    assert done(run)[1].target.attributes["id"] == "first"
    assert done(run)[3].target.name == "{first}"


def test_a_slot_in_a_selector_is_refused() -> None:
    run = workflow({"type": "click", "cssSelector": "tr#{row} a"}, asks=("row",))

    assert "row: nothing in the file tells" in run.refused[0].reason


def test_words_of_a_workflow_are_used_harmless_or_refused() -> None:
    run = workflow(
        {"type": "click", "target_text": "Edit (item 2 of 3) (in Orders)"},
        {"type": "select_change", "target_text": "Size", "selectedText": "large"},
        {"type": "key_press", "key": "Enter"}, {"type": "scroll", "scrollX": 0,
         "scrollY": -200}, {"type": "go_back"},
        {"type": "extract", "extractionGoal": "the price"},
        {"type": "agent", "task": "Choose the best"}, {"type": "somersault"},
        {"type": "click", "target_text": "Go", "odd": 1},
    )  # fmt: skip

    assert [one.action for one in done(run)] == [
        "click", "select", "key", "scroll", "back",
    ]  # fmt: skip
    first = done(run)[0].target
    assert (first.name, first.container) == ("Edit", ("Orders",))
    assert [one.place for one in run.refused] == [
        f"object: steps[{n}]" for n in (6, 7, 8)
    ]


def test_frames_and_tabs_of_a_workflow_are_kept() -> None:
    run = workflow(
        {"type": "click", "cssSelector": "#a", "tabId": 7, "url": "https://a.example/",
         "frameUrl": "https://a.example/"},
        {"type": "click", "cssSelector": "#b", "tabId": 9, "url": "https://a.example/",
         "frameUrl": "https://pay.example/card"},
    )  # fmt: skip

    assert [(one.target.frame, one.target.tab) for one in done(run)] == [
        (None, None),
        ("src=https://pay.example/card", "order=1"),
    ]


# UI.Vision ----------------------------------------------------------------------------

MACRO = {
    "open", "openBrowser", "click", "clickAndWait", "saveItem", "select",
    "selectAndWait", "addSelection", "removeSelection", "type", "pause",
    "waitForPageToLoad", "selectFrame", "assertAlert", "assertConfirmation",
    "assertPrompt", "answerOnNextPrompt", "store", "storeText", "storeTitle",
    "storeAttribute", "storeXpathCount", "assertText", "assertTitle", "clickAt", "echo",
    "mouseOver", "verifyText", "verifyTitle", "sendKeys", "dragAndDropToObject",
    "selectWindow", "captureScreenshot", "captureDesktopScreenshot", "refresh",
    "assert", "assertElementPresent", "assertElementNotPresent", "assertEditable",
    "assertNotEditable", "verify", "verifyElementPresent", "verifyElementNotPresent",
    "verifyEditable", "verifyNotEditable", "deleteAllCookies", "label", "gotoLabel",
    "csvRead", "csvReadArray", "csvSave", "csvSaveArray", "storeValue", "assertValue",
    "verifyValue", "storeChecked", "captureEntirePageScreenshot", "onDownload",
    "throwError", "comment", "waitForElementVisible", "waitForElementNotVisible",
    "waitForElementPresent", "waitForElementNotPresent", "onError", "sourceSearch",
    "sourceExtract", "storeImage", "localStorageExport", "visionLimitSearchArea",
    "visionLimitSearchAreaRelative", "visionLimitSearchAreabyTextRelative",
    "visualSearch", "visualVerify", "visualAssert", "visualGetPixelColor",
    "editContent", "bringBrowserToForeground", "bringIDEandBrowserToBackground",
    "setWindowSize", "prompt", "XRun", "XRunAndWait", "XClick", "XClickRelative",
    "XClickTextRelative", "XClickText", "XMoveText", "XMoveTextRelative", "XType",
    "XMove", "XMoveRelative", "XMouseWheel", "XDesktopAutomation", "OCRSearch",
    "OCRExtractRelative", "OCRExtractbyTextRelative", "OCRExtractScreenshot",
    "aiPrompt", "aiScreenXY", "setProxy", "run", "executeScript",
    "executeScript_Sandbox", "check", "uncheck", "assertChecked", "assertNotChecked",
    "verifyChecked", "verifyNotChecked", "do", "repeatIf", "else", "elseif", "end",
    "if", "while", "gotoIf", "times", "forEach", "break", "continue",
}  # fmt: skip
OLD = {"storeEval", "endif", "endwhile", "resize", "waitForVisible", "OCRExtract", ""}
"""Commands of older versions."""


def macro(*commands: tuple[str, str, str]) -> ImportedRun:
    told = [dict(zip(("Command", "Target", "Value"), c, strict=True)) for c in commands]
    return read(ui_vision, {"Name": "Order", "Commands": told})


def test_each_command_of_a_macro_stands_in_one_list() -> None:
    words = ui_vision_words.COMMANDS
    lists = (words.used, words.harmless.keys(), words.refused.keys())

    assert words.every() == MACRO | OLD
    assert sum(map(len, lists)) == len(words.every())


@pytest.mark.parametrize("name", sorted(ui_vision_words.COMMANDS.refused))
def test_what_a_macro_has_no_step_for_is_refused(name: str) -> None:
    run = macro((name, "id=a", ""), ("click", "id=b", ""))

    assert [one.place for one in run.refused] == ["object: Commands[0]"]
    assert len(done(run)) == 1


def test_a_macro_is_read_as_selenium_would_do_it() -> None:
    run = macro(
        ("store", "Oslo", "city"), ("open", "https://a.example/", ""),
        ("clickAndWait", "link=Lamps", ""), ("type", "id=city", "${city}"),
        ("CLICK", "id=note", ""), ("XType", "hello${KEY_ENTER}", ""),
        ("type", "id=card", "${!csvcol1}"), ("if_v2", "${a} == 1", ""),
        ("click", "id=cookies", ""), ("end", "", ""), ("XClick", "go.png", ""),
        ("XClick", "xpath=//button[.='Go']", ""), ("selectWindow", "tab=1", ""),
        ("click", "id=agree", ""), ("selectWindow", "tab=open", "https://b.example"),
    )  # fmt: skip

    assert [(one.action, one.value) for one in done(run)] == [
        ("navigate", "https://a.example/"), ("click", None), ("type", "Oslo"),
        ("click", None), ("type", "hello"), ("key", "Enter"), ("type", "{csvcol1}"),
        ("click", None), ("click", None), ("click", None),
    ]  # fmt: skip
    assert done(run)[4].target.attributes["id"] == "note"
    assert done(run)[7].params == {"optional": True}
    assert done(run)[-1].target.tab == "order=1 & opener=0"
    assert [one.place for one in run.refused] == [
        "object: Commands[10]",
        "object: Commands[14]",
    ]
