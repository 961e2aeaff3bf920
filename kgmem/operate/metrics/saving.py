"""What replays saved against the first explorations of the same kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from kgmem.graph.spaces.measuring import Amount, Explored, ReplaysTold
from kgmem.model.metrics import Compared, Saved

Origin = tuple[str, str]
Explorations = Callable[[Iterable[Origin]], Mapping[Origin, Explored]]


def saved_by(told: Sequence[ReplaysTold], explored: Explorations) -> Saved:
    """Actions and seconds; a replay without its measure, or of a kind that nobody is
    known to have explored, is left out."""
    known = explored(one.origin for one in told if one.origin is not None)
    before = [known.get(one.origin) if one.origin else None for one in told]
    pairs = list(zip(told, before, strict=True))
    actions = [(o, o.actions, f.actions if f else None) for o, f in pairs]
    seconds = [(o, o.seconds, f.seconds if f else None) for o, f in pairs]
    by_app: dict[str, list[tuple[ReplaysTold, Amount, float | None]]] = {}
    for row, found in zip(actions, before, strict=True):
        if found is not None and found.app is not None:
            by_app.setdefault(found.app, []).append(row)
    apps = {app: compared(rows).saved or 0.0 for app, rows in by_app.items()}
    return Saved(
        actions=compared(actions),
        seconds=compared(seconds),
        apps=dict(sorted(apps.items(), key=lambda one: -one[1])),
    )


def compared(
    told: Iterable[tuple[ReplaysTold, Amount, float | None]],
) -> Compared:
    """Replays by what they took, each with what an exploration of its kind takes."""
    n, explored, replayed, failed, in_vain = 0, 0.0, 0.0, 0, 0.0
    for one, took, before in told:
        if one.outcome == "success" and before is not None:
            n += took.n
            explored += before * took.n
            replayed += took.total
        elif one.outcome == "failure":
            failed += took.n
            in_vain += took.total
    return Compared(
        n=n,
        explored=explored,
        replayed=replayed,
        failed=failed,
        in_vain=in_vain,
        saved=explored - replayed - in_vain if n or failed else None,
        factor=explored / replayed if replayed else None,
    )
