"""Why values do not fit a path; told without the value, which may be a secret."""

from dataclasses import dataclass

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
    reason: str
    wanted: str
    """What would take the reason away."""


class Misfit(Exception):
    """Ends the filling of a step; an optional step and a way of a choice may do
    without, else `unfit` is what the path comes to."""

    def __init__(self, slot: str, reason: str, wanted: str) -> None:
        super().__init__(reason)
        self.unfit = Unfit(slot, reason, wanted)


def no_value(slot: str) -> Misfit:
    """The slot has none at all."""
    return Misfit(
        slot,
        f"the task gives no value for {slot!r}",
        f"the value for {slot!r} in the task",
    )


def no_form(slot: str, transform: str) -> Misfit:
    """The transform makes nothing of its value."""
    return Misfit(
        slot,
        f"the value of {slot!r} has no {transform!r} form, which a step needs",
        f"a value for {slot!r} with a {transform!r} form",
    )


def no_number(slot: str) -> Misfit:
    """Its value does not say how often steps are repeated."""
    return Misfit(
        slot,
        f"the value of {slot!r} is no number of times",
        f"a value for {slot!r} from 0 to {MAX_ROUNDS}",
    )


def too_many_rounds(slot: str) -> Misfit:
    """Its value asks for more than MAX_ROUNDS."""
    return Misfit(
        slot,
        f"{slot!r} asks for more than {MAX_ROUNDS} rounds",
        f"at most {MAX_ROUNDS} rounds for {slot!r}",
    )


def too_many_steps(slot: str) -> Misfit:
    """With its rounds the loops come to more than MAX_LAID_OUT steps."""
    return Misfit(
        slot,
        f"with the rounds for {slot!r} the loops come to more than {MAX_LAID_OUT:,} "
        "steps",
        f"fewer rounds for {slot!r}",
    )
