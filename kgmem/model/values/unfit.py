"""Why values do not fit a path; told without the value, which may be a secret."""

from dataclasses import dataclass

from kgmem.model.values.reason import Doubt

MAX_ROUNDS = 200
"""Times that a loop may be asked for."""
MAX_LAID_OUT = 1_000
"""Steps that all loops of a path may come to together: each round stands in the plan
with its values, and hardly anybody means more by one sentence."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a path can't be followed with the values at hand."""

    slot: str
    """Whose value is missing, or is none that a step can hold."""
    doubt: Doubt

    @property
    def reason(self) -> str:
        """What is the matter with it."""
        return str(self.doubt)

    @property
    def wanted(self) -> str:
        """What would take the reason away."""
        return self.doubt.wanted


class Misfit(Exception):
    """Ends the filling of a step; an optional step and a way of a choice may do
    without, else `unfit` is what the path comes to."""

    def __init__(self, code: str, slot: str, **values: object) -> None:
        self.unfit = Unfit(slot, Doubt.of(code, name=slot, **values))
        super().__init__(code)


def no_value(slot: str) -> Misfit:
    """The slot has none at all."""
    return Misfit("no_value", slot)


def no_form(slot: str, transform: str) -> Misfit:
    """The transform makes nothing of its value."""
    return Misfit("no_form", slot, transform=transform)


def no_number(slot: str) -> Misfit:
    """Its value does not say how often steps are repeated."""
    return Misfit("no_number", slot, most=MAX_ROUNDS)


def too_many_rounds(slot: str) -> Misfit:
    """Its value asks for more than MAX_ROUNDS."""
    return Misfit("many_rounds", slot, most=MAX_ROUNDS)


def too_many_steps(slot: str) -> Misfit:
    """With its rounds the loops come to more than MAX_LAID_OUT steps."""
    return Misfit("many_steps", slot, most=MAX_LAID_OUT)
