"""Parts of the graph to look at: nodes and relationships as a networkx graph."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from kgmem.errors import InvalidInput, NotFound
from kgmem.graph.query_files import query
from kgmem.model.keys.identity import app_id, entity_key
from kgmem.model.recollection import Recollection
from kgmem.model.texts.text_lines import brief
from kgmem.model.values.arguments import key_text
from kgmem.ports import CypherEngine, Row

if TYPE_CHECKING:
    import networkx as nx

ASKED = "query"
"""Key of the node for the task that was asked."""
NAMES: Mapping[str, tuple[str, ...]] = {
    "Task": ("text",),
    "Pattern": ("template",),
    "PatternStep": ("action", "name"),
    "Step": ("name", "action"),
    "Page": ("name", "url_template", "fingerprint"),
    "UIElement": ("name", "test_id", "role", "tag"),
    "Fact": ("text",),
    "Chunk": ("text",),
}
"""The properties that a node is called by, the best first; others by their `name`."""
WHOLE = frozenset({"PatternStep"})
"""Called by all of these properties, not by the first that is there."""


PARTS: Mapping[str, tuple[str, Callable[[str, str], str], str]] = {
    "experience_id": ("picture_of_run", lambda _, key: key, "no experience {}"),
    "pattern_id": ("picture_of_pattern", lambda _, key: key, "no pattern {}"),
    "app": ("picture_of_app", app_id, "no page of app {!r}"),
    "entity": (
        "picture_of_entity",
        lambda _, name: entity_key(name),
        "nothing about an entity {!r}",
    ),
}
"""By what names a part: the query for it, the key of its node in a space, and what is
told where there is none."""


def graph_of(
    engine: CypherEngine, space: str, given: Mapping[str, object]
) -> "nx.MultiDiGraph":
    """The part that the one given thing names. Raises InvalidInput, NotFound."""
    chosen = {name: value for name, value in given.items() if value is not None}
    if len(chosen) != 1:
        raise InvalidInput(f"give one of {', '.join(given)}, not {len(chosen)}")
    [(name, value)] = chosen.items()
    if name == "recollection":
        if not isinstance(value, Recollection):
            raise InvalidInput("recollection: what memory.recall() gave is needed")
        return of_recollection(engine, space, value)
    text = key_text(name, value)
    asked, key_of, what = PARTS[name]
    rows = engine.read(query(asked), {"id": key_of(space, text), "space": space})
    if not rows:
        raise NotFound(f"{what.format(text)} in space {space!r}")
    return _graph(rows)


def of_recollection(
    engine: CypherEngine, space: str, recalled: Recollection
) -> "nx.MultiDiGraph":
    """What a recall found, around the task that was asked (label `Query`): the runs'
    tasks and what connects them, matching patterns, facts."""
    runs = recalled.experiences
    tasks = list(dict.fromkeys(run.task_id for run in runs))
    given = {"ids": tasks, "runs": [run.experience_id for run in runs]}
    rows = engine.read(query("picture_of_tasks"), {**given, "space": space})
    graph = _graph(rows)
    _add_node(graph, "Query", ASKED, {"name": recalled.task, "route": recalled.route})
    for run in runs:
        _add_node(graph, "Task", run.task_id, {"text": run.task, "app": run.app})
        _connect(graph, ASKED, run.task_id, "RECALLED", {"why": list(run.why)})
    for match in recalled.patterns:
        key = match.pattern.pattern_id
        _add_node(graph, "Pattern", key, {"template": match.pattern.template})
        _connect(graph, ASKED, key, "MATCHES", {"score": match.score})
    for fact in recalled.facts:
        _add_node(graph, "Fact", fact.fact_id, {"text": fact.text})
        _connect(graph, ASKED, fact.fact_id, "RECALLED", {"why": list(fact.why)})
    return graph


def short_name(label: str, props: Mapping[str, object]) -> str:
    """What a node is called, in a few words."""
    found = [props[name] for name in NAMES.get(label, ("name",)) if props.get(name)]
    chosen = found if label in WHOLE else found[:1]
    return brief(" ".join(map(str, chosen or [label])))


def _graph(rows: Iterable[Row]) -> "nx.MultiDiGraph":
    import networkx as nx  # half a second that only pictures need

    graph = nx.MultiDiGraph()
    for row in rows:
        _add_node(graph, row["label"], row["source"], row["props"])
        _add_node(graph, row["to_label"], row["target"], row["to_props"])
        _connect(graph, row["source"], row["target"], row["kind"], row["edge"])
    return graph


def _add_node(
    graph: "nx.MultiDiGraph", label: str, key: str, props: Mapping[str, object]
) -> None:
    """A node with its properties, once: what the graph said goes before."""
    if key not in graph:
        told = {k: v for k, v in props.items() if k not in ("space", "label")}
        graph.add_node(key, **{**told, "label": label, "name": short_name(label, told)})


def _connect(
    graph: "nx.MultiDiGraph",
    source: str,
    target: str,
    kind: str,
    props: Mapping[str, object],
) -> None:
    graph.add_edge(source, target, kind, **{**props, "kind": kind})
