"""A text of a member is its pattern's, whatever its wording tells."""

import pytest

from kgmem.generalize.job.known import KnownPatterns
from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import QUARANTINED_STATUS, Membership, Pattern, Slot, Status

OWN = "Find the email by Helen"


@pytest.mark.parametrize(
    ("text", "app", "status", "fits"),
    [
        (OWN, "mail", "active", True),
        (f"  {OWN.lower()}", None, "active", True),
        (OWN, "calendar", "active", False),
        ("Find the email by Ann", "mail", "active", False),
        (OWN, "mail", QUARANTINED_STATUS, False),
    ],
)
def test_a_member_is_found_by_its_text(
    text: str, app: str | None, status: Status, fits: bool
) -> None:
    values: dict[str, str | list[str]] = {"a": "Find the", "b": "by Helen"}
    member = task_id("space", "mail", OWN)
    pattern = Pattern(
        pattern_id="wide",
        name="wide",
        template="{a} email {b}",
        app="mail",
        status=status,
        slots=tuple(Slot(slot_id=one, name=one, kind="text") for one in values),
        members=(member,),
        memberships={member: Membership(bindings=values)},
    )
    known = KnownPatterns()
    known.put(pattern.model_copy(update={"status": "active"}))
    known.stored["wide"] = pattern

    matches = known.own("space", text, app)

    assert [one.bindings for one in matches] == ([values] if fits else [])
