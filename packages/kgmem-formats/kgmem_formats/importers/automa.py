"""Automa's workflows: blocks that are joined by lines."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import list_of, mapping_of, text_of
from kgmem_formats.importers.automa_acts import AutomaActs
from kgmem_formats.importers.automa_words import BLOCKS
from kgmem_formats.importers.steps import object_of

_OTHERWISE = re.compile(r"fallback$")
Node = Mapping[str, object]


class Automa:
    """Reads a workflow as one run, along its lines."""

    name = "automa"
    title = "Automa workflow"

    def recognizes(self, source: Source) -> str | None:
        flow = mapping_of(source.first.get("drawflow"))
        labels = {mapping_of(one).get("label") for one in list_of(flow.get("nodes"))}
        return "a drawflow with a trigger" if "trigger" in labels else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        whole = source.whole()
        flow = mapping_of(whole.get("drawflow") if isinstance(whole, Mapping) else None)
        nodes = {
            str(node.get("id")): (f"{source.name}: drawflow.nodes[{n}]", node)
            for n, node in enumerate(map(mapping_of, list_of(flow.get("nodes"))))
        }
        if not nodes:
            raise InvalidInput(f"{source.name}: a workflow has a drawflow with nodes")
        acts = AutomaActs()
        edges = [mapping_of(one) for one in list_of(flow.get("edges"))]
        _follow(acts, nodes, edges)
        with acts.steps.reading(source.name):
            acts.close()
        told = mapping_of(whole)
        title = text_of(told.get("description")) or text_of(told.get("name"))
        yield acts.steps.run(source.name, title)


def _follow(
    acts: AutomaActs, nodes: Mapping[str, tuple[str, Node]], edges: Sequence[Node]
) -> None:
    """Take the blocks from the trigger on; what comes behind one that may go several
    ways is not known."""
    at = next((n for n, (_, one) in nodes.items() if one.get("label") == "trigger"), "")
    seen: set[str] = set()
    while at in nodes:
        place, node = nodes[at]
        seen.add(at)
        with acts.steps.reading(place):
            _take(acts, node)
        ways = [one for one in edges if str(one.get("source")) == at]
        sure = [one for one in ways if not _is_otherwise(one)]
        targets = list(dict.fromkeys(str(one.get("target")) for one in sure))
        at = targets[0] if len(targets) == 1 else ""
        with acts.steps.reading(place):
            if len(targets) > 1:
                raise InvalidInput("it goes on in several ways")
            if at in seen:
                raise InvalidInput("its blocks are done again and again")
        if at in seen:
            return


def _is_otherwise(edge: Node) -> bool:
    """Is it the way where something goes wrong?"""
    return _OTHERWISE.search(str(edge.get("sourceHandle") or "")) is not None


def _take(acts: AutomaActs, node: Node) -> None:
    label, data = node.get("label"), mapping_of(node.get("data"))
    if data.get("disableBlock") is True or not BLOCKS.acts(label):
        return
    if label != "blocks-group":
        acts.take(str(label), data)
        return
    for one in list_of(data.get("blocks")):
        told = object_of(one)
        _take(acts, {"label": told.get("id"), "data": told.get("data")})


importer = Automa()
