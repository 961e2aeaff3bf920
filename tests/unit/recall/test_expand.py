"""Expansion: candidates from links."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.recalled.neighbours import Link
from kgmem.index.seeds import Seed
from kgmem.recall.expand import Candidate, bounded, expand

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


def test_task_of_the_page_at_hand_is_no_seed() -> None:
    candidates = expanded(link("page", "", "here"), seeds=[])

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
