"""The texts of a pattern's step that may hold `{slot}`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kgmem.model.pattern import Expectation, PatternStep
from kgmem.model.plan import PlanStep
from kgmem.model.source import ValueSource
from kgmem.model.texts.placeholder import BEGINS, without_numbers
from kgmem.model.trajectory import Element

Change = Callable[[str], str]


def texts_of(step: PatternStep) -> Iterator[str]:
    """Every text of the step that may hold `{slot}`, but for the address expected
    after it: that a value stands there follows from the other texts."""
    seen: list[str] = []

    def note(text: str) -> str:
        seen.append(text)
        return text

    with_texts(step.model_copy(update=_without_addresses(step)), note)
    yield from seen


def _without_addresses(step: PatternStep) -> dict[str, Expectation]:
    return {
        field: expectation.model_copy(update={"url_template": None})
        for field, expectation in (("until", step.until), ("expect", step.expect))
        if expectation is not None
    }


def with_texts(step: PatternStep, change: Change) -> PatternStep:
    """The step with `change` made to each text that may hold `{slot}`."""
    return step.model_copy(
        update={
            "target": in_target(step.target, change),
            "destination": in_target(step.destination, change),
            "value": _text(step.value, change),
            "params": in_json(step.params, change),
            "until": in_expectation(step.until, change),
            "expect": in_expectation(step.expect, change),
        }
    )


def in_element(element: Element, change: Change) -> Element:
    """The element with `change` made to its name, text, container and attributes."""
    return element.model_copy(
        update={
            "name": _text(element.name, change),
            "text": _text(element.text, change),
            "container": tuple(map(change, element.container)),
            "attributes": {k: change(v) for k, v in element.attributes.items()},
        }
    )


def in_plan_step(step: PlanStep, change: Change) -> PlanStep:
    """The step with `change` made to what it enters and to its elements, on its other
    ways, too."""
    return step.model_copy(
        update={
            "value": step.value and change(step.value),
            "target": step.target and in_element(step.target, change),
            "destination": step.destination and in_element(step.destination, change),
            "params": in_json(step.params, change),
            "branches": tuple(
                tuple(in_plan_step(one, change) for one in way) for way in step.branches
            ),
        }
    )


def with_source_texts(source: ValueSource, change: Change) -> ValueSource:
    """The source with `change` made to each text that may hold `{slot}`."""
    return source.model_copy(
        update={
            "at": tuple(map(change, source.at)),
            "before": change(source.before),
            "after": source.after and change(source.after),
        }
    )


def known_by_hash(element: Element) -> Element:
    """The element with what is hidden in it known by its hash alone, whatever number
    its run gave it."""
    if not any(BEGINS in text for text in texts_of_element(element)):
        return element
    return in_element(element, without_numbers)


def in_place(texts: Iterable[str | None]) -> tuple[str, ...]:
    """The texts around an element, those that are not told as empty ones that keep
    their place."""
    told = [text or "" for text in texts]
    while told and not told[-1]:
        told.pop()
    return tuple(told)


def texts_of_element(element: Element) -> Iterator[str]:
    """The texts that `in_element` changes."""
    yield from own_texts(element)
    yield from element.container


def own_texts(element: Element) -> Iterator[str]:
    """Its name, text and attributes: what it is called, and not what is around it."""
    yield from (text for text in (element.name, element.text) if text)
    yield from element.attributes.values()


def in_json(value: Any, change: Change) -> Any:
    """The JSON value with `change` made to each text in it; keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: in_json(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [in_json(item, change) for item in value]
    return value


def _text(text: str | None, change: Change) -> str | None:
    return None if text is None else change(text)


def in_target(element: Element | None, change: Change) -> Element | None:
    """The element of a step, if it has one, with `change` made to its texts."""
    return None if element is None else in_element(element, change)


def in_expectation(
    expectation: Expectation | None,
    change: Change,
    in_address: Callable[[str], str | None] | None = None,
) -> Expectation | None:
    """What is expected with `change` made to its texts, and `in_address`, where it is
    another one, to its address."""
    if expectation is None:
        return None
    return expectation.model_copy(
        update={
            "url_template": expectation.url_template
            and (in_address or change)(expectation.url_template),
            "texts": tuple(map(change, expectation.texts)),
            "elements": tuple(in_element(e, change) for e in expectation.elements),
        }
    )
