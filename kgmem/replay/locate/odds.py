"""What each kind of evidence is worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log

from kgmem.tuning import tuned

_TUNED = tuned("replay.locate.odds")


@dataclass(frozen=True)
class Odds:
    """What a kind of evidence is worth."""

    stays: float
    """Chance that it still agrees on the same element of a changed page."""
    shared: float
    """Chance that it agrees on another element."""

    @cached_property
    def agrees(self) -> float:
        """Weight of full agreement, in nats."""
        return log(self.stays / self.shared)

    @cached_property
    def differs(self) -> float:
        """Weight of no agreement; below zero."""
        return log((1 - self.stays) / (1 - self.shared))

    def weight(self, agreement: float) -> float:
        """In nats; `agreement` is 0 to 1."""
        return agreement * self.agrees + (1 - agreement) * self.differs


IDENTIFYING: Mapping[str, Odds] = {
    "test_id": Odds(_TUNED["test_id_stays"], _TUNED["test_id_shared"]),
    "id": Odds(_TUNED["id_stays"], _TUNED["id_shared"]),
    "numbered": Odds(_TUNED["numbered_stays"], _TUNED["numbered_shared"]),
    "name": Odds(_TUNED["name_stays"], _TUNED["name_shared"]),
    "label": Odds(_TUNED["label_stays"], _TUNED["label_shared"]),
    "href": Odds(_TUNED["href_stays"], _TUNED["href_shared"]),
    "field": Odds(_TUNED["field_stays"], _TUNED["field_shared"]),
    "text": Odds(_TUNED["text_stays"], _TUNED["text_shared"]),
    "icon": Odds(_TUNED["icon_stays"], _TUNED["icon_shared"]),
    "locator": Odds(_TUNED["locator_stays"], _TUNED["locator_shared"]),
    "selector": Odds(_TUNED["selector_stays"], _TUNED["selector_shared"]),
}
"""What says which element it is."""
SUPPORTING: Mapping[str, Odds] = {
    "kind": Odds(_TUNED["kind_stays"], _TUNED["kind_shared"]),
    "type": Odds(_TUNED["type_stays"], _TUNED["type_shared"]),
    "container": Odds(_TUNED["container_stays"], _TUNED["container_shared"]),
    "attributes": Odds(_TUNED["attributes_stays"], _TUNED["attributes_shared"]),
    "classes": Odds(_TUNED["classes_stays"], _TUNED["classes_shared"]),
    "landmark": Odds(_TUNED["landmark_stays"], _TUNED["landmark_shared"]),
}
"""What fits many."""
PLACE: Mapping[str, Odds] = {
    "path": Odds(_TUNED["path_stays"], _TUNED["path_shared"]),
    "ordinal": Odds(_TUNED["ordinal_stays"], _TUNED["ordinal_shared"]),
    "box": Odds(_TUNED["box_stays"], _TUNED["box_shared"]),
}
"""Where it stands: whatever is put in before it changes these."""
ODDS: Mapping[str, Odds] = {**IDENTIFYING, **SUPPORTING, **PLACE}

MARKS = frozenset({"test_id", "id"})
"""Where others have one, that an element has none tells something."""
