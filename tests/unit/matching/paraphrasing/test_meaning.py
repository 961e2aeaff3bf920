"""What a text means as far as vectors tell: its values find slots in any language."""

import pytest

from kgmem.matching.pattern_book import PatternBook
from kgmem.matching.same_kind import NONE
from kgmem.model.pattern import Pattern, PatternMatch, Slot


def slot(name: str, kind: str, *examples: str) -> Slot:
    return Slot(slot_id=name, name=name, kind=kind, examples=examples)


def pattern(template: str, *slots: Slot) -> Pattern:
    return Pattern(
        pattern_id=template,
        name=template,
        template=template,
        slots=slots,
        app="desk",
        support=3,
    )


SHARE = pattern(
    'Share the album "{album}" with {mail}',
    slot("album", "text", "Alps"),
    slot("mail", "email", "ann@shop.example"),
)
HAND = pattern(
    'Assign the letter "{letter}" to {person} and note "{note}"',
    slot("letter", "text", "Rent"),
    slot("person", "text", "bruno", "clara.may"),
    slot("note", "text", "Please look"),
)
PAINT = pattern(
    "Paint the {part} in {colour}",
    slot("part", "text", "front door", "fence"),
    slot("colour", "choice", "green", "blue"),
)
FILE = pattern(
    "Open the file {path} from the archive", slot("path", "text", "notes/a-b.txt")
)
ALL = [SHARE, HAND, PAINT, FILE]


def meant(text: str, **odds: float) -> list[PatternMatch]:
    """`odds`: by how much a kind is likelier than none."""
    named = {"share": SHARE, "hand": HAND, "paint": PAINT, "file": FILE}
    near = {named[name].template: NONE + one for name, one in odds.items()}
    return PatternBook(ALL).meant(text, "desk", near)


@pytest.mark.parametrize(
    ("text", "near", "bindings"),
    [
        (
            "让bob@shop.example也能看到相册“罗马”",
            "share",
            {"album": "罗马", "mail": "bob@shop.example"},
        ),
        (
            'Hand "Tax" over to dolores, leaving the note "Not mine"',
            "hand",
            {"letter": "Tax", "person": "dolores", "note": "Not mine"},
        ),
        ("Our fence should become blue", "paint", {"part": "fence", "colour": "blue"}),
        (
            "Get me the file mail/x-1.txt from the archive",
            "file",
            {"path": "mail/x-1.txt"},
        ),
    ],
)
def test_values_find_their_slots(
    text: str, near: str, bindings: dict[str, str]
) -> None:
    found = meant(text, **{near: 0.6})

    assert [one.bindings for one in found] == [bindings]
    assert found[0].unexplained


def test_a_slot_without_a_value_is_told() -> None:
    found = meant("“税单”，“不是我的”", hand=0.6)

    assert found[0].bindings == {"letter": "税单", "note": "不是我的"}
    assert found[0].unbound == ("person",)


def test_what_a_pattern_does_not_do_is_not_meant() -> None:
    assert meant("Do something else", hand=0.9) == []


def test_what_is_not_to_be_done_is_told() -> None:
    (found,) = meant('Do not hand "Tax" to dolores, note "Not mine"', hand=0.9)

    assert found.further == ("not hand",)


def test_values_that_no_slot_takes_are_told_as_further() -> None:
    text = 'Hand "Tax" over to dolores, note "A", and seal it as "B", also mark "C"'

    (found,) = meant(text, hand=0.9)

    assert (found.bindings["letter"], found.bindings["note"]) == ("Tax", "A")
    assert {"B", "C"} <= set(found.further)


def test_what_is_far_is_not_meant() -> None:
    assert meant("Our garden has become rather wild", paint=-5.0) == []


@pytest.mark.parametrize(("other", "offered"), [(-1.0, True), (9.0, False)])
def test_a_nearer_task_of_no_pattern_is_against_it(other: float, offered: bool) -> None:
    near = {PAINT.template: NONE, None: NONE + other}

    found = PatternBook(ALL).meant("Our fence should become blue", "desk", near)

    assert bool(found) is offered


def test_of_two_that_are_as_near_the_values_tell() -> None:
    found = meant('Let bob@shop.example see "Rome"', paint=0.5, share=0.5)

    assert [one.pattern for one in found] == [SHARE]
    assert f'is "{SHARE.template}" meant, or "{PAINT.template}"?' in found[0].further


@pytest.mark.parametrize(("share", "offered"), [(1.0, []), (2.9, [SHARE])])
def test_a_likelier_kind_that_takes_no_value_is_against_another(
    share: float, offered: list[Pattern]
) -> None:
    found = meant("Please do it for bob@shop.example", hand=3.0, share=share)

    assert [one.pattern for one in found] == offered


def test_a_text_of_mere_values_is_never_wholly_explained() -> None:
    bare = pattern("{mail}: {code}", SHARE.slots[1], slot("code", "code", "AB-12"))

    found = PatternBook([bare]).meant(
        "CD-34 bob@shop.example", None, {bare.template: NONE}
    )

    assert found[0].bindings == {"mail": "bob@shop.example", "code": "CD-34"}
    assert found[0].unexplained


def test_a_list_that_an_and_parts_gets_its_items() -> None:
    labels = Slot(
        slot_id="labels",
        name="labels",
        kind="text",
        is_list=True,
        examples=("bug", "urgent", "docs"),
    )
    mark = pattern("Add the labels {labels} to the letter", labels)
    text = 'The letter should get the labels "billing and urgent"'

    (found,) = PatternBook([mark]).meant(text, "desk", {mark.template: NONE})

    assert found.bindings == {"labels": ["billing", "urgent"]}
