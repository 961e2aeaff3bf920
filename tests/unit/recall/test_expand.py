"""Expansion: candidates from links, closeness by a walk over them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.recalled.neighbours import Link
from kgmem.index.seeds import Seed
from kgmem.recall.expand import RESTART, Candidate, bounded, expand, page_rank


def matrix(*rows: Sequence[float]) -> Any:
    return np.array(rows, dtype=float)


def exact_ranks(weights: Any, start: Any) -> Any:
    """The walk's fixed point by solving its equations; lonely nodes go back to the
    start."""
    start = start / start.sum()
    degree = weights.sum(axis=0)
    moves = np.where(degree > 0, weights / np.where(degree == 0, 1, degree), 0)
    moves = moves + np.outer(start, degree == 0)
    size = len(start)
    return np.linalg.solve(np.eye(size) - (1 - RESTART) * moves, RESTART * start)


# --- page_rank -------------------------------------------------------------------


def test_lonely_start_keeps_everything() -> None:
    ranks = page_rank(matrix([0, 0], [0, 0]), np.array([3.0, 0.0]))

    assert ranks == pytest.approx([1.0, 0.0])


def test_two_linked_nodes_share_as_by_hand() -> None:
    # x = 0.15 + 0.85 y and y = 0.85 x: x = 0.15 / (1 - 0.85²)
    ranks = page_rank(matrix([0, 1], [1, 0]), np.array([1.0, 0.0]))

    x = 0.15 / (1 - 0.85**2)
    assert ranks == pytest.approx([x, 0.85 * x], abs=0.85**12)


def test_heavier_edge_carries_more() -> None:
    weights = matrix([0, 3, 1], [3, 0, 0], [1, 0, 0])

    ranks = page_rank(weights, np.array([1.0, 0.0, 0.0]))

    assert ranks[1] == pytest.approx(3 * ranks[2])


def test_unreached_node_gets_nothing() -> None:
    weights = matrix([0, 1, 0], [1, 0, 0], [0, 0, 0])

    assert page_rank(weights, np.array([1.0, 0.0, 0.0]))[2] == 0


def test_nothing_to_start_from_stays_nothing() -> None:
    ranks = page_rank(matrix([0, 1], [1, 0]), np.zeros(2))

    assert list(ranks) == [0, 0]


SIZES = st.integers(1, 6)


@st.composite
def graphs(draw: Any) -> tuple[Any, Any]:
    """A symmetric weight matrix without loops, and a start that is somewhere."""
    size = draw(SIZES)
    numbers = st.floats(0, 1).map(lambda x: 0.0 if x < 0.3 else x)
    half = np.triu(draw(arrays.arrays(float, (size, size), elements=numbers)), 1)
    start = draw(arrays.arrays(float, size, elements=st.floats(0, 1)))
    start[draw(st.integers(0, size - 1))] += 0.1
    return half + half.T, start


@given(graphs())
def test_mass_is_conserved(graph: tuple[Any, Any]) -> None:
    ranks = page_rank(*graph)

    assert ranks.sum() == pytest.approx(1)
    assert (ranks >= 0).all()


@given(graphs())
def test_walk_is_near_its_fixed_point(graph: tuple[Any, Any]) -> None:
    ranks = page_rank(*graph)

    assert np.abs(ranks - exact_ranks(*graph)).sum() <= 2 * (1 - RESTART) ** 12


# --- edges -----------------------------------------------------------------------


def link(how: str, source: str, to: str, weight: float = 1.0) -> Link:
    return Link(how, source, weight, KnownTask(to, to))


@pytest.mark.parametrize(
    ("how", "weight", "expected"),
    [
        ("similar", 0.7, 0.7),
        ("similar", 1.2, 1.0),
        ("element", 1.0, 0.4),
        ("element", 3.0, 0.6),
        ("element", 1e9, 0.8),
        ("element", 0.0, 0.0),
    ],
)
def test_edge_weights_stay_below_one(how: str, weight: float, expected: float) -> None:
    assert bounded(link(how, "a", "b", weight)) == pytest.approx(expected)


# --- expand ----------------------------------------------------------------------


class Linked:
    """A graph that answers with these links."""

    def __init__(self, *links: Link) -> None:
        self.links = links
        self.asked: list[dict[str, Any]] = []

    def neighbourhood(self, space: str, seeds: Any, **asked: Any) -> list[Link]:
        self.asked.append({"space": space, "seeds": seeds, **asked})
        return list(self.links)


def expanded(*links: Link, seeds: Sequence[Seed], **more: Any) -> dict[str, Candidate]:
    store: Any = Linked(*links)
    return {c.task_id: c for c in expand(store, "s", seeds, text_hash="h", **more)}


def test_seed_that_the_graph_does_not_know_is_left_out() -> None:
    seeds = [Seed("known", 1.0, 0.9), Seed("forgotten", 0.8, 0.9)]

    candidates = expanded(link("seed", "known", "known"), seeds=seeds)

    assert set(candidates) == {"known"}
    assert candidates["known"].seed == seeds[0]
    assert candidates["known"].closeness == 1.0


def test_neighbour_comes_with_how_it_was_reached() -> None:
    candidates = expanded(
        link("seed", "a", "a"),
        link("similar", "a", "b", 0.9),
        link("element", "a", "b", 1.0),
        seeds=[Seed("a", 1.0, 0.9)],
    )

    neighbour = candidates["b"]
    assert neighbour.seed is None
    assert [one.how for one in neighbour.links] == ["similar", "element"]
    assert 0 < neighbour.closeness < candidates["a"].closeness == 1.0


def test_two_seeds_that_are_linked_pull_each_other_up() -> None:
    seeds = [Seed(key, 0.5, 0.5) for key in "abc"]
    alone = [link("seed", key, key) for key in "abc"]

    candidates = expanded(*alone, link("similar", "a", "b", 0.9), seeds=seeds)

    assert candidates["a"].closeness == pytest.approx(candidates["b"].closeness)
    assert candidates["c"].closeness <= candidates["a"].closeness


def test_task_of_the_page_at_hand_starts_the_walk() -> None:
    candidates = expanded(link("page", "", "here"), seeds=[])

    assert candidates["here"].closeness == 1.0
    assert candidates["here"].seed is None


def test_nothing_found_is_nothing() -> None:
    assert expanded(seeds=[]) == {}


def test_store_is_told_whether_to_follow() -> None:
    store = Linked()
    typed: Any = store

    expand(
        typed,
        "s",
        [Seed("a", 1.0, None)],
        text_hash="h",
        elements=("e",),
        follow=False,
    )

    assert store.asked == [
        {
            "space": "s",
            "seeds": ["a"],
            "text_hash": "h",
            "elements": ("e",),
            "expand": False,
        }
    ]


def test_same_words_are_a_seed_whatever_else_led_there() -> None:
    candidates = expanded(
        link("seed", "a", "a"),
        link("similar", "a", "b", 0.9),
        link("words", "", "b"),
        seeds=[Seed("a", 1.0, 0.9)],
    )

    assert candidates["b"].seed == Seed("b", 1.0, None)
    assert [one.how for one in candidates["b"].links] == ["similar"]


def test_seed_of_the_same_words_keeps_its_cosine() -> None:
    seed = Seed("a", 1.0, 0.9)

    candidates = expanded(link("words", "", "a"), link("seed", "a", "a"), seeds=[seed])

    assert candidates["a"].seed == seed
    assert candidates["a"].links == []


@pytest.mark.parametrize(
    ("seeds", "follow", "followed"),
    [
        ([], True, [[], ["a"]]),
        ([], False, [[]]),
        ([Seed("b", 1.0, 0.9)], True, [["b"]]),
    ],
)
def test_same_words_are_followed_where_the_index_gave_nothing(
    seeds: list[Seed], follow: bool, followed: list[list[str]]
) -> None:
    store = Linked(link("words", "", "a"))
    typed: Any = store

    expand(typed, "s", seeds, text_hash="h", follow=follow)

    assert [one["seeds"] for one in store.asked] == followed
