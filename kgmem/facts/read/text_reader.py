"""Names and statements of a text as of today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kgmem.facts.read.extract import Extract, Tagged
from kgmem.facts.read.names import Known
from kgmem.model.fact import Extraction


@dataclass(frozen=True, slots=True)
class TaggedReader:
    """Reads names and statements out of texts; "last year" is counted from today."""

    extract: Extract
    states: bool
    """False: names alone are asked for."""

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """The texts, tagged together."""
        return self.extract.tag_many(texts)

    def read(self, text: Tagged, known: Known) -> Extraction:
        """What it names and states."""
        return self.extract.extract_tagged(
            text, today=datetime.now(UTC).date(), known=known, states=self.states
        )
