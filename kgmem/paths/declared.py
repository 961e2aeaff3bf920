"""What a recorded step says of itself, beside what it does."""

from collections.abc import Callable, Mapping
from typing import Any

from kgmem.model.answer import READS
from kgmem.model.pattern import Need
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Step

ASKS = "asks"
"""Parameter: names of values that only who follows it knows, `{name}` stands for
each."""
OPTIONAL = "optional"
"""Parameter: it was done under a condition."""
DIALOGS = "dialogs"
"""Parameter: what the page asked, and how it was answered."""
MESSAGE = "message"
"""Of a dialog: what the page said, which is nothing that the step does."""

TAB = "tab"
"""Parameter of a step without a target: the tab that it was done in."""


def tab_of(step: Step | PlanStep) -> str | None:
    """The tab that a step is done in; None: the one that the run began in."""
    told = step.target.tab if step.target else step.params.get(TAB)
    return str(told) if told else None


def asks_of(params: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the values that it asks for."""
    told = params.get(ASKS)
    return tuple(map(str, told)) if isinstance(told, list | tuple) else ()


def need_of(params: Mapping[str, Any], need: Need = "required") -> Need:
    """Whether it has to be done; `need`: as far as others know."""
    return "optional" if params.get(OPTIONAL) and need == "required" else need


def without_declared(params: Mapping[str, Any]) -> dict[str, Any]:
    """What is left to hand to a driver."""
    return {
        key: one for key, one in params.items() if key not in (ASKS, OPTIONAL, READS)
    }


def without_messages(params: Mapping[str, Any]) -> dict[str, Any]:
    """What of the parameters somebody decided on: of a dialog not what it said."""
    told = params.get(DIALOGS)
    if not isinstance(told, list | tuple):
        return dict(params)
    dialogs = [_without_message(one) for one in told]
    return {**params, DIALOGS: dialogs}


def _without_message(dialog: Any) -> Any:
    if not isinstance(dialog, Mapping) or dialog.get("kind") == "permission":
        return dialog
    return {key: one for key, one in dialog.items() if key != MESSAGE}


def with_messages(
    params: Mapping[str, Any], of: Mapping[str, Any], change: Callable[[str], str]
) -> dict[str, Any]:
    """The parameters with the messages that dialogs of others have, changed."""
    told, known = params.get(DIALOGS) or (), of.get(DIALOGS) or ()
    said = [
        {**one, MESSAGE: change(was[MESSAGE])}
        if isinstance(one, Mapping) and MESSAGE not in one and was.get(MESSAGE)
        else one
        for one, was in zip(told, known, strict=False)
    ]
    return {**params, DIALOGS: said} if said else dict(params)
