"""What the plays come to."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from kgmem_bench.common.metrics import percentile
from kgmem_bench.trac.plays import REFUSED, Arm, Play, Store

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Score:
    """How one arm did over some plays."""

    what: str
    arm: str
    plays: int
    done: float
    """Share whose goal was reached."""
    declined: float
    handed_over: float
    wrong: float
    """Share that left the database neither as it was nor as it should be."""
    actions: float
    """Mean actions where the goal was reached."""
    shortest: float
    """Of the shortest way, over the same plays."""
    first: float
    """Of the first time, over the same plays."""

    @property
    def ratio(self) -> float:
        """Actions of the first time by those of the second."""
        return self.first / self.actions if self.actions else NAN


def score(what: str, arm: str, plays: Sequence[Play]) -> Score:
    """The score over these plays."""
    done = [one for one in plays if one.ending == "done"]
    return Score(
        what,
        arm,
        len(plays),
        share(plays, lambda one: one.ending == "done"),
        share(plays, lambda one: one.ending == "declined"),
        share(plays, lambda one: one.ending in ("handed over", "undone")),
        share(plays, lambda one: one.ending == "wrong"),
        _mean(one.actions for one in done),
        _mean(one.shortest for one in done),
        _mean(one.first for one in done),
    )


def share(plays: Sequence[Play], holds: Callable[[Play], bool]) -> float:
    """Of these plays, the share of which it holds; nan of none."""
    return fmean(map(holds, plays)) if plays else NAN


def by_phase(plays: Sequence[Play]) -> Iterator[Score]:
    """For each store, phase and language that was asked in, and each arm."""
    groups: dict[tuple[str, str], list[Play]] = {}
    for one in plays:
        if not one.change and one.phase not in REFUSED:
            what = f"{one.store} → {one.phase}, {one.language}"
            groups.setdefault((what, one.arm), []).append(one)
    for (what, arm), group in groups.items():
        yield score(what, arm, group)


def by_kind(plays: Sequence[Play], store: Store) -> Iterator[Score]:
    """kgmem, kind by kind, with the words and values of the walk and with others."""
    for kind in dict.fromkeys(one.kind for one in plays):
        own = [
            one
            for one in plays
            if (one.kind, one.store, one.arm) == (kind, store, "kgmem")
            and one.phase in ("again", "other values")
            and not one.change
        ]
        if own:
            yield score(kind, "kgmem", own)


def by_change(plays: Sequence[Play]) -> Iterator[Score]:
    """For each change of the page and each arm."""
    changed = [one for one in plays if one.change]
    for change in dict.fromkeys(one.change for one in changed):
        for arm in dict.fromkeys(one.arm for one in changed):
            group = [one for one in changed if (one.change, one.arm) == (change, arm)]
            yield score(change, arm, group)


def refusals(plays: Sequence[Play]) -> Iterator[Score]:
    """Where nothing should be done: what is declined or handed over is right."""
    groups: dict[tuple[str, str], list[Play]] = {}
    for one in plays:
        if one.phase in REFUSED:
            what = f"{one.phase}, {one.language}"
            groups.setdefault((what, one.arm), []).append(one)
    for (what, arm), group in groups.items():
        yield score(what, arm, group)


def of_kgmem(
    plays: Iterable[Play], *phases: str, store: Store | None = None
) -> list[Play]:
    """Its plays in these phases."""
    return [
        one
        for one in plays
        if one.arm == "kgmem" and one.phase in phases and store in (None, one.store)
    ]


def wrong_share(plays: Iterable[Play], arm: Arm = "kgmem") -> float:
    """Wrong final states, of all plays in which anything was done."""
    started = [one for one in plays if one.arm == arm and one.actions]
    return share(started, lambda one: one.ending == "wrong")


def p95(taken: Mapping[str, list[float]]) -> list[list[object]]:
    """Calls, median and 95th percentile in milliseconds, by the call's name."""
    return [
        [name, len(values), percentile(values, 0.5), percentile(values, 0.95)]
        for name, values in taken.items()
    ]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return fmean(listed) if listed else NAN
