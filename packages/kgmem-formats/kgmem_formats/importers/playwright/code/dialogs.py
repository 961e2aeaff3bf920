"""What a script answers to dialogs, told by the step that raises them."""

from collections.abc import Callable, Mapping, Sequence

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.code.values import (
    Answering,
    FileChoice,
    Unknown,
)
from kgmem_formats.importers.playwright.tabs import TabPlace
from kgmem_formats.importers.steps import Steps

KIND = "the kind of a dialog: only its answer is told"
WHICH = "which act raised a dialog: all are answered so from there on"
DISMISSED = "that a dialog was a notice: the recorder writes `dismiss` for all of them"
NOTICE: Mapping[str, object] = {"kind": "alert", "accept": True}
"""What a dismissed dialog surely was answered as. Playwright's recorder dismisses each
in what it writes, however it was answered: at a question, a replay stops."""
_ASK = "ask"
"""Of an answer: what its text is asked for as."""


class ScriptDialogs:
    """The answers that wait for their dialogs."""

    def __init__(
        self, steps: Steps, invoke: Callable[[object, Sequence[object]], object]
    ) -> None:
        self._steps, self._invoke = steps, invoke
        self._once: list[Mapping[str, object]] = []
        self._always: list[Mapping[str, object]] = []
        self._files: list[object] = []

    def hear(self, how: str, tab: TabPlace, given: Mapping[str, object]) -> None:
        """`page.on("dialog", handler)`. Raises InvalidInput where the answer can't be
        told, or another event's handler does something."""
        event, handler = given.get("event"), given.get("f")
        if event == "filechooser":
            self._files.append(handler)
            return
        before = len(self._steps.steps), len(self._steps.refused)
        asked = Answering()
        self._invoke(handler, [asked])
        if (len(self._steps.steps), len(self._steps.refused)) != before:
            del self._steps.steps[before[0] :]
            raise InvalidInput("a handler that acts on a page when something happens")
        if event != "dialog":
            return
        if len(asked.answers) > 1:
            raise InvalidInput("a dialog whose answer depends on what it says")
        if how == "once":
            self._once += asked.answers
        else:
            self._always = list(asked.answers)

    def forget(self) -> None:
        """A handler is taken away."""
        self._always = []

    def answered(
        self, asked: Answering, name: str, given: Mapping[str, object]
    ) -> None:
        """A dialog is accepted or dismissed."""
        text = given.get("prompt_text")
        told: dict[str, object] = {"kind": "confirm", "accept": True}
        if name == "dismiss":
            told = dict(NOTICE)
        elif isinstance(text, str):
            told = {"kind": "prompt", "accept": True, "text": text}
        elif isinstance(text, Unknown) and text.name:
            told = {"kind": "prompt", "accept": True, "text": "{" + text.name + "}"}
            told[_ASK] = text.name
        elif text is not None:
            raise InvalidInput("a dialog's answer that is no literal text")
        asked.answers.append(told)

    def raised(self) -> None:
        """The step that was just added may raise what was told before it."""
        last = self._steps.steps[-1]
        if last.does.presses and self._files:
            chooser = FileChoice(len(self._steps.steps) - 1, TabPlace(0))
            self._invoke(self._files.pop(0), [chooser])
            return
        may_ask = last.does.presses or last.does.leads or last.does.enters == "key"
        dialogs = [*self._once] or [*self._always]
        if not dialogs or not (may_ask or (last.does.edits and self._once)):
            return
        if not self._once:
            self._steps.guess(WHICH)
        self._once = []
        self._tell(dialogs)

    def _tell(self, dialogs: list[Mapping[str, object]]) -> None:
        if any(one["kind"] == "confirm" for one in dialogs):
            self._steps.guess(KIND)
        if NOTICE in dialogs:
            self._steps.guess(DISMISSED)
        last = self._steps.steps[-1]
        asks = [one[_ASK] for one in dialogs if _ASK in one]
        known = last.params.get("asks")
        plain = [{k: v for k, v in one.items() if k != _ASK} for one in dialogs]
        params: dict[str, object] = {**last.params, "dialogs": plain}
        if asks:
            params["asks"] = [*(known if isinstance(known, list) else []), *asks]
        self._steps.last(params=params)
