"""UI.Vision's macros: JSON whose commands are mostly those of Selenium IDE."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import list_of, text_of
from kgmem_formats.importers.selenium_acts import SeleniumActs
from kgmem_formats.importers.selenium_words import COMMANDS as SELENIUM
from kgmem_formats.importers.steps import object_of
from kgmem_formats.importers.ui_vision_words import COMMANDS, FIELDS, SAME_AS

FOCUS = "which field is typed into by XType: the one that was used before"
_PLACE = re.compile(r"\s*-?\d+\s*,\s*-?\d+\s*|.*\.png(@[\d.]+)?(#\d+)?\s*", re.S)
_TAB = re.compile(r"tab=(\d+)", re.I)
_BY_NAME: Mapping[str, str] = {name.casefold(): name for name in COMMANDS.every()}
_WHAT = "what it is done to is told by a picture or a place on the screen"


class UiVision:
    """Reads a macro as one run; how it went is not in it."""

    name = "ui-vision"
    title = "UI.Vision macro"

    def recognizes(self, source: Source) -> str | None:
        first = source.first_item("Commands")
        if isinstance(first.get("Command"), str):
            return "Commands with Command and Target"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        macro = source.whole()
        if not isinstance(macro, Mapping) or not isinstance(
            macro.get("Commands"), list
        ):
            raise InvalidInput(f"{source.name}: a macro has Commands")
        acts, focus = SeleniumActs(""), ""
        for n, one in enumerate(macro["Commands"]):
            with acts.steps.reading(f"{source.name}: Commands[{n}]"):
                command = command_of(object_of(one), focus)
                _check(command)
                acts.take(command)
            focus = _focus(one) or focus
        with acts.steps.reading(source.name):
            acts.close()
        is_guess = any(_name_of(one) == "XType" for one in macro["Commands"])
        acts.steps.guess_if(is_guess, FOCUS)
        title = text_of(macro.get("Name")) or PurePath(source.name).stem
        yield acts.steps.run(source.name, title)


def command_of(given: Mapping[str, object], focus: str) -> Mapping[str, object]:
    """The command as Selenium IDE has it; one that it has not keeps its own name."""
    name = _name_of(given)
    target, value = str(given.get("Target") or ""), str(given.get("Value") or "")
    told: dict[str, object] = {"command": SAME_AS.get(name, name)}
    if name in COMMANDS.harmless:
        told["command"] = ""
    elif name == "selectWindow":
        told["command"], target = _window(target)
    elif name == "XType":
        target, value = focus, target
    elif name in ("XClick", "XMove") and _PLACE.fullmatch(target):
        told["command"] = _WHAT
    others = [[one, ""] for one in list_of(given.get("Targets")) if target != one]
    extra = {key: one for key, one in given.items() if key not in FIELDS.every()}
    return {**extra, **told, "target": target, "value": value, "targets": others}


def _name_of(given: object) -> str:
    """The command's name as it is written in the list of all."""
    name = given.get("Command") if isinstance(given, Mapping) else None
    name = name if isinstance(name, str) else ""
    bare = name.removesuffix("_v2").removesuffix("_deprecated")
    return _BY_NAME.get(bare.casefold(), bare)


def _focus(given: object) -> str:
    """The field that has the focus after it."""
    name = _name_of(given)
    points = SAME_AS.get(name, name) in ("click", "clickAt", "type", "sendKeys")
    is_element = points and name != "XType" and isinstance(given, Mapping)
    target = str(given.get("Target") or "") if isinstance(given, Mapping) else ""
    return target if is_element and not _PLACE.fullmatch(target) else ""


def _window(target: str) -> tuple[str, str]:
    """Tabs are counted from the one that the macro began in."""
    if target.casefold() == "tab=close":
        return "close", ""
    if target.casefold().startswith("tab=open"):
        return "tab=open", ""
    match = _TAB.fullmatch(target)
    if match is None:
        return "selectWindow", target
    number = int(match[1])
    return "selectWindow", f"win_ser_{number}" if number else "win_ser_local"


def _check(command: Mapping[str, object]) -> None:
    """Raises InvalidInput for what Selenium IDE has no command for."""
    name = str(command.get("command"))
    if name == _WHAT:
        raise InvalidInput(_WHAT)
    if name == "tab=open":
        raise InvalidInput("a tab that the run itself opens has no step")
    if name and name not in SELENIUM.used:
        COMMANDS.check([name])


importer = UiVision()
