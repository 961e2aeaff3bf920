"""A statement as it is read."""

from collections.abc import Sequence
from typing import NamedTuple

from kgmem.graph.columns import LIST, fields_of, named
from kgmem.ports import Row

Pair = tuple[str, str]
"""Id of a subject, key of a predicate."""


class StatedInterval(NamedTuple):
    """That something was so from one moment to another, both in milliseconds."""

    predicate_key: str
    subject: str
    """The entity's id."""
    object_key: str
    valid_from: int
    valid_to: int


FACTS = {
    **named("fact_id text predicate predicate_key object_value object_key valid_from"),
    **named("valid_to app object"),
    **named("log keywords", LIST),
}


class FactRow(NamedTuple):
    """A statement as it stands in the graph, with the names that it is about now. A
    tuple: dozens are made for a recall, and compared."""

    fact_id: str
    text: str
    log: Sequence[str]
    predicate: str | None = None
    predicate_key: str | None = None
    object_value: str | None = None
    object_key: str | None = None
    valid_from: int | None = None
    valid_to: int | None = None
    keywords: Sequence[str] = ()
    app: str | None = None
    subject_id: str | None = None
    subject: str | None = None
    object: str | None = None

    @classmethod
    def of_row(cls, row: Row, subject_id: str | None, subject: str | None) -> "FactRow":
        """A fact's map of properties with the name of its `object`."""
        return cls(**fields_of(FACTS, row), subject_id=subject_id, subject=subject)

    @property
    def pair(self) -> Pair | None:
        """Its subject and predicate, if it has any."""
        if self.subject_id is None or self.predicate_key is None:
            return None
        return self.subject_id, self.predicate_key
