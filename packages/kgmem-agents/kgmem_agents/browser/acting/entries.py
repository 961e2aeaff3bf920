"""What is put into the fields of a form, as a user puts it in, and read back."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kgmem.agents import Turns
from kgmem_agents.browser.acting.pointer import POLL_MS, Pointer
from kgmem_agents.browser.acting.tab import ElementDict, PageTab

KEYED = 40
"""Characters up to which a text is typed key by key, as an autocomplete wants it."""
FILL_MS = 1_000
"""At least so long Playwright waits for a field to fill it in."""
_PARSED_INPUTS = frozenset(
    {"date", "time", "datetime-local", "month", "week", "color", "range"}
)
"""Types of inputs that take a value of a fixed form instead of keys."""


class CantBeDone(Exception):
    """The action can't be done; the message says why."""


class Entries:
    """Fills in the fields of one tab."""

    def __init__(self, tab: PageTab, pointer: Pointer) -> None:
        self._tab = tab
        self._pointer = pointer
        self._keys = tab.page.keyboard
        self._wait = {"timeout": max(tab.patience_ms, FILL_MS)}

    # texts ----------------------------------------------------------------------------

    def type(self, index: int, element: ElementDict, text: str) -> Turns[None]:
        """Replace what stands in the field. Raises Hindered, CantBeDone."""
        if _is_parsed(element):
            handle = yield from self._handle(index)
            yield handle.fill(text, **self._wait)
            shown = yield from self._shown(index)
            if shown is not None and not _is_same(shown, text):
                raise CantBeDone(f"the field takes no {text!r}")
            return
        before = yield from self._tab.ask(index, "held")
        yield from self._pointer.click(index)
        if not (yield from self._tab.ask(index, "focus")):
            raise CantBeDone("the field does not take the focus")
        yield from self._tab.note_changes()
        yield from self._replace(index, text)
        yield from self._read_back(index, before, text)

    def _replace(self, index: int, text: str) -> Turns[None]:
        yield from self._tab.ask(index, "selectAll")
        if not text:
            yield self._keys.press("Delete")
        elif len(text) <= KEYED:
            yield self._keys.type(text)
        else:
            yield self._keys.insert_text(text)

    def _read_back(self, index: int, before: str | None, text: str) -> Turns[None]:
        """Once more by other means where the field shows that it did not take all of
        it. Raises CantBeDone."""
        if text.endswith("\n") or (yield from self._is_held(index, text)):
            return
        yield from self._tab.rest.settle(self._tab.frame_of(index))
        shown = yield from self._shown(index)
        if shown is None or _is_like(shown, text):
            return
        if shown not in ("", before) and len(_letters(shown)) >= len(_letters(text)):
            return  # a list completed it, or a form of its own
        if (yield from self._tab.has_changed()):
            if before:
                raise CantBeDone("the field holds what it held before")
            return  # it was taken and shown elsewhere: not twice
        yield from self._enter_otherwise(index, text, is_masked=shown != "")
        if (yield from self._shown(index)) in ("", before) and text not in ("", before):
            raise CantBeDone("the field does not hold what was typed into it")

    def _enter_otherwise(
        self, index: int, text: str, *, is_masked: bool
    ) -> Turns[None]:
        if is_masked:  # it brings marks of its own
            yield from self._replace(index, _letters(text))
            if (yield from self._is_held(index, text)):
                return
        handle = yield from self._handle(index)
        yield handle.fill(text, **self._wait)

    def _is_held(self, index: int, text: str) -> Turns[bool]:
        shown = yield from self._shown(index)
        return shown is None or _is_like(shown, text)

    def _shown(self, index: int) -> Turns[str | None]:
        """What the field shows; None if that can't be told."""
        try:
            shown: str | None = yield from self._tab.ask(index, "held")
        except Exception:  # what was entered led to another page
            return None
        return shown

    # choices --------------------------------------------------------------------------

    def select(self, index: int, value: str, by: str | None) -> Turns[None]:
        """Choose the option of this label, value or place. Raises CantBeDone."""
        options = yield from self._options(index, value, by)
        chosen = [_chosen(options["all"], value, by)]
        if options["isMultiple"]:
            all_options = enumerate(options["all"])
            chosen += [n for n, one in all_options if one["isChosen"]]
        handle = yield from self._handle(index)
        yield handle.select_option(index=sorted(set(chosen)), **self._wait)

    def _options(
        self, index: int, value: str, by: str | None
    ) -> Turns[Mapping[str, Any]]:
        """All of the field, once the one that is meant is among them."""
        waited = 0.0
        while True:
            options: Mapping[str, Any] | None = yield from self._tab.ask(
                index, "options"
            )
            if options is None:
                raise CantBeDone("it has no options of its own")
            if _chosen(options["all"], value, by) is not None:
                return options
            if waited >= self._tab.patience_ms:
                raise CantBeDone(f"it has no option {value!r}")
            yield self._tab.page.wait_for_timeout(POLL_MS)
            waited += POLL_MS

    def tick(self, index: int, is_on: bool) -> Turns[None]:
        """Let it stand so. Raises Hindered, CantBeDone."""
        if (yield from self._tab.ask(index, "ticked")) is is_on:
            return
        yield from self._pointer.click(index)
        yield from self._tab.rest.settle(self._tab.frame_of(index))
        try:
            now = yield from self._tab.ask(index, "ticked")
        except Exception:  # it led to another page
            return
        if now is not None and now is not is_on:
            raise CantBeDone("it does not stand as it was set")

    # files ----------------------------------------------------------------------------

    def upload(self, index: int, value: str) -> Turns[None]:
        """Give the files of these paths, one in a line. Raises CantBeDone."""
        paths = [line for line in value.splitlines() if line.strip()]
        missing = [path for path in paths if not Path(path).is_file()]
        if missing:
            raise CantBeDone(f"no such file: {missing[0]}")
        handle = yield from self._tab.handle(index, "fileInput")
        if handle is not None:
            yield handle.set_input_files(paths, **self._wait)
            return
        yield from self._answer_chooser(index, paths)

    def _answer_chooser(self, index: int, paths: Sequence[str]) -> Turns[None]:
        """Press what asks for files and give them. Raises CantBeDone."""
        asked: list[Any] = []

        def hear(chooser: Any) -> None:
            asked.append(chooser)

        self._tab.page.on("filechooser", hear)
        try:
            yield from self._pointer.click(index)
            waited = 0.0
            while not asked and waited < self._wait["timeout"]:
                yield self._tab.page.wait_for_timeout(POLL_MS)
                waited += POLL_MS
        finally:
            self._tab.page.remove_listener("filechooser", hear)
        if not asked:
            raise CantBeDone("it does not ask for files")
        yield asked[0].set_files(paths, **self._wait)

    def _handle(self, index: int) -> Turns[Any]:
        handle = yield from self._tab.handle(index)
        if handle is None:
            raise CantBeDone("the element is gone")
        return handle


def _chosen(options: Sequence[Mapping[str, Any]], value: str, by: str | None) -> Any:
    """The place of the option that is meant; None if there is none."""
    if by == "index":
        found = [int(value)] if value.strip().isdecimal() else []
        found = [n for n in found if n < len(options)]
    else:
        ways = ("value",) if by == "value" else ("label", "text", "value")
        called = " ".join(value.split())
        found = [
            n
            for way in ways
            for n, one in enumerate(options)
            if one[way] in (value, called)
        ]
    return next((n for n in found if not options[n]["isDisabled"]), None)


def _is_parsed(element: ElementDict) -> bool:
    kind = element["attributes"].get("type", "")
    return element["tag"] == "input" and kind.lower() in _PARSED_INPUTS


def _is_like(shown: str, text: str) -> bool:
    """Does the field hold it, marks and the order of its parts aside?"""
    held, wanted = _letters(shown), _letters(text)
    if not wanted:
        return held == wanted
    return wanted in held or sorted(held) == sorted(wanted)


def _is_same(shown: str, text: str) -> bool:
    """Does a field of a fixed form hold it?"""
    try:
        return float(shown) == float(text)
    except ValueError:
        one, other = _letters(shown), _letters(text)
        return one == other or (one != "" and (one in other or other in one))


def _letters(text: str) -> str:
    return "".join(one for one in text.casefold() if one.isalnum())
