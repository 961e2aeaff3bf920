"""The items of a pattern's lists are parted as its members' texts part theirs."""

from kgmem.matching.binding.list_items import has_separator, over_blanks
from kgmem.model.pattern import Membership, Pattern, Slot

GOODS = Slot(slot_id="goods", name="goods", kind="text", is_list=True)


def packing(separator: str) -> Pattern:
    """A pattern with one member, whose list of two has this separator."""
    member = Membership(
        bindings={"goods": ["米粉", "酱油"]}, separators={"goods": (separator,)}
    )
    return Pattern(
        pattern_id="p",
        name="p",
        template="把 {goods} 装箱",
        slots=(GOODS,),
        memberships={"t": member},
    )


def test_a_separator_is_one_of_a_members_list() -> None:
    assert has_separator(packing(" "), "goods", str.isspace)
    assert not has_separator(packing("、"), "goods", str.isspace)
    assert not has_separator(packing(" "), "other", str.isspace)


def test_items_with_but_a_blank_between_become_one() -> None:
    assert over_blanks(["a", "b", "c"], [" ", "、"]) == ["a b", "c"]
    assert over_blanks([], []) == []
