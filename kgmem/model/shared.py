"""Elements and pages that runs have in common, each held once.

Runs of a kind meet the same elements on the same pages. Held once, they are looked at
once: what is remembered of an element is remembered by the very object.
"""

from collections.abc import Iterator
from functools import lru_cache

from kgmem.model.base import Value
from kgmem.model.trajectory import Step, Trajectory

REMEMBERED = 8192
"""Elements and pages that were met last."""


def held_once(run: Trajectory) -> Trajectory:
    """The run with elements and pages that runs before it had, too, in place of its
    own; it equals what was given. For redacted runs: what is held stays a while."""
    return run.model_copy(update={"steps": tuple(map(_step, run.steps))})


def _step(step: Step) -> Step:
    changes = dict(_held_of(step))
    return step.model_copy(update=changes) if changes else step


def _held_of(step: Step) -> Iterator[tuple[str, Value]]:
    """The fields that hold what is held once."""
    if step.target is not None:
        yield "target", _held(_Said(step.target))
    if step.destination is not None:
        yield "destination", _held(_Said(step.destination))
    for name in ("page_before", "page_after"):
        page = getattr(step, name)
        if page is not None and not page.elements:  # comparing them takes longer
            yield name, _held(_Said(page))


class _Said:
    """A value, the same as any other of its type that says the same in the same
    order."""

    __slots__ = ("_hash", "_said", "value")

    def __init__(self, value: Value) -> None:
        self.value = value
        parts = value.__dict__.values()
        said = [tuple(p.items()) if isinstance(p, dict) else p for p in parts]
        self._said = (type(value), *said)
        self._hash = hash(self._said)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Said) and self._said == other._said


@lru_cache(maxsize=REMEMBERED)
def _held(said: _Said) -> Value:
    return said.value
