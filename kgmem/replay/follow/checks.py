"""Does the page hold what the plan says: what was entered, and what the task names?"""

import re
from collections.abc import Iterator, Mapping, Sequence

from kgmem.model.base import normalize
from kgmem.model.option import OPTION_BY
from kgmem.model.plan import PlanStep
from kgmem.model.texts.numbers import BEFORE, BEHIND
from kgmem.model.trajectory import Element
from kgmem.paths.tidy import is_read_only
from kgmem.replay.follow.same_value import is_same_value, letters


def differs(step: PlanStep, field: Element, page: Sequence[Element]) -> str | None:
    """What the field holds instead of what the step entered; None where that is right
    or not told."""
    if step.does.sets is not None:
        return _other_tick(step, field)
    held = field.attributes.get("value")
    if held is None or step.value is None or field.attributes.get("type") == "password":
        return None
    if is_read_only(field):
        return None
    if step.does.enters == "option" and step.params.get(OPTION_BY):
        return None
    if step.does.enters == "option":
        options = (one.name for one in page if "option" in (one.tag, one.role))
        is_label = held in options
        return held if is_label and letters(held) != letters(step.value) else None
    if step.does.enters == "text" and not is_same_value(step.value, held):
        return held
    return None


def missing_value(
    step: PlanStep, bindings: Mapping[str, str | list[str]], found: Element
) -> str | None:
    """A value of the task by which the plan tells the step's element and which the
    element that was found does not bear: it is about another row or record."""
    if step.target is None:
        return None
    wanted, shown = texts_of_element(step.target), texts_of_element(found)
    return next(
        (
            value
            for value in values_of(bindings)
            if bears(wanted, value) and not bears(shown, value)
        ),
        None,
    )


def _other_tick(step: PlanStep, field: Element) -> str | None:
    ticked = field.attributes.get("checked") or field.attributes.get("aria-checked")
    wanted = "true" if step.does.sets == "on" else "false"
    return ticked if ticked in ("true", "false") and ticked != wanted else None


def values_of(bindings: Mapping[str, str | list[str]]) -> Iterator[str]:
    """Each value, and each item of a list."""
    for bound in bindings.values():
        yield from (bound,) if isinstance(bound, str) else bound


def texts_of_element(element: Element) -> str:
    """All that is said of it and around it, normalized."""
    told = (
        element.name,
        element.text,
        *element.container,
        *element.attributes.values(),
    )
    return " ".join(normalize(text) for text in told if text)


def bears(text: str, value: str) -> bool:
    """Does the value stand in the text, not as a part of a longer word or number?"""
    wanted = normalize(value)
    if not wanted:
        return False
    first, last = (r"\b" if _is_plain(end) else "" for end in (wanted[0], wanted[-1]))
    first += BEFORE if wanted[0].isdecimal() else ""
    last += BEHIND if wanted[-1].isdecimal() else ""
    return re.search(first + re.escape(wanted) + last, text, re.A) is not None


def _is_plain(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()
