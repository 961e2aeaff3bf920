"""Values written otherwise than all before: another unit, another writing of a day. See
`form_doubts.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem.model.pattern import Membership, Pattern, PatternMatch, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.values.shared_map import SharedMap
from kgmem.recall.routing.form_doubts import written_otherwise

RULES = tomllib.loads(
    Path(__file__).with_name("form_doubts.toml").read_text(encoding="utf-8")
)["rule"]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(rule | row, id=f"{rule['says']}: {row['value']}")
        for rule in RULES
        for row in rule["rows"]
    ],
)
def test_what_is_written_otherwise(row: Mapping[str, Any]) -> None:
    known, value = row.get("known", ()), row["value"]
    kind = row.get("kind", "text")
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="do {what}",
        slots=(Slot(slot_id="s", name="what", kind=kind, examples=known),),
        memberships=SharedMap(
            {one: Membership(bindings={"what": one}) for one in known}
        ),
    )
    match = PatternMatch(pattern=pattern, bindings={"what": value})
    entered = (
        [PlanStep(n=1, action="type", value=row["entered"])] if "entered" in row else []
    )

    found = [*written_otherwise(match, entered)]

    assert [told for told, _ in found] == [value] * row["is_doubt"]
    told = f"{row['tells']} {value!r}" if "tells" in row else None
    assert told is None or [str(doubt) for _, doubt in found] == [told]
