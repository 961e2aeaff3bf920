"""What tasks came to, and what they cost, together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

from kgmem_bench.agents.counts import Cost
from kgmem_bench.agents.run import Play

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Score:
    """Of some tasks."""

    tasks: int
    done: int
    stopped: int
    """Nothing was done, or undone: the database is as it was."""
    wrong: int
    cost: Cost


def score(plays: Sequence[Play]) -> Score:
    """Of these."""
    ends = [one.ending for one in plays]
    return Score(
        len(plays),
        ends.count("done"),
        ends.count("nothing"),
        ends.count("wrong"),
        total(one.cost for one in plays),
    )


def total(costs: Iterable[Cost]) -> Cost:
    """All of them."""
    found = list(costs)
    names = [one.name for one in fields(Cost)]
    return Cost(**{name: sum(getattr(one, name) for one in found) for name in names})


def against_alone(own: Sequence[Play], alone: Sequence[Play]) -> tuple[float, float]:
    """Calls and characters by those of the same tasks done alone, where both did them;
    nan where there are none."""
    done = {one.key: one.cost for one in alone if one.ending == "done"}
    both = [one for one in own if one.ending == "done" and one.key in done]
    if not both:
        return NAN, NAN
    mine, others = total(p.cost for p in both), total(done[p.key] for p in both)
    return mine.calls / others.calls, characters(mine) / characters(others)


def characters(cost: Cost) -> int:
    """Read and written."""
    return cost.read + cost.written
