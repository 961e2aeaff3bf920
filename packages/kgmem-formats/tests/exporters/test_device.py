"""Patterns as plans for devices with another screen and other packages."""

import json
from typing import Any

import pytest

from kgmem import InvalidInput
from kgmem.model.exported import PatternSource
from kgmem.model.plan import Plan
from kgmem_formats.exporters.device import export
from tests.exporters.patterns import GO, source, step

SCREENS = {"from_screen": "1000x2000", "to_screen": (500, 4000)}
BOX = {"x": 100, "y": 200, "width": 300, "height": 400}
THERE = {"x": 50, "y": 400, "width": 150, "height": 800}


def told(given: PatternSource, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export(given, options).text)
    return found


def plan_of(given: PatternSource, **options: Any) -> Plan:
    return Plan.model_validate(told(given, **options)["plan"])


def test_coordinates_are_scaled_to_the_other_screen() -> None:
    given = source(
        step(
            1,
            "click",
            target={**GO, "box": BOX, "attributes": {"bounds": "[10,20][30,40]"}},
        ),
        step(
            2, "swipe", params={"start_x": 10, "start_y": 20, "end": [30, 40], "ms": 50}
        ),
    )

    first, second = plan_of(given, **SCREENS).steps

    assert first.target is not None
    assert first.target.box is not None
    assert first.target.box.model_dump() == THERE
    assert first.target.attributes["bounds"] == "[5,40][15,80]"
    assert second.params == {"start_x": 5, "start_y": 40, "end": [15, 80], "ms": 50}


def test_packages_have_their_names_there() -> None:
    target = {
        "role": "button",
        "name": "Pay",
        "attributes": {"resource-id": "com.a.b:id/p"},
    }
    given = source(
        step(1, "open_app", value="com.a.b", params={"package": "com.a.b"}),
        step(2, "click", target=target),
    )

    found = told(given, packages={"com.a.b": "org.c.d"})
    opened, pay = Plan.model_validate(found["plan"]).steps

    assert (opened.value, opened.params["package"]) == ("org.c.d", "org.c.d")
    assert pay.target is not None
    assert pay.target.attributes["resource-id"] == "org.c.d:id/p"
    assert (found["route"], found["unmapped"]) == ("direct_replay", [])


def test_what_is_not_mapped_is_said_and_lowers_the_route() -> None:
    given = source(
        step(1, "open_app", value="com.a.b"),
        step(2, "click", target={**GO, "box": BOX}),
    )

    found = told(given)

    assert found["route"] == "adaptive_replay"
    assert found["unmapped"] == [
        "what the package com.a.b is called there is not known",
        "step 2: where its element stands is left out; from_screen and to_screen "
        "map it",
    ]
    assert "box" not in found["plan"]["steps"][1]["target"]


@pytest.mark.parametrize(
    "lost",
    [step(1, "click", target={"box": BOX}), step(1, "swipe", params={"x": 5, "y": 6})],
)
def test_a_step_known_by_its_place_alone_has_to_be_explored(
    lost: dict[str, Any],
) -> None:
    found = told(source(lost))

    assert found["route"] == "guided_exploration"
    assert "step 1: nothing but its place on the screen is known" in found["unmapped"]
    assert told(source(lost), **SCREENS)["route"] == "direct_replay"


@pytest.mark.parametrize("screen", ["big", "0x5", (5,), "1x", 7, None, ("a", "b")])
def test_a_screen_is_width_and_height(screen: Any) -> None:
    given = source(step(1, "click", target=GO))
    if screen is None:
        assert told(given, from_screen=None)["from_screen"] is None
        return

    with pytest.raises(InvalidInput, match="from_screen"):
        told(given, from_screen=screen)
