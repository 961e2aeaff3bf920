"""Pages in layers."""

import pytest

from kgmem.interfaces.http.views.layered import Way, layered


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
    placed = layered(["a", "b", "c"], ways, {})

    assert {node: layer for node, (layer, _) in placed.items()} == expected


def test_of_two_ways_as_often_used_that_one_leads_onward_where_runs_begin() -> None:
    placed = layered(["b", "a"], {("a", "b"): 2, ("b", "a"): 2}, {"a": 5})

    assert placed == {"a": (0, 0), "b": (1, 0)}


def test_nodes_stand_where_ways_cross_least() -> None:
    ways = {("a", "y"): 1, ("b", "x"): 1}

    placed = layered(["a", "b", "x", "y"], ways, {})

    assert (placed["a"][1] < placed["b"][1]) == (placed["y"][1] < placed["x"][1])


def test_each_node_has_a_place_of_its_own() -> None:
    nodes = [str(n) for n in range(12)]
    ways = {(a, b): 1 for a in nodes for b in nodes if a != b}

    placed = layered(nodes, ways, {})

    assert len(set(placed.values())) == len(nodes)
