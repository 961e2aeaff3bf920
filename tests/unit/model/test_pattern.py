"""Patterns fill their template, and say whose value is missing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.errors import InvalidInput, NotFound
from kgmem.model.pattern import Membership, Pattern

ORDER = Pattern(
    pattern_id="p",
    name="order",
    template="在{app}搜索{商品}并下单",
    memberships={
        "task-1": Membership(bindings={"app": "淘宝", "商品": ["红裙", "黑鞋"]})
    },
)
NAMES = ("product", "商品", "a b", "n1")
WORDS = st.text(st.characters(exclude_characters="{}", codec="utf-8"), max_size=12)


def test_bindings_of_a_stranger_are_not_found() -> None:
    with pytest.raises(NotFound, match="task-2"):
        ORDER.bindings("task-2")


def test_missing_slot_is_named() -> None:
    with pytest.raises(InvalidInput, match="商品"):
        ORDER.fill({"app": "京东"})


@given(
    parts=st.lists(st.tuples(WORDS, st.sampled_from(NAMES)), max_size=4),
    values=st.fixed_dictionaries({name: WORDS | st.just("{n1}") for name in NAMES}),
)
def test_each_slot_is_filled_once(
    parts: list[tuple[str, str]], values: dict[str, str]
) -> None:
    template = "".join(f"{word}{{{name}}}" for word, name in parts)
    pattern = Pattern(pattern_id="p", name="n", template=template)

    filled = pattern.fill(values)

    # A value that looks like a slot is a value.
    assert filled == "".join(word + values[name] for word, name in parts)
