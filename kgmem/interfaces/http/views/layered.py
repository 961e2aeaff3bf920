"""A graph in layers: what leads somewhere stands left of it, and lines cross little."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

Placed = tuple[int, int]
"""The layer, and the place in it from the top."""
Way = tuple[str, str]
SWEEPS = 4


def layered(
    nodes: Sequence[str], ways: Mapping[Way, int], entered: Mapping[str, int]
) -> dict[str, Placed]:
    """Where each node stands; of ways in a circle the most used ones lead onward.
    `nodes` come most visited first."""
    onward = _without_circles(nodes, ways, entered)
    layer = _longest(nodes, onward)
    columns: dict[int, list[str]] = defaultdict(list)
    for node in nodes:
        columns[layer[node]].append(node)
    _uncross(columns, onward)
    return {
        node: (column, place)
        for column, listed in columns.items()
        for place, node in enumerate(listed)
    }


def _without_circles(
    nodes: Sequence[str], ways: Mapping[Way, int], entered: Mapping[str, int]
) -> set[Way]:
    """The ways that lead onward, taken by their use; one that would close a circle
    leads back. Where two pages lead to each other as often, runs begin at the one."""
    begun = {node: entered.get(node, 0) for node in nodes}
    taken: dict[str, set[str]] = defaultdict(set)
    order = sorted(ways, key=lambda way: (-ways[way], -begun[way[0]], way))
    for source, target in order:
        if source != target and not _reaches(taken, target, source):
            taken[source].add(target)
    return {(source, target) for source in taken for target in taken[source]}


def _reaches(taken: Mapping[str, Iterable[str]], start: str, goal: str) -> bool:
    seen, open_ends = {start}, [start]
    while open_ends:
        here = open_ends.pop()
        if here == goal:
            return True
        new = [one for one in taken.get(here, ()) if one not in seen]
        seen.update(new)
        open_ends += new
    return False


def _longest(nodes: Sequence[str], onward: Iterable[Way]) -> dict[str, int]:
    """By node, how many ways lie before it at most."""
    before: dict[str, list[str]] = defaultdict(list)
    for source, target in onward:
        before[target].append(source)
    layer = dict.fromkeys(nodes, 0)
    for _ in nodes:  # a path has no more ways than there are nodes
        changed = False
        for node in nodes:
            deeper = max((layer[one] + 1 for one in before[node]), default=0)
            changed |= deeper != layer[node]
            layer[node] = deeper
        if not changed:
            break
    return layer


def _uncross(columns: Mapping[int, list[str]], onward: Iterable[Way]) -> None:
    """Order each layer by the middle of what its nodes are joined with."""
    near: dict[str, list[str]] = defaultdict(list)
    for source, target in onward:
        near[source].append(target)
        near[target].append(source)
    order = sorted(columns)
    for _ in range(SWEEPS):
        for column in (*order, *reversed(order)):
            place = {
                node: at
                for listed in columns.values()
                for at, node in enumerate(listed)
            }
            columns[column].sort(key=lambda node: _middle(node, near, place))


def _middle(
    node: str, near: Mapping[str, Sequence[str]], place: Mapping[str, int]
) -> float:
    joined = near.get(node, ())
    if not joined:
        return float(place[node])
    return sum(place[one] for one in joined) / len(joined)
