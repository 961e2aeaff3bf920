"""Dialogs as Selenium IDE tells them: before the command that raises one, or behind."""

from collections.abc import Mapping

from kgmem import InvalidInput
from kgmem.formats import list_of, mapping_of
from kgmem_formats.importers.selenium_words import ASKED_BEFORE, ASKED_BEHIND, SAID
from kgmem_formats.importers.steps import Steps

GUESS = "a question that the run looks at and does not answer: OK"
_BUTTONS = {True: "OK", False: "Cancel"}


class ToldDialogs:
    """Gives each dialog to the step that raised it."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self._next: list[dict[str, object]] = []
        self._told: list[set[str]] = []
        """Of each dialog of the last step, what is told by now."""

    def take(self, command: str, text: str) -> None:
        """A command that is about a dialog, and its argument."""
        if command in ASKED_BEFORE:
            kind, accept = ASKED_BEFORE[command]
            self._next.append(answered(kind, accept, text))
        elif command in ASKED_BEHIND:
            kind, accept = ASKED_BEHIND[command]
            self._behind("answer", answered(kind, accept, text))
        else:
            kind = SAID[command]
            if kind != "alert":
                self._steps.guess(GUESS)
            self._behind("message", {**answered(kind, True, ""), "message": text})

    def raised(self, may_ask: bool) -> dict[str, object]:
        """What the next step says of its dialogs; the answers that were told before go
        to the first step that may raise one."""
        waiting, self._next = (self._next, []) if may_ask else ([], self._next)
        self._told = [{"before"} for _ in waiting]
        return {"dialogs": waiting} if waiting else {}

    def close(self) -> None:
        """Raises InvalidInput if an answer is left that no step raised."""
        if self._next:
            raise InvalidInput("an answer to a dialog that no command raises")

    def _behind(self, what: str, told: Mapping[str, object]) -> None:
        """More of the last step's last dialog; another one where it is told that."""
        if not self._steps.steps:
            raise InvalidInput("a dialog that no command raised")
        last = self._steps.steps[-1]
        dialogs = [dict(mapping_of(d)) for d in list_of(last.params.get("dialogs"))]
        is_same = (
            bool(dialogs)
            and dialogs[-1]["kind"] == told["kind"]
            and what not in self._told[-1]
        )
        if not is_same:
            dialogs.append({})
            self._told.append(set())
        elif what == "message":
            told = {"message": told["message"]}
        dialogs[-1].update(told)
        self._told[-1].add(what)
        self._steps.last(params={**last.params, "dialogs": dialogs})


def answered(kind: str, accept: bool, text: str) -> dict[str, object]:
    """A dialog and what was answered."""
    told = {"kind": kind, "accept": accept, "button": _BUTTONS[accept]}
    return {**told, "text": text} if kind == "prompt" and accept else told
