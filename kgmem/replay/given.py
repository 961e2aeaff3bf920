"""Steps and pages as callers give them: the one reader of both."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from kgmem.errors import InvalidInput
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element, Page, Step
from kgmem.model.values.arguments import validated


class TaskAsked(Protocol):
    """A task, redacted."""

    @property
    def task(self) -> str: ...
    @property
    def app(self) -> str | None: ...
    @property
    def secrets(self) -> Mapping[str, str]: ...


def given_step(given: object, secrets: Mapping[str, str]) -> Step | PlanStep:
    """A step that was made or, with a number, planned; with placeholders for secrets,
    as the task's text has them. Raises InvalidInput naming a bad field."""
    if isinstance(given, Mapping):
        shape: type[Step | PlanStep] = PlanStep if "n" in given else Step
        given = validated(shape, given, "step")
    if not isinstance(given, Step | PlanStep):
        raise InvalidInput(f"step: a step is needed, not {type(given).__name__}")
    return given.model_copy(update={"value": hidden(given.value, secrets)})


def given_steps(
    given: object, what: str, secrets: Mapping[str, str] | None = None
) -> tuple[Step, ...]:
    """The steps that were made, with placeholders for secrets; none if they are not
    told. Raises InvalidInput naming a bad one."""
    if given is None:
        return ()
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InvalidInput(
            f"{what}: a list of steps is needed, not {type(given).__name__}"
        )
    made = [validated(Step, one, f"{what}[{n}]") for n, one in enumerate(given)]
    if not secrets:
        return tuple(made)
    return tuple(
        one.model_copy(update={"value": hidden(one.value, secrets)}) for one in made
    )


def hidden(value: str | None, secrets: Mapping[str, str]) -> str | None:
    """The value with placeholders for the secrets in it."""
    for placeholder, raw in secrets.items():
        value = value.replace(raw, placeholder) if value and raw else value
    return value


def given_element(n: int, given: object) -> Element:
    """The element number `n` of a page. Raises InvalidInput naming it."""
    if isinstance(given, Element):
        return given
    return validated(Element, given, f"elements[{n}]")


def given_page(page: Page | Mapping[str, object] | str | None) -> Page | None:
    """The page; a text is its address. Raises InvalidInput naming a bad field."""
    if page is None or isinstance(page, Page):
        return page
    if isinstance(page, str):
        page = {"url": page}
    if not isinstance(page, Mapping):
        raise InvalidInput(f"page: a page is needed, not {type(page).__name__}")
    return validated(Page, page, "page")
