"""A reason is words for people and data for programs."""

import copy
import json
import pickle
from collections.abc import Callable

import pytest
from pydantic import TypeAdapter

from kgmem.model.why import Why

WHY = Why("seed: score 0.50", "seed", source="t1", weight=0.5, short="seed 0.50")
REASONS = TypeAdapter(tuple[Why, ...])


def test_it_is_its_words() -> None:
    assert WHY == "seed: score 0.50"
    assert (WHY.kind, WHY.source, WHY.weight, WHY.short) == (
        "seed",
        "t1",
        0.5,
        "seed 0.50",
    )


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda w: pickle.loads(pickle.dumps(w))]
)
def test_a_copy_says_the_same(copied: Callable[[Why], Why]) -> None:
    other = copied(WHY)

    assert vars(other) == vars(WHY)
    assert other == WHY


def test_a_plain_text_is_a_reason_of_unknown_kind() -> None:
    (found,) = REASONS.validate_python(("because",))

    assert (found, found.kind, found.short) == ("because", "said", "because")


def test_json_gives_its_words() -> None:
    assert json.loads(REASONS.dump_json((WHY,))) == ["seed: score 0.50"]
    assert REASONS.json_schema()["items"] == {"type": "string"}
