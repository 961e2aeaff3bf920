"""What a picture shows of a graph."""

from typing import Any

import matplotlib as mpl
import networkx as nx
import pytest

from kgmem import InvalidInput, draw

mpl.use("Agg")


def a_pattern() -> nx.MultiDiGraph:
    """Type, then one of two ways, then perhaps close."""
    graph = nx.MultiDiGraph()
    graph.add_node("p", label="Pattern", name="Search for {item}", support=3)
    graph.add_node("slot", label="Slot", name="item")
    for n, (branch, need) in enumerate(
        [
            (None, "required"),
            ("1.a", "required"),
            ("1.b", "required"),
            (None, "optional"),
        ],
        1,
    ):
        graph.add_node(
            f"s{n}",
            label="PatternStep",
            name=f"step {n}",
            n=n,
            branch=branch,
            need=need,
        )
        graph.add_edge("p", f"s{n}", "HAS_STEP", kind="HAS_STEP")
    graph.add_edge("s1", "slot", "FILLED_BY", kind="FILLED_BY")
    graph.add_edge("s1", "s2", "NEXT", kind="NEXT", support=2)
    return graph


def written(axes: Any) -> set[str]:
    return {text.get_text() for text in axes.texts}


def places(axes: Any) -> list[tuple[float, float]]:
    return [tuple(dots.get_offsets()[0]) for dots in axes.collections]


def test_each_node_has_its_name_and_steps_their_numbers() -> None:
    axes = draw(a_pattern(), title="Searching")

    assert written(axes) >= {
        "Search for {item} (3\nruns)", "item", "step 1", "step 4", "1", "2", "3", "4"
    }  # fmt: skip
    assert axes.get_title() == "Searching"


def test_ways_of_one_choice_stand_under_each_other() -> None:
    _, _, *steps = places(draw(a_pattern()))
    first, one_way, other_way, last = steps

    assert first[0] < one_way[0] == other_way[0] < last[0]
    assert one_way[1] > other_way[1]


def test_the_legend_tells_labels_and_outlines() -> None:
    axes = draw(a_pattern())

    told = {text.get_text() for text in axes.get_legend().get_texts()}
    assert told == {
        "Pattern", "PatternStep", "Slot", "optional", "one of several ways"
    }  # fmt: skip
    assert draw(a_pattern(), legend=False).get_legend() is None


def test_names_that_no_font_can_write_are_told(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgmem.pictures.CHINESE_FONTS", ())
    graph = nx.MultiDiGraph()
    graph.add_node("t", label="Task", name="点外卖")

    draw(graph)

    assert "install" in caplog.text


def test_nothing_can_not_be_drawn() -> None:
    with pytest.raises(InvalidInput, match="no nodes"):
        draw(nx.MultiDiGraph())


@pytest.fixture(autouse=True)
def _closed() -> Any:
    yield
    import matplotlib.pyplot as plt

    plt.close("all")
