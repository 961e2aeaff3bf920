"""A value may ask for something else, name nothing, or be of another unit."""

import pytest

from kgmem.model.keys.identity import task_id
from kgmem.model.pattern import (
    LearnedWording,
    Membership,
    Pattern,
    PatternMatch,
    PatternStep,
    Slot,
)
from kgmem.model.plan import PlanStep
from kgmem.recall.routing.value_doubts import (
    doubts_of_wording,
    is_confirmed,
    lost_parts,
    written_otherwise,
)
from tests.unit.recall.runs import request


def match(known: str, value: str, kind: str = "text") -> PatternMatch:
    examples = tuple(known.split(" | "))
    pattern = Pattern(
        pattern_id="p",
        name="p",
        template="do {what}",
        slots=(Slot(slot_id="s", name="what", kind=kind, examples=examples),),
        memberships={one: Membership(bindings={"what": one}) for one in examples},
    )
    return PatternMatch(pattern=pattern, bindings={"what": value})


@pytest.mark.parametrize(
    ("known", "value", "transform", "lost"),
    [
        ("5 March", "12 June", "date:day", ["June"]),
        ("5 March", "12 March", "date:day", []),
        ("5 March 2027", "12 June 2027", "date:iso", []),
        ("2027-03-05", "12 June 2027", "date:day", ["06"]),
        ("Ann Lee | Bob Ray", "Cid Moor", "first_word", ["Moor"]),
        ("Ann Lee", "Cid Moor", None, []),
    ],
)
def test_a_part_of_a_value_that_no_step_has_is_told(
    known: str, value: str, transform: str | None, lost: list[str]
) -> None:
    asked = match(known, value)
    hole = f"{{what|{transform}}}" if transform else "{what}"
    step = PatternStep(n=1, action="type", value=hole, slots=("what",))
    pattern = asked.pattern.model_copy(update={"steps": (step,)})

    found = [*lost_parts(asked.model_copy(update={"pattern": pattern}))]

    assert [str(one) for one in found] == [
        f"no step uses {part!r}, the value of what" for part in lost
    ]


@pytest.mark.parametrize(
    ("known", "value", "codes"),
    [
        ("Ann | Bob", "Carol", []),
        ("red mug | blue bowl", "some product", ["unnamed"]),
        ("The Hobbit | Some Like It Hot", "Something Just Like This", []),
        ("red mug | blue bowl", "the mail", ["unnamed"]),
        ("red mug | blue bowl", "the blue lamp", []),
        ("a chair | the lamp", "an article", []),
        ("红茶 | 绿茶", "某个商品", ["unnamed"]),
        ("红茶 | 绿茶", "随便什么", ["unnamed"]),
        ("红茶 | 绿茶", "一汽大众", []),
        ("milk | rye bread", "delete the old list", ["request"]),
        ("call Ann | buy milk", "delete the old list", []),
        ("Trash | Star", "open-source projects", []),
        ("牛奶 | 面包", "取消关注小王", ["request"]),
        ("Wheel truing | Full service", "for Wheel truing", ["new_form"]),
        ("for Ann | for Bob", "for Carol", []),
        ("张三 | 李四", "被赵六", ["new_form"]),
    ],
)
def test_a_value_as_none_before(known: str, value: str, codes: list[str]) -> None:
    plain = doubts_of_wording(match(known, value), f"try {value}")
    quoted = doubts_of_wording(match(known, value), f'try "{value}"')

    found = [*plain]

    assert [one.code for one in found] == codes
    assert all(one.about == (value,) for one in found)
    assert [*quoted] == []


@pytest.mark.parametrize("value", ["到家小厨", "for Wheel truing"])
def test_a_little_word_beside_all_of_the_wording_is_the_values(value: str) -> None:
    assert [*doubts_of_wording(match("海底捞 | 外婆家", value), f"do {value}")] == []


@pytest.mark.parametrize(
    ("kind", "known", "value", "entered", "is_doubt"),
    [
        ("money", "20 euro | 35 euro", "75 dollars", "75", True),
        ("money", "20 euro", "75 dollars", "75 dollars", False),
        ("money", "20 euro", "75 euro", "75", False),
        ("text", "2 | 3", "seven", "seven", True),
        ("text", "2 | 3", "seven", "7", False),
        ("text", "two | 3", "seven", "seven", False),
        ("text", "60 € | 98,40 €", "la Forêt de 1 320 €", "la Forêt de 1 320 €", True),
        ("text", "60 € | 98,40 €", "1 320 €", "1 320 €", False),
        ("text", "02/04/2025 | 05/06/2025", "31/12/2025", "31/12/2025", False),
        ("text", "2025-04-02", "1/6/2025", "1/6/2025", True),
        ("text", "2025-04-02", "2025-02-30", "2025-02-30", True),
        ("text", "2 April | 5 June", "2025-12-31", "2025-12-31", False),
        ("text", "5 | 10", "12.5", "12.5", False),
        ("text", "5 | 10", "5-10", "5-10", True),
        ("text", "001 | 002", "003-1", "003-1", False),
    ],
)
def test_another_unit_or_a_number_in_words(
    kind: str, known: str, value: str, entered: str, is_doubt: bool
) -> None:
    steps = [PlanStep(n=1, action="type", value=entered)]

    found = [*written_otherwise(match(known, value, kind), steps)]

    assert [one.about for one in found] == [(value,)] * is_doubt


@pytest.mark.parametrize(
    ("template", "task", "is_sure"),
    [
        ("Show {month} of {account} to me", "Show May of savings to me", True),
        ("把{month}{account}账户调出来", "把去年12月尾号6620账户调出来", False),
    ],
)
def test_a_text_that_succeeded_is_sure_where_its_values_stand_in_one_way(
    template: str, task: str, is_sure: bool
) -> None:
    asked = request(task)
    done = (task_id(asked.space, asked.app, task),)
    learned = LearnedWording(template=template, tasks=done)
    pattern = Pattern(pattern_id="p", name="p", template="Get {month} {account}")
    known = PatternMatch(pattern=pattern, bindings={}, learned=learned, score=1.0)

    assert is_confirmed(known, asked) is is_sure
