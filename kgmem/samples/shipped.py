"""The runs inside of the package: small, real, and free to pass on."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from kgmem.model.trajectory import Trajectory

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, slots=True)
class Sample:
    """A trajectory, and beside it what only measurements may look at."""

    trajectory: Trajectory
    set: str
    """Name of the data set that it is from."""
    group: str | None = None
    """Same group, same kind of task; None where the data set does not say."""
    slots: Mapping[str, str] = field(default_factory=dict)
    """The values that vary within the group, by slot name, where the data set says."""


def shipped() -> Iterator[Sample]:
    """The samples that come with kgmem, made runs included; always the same ones."""
    return iter(_all())


def shipped_count() -> int:
    """How many `shipped` gives."""
    return len(_all())


@cache
def _all() -> tuple[Sample, ...]:
    lines = (DATA / "runs.jsonl").read_text(encoding="utf-8").split("\n")
    return tuple(_sample(**json.loads(line)) for line in lines if line)


def _sample(run: object, **beside: object) -> Sample:
    return Sample(Trajectory.model_validate(run), **beside)  # type: ignore[arg-type]
