"""Automa's blocks as steps."""

import re
from collections.abc import Mapping

from kgmem import Action, Element, InvalidInput
from kgmem.formats import ACTIONS, list_of, told_place
from kgmem_formats.importers.automa_words import ACTS, DATA
from kgmem_formats.importers.selectors import ToldElement
from kgmem_formats.importers.selenium_dialogs import answered
from kgmem_formats.importers.steps import Steps, number_of, scrolls
from kgmem_formats.importers.variables import FilledText, Variables

_VARIABLE = re.compile(
    r"\{\{\s*(?:(?:variables|globalData|table|loopData|secrets)[.@])?([^{}]+?)\s*\}\}"
)
_INSIDE = "|>"
"""Stands in a selector between a frame and what is in it."""
_PAGE = ("html", "body", "")
_KEYS = {"ctrl": "Control", "control": "Control", "shift": "Shift", "alt": "Alt",
         "cmd": "Meta", "meta": "Meta", "command": "Meta", " ": "Space"}  # fmt: skip
_NOTHING = FilledText("")
Data = Mapping[str, object]


class AutomaActs:
    """The steps of one workflow, and what stands between its blocks."""

    def __init__(self) -> None:
        self.steps = Steps()
        self._values = Variables(_VARIABLE)
        self._frame: list[Mapping[str, object]] = []
        self._dialogs: list[dict[str, object]] = []
        self._optional = False

    def take(self, label: str, data: Data) -> None:
        """One block. Raises InvalidInput where it can't be told."""
        DATA[label].check(data)
        if label == "switch-to":
            is_page = data.get("windowType") == "main-window"
            self._frame = [] if is_page else [self._place(_text(data, "selector"))]
        elif label == "handle-dialog":
            text = self._values.filled(_text(data, "promptText")).literal()
            kind = "prompt" if text else "confirm"
            self._dialogs.append(answered(kind, data.get("accept") is not False, text))
        elif label == "handle-download":
            self._mark_download()
        elif label == "element-exists":
            self._optional = True
        else:
            self._act(label, ACTS[label], data)

    def close(self) -> None:
        """Raises InvalidInput for an answer to a dialog that no block raises."""
        if self._dialogs:
            raise InvalidInput("an answer to a dialog that no command raises")

    def _act(self, label: str, action: Action, data: Data) -> None:
        does = ACTIONS[action]
        if data.get("multiple") is True:
            raise InvalidInput("it is done to all elements that a selector fits")
        if does.enters == "address":
            self._open(action, data)
        elif does.leads:
            self._add(action)
        elif does.waits:
            ms = number_of(self._filled(data, "time").literal() or 0)
            self._add(action, filled=FilledText(f"{ms / 1000:g}"))
        elif does.moves == "view":
            self._scroll(action, data)
        elif does.enters == "key":
            self._press(action, data)
        elif label == "forms":
            self._enter(data)
        elif does.enters == "file":
            paths = [self._values.filled(str(p)) for p in list_of(data["filePaths"])]
            asks = tuple(dict.fromkeys(name for one in paths for name in one.asks))
            files = FilledText("\n".join(one.text for one in paths), asks)
            self._add(action, self._element(data), files)
        elif data.get("openInNewTab") is True:
            raise InvalidInput("a tab that the run itself opens has no step")
        else:
            self._add(action, self._element(data))

    def _open(self, action: Action, data: Data) -> None:
        if self.steps.steps and data.get("updatePrevTab") is not True:
            raise InvalidInput("a tab that the run itself opens has no step")
        self._add(action, filled=self._filled(data, "url"))
        self._frame = []

    def _enter(self, data: Data) -> None:
        """A text, an option, a tick; or a look at what is there."""
        if data.get("getValue") is True:
            return
        element, kind = self._element(data), data.get("type")
        if kind in ("checkbox", "radio"):
            is_on = data.get("selected") is not False
            self._add("check" if is_on else "uncheck", element)
        elif kind == "select":
            self._choose(element, data)
        elif kind == "text-field":
            self._add("type", element, self._filled(data, "value"))
            is_added = data.get("clearValue") is False
            self.steps.guess_if(is_added, "what is typed into: an empty field")
        else:
            raise InvalidInput(f"no field of a form is of the type {str(kind)[:60]!r}")

    def _choose(self, element: Element, data: Data) -> None:
        by = data.get("selectOptionBy") or "value"
        if by == "value":
            filled, told = self._filled(data, "value"), "value"
        elif by in ("first-option", "custom-position"):
            place = 1 if by == "first-option" else number_of(data["optionPosition"])
            filled, told = FilledText(str(int(place) - 1)), "index"
        else:
            raise InvalidInput(f"which option is {str(by)[:60]!r} can't be told")
        self._add("select", element, filled, {"option_by": told})

    def _press(self, action: Action, data: Data) -> None:
        is_text = data.get("action") == "multiple-keys"
        filled = self._filled(data, "keysToPress" if is_text else "keys")
        element = self._element(data) if _text(data, "selector") else None
        if is_text:
            self._add("type", element, filled)
            return
        names = filled.literal().split("+")
        keys = [_KEYS.get(name.casefold(), name) for name in names]
        self._add(action, element, FilledText("+".join(keys)))

    def _scroll(self, action: Action, data: Data) -> None:
        if data.get("scrollIntoView") is True:
            return  # the driver brings what it acts on into view
        selector = _text(data, "selector")
        target = None if selector in _PAGE else self._element(data)
        by = (number_of(data.get(key) or 0) for key in ("scrollX", "scrollY"))
        for params in scrolls(*by):
            self._add(action, target, params=params)

    def _mark_download(self) -> None:
        last = self.steps.steps[-1] if self.steps.steps else None
        if last is None or not last.does.presses:
            raise InvalidInput("a download that no click began")
        self.steps.last(params={**last.params, "download": True})

    def _add(
        self,
        action: Action,
        target: Element | None = None,
        filled: FilledText = _NOTHING,
        params: Mapping[str, object] | None = None,
    ) -> None:
        told: dict[str, object] = {**(params or {}), **filled.params()}
        if self._optional:
            told["optional"] = True
        if self._dialogs and ACTIONS[action].presses:
            told["dialogs"], self._dialogs = self._dialogs, []
        self.steps.add(action, target=target, params=told)
        if ACTIONS[action].enters or ACTIONS[action].waits:
            self.steps.last(value=filled.text)

    def _filled(self, data: Data, key: str) -> FilledText:
        text = _text(data, key)
        if text.startswith("!!"):
            raise InvalidInput(f"{key}: what it gives is only known when it is run")
        return self._values.filled(text)

    def _element(self, data: Data) -> Element:
        selector = self._filled(data, "selector").literal()
        *frames, own = (one.strip() for one in selector.split(_INSIDE))
        told = ToldElement()
        is_path = data.get("findBy") == "xpath" or own.startswith(("/", "("))
        found = (told.xpath(own) if is_path else told.css(own)).element()
        if found is None:
            raise InvalidInput("a step that points at something has a selector or text")
        chain = [*self._frame, *map(self._place, frames)]
        return found.model_copy(update={"frame": told_place(chain)})

    def _place(self, selector: str) -> Mapping[str, object]:
        bare = self._values.filled(selector).literal().strip()
        return {"xpath" if bare.startswith(("/", "(")) else "css": bare}


def _text(data: Data, key: str) -> str:
    return str(data.get(key) or "")
