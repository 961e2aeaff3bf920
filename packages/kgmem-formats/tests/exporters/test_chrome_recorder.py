"""Patterns as recordings of Chrome's DevTools."""

import json
from typing import Any

from kgmem.model.exported import PatternSource
from kgmem.model.keys.table_rows import IN_ROW
from kgmem_formats.exporters.chrome_recorder import export, in_row
from tests.exporters.patterns import (
    FIELD,
    GO,
    HOSTILE,
    START,
    source,
    step,
)


def steps(given: PatternSource) -> list[dict[str, Any]]:
    """Those of the pattern itself, after size and start."""
    found: list[dict[str, Any]] = json.loads(export(given, {}).text)["steps"]
    assert [one["type"] for one in found[:2]] == ["setViewport", "navigate"]
    assert found[1]["url"] == START
    return found[2:]


def test_values_are_those_of_the_run_and_the_title_is_its_task() -> None:
    given = source(
        step(1, "type", target=FIELD, value="{item}"),
        step(
            2, "click", target={**GO, "box": {"x": 0, "y": 0, "width": 8, "height": 4}}
        ),
        bindings={"item": HOSTILE},
    )

    entered, clicked = steps(given)

    assert (entered["type"], entered["value"]) == ("change", HOSTILE)
    assert entered["selectors"] == [['aria/Article[role="textbox"]'], ["aria/Article"]]
    assert (clicked["offsetX"], clicked["offsetY"]) == (4, 2)
    assert json.loads(export(given, {}).text)["title"] == "Order tea"


def test_keys_go_down_and_up_again() -> None:
    pressed = steps(source(step(1, "key", value="Control+a")))

    told = [(one["type"], one["key"]) for one in pressed]
    assert told == [
        ("keyDown", "Control"),
        ("keyDown", "a"),
        ("keyUp", "a"),
        ("keyUp", "Control"),
    ]


def test_a_loop_is_laid_out() -> None:
    given = source(
        step(1, "click", target={"role": "link", "name": "{item}"}, repeat_for="item"),
        bindings={"item": ["tea", "salt"]},
    )

    selectors = [one["selectors"][0] for one in steps(given)]

    assert selectors == [['aria/tea[role="link"]'], ['aria/salt[role="link"]']]


def test_what_it_has_no_word_for_is_said() -> None:
    given = source(
        step(1, "click", target=GO, need="optional"),
        step(2, "check", target=GO),
        step(3, "back"),
    )

    made = export(given, {})

    assert [one["type"] for one in steps(given)] == ["click", "customStep"]
    assert made.notes == (
        "an optional step is left out",
        "step 2: clicked, however it stands before",
        "step 3: back: nothing that the Recorder can replay",
    )


def test_what_was_hidden_is_left_to_be_put_in() -> None:
    given = source(step(1, "type", target=FIELD, value="[REDACTED:password#1]"))

    (entered,) = steps(given)

    assert entered["value"] == "<password 1>"
    assert "put the value of password 1 in" in export(given, {}).notes[0]


def test_a_button_of_a_row_is_sought_in_that_row_alone() -> None:
    target = {**GO, "container": ["{who}"], "locators": [IN_ROW]}
    given = source(step(1, "click", target=target), bindings={"who": 'h "w" weiss'})

    (clicked,) = steps(given)

    assert clicked["selectors"] == [[in_row('h "w" weiss', "Go")]]
    assert """contains(normalize-space(), concat("h ", '"', "w", '"', " weiss"))""" in (
        in_row('h "w" weiss', "Go")
    )
