"""Pages in layers."""

import pytest

from kgmem_serve.http.views.layered import Way, layered


@pytest.mark.parametrize(
    ("ways", "expected"),
    [
        ({("a", "b"): 1, ("b", "c"): 1}, {"a": 0, "b": 1, "c": 2}),
        ({("a", "b"): 1, ("b", "c"): 1, ("a", "c"): 9}, {"a": 0, "b": 1, "c": 2}),
        ({("a", "b"): 5, ("b", "a"): 1, ("b", "c"): 1}, {"a": 0, "b": 1, "c": 2}),
        ({("b", "c"): 3, ("c", "a"): 2, ("a", "b"): 1}, {"b": 0, "c": 1, "a": 2}),
        ({("a", "a"): 3}, {"a": 0, "b": 0, "c": 0}),
    ],
)
def test_most_used_ways_lead_onward(
    ways: dict[Way, int], expected: dict[str, int]
) -> None:
    placed = layered(["a", "b", "c"], ways, {}).placed

    assert {node: layer for node, (layer, _) in placed.items()} == expected


def test_each_node_has_a_place_of_its_own() -> None:
    nodes = [str(n) for n in range(12)]
    ways = {(a, b): 1 for a in nodes for b in nodes if a != b}

    placed = layered(nodes, ways, {}).placed

    assert len(set(placed.values())) == len(nodes)


def test_long_way_passes_beside_what_stands_between_its_ends() -> None:
    ways = {("a", "b"): 1, ("b", "c"): 1, ("a", "c"): 1}

    layers = layered(["a", "b", "c"], ways, {})

    [(layer, place)] = layers.bends["a", "c"]
    assert layer == layers.placed["b"][0]
    assert place != layers.placed["b"][1]
    assert layers.bends["a", "b"] == []
