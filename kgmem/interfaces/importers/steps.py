"""The steps of a run as they are read; what can't be read is refused by its place."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError

from kgmem.errors import InvalidInput
from kgmem.learn.importing.importer import ImportedRun
from kgmem.model.imported import RefusedPart
from kgmem.model.trajectory import (
    MAX_STEPS,
    Element,
    Page,
    Step,
    explain,
    too_many_steps,
)

ODD = "not laid out as this format has it"


class Steps:
    """What a reader has of one run."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.refused: list[RefusedPart] = []
        self.guessed: dict[str, None] = {}

    @contextmanager
    def reading(self, place: str) -> Iterator[None]:
        """What goes wrong in the block is refused by its place."""
        try:
            yield
        except InvalidInput as error:
            self.refuse(place, str(error))
        except ValidationError as error:
            self.refuse(place, explain(error, "step"))
        # A foreign file may hold anything anywhere: a list for a text, no such key.
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            self.refuse(place, ODD)

    def refuse(self, place: str, reason: str) -> None:
        """A part of it that is not read."""
        self.refused.append(RefusedPart(place=place, reason=reason))

    def add(self, action: str, **fields: Any) -> Step:
        """One more step; fields that are None or empty are left out.

        Raises InvalidInput beyond MAX_STEPS, ValidationError if it is none.
        """
        return self.take(Step(action=action, **_given(fields)))

    def take(self, step: Step) -> Step:
        """One more step as it is. Raises InvalidInput beyond MAX_STEPS."""
        if len(self.steps) >= MAX_STEPS:
            raise InvalidInput(too_many_steps(len(self.steps) + 1))
        self.steps.append(step)
        return step

    def guess(self, what: str) -> None:
        """What the source does not say itself."""
        self.guessed[what] = None

    def guess_if(self, is_guess: bool, what: str) -> None:
        """The same, if it is so."""
        if is_guess:
            self.guess(what)

    def last(self, **changes: Any) -> None:
        """Other values in fields of the last step, if there is one."""
        if self.steps:
            self.steps[-1] = self.steps[-1].model_copy(update=changes)

    def run(self, place: str, title: str | None = None, **fields: Any) -> ImportedRun:
        """The run of these steps; `fields` are those of a trajectory."""
        return ImportedRun(
            run=_given({**fields, "steps": tuple(self.steps)}),
            place=place,
            title=title,
            guessed=tuple(self.guessed),
            refused=tuple(self.refused),
        )


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "")}


def text_of(value: Any) -> str | None:
    """The text, if it is one that says something."""
    return value if isinstance(value, str) and value.strip() else None


def mapping_of(value: Any) -> Mapping[str, Any]:
    """The mapping; an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def list_of(value: Any) -> list[Any]:
    """The list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def page_of(url: Any, title: Any = None) -> Page | None:
    """A page of this address and title; None without either."""
    address, called = text_of(url), text_of(title)
    return Page(url=address, title=called) if address or called else None


def element_or_none(**fields: Any) -> Element | None:
    """An element; None where nothing is told of it."""
    given = {name: value for name, value in fields.items() if value}
    return Element(**given) if given else None
