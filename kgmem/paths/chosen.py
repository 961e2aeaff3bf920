"""What a step chooses from a list, as the list calls it."""

from collections.abc import Mapping

from kgmem.language.options import option_meant
from kgmem.model.action import ACTIONS, Action
from kgmem.model.option import OPTION_BY
from kgmem.model.trajectory import Element


def in_its_words(
    action: Action,
    value: str | None,
    target: Element | None,
    params: Mapping[str, object],
) -> tuple[str | None, Element | None]:
    """The value and the target of a step with the option that they mean as the list
    calls it: `Bug` for `bugs`. What is none of its options stays."""
    if target is None or not target.options:
        return value, target
    if ACTIONS[action].enters == "option":
        return _entered(value or "", target, params.get(OPTION_BY)) or value, target
    named = {"name": _called(target.name, target), "text": _called(target.text, target)}
    return value, target.model_copy(update=named)


def _entered(value: str, target: Element, by: object) -> str | None:
    option = option_meant(value, target.options)
    if option is None or by not in (None, "value"):
        return None
    return (by and option.value) or option.label


def _called(text: str | None, target: Element) -> str | None:
    option = option_meant(text or "", target.options)
    return option.label if option else text
