"""Pictures of parts of the graph, for people."""

import logging
import textwrap
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from kgmem.errors import InvalidInput
from kgmem.extras import needs
from kgmem.model.texts.text_lines import WIDE

log = logging.getLogger(__name__)

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes

COLORS: Mapping[str, str] = {
    "Query": "#b03a48",
    "Task": "#1f5fa8",
    "Experience": "#5b8cc4",
    "Step": "#9bb8d6",
    "Pattern": "#4b3f8f",
    "PatternStep": "#9bb8d6",
    "Slot": "#e9a23b",
    "UIElement": "#c9a227",
    "Page": "#7a9e7e",
    "App": "#3d6b4f",
    "Entity": "#e07b39",
    "Fact": "#6aa84f",
    "Document": "#31708f",
    "Chunk": "#8fb9cc",
}
OTHER = "#999999"
OPTIONAL: Literal["dashed"] = "dashed"
WAYS: Literal["dotted"] = "dotted"
"""Outlines of a pattern's steps that only some runs took, and of those of which one is
chosen."""
CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Microsoft YaHei",
    "PingFang SC",
    "SimHei",
)
"""The first that is installed writes what is Chinese."""
WIDTH = 22
"""Characters in a line of a label."""

Places = dict[str, tuple[float, float]]


def draw(
    graph: "nx.MultiDiGraph",
    ax: "Axes | None" = None,
    *,
    title: str | None = None,
    legend: bool = True,
) -> "Axes":
    """Draw what `memory.graph_of` gave, with matplotlib, and return the axes.

    Paths run from left to right with their steps numbered; slots stand above the steps
    that they fill, elements below. Names stand beside the nodes; a dashed outline is an
    optional step, a dotted one of several ways. A number on a relationship counts the
    runs (or the tasks) that it stands for. Without `ax` a fitting figure is made.

    Raises MissingExtra without matplotlib, InvalidInput for a graph without nodes.
    """
    with needs("notebook", "Drawing"):
        import matplotlib.pyplot as plt
    if not graph:
        raise InvalidInput("graph: nothing to draw, it has no nodes")
    places = _places(graph)
    if ax is None:
        _, ax = plt.subplots(figsize=_size(places), layout="constrained")
    with plt.rc_context({"text.parse_math": False, "font.family": _fonts(graph)}):
        _draw_edges(graph, places, ax)
        _draw_nodes(graph, places, ax)
        if legend:
            _draw_legend(graph, ax)
        if title:
            ax.set_title(title, wrap=True)
    ax.margins(0.12, 0.25)
    ax.set_axis_off()
    return ax


# Where things stand -------------------------------------------------------------------

COLUMNS = (
    ("Query", "App", "Document"),
    ("Task", "Page", "Chunk"),
    ("Experience", "Fact"),
    ("Pattern", "UIElement", "Entity"),
)
"""From left to right where there is no path; a label that is named nowhere stands at
the right."""


def _places(graph: "nx.MultiDiGraph") -> Places:
    """In columns, of which each step of a path has its own; under a step the other ways
    of its choice and the elements, above it the slots."""
    labels = _labels(graph)
    columns = _along(graph, labels)
    wide, high = (1.0, 0.9) if columns else (2.4, 0.4)
    above = "Slot" if columns else None
    for key in graph:
        if key not in columns:
            named = (n for n, some in enumerate(COLUMNS) if labels[key] in some)
            columns[key] = next(named, len(COLUMNS))
    rows: Counter[tuple[int, bool]] = Counter()
    places: Places = {}
    for key, column in columns.items():
        up = labels[key] == above
        row = rows[column, up]
        rows[column, up] += 1
        places[key] = (wide * column, high * (row + 1 if up else -row))
    return places


def _along(graph: "nx.MultiDiGraph", labels: Mapping[str, str]) -> dict[str, int]:
    """The columns of steps in their order, and of all else there is; none without."""
    columns: dict[str, int] = {}
    choices: dict[str, int] = {}
    last = 0
    for key in _in_order(graph):
        choice, _, way = str(graph.nodes[key].get("branch") or "").partition(".")
        columns[key] = choices[choice] if way and choice in choices else last + 1
        last = max(last, columns[key])
        if way:
            choices[choice] = columns[key]
    steps = dict(columns)
    for key in graph if steps else ():
        if key not in steps:
            joined = (*graph.predecessors(key), *graph.successors(key))
            near = [steps[one] for one in joined if one in steps]
            held = near and labels[key] in ("Slot", "UIElement")
            columns[key] = min(near) if held else 0
    return columns


def _labels(graph: "nx.MultiDiGraph") -> dict[str, str]:
    return dict(graph.nodes(data="label"))


def _in_order(graph: "nx.MultiDiGraph") -> list[str]:
    """The steps of a run or a pattern, by their numbers."""
    steps = [k for k, one in _labels(graph).items() if one in ("Step", "PatternStep")]
    return sorted(steps, key=lambda key: (graph.nodes[key].get("n") or 0, key))


def _size(places: Places) -> tuple[float, float]:
    """Of the figure, in inches."""
    xs, ys = zip(*places.values(), strict=True)
    return (
        min(30.0, 3.5 + 1.6 * (max(xs) - min(xs))),
        min(30.0, 2.4 + 1.3 * (max(ys) - min(ys))),
    )


# Ink ----------------------------------------------------------------------------------


def _fonts(graph: "nx.MultiDiGraph") -> list[str]:
    """Those that write the names; says so where none can write Chinese ones."""
    from matplotlib.font_manager import fontManager

    installed = {font.name for font in fontManager.ttflist}
    chinese = [name for name in CHINESE_FONTS if name in installed][:1]
    if not chinese and any(WIDE.search(name) for _, name in graph.nodes(data="name")):
        log.warning(
            "no Chinese font for the picture; install one, such as Noto Sans CJK SC"
        )
    return [*chinese, "DejaVu Sans"]


def _outline(node: Mapping[str, Any]) -> Literal["solid", "dashed", "dotted"]:
    if node.get("branch"):
        return WAYS
    return OPTIONAL if node.get("need") == "optional" else "solid"


def _draw_nodes(graph: "nx.MultiDiGraph", places: Places, ax: "Axes") -> None:
    numbers = {key: n for n, key in enumerate(_in_order(graph), 1)}
    for key, node in graph.nodes(data=True):
        x, y = places[key]
        ax.scatter(
            x,
            y,
            s=420,
            color=COLORS.get(node["label"], OTHER),
            edgecolors="black",
            linestyles=_outline(node),
            linewidths=0.6 if _outline(node) == "solid" else 1.6,
            zorder=2,
        )
        if key in numbers:
            ax.text(x, y, str(numbers[key]), ha="center", va="center", weight="bold")
        aside = not numbers
        above = node["label"] == "Slot"
        ax.annotate(
            textwrap.fill(_words(node), 2 * WIDTH if aside else WIDTH),
            (x, y),
            xytext=(12, 0) if aside else (0, 13 if above else -13),
            textcoords="offset points",
            ha="left" if aside else "center",
            va="center" if aside else "bottom" if above else "top",
            fontsize=8,
            zorder=3,
        )


def _words(node: Mapping[str, Any]) -> str:
    """A name, and how much stands behind it."""
    name = str(node["name"])
    for counted, what in (("support", "runs"), ("tasks", "tasks")):
        if node.get(counted, 0) > 1:
            return f"{name} ({node[counted]} {what})"
    return name


def _draw_edges(graph: "nx.MultiDiGraph", places: Places, ax: "Axes") -> None:
    steps = _in_order(graph)
    for source, target, edge in graph.edges(data=True):
        if edge["kind"] == "HAS_STEP" and target in steps[1:]:
            continue  # the arrows from step to step say it
        path = edge["kind"] in ("NEXT", "LEADS_TO")
        ax.annotate(
            "",
            xy=places[target],
            xytext=places[source],
            arrowprops={
                "arrowstyle": "-|>",
                "color": "#1f5fa8" if path else "#b5b5b5",
                "linewidth": 1.6 if path else 0.8,
                "shrinkA": 11,
                "shrinkB": 11,
                "connectionstyle": "arc3,rad=0.12" if path else "arc3",
            },
            zorder=1,
        )
        words = _count_of(edge)
        if words:
            (x, y), (u, v) = places[source], places[target]
            ax.text((x + u) / 2, (y + v) / 2, words, fontsize=7, ha="center")


def _count_of(edge: Mapping[str, Any]) -> str:
    """What a relationship counts; one run goes without saying."""
    for name in ("support", "runs", "score"):
        n = edge.get(name)
        if isinstance(n, int | float) and n != 1:
            return f"{n:.2f}" if name == "score" else str(n)
    return ""


def _draw_legend(graph: "nx.MultiDiGraph", ax: "Axes") -> None:
    from matplotlib.lines import Line2D

    there = set(_labels(graph).values())
    marks = [
        Line2D([], [], marker="o", linestyle="", color=color, label=label)
        for label, color in COLORS.items()
        if label in there
    ]
    outlines = {_outline(node) for _, node in graph.nodes(data=True)}
    marks += [
        Line2D([], [], color="black", linestyle=style, label=words)
        for style, words in ((OPTIONAL, "optional"), (WAYS, "one of several ways"))
        if style in outlines
    ]
    ax.legend(handles=marks, frameon=False, fontsize=8, loc="upper left",
              bbox_to_anchor=(1.0, 1.0))  # fmt: skip
