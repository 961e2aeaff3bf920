"""Words inside a value that ask for something else, or for more; see `turning.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kgmem.matching.turning import turn_in, turns
from kgmem.model.pattern import Slot

GROUPS = tomllib.loads(Path(__file__).with_name("turning.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    "group", [pytest.param(one, id=one["says"]) for one in GROUPS["group"]]
)
def test_a_value_ends_before_a_word_that_turns_it(group: Mapping[str, Any]) -> None:
    slot = Slot(
        slot_id="s",
        name="who",
        kind=group.get("kind", "text"),
        examples=tuple(group["known"]),
        is_list=group.get("is_list", False),
    )

    for value, *turn in group["rows"]:
        assert turn_in(slot, value) == (turn[0] if turn else None), value


def test_some_words_turn_a_request_wherever_they_stand() -> None:
    assert turns("unless")
    assert turns("明天")
    assert not turns("and")
    assert not turns("sofa")
