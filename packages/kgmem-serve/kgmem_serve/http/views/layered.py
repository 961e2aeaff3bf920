"""A graph in layers: what leads somewhere stands left of it, and lines cross little."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

Placed = tuple[int, int]
"""The layer, and the place in it from the top."""
Way = tuple[str, str]
SWEEPS = 4
MOST_BENDS = 4
"""Ways that have a place of their own in a layer which they pass."""


@dataclass(frozen=True, slots=True)
class Layers:
    """Where things stand in a drawing."""

    placed: Mapping[str, Placed]
    bends: Mapping[Way, list[Placed]]
    """Where a way passes layers between its ends."""


def layered(
    nodes: Sequence[str], ways: Mapping[Way, int], entered: Mapping[str, int]
) -> Layers:
    """Where each node stands; of ways in a circle the most used ones lead onward.
    `nodes` come most visited first."""
    onward = _without_circles(nodes, ways, entered)
    layer = _longest(nodes, onward)
    columns: dict[int, list[str]] = defaultdict(list)
    for node in nodes:
        columns[layer[node]].append(node)
    links = _with_bends(columns, layer, sorted(onward, key=lambda w: (-ways[w], w)))
    _uncross(columns, [pair for chain in links.values() for pair in pairwise(chain)])
    placed = {
        node: (column, place)
        for column, listed in columns.items()
        for place, node in enumerate(listed)
    }
    bends = {way: [placed[one] for one in chain[1:-1]] for way, chain in links.items()}
    return Layers({node: placed[node] for node in nodes}, bends)


def _with_bends(
    columns: Mapping[int, list[str]], layer: Mapping[str, int], onward: Sequence[Way]
) -> dict[Way, list[str]]:
    """By way what it leads over: its ends and, as long as there is room, a place in
    each layer between them, which is added there."""
    taken: Counter[int] = Counter()
    chains: dict[Way, list[str]] = {}
    for source, target in onward:
        passed = range(layer[source] + 1, layer[target])
        chain = [source, target]
        if all(taken[one] < MOST_BENDS for one in passed):
            bends = [f"{source} {target} {one}" for one in passed]
            for one, bend in zip(passed, bends, strict=True):
                columns[one].append(bend)
                taken[one] += 1
            chain[1:1] = bends
        chains[source, target] = chain
    return chains


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
