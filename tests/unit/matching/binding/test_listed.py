"""A slot over a list takes one of its options, wherever the words say it."""

import pytest

from kgmem.matching.binding.bind import bind
from kgmem.model.option import options_in
from kgmem.model.pattern import Slot

FILE = 'File "{summary}" with severity {severity}'
SHIP = "寄到{地址}，用{快递}"


def slots(*listed: str, has_more: bool = False) -> list[Slot]:
    names = [("summary", ()), ("severity", listed), ("地址", ()), ("快递", listed)]
    return [
        Slot(
            slot_id=name, name=name, kind="text", options=options_in(options),
            has_more=has_more and bool(options), examples=options[:1],
        )
        for name, options in names
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("template", "options", "text", "value"),
    [
        (FILE, ["Minor", "Major"], 'File "It fails" with severity major', "major"),
        (
            FILE,
            ["Minor", "Major"],
            'File "It fails" with severity for the customer major',
            "major",
        ),
        (FILE, ["Minor", "Major"], 'Major: file "It fails" with severity', "Major"),
        (FILE, ["Minor", "Major"], 'File "It fails" with severity urgent', None),
        (
            FILE,
            ["Minor", "Major"],
            'File "It fails" with severity minor or major',
            None,
        ),
        (SHIP, ["顺丰", "圆通"], "寄到中山路8号，用圆通", "圆通"),
        (SHIP, ["顺丰", "圆通"], "寄到中山路8号，用京东", None),
        (SHIP, ["高", "低"], "寄到中山路8号，用提高的", None),
    ],
)
def test_the_value_is_an_option_or_none(
    template: str, options: list[str], text: str, value: str | None
) -> None:
    reading = bind(template, slots(*options), text)

    assert reading is not None
    name = "severity" if template == FILE else "快递"
    assert reading.bindings.get(name) == value
    assert (name in reading.unbound) is (value is None)


def test_what_else_stood_there_is_told() -> None:
    text = 'File "It fails" with severity for the customer major'

    reading = bind(FILE, slots("Minor", "Major"), text)

    assert reading is not None
    assert reading.unexplained == ("for the customer",)


def test_where_the_list_may_have_others_another_value_is_bound() -> None:
    text = 'File "It fails" with severity urgent'

    reading = bind(FILE, slots("Minor", "Major", has_more=True), text)

    assert reading is not None
    assert reading.bindings["severity"] == "urgent"


def test_a_value_that_a_run_chose_is_one_though_the_list_lacks_it() -> None:
    gone = Slot(
        slot_id="s", name="severity", kind="text", options=options_in(["Minor"]),
        examples=("critical",),
    )  # fmt: skip

    reading = bind(FILE, [gone], 'File "It fails" with severity critical')

    assert reading is not None
    assert reading.bindings["severity"] == "critical"
