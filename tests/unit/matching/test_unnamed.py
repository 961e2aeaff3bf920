"""Values that name nothing in particular; see `unnamed.toml`."""

import tomllib
from pathlib import Path

import pytest

from kgmem.matching.unnamed import is_unnamed
from kgmem.model.pattern import Slot

VALUES = tomllib.loads(Path(__file__).with_name("unnamed.toml").read_text("utf-8"))


def slot(*examples: str, kind: str = "text") -> Slot:
    return Slot(slot_id="s", name="article", kind=kind, examples=examples)


@pytest.mark.parametrize("names", VALUES)
def test_an_indefinite_thing_is_named_by_nothing(names: str) -> None:
    lamps = slot("lamp", "green chair")

    told = [one for one in VALUES[names] if is_unnamed(lamps, one)]

    assert told == (VALUES[names] if names == "nothing" else [])


@pytest.mark.parametrize(
    "known",
    [
        slot("a chair", "the lamp"),
        slot("some rice"),
        slot("an article"),
        slot("1", "2", kind="number"),
        slot("Please tell all that we will be a little late this evening, sorry"),
    ],
)
def test_where_known_values_are_so_or_sentences_it_is_one(known: Slot) -> None:
    assert not is_unnamed(known, "an article")
