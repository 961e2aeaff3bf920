"""Selenium IDE: every command and argument is used, harmless or refused."""

from typing import Any

import pytest

from kgmem import ImportedRun, Source
from kgmem_formats.importers import selenium_words as words
from kgmem_formats.importers.selenium_ide import importer

LOCATOR, VALUE = "id=a", "lamp"
VOCABULARY = {
    # command: its arguments, as the editor offers them
    "acceptAlert": "", "acceptConfirmation": "", "addSelection": "tv",
    "answerOnNextPrompt": "t", "answerPrompt": "t", "assert": "tv",
    "assertAlert": "t", "assertChecked": "t", "assertConfirmation": "t",
    "assertEditable": "t", "assertElementNotPresent": "t", "assertElementPresent": "t",
    "assertNotChecked": "t", "assertNotEditable": "t", "assertNotSelectedValue": "tv",
    "assertNotText": "tv", "assertPrompt": "t", "assertSelectedLabel": "tv",
    "assertSelectedValue": "tv", "assertText": "tv", "assertTitle": "t",
    "assertValue": "tv", "check": "t", "chooseCancelOnNextConfirmation": "",
    "chooseCancelOnNextPrompt": "", "chooseOkOnNextConfirmation": "", "click": "t",
    "clickAt": "tv", "close": "", "debugger": "", "dismissConfirmation": "",
    "dismissPrompt": "", "do": "", "doubleClick": "t", "doubleClickAt": "tv",
    "dragAndDropToObject": "tv", "echo": "t", "editContent": "tv", "else": "",
    "elseIf": "t", "end": "", "executeAsyncScript": "tv", "executeScript": "tv",
    "forEach": "tv", "if": "t", "mouseDown": "t", "mouseDownAt": "tv",
    "mouseMove": "t", "mouseMoveAt": "tv", "mouseOut": "t", "mouseOver": "t",
    "mouseUp": "t", "mouseUpAt": "tv", "open": "t", "pause": "t",
    "removeSelection": "tv", "repeatIf": "t", "run": "t", "runScript": "t",
    "select": "tv", "selectFrame": "t", "selectWindow": "t", "sendKeys": "tv",
    "setSpeed": "t", "setWindowSize": "t", "store": "tv", "storeAttribute": "tv",
    "storeElementCount": "tv", "storeJson": "tv", "storeText": "tv", "storeTitle": "v",
    "storeValue": "tv", "storeWindowHandle": "t", "storeXpathCount": "tv",
    "submit": "t", "times": "tv", "type": "tv", "uncheck": "t", "verify": "tv",
    "verifyChecked": "t", "verifyEditable": "t", "verifyElementNotPresent": "t",
    "verifyElementPresent": "t", "verifyNotChecked": "t", "verifyNotEditable": "t",
    "verifyNotSelectedValue": "tv", "verifyNotText": "tv", "verifySelectedLabel": "tv",
    "verifySelectedValue": "tv", "verifyText": "tv", "verifyTitle": "t",
    "verifyValue": "tv", "waitForElementEditable": "tv",
    "waitForElementNotEditable": "tv", "waitForElementNotPresent": "tv",
    "waitForElementNotVisible": "tv", "waitForElementPresent": "tv",
    "waitForElementVisible": "tv", "waitForText": "tv",
    "webdriverAnswerOnVisiblePrompt": "t",
    "webdriverChooseCancelOnVisibleConfirmation": "",
    "webdriverChooseCancelOnVisiblePrompt": "",
    "webdriverChooseOkOnVisibleConfirmation": "", "while": "tv",
}  # fmt: skip
FIELDS = (
    "id", "comment", "command", "target", "targets", "targetFallback", "value",
    "values", "valueFallback", "isBreakpoint", "skip", "opensWindow",
    "windowHandleName", "windowTimeout",
)  # fmt: skip


def command(
    name: str, target: str = "", value: str = "", **more: Any
) -> dict[str, Any]:
    return {"id": "", "command": name, "target": target, "value": value, **more}


def read(*commands: dict[str, Any]) -> ImportedRun:
    """The run of these commands."""
    tests = [{"name": "Order", "commands": list(commands)}]
    project = {"version": "2.0", "url": "https://shop.example", "tests": tests}
    first = next(iter(importer.read(Source.of(project))))
    assert isinstance(first, ImportedRun)
    return first


def steps(run: ImportedRun) -> list[Any]:
    return list(run.run["steps"])


def test_each_command_stands_in_one_list() -> None:
    assert set(VOCABULARY) == words.COMMANDS.every() - {""}
    lists = (
        words.COMMANDS.used,
        set(words.COMMANDS.harmless),
        set(words.COMMANDS.refused),
    )
    assert sum(map(len, lists)) == len(set().union(*lists))
    assert set(FIELDS) == words.FIELDS.every()


@pytest.mark.parametrize(
    "argument",
    [
        f"{name}.{which}"
        for name, arguments in VOCABULARY.items()
        if name in words.COMMANDS.used
        for which in arguments
    ],
)
def test_each_argument_of_a_command_that_acts_counts(argument: str) -> None:
    name, which = argument.split(".")

    one, other = _told(name, which, "1"), _told(name, which, "2")

    assert one != other or (one[1] and other[1])


def _told(name: str, which: str, by: str) -> tuple[str, bool]:
    """What is read with this argument, and was anything refused?"""
    target = {
        "pause": f"{by}500", "storeJson": f"[{by}]",
        "storeWindowHandle": f"w{by}", "open": f"/{by}",
        "runScript": f"window.scrollTo(0,{by})", "store": by,
        "selectFrame": f"index={by}", "selectWindow": f"win_ser_{by}",
    }.get(name, f"id=a{by}")  # fmt: skip
    value = {"clickAt": f"{by},1", "doubleClickAt": f"{by},1"}.get(name, f"v{by}")
    value = f"id=b{by}" if name == "dragAndDropToObject" else value
    value = f"{by}0,1" if name.startswith("mouse") and name.endswith("At") else value
    if which == "t":
        value = {"dragAndDropToObject": "id=b", "store": "v1", "storeJson": "v1"}.get(
            name, "1,1"
        )
    else:
        target = {"storeJson": "[1]"}.get(name, LOCATOR)
    before = {
        "mouseUp": [command("mouseDown", "id=c")],
        "mouseUpAt": [command("mouseDownAt", LOCATOR, "1,1")],
    }.get(name, [])  # fmt: skip
    behind = {
        "mouseDown": [command("mouseUp", "id=c")],
        "mouseDownAt": [command("mouseUpAt", LOCATOR, "1,1")],
        "store": [command("type", LOCATOR, "${v1}")],
        "storeJson": [command("type", LOCATOR, "${v1[0]}")],
        "storeWindowHandle": [command("selectWindow", "handle=${w1}")],
        "answerOnNextPrompt": [command("click", LOCATOR)],
        "selectFrame": [command("click", LOCATOR)],
        "selectWindow": [command("click", LOCATOR)],
    }.get(name, [])  # fmt: skip
    run = read(
        command("click", "id=first"),
        *before,
        command(name, target, value),
        *behind,
    )
    told = "\n".join(step.model_dump_json() for step in steps(run))
    return told, bool(run.refused)


def test_an_unknown_command_or_field_is_refused_by_its_place() -> None:
    run = read(command("somersault"), command("click", LOCATOR, odd=1))

    assert [one.place.rpartition(".")[2] for one in run.refused] == [
        "commands[0]",
        "commands[1]",
    ]


# variables ----------------------------------------------------------------------------


def test_a_value_that_nothing_tells_is_asked_for() -> None:
    run = read(
        command("storeText", "css=.no", "order"),
        command("type", LOCATOR, "No ${order}"),
        command("select", LOCATOR, "label=${reason}"),
        command("open", "/orders/${order}"),
    )

    assert [(one.value, one.params["asks"]) for one in steps(run)] == [
        ("No {order}", ["order"]),
        ("{reason}", ["reason"]),
        ("https://shop.example/orders/{order}", ["order"]),
    ]


def test_a_value_that_is_stored_is_put_in_everywhere() -> None:
    run = read(
        command("store", "7", "no"),
        command("storeJson", '{"rows": [{"city": "Oslo"}]}', "told"),
        command("click", "css=tr[data-id='${no}'] .del"),
        command("type", LOCATOR, "${told.rows[0].city}"),
    )

    first, second = steps(run)
    assert first.target.locators[0].value == "css=tr[data-id='7'] .del"[4:]
    assert second.value == "Oslo"


# blocks -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(words.BLOCKS))
def test_what_no_recorder_writes_is_refused(name: str) -> None:
    run = read(command(name, "2"), command("click", LOCATOR))

    assert [one.place.rpartition(".")[2] for one in run.refused] == ["commands[0]"]


# what is done -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("commands", "dialogs"),
    [
        ([command("chooseCancelOnNextConfirmation"), command("click", LOCATOR)],
         [("confirm", False)]),
        ([command("click", LOCATOR), command("assertConfirmation", "Delete?"),
          command("webdriverChooseOkOnVisibleConfirmation")], [("confirm", True)]),
        ([command("chooseOkOnNextConfirmation"), command("click", LOCATOR),
          command("webdriverChooseOkOnVisibleConfirmation")], [("confirm", True)]),
        ([command("click", LOCATOR), command("dismissPrompt")], [("prompt", False)]),
        ([command("click", LOCATOR), command("assertAlert", "Sure?"),
          command("acceptAlert"), command("dismissConfirmation")],
         [("alert", True), ("confirm", False)]),
    ],
)  # fmt: skip
def test_an_answer_belongs_to_the_click_that_raised_the_dialog(
    commands: list[dict[str, Any]], dialogs: list[tuple[str, bool]]
) -> None:
    run = read(*commands)

    (step,) = steps(run)
    assert [(d["kind"], d["accept"]) for d in step.params["dialogs"]] == dialogs


@pytest.mark.parametrize(
    "left", [[command("answerOnNextPrompt", "x")], [command("acceptAlert")],
             [command("mouseDown", LOCATOR)], [command("mouseUp", LOCATOR)]],
)  # fmt: skip
def test_what_nothing_begins_or_ends_is_refused(left: list[dict[str, Any]]) -> None:
    assert read(*left).refused


def test_a_mouse_that_is_held_is_a_drag_or_a_click() -> None:
    dragged = read(
        command("mouseDownAt", "id=card", "9,9"),
        command("mouseMoveAt", "id=done", "9,9"),
        command("mouseUpAt", "id=done", "9,9"),
    )  # fmt: skip
    pressed = read(command("mouseDown", "id=card"), command("mouseUp", "id=card"))
    within = read(
        command("mouseDownAt", "id=map", "1,1"), command("mouseUpAt", "id=map", "90,9")
    )

    assert [one.action for one in steps(dragged)] == ["drag"]
    assert steps(dragged)[0].destination.attributes["id"] == "done"
    assert [one.action for one in steps(pressed)] == ["click"]
    assert within.refused


def test_keys_come_in_their_order_and_with_what_is_held() -> None:
    run = read(
        command("sendKeys", LOCATOR, "lamp${KEY_TAB}x${KEY_ENTER}"),
        command("sendKeys", LOCATOR, "${KEY_CTRL}a${KEY_DEL}"),
    )

    assert [(one.action, one.value) for one in steps(run)] == [
        ("type", "lamp"), ("key", "Tab"), ("type", "x"), ("key", "Enter"),
        ("key", "Control+a"), ("key", "Control+Delete"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("option", "value", "by"),
    [("label=Oslo", "Oslo", None), ("Oslo", "Oslo", None), ("value=de", "de", "value"),
     ("index=2", "2", "index"), ("label=exact:Oslo", "Oslo", None)],
)  # fmt: skip
def test_an_option_is_kept_as_it_is_told(
    option: str, value: str, by: str | None
) -> None:
    (step,) = steps(read(command("select", LOCATOR, option)))

    assert (step.value, step.params.get("option_by")) == (value, by)


# where it is done ---------------------------------------------------------------------


def test_frames_in_frames_are_a_chain() -> None:
    run = read(
        command("selectFrame", "index=0"),
        command("selectFrame", 'css=iframe[name="pay"]'), command("click", "id=inner"),
        command("selectFrame", "relative=parent"), command("click", "id=middle"),
        command("selectFrame", "relative=top"), command("click", "id=outer"),
    )  # fmt: skip

    assert [one.target.frame for one in steps(run)] == [
        'index=0 >> css=iframe[name="pay"] & name=pay',
        "index=0",
        None,
    ]


def test_a_window_is_told_by_when_it_was_opened() -> None:
    run = read(
        command("storeWindowHandle", "root"),
        command("click", "id=terms", opensWindow=True, windowHandleName="w1"),
        command("selectWindow", "handle=${w1}"), command("click", "id=accept"),
        command("close"), command("selectWindow", "handle=${root}"),
        command("click", "id=order"), command("selectWindow", "handle=${odd}"),
        command("click", "id=lost"),
    )  # fmt: skip

    assert [one.target.tab for one in steps(run)] == [None, "order=1 & opener=0", None]
    assert len(run.refused) == 2
