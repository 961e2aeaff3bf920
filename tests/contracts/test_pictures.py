"""What a memory promises about the parts of its graph that can be looked at."""

from typing import Any

import pytest

from kgmem import InvalidInput, Memory, NotFound
from tests.contracts.memory_patterns import search

SHOE, HAT = search("shoes", "r-1"), search("hats", "r-2")


class TestPictures:
    """`graph_of` on a pair of stores; subclasses provide the fixture `memory`."""

    def test_a_run_is_its_task_steps_and_elements(self, memory: Memory) -> None:
        learned = memory.learn(SHOE)

        graph = memory.graph_of(experience_id=learned.experience_id)

        assert names_by_label(graph) == {
            "Task": ["Search for shoes"],
            "Experience": ["success, 2 steps"],
            "Step": ['click button "Go"', 'type "shoes" into textbox "Query"'],
            "UIElement": ["Go", "Query"],
        }
        assert kinds(graph) == {
            "ATTEMPTED_AS": 1,
            "HAS_STEP": 2,
            "NEXT": 1,
            "TARGETS": 2,
        }

    def test_what_a_recall_found_hangs_together(self, memory: Memory) -> None:
        memory.learn_many([SHOE, HAT])
        recalled = memory.recall("Search for gloves", app="shop")

        graph = memory.graph_of(recollection=recalled)

        assert names_by_label(graph)["Query"] == ["Search for gloves"]
        assert kinds(graph)["RECALLED"] == len(recalled.experiences) == 2
        shared = [key for key, n in graph.nodes(data=True) if n.get("name") == "Go"]
        assert graph.in_degree(shared[0]) == 2

    def test_another_space_is_not_shown(self, memory: Memory) -> None:
        learned = memory.learn(SHOE)
        other = memory.in_space("someone else's")

        with pytest.raises(NotFound, match="someone else"):
            other.graph_of(experience_id=learned.experience_id)
        with pytest.raises(NotFound, match="no page of app"):
            other.graph_of(app="shop")
        with pytest.raises(NotFound, match="nothing about"):
            other.graph_of(entity="shop")

    @pytest.mark.parametrize(
        "given", [{}, {"app": "shop", "pattern_id": "p"}, {"app": 3}]
    )
    def test_it_is_one_part(self, memory: Memory, given: dict[str, Any]) -> None:
        with pytest.raises(InvalidInput):
            memory.graph_of(**given)


def names_by_label(graph: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for _, node in sorted(graph.nodes(data=True), key=lambda pair: pair[1]["name"]):
        found.setdefault(node["label"], []).append(node["name"])
    return found


def kinds(graph: Any) -> dict[str, int]:
    found: dict[str, int] = {}
    for _, _, edge in graph.edges(data=True):
        found[edge["kind"]] = found.get(edge["kind"], 0) + 1
    return found
