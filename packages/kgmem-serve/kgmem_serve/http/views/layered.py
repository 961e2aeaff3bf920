"""A graph in layers: what leads somewhere stands left of it, and lines cross little."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

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
    layer = _longest(onward)
    columns: dict[int, list[str]] = defaultdict(list)
    for node in nodes:
        columns[layer[node]].append(node)
    links = _with_bends(
        columns, layer, sorted(onward.edges, key=lambda way: (-ways[way], way))
    )
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
) -> "nx.DiGraph[str]":
    """The ways that lead onward, taken by their use; one that would close a circle
    leads back. Where two pages lead to each other as often, runs begin at the one."""
    import networkx as nx  # slow to load

    onward: nx.DiGraph[str] = nx.DiGraph()
    onward.add_nodes_from(nodes)
    order = sorted(ways, key=lambda way: (-ways[way], -entered.get(way[0], 0), way))
    for source, target in order:
        if not nx.has_path(onward, target, source):
            onward.add_edge(source, target)
    return onward


def _longest(onward: "nx.DiGraph[str]") -> dict[str, int]:
    """By node, how many ways lie before it at most."""
    import networkx as nx

    layers = enumerate(nx.topological_generations(onward))
    return {node: n for n, listed in layers for node in listed}


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
