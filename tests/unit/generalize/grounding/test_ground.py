"""Which pieces of a text its run used: the rules of `ground.toml`, and what takes more
than a text and its steps."""

import time
import tomllib
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.plain import Grounding, RunSteps, Use
from kgmem.model.trajectory import Element, Step

FIELD = Element(role="textbox", attributes={"id": "query"})


def typed(value: str, target: Element | None = FIELD) -> Step:
    return Step(action="type", value=value, target=target)


def clicked(name: str | None = None, **target: object) -> Step:
    element = Element.model_validate({"role": "button", "name": name, **target})
    return Step(action="click", target=element)


def grounded(text: str, *steps: Step, app: str | None = None) -> dict[str, list[Use]]:
    """The uses of each grounded piece of the text."""
    found = ground(text, RunSteps("run", steps), app)
    return {text[slice(*one.span)]: list(one.uses) for one in found}


def only(text: str, *steps: Step) -> Grounding:
    (found,) = ground(text, RunSteps("run", steps))
    return found


def step(told: Mapping[str, Any]) -> Step:
    """A step as `ground.toml` tells it."""
    match dict(told):
        case {"type": value, **target}:
            field = Element.model_validate({"role": "textbox", **target})
            return typed(value, field if target else FIELD)
        case {"go": address}:
            return Step(action="navigate", value=address)
        case {"open": app}:
            return Step(action="open_app", value=app)
        case {"call": params}:
            return Step(action="tool", params=params)
        case {"at": params}:
            return Step(action="click", params=params)
        case {"tag": _, **target}:
            return Step(action="click", target=Element.model_validate(dict(told)))
        case {**target}:
            return clicked(target.pop("click", None), **target)


def use(told: str) -> Use:
    """`0 name lower | before…after`."""
    what, _, around = told.partition(" | ")
    n, part, *transform = what.split(" ")
    before, _, after = around.partition("…")
    return Use(int(n), part, transform[0] if transform else None, before, after)


def rows() -> list[Any]:
    path = Path(__file__).with_name("ground.toml")
    rules = tomllib.loads(path.read_text(encoding="utf-8"))["rule"]
    told = [rule | row for rule in rules for row in rule.get("rows", [{}])]
    return [pytest.param(row, id=f"{row['says']}: {row['text']}") for row in told]


@pytest.mark.parametrize("row", rows())
def test_a_text_is_grounded_in_its_run(row: Mapping[str, Any]) -> None:
    found = grounded(row["text"], *map(step, row["steps"]), app=row.get("app"))

    if "found" in row:
        told = {piece: [*map(use, uses)] for piece, uses in row["found"].items()}
        assert found == told
    elif "parts" in row:
        assert {k: [u.part for u in v] for k, v in found.items()} == row["parts"]
    else:
        assert sorted(found) == sorted(row["pieces"])


def test_a_typed_value_is_grounded_from_one_run() -> None:
    text = 'Enter "Ashlea" into the text field'

    found = only(text, typed("Ashlea"))

    assert text[slice(*found.span)] == "Ashlea"
    assert found.uses == (Use(0, "value"),)


def test_a_quotation_comes_before_the_same_word_elsewhere() -> None:
    text = 'Post thanks: reply with "thanks"'

    found = only(text, typed("thanks"))

    assert text[: found.span[0]].endswith('"')


def test_a_value_that_is_said_twice_is_grounded_at_its_first_place() -> None:
    found = only("Find Sony. What does Sony cost?", typed("Sony"))

    assert found.span == (5, 9)


def test_keys_waits_and_scrolls_hold_nothing() -> None:
    steps = [Step(action=a, value="Enter") for a in ("key", "wait", "scroll")]

    assert grounded("Enter a name", *steps, typed("x")) == {}


def test_what_stands_in_a_field_already_is_not_its_label() -> None:
    field = Step(action="click", target=Element(role="textbox", text="Boise"))

    assert grounded("Fly to Boise", field, clicked("Ready")) == {}


def test_spans_never_overlap_and_come_in_order() -> None:
    text = "Reply to Ann Lee, then Ann, then Lee Ann about the Ann Lee file"
    names = "Ann", "Lee", "Ann Lee", "Lee Ann", "Ann Lee file"

    found = ground(text, RunSteps("run", tuple(map(typed, names))))

    spans = [one.span for one in found]
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@pytest.mark.slow
@pytest.mark.parametrize("word", ["foo bar ", "红裙", '"', "12/18/2016 ", "1, "])
def test_repetition_takes_seconds_at_most(word: str) -> None:
    text = word * (10_000 // len(word))
    steps = [clicked(word * 9 + str(n), container=(word * 20,)) for n in range(200)] + [
        typed(word * 60 + str(n)) for n in range(200)
    ]

    began = time.process_time()
    ground(text, RunSteps("run", tuple(steps)))

    assert time.process_time() - began < 10


def test_what_a_dialog_said_is_no_value() -> None:
    said = {"kind": "prompt", "accept": True, "text": "Ann", "message": "Call Bo?"}
    step = Step(action="click", target=FIELD, params={"dialogs": [said]})

    assert list(grounded("Call Ann for Bo", step)) == ["Ann"]


def test_an_option_is_told_by_the_pages_own_word_for_it() -> None:
    dogs = {"label": "Dog All breeds", "value": "Dog"}
    cats = {"label": "Cat Indoor or outdoor", "value": "Cat"}
    card = clicked("Dog All breeds", role="radio", options=[dogs, cats])

    assert grounded("Register a dog of Ann Lee", card) == {"dog": [Use(0, "name", ANY)]}
