"""Labels and types in a person's query: one that is nowhere matches nothing."""

from functools import cache

from kgmem.errors import InvalidInput
from kgmem.graph.readonly import names_after_colons
from kgmem.graph.schema import RELATIONSHIPS, schema_items
from kgmem.model.values.arguments import no_such
from kgmem.ports import CypherEngine

IN_GRAPH = (
    "CALL db.labels() YIELD label RETURN label AS name UNION "
    "CALL db.relationshipTypes() YIELD relationshipType "
    "RETURN relationshipType AS name"
)


def check_names(query: str, engine: CypherEngine) -> None:
    """Raise InvalidInput for a label or a type of relationships that is neither of
    this schema nor in the graph."""
    unknown = names_after_colons(query) - _of_schema()
    if not unknown:
        return
    there = _of_schema() | {row["name"] for row in engine.read(IN_GRAPH)}
    for name in sorted(unknown - there):
        raise InvalidInput(no_such("query", name, there))


@cache
def _of_schema() -> frozenset[str]:
    return frozenset({*RELATIONSHIPS, *(item.label for item in schema_items())})
