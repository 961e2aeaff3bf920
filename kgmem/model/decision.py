"""What a person decided about a run or a pattern."""

from collections.abc import Iterable
from typing import Literal

from kgmem.model.base import Text, Utc, Value, to_json

Verb = Literal["approve", "quarantine", "release"]
APPROVED: Verb = "approve"
QUARANTINED: Verb = "quarantine"


class OperatorDecision(Value):
    """One decision; of one run or pattern the last one holds."""

    at: Utc
    by: Text
    verb: Verb
    """`approve`: as good as a verified success; `quarantine`: kept, never offered;
    `release`: as before either."""
    why: Text

    def line(self) -> str:
        """It as one line of JSON, which the graph keeps."""
        return to_json(self.model_dump(mode="json"))


def decisions_of(lines: Iterable[str] | None) -> tuple[OperatorDecision, ...]:
    """The decisions in stored lines, oldest first."""
    return tuple(map(OperatorDecision.model_validate_json, lines or ()))


def in_force(verb: Verb) -> Verb | None:
    """What holds once this was decided: nothing after a release."""
    return None if verb == "release" else verb
