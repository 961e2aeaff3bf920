"""Templates of groups of texts, alone and with the values that runs use: the groups of
`induce.toml`, and what takes more than texts and values."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgmem.generalize.plain import Grounding, RunSteps, TaskRuns, Use, Wordings
from kgmem.generalize.wording.induce import induce
from kgmem.model.base import normalize
from kgmem.model.texts.template import fill
from kgmem.model.trajectory import Element, Step


def told(
    texts: Sequence[str], values: Mapping[int, Sequence[str]] | None = None
) -> Wordings:
    """What is induced; `values` by the text's number are typed, one step each."""
    grounded = {
        str(n): [used(texts[n], value, step) for step, value in enumerate(typed)]
        for n, typed in (values or {}).items()
    }
    return induce([TaskRuns(str(n), text) for n, text in enumerate(texts)], grounded)


def used(text: str, value: str, step: int, part: str = "value") -> Grounding:
    start = text.index(value)
    return Grounding((start, start + len(value)), (Use(step, part),))


def values_of(texts: Sequence[str], wordings: Wordings) -> list[dict[str, str] | None]:
    """By slot key, of each text; None for one that is left out."""
    return [
        {
            key: text[slice(*span)]
            for key, span in sorted(wordings.members[str(n)].spans.items())
        }
        if str(n) in wordings.members
        else None
        for n, text in enumerate(texts)
    ]


def assert_gives_back(texts: Sequence[str], wordings: Wordings) -> None:
    for n, text in enumerate(texts):
        member = wordings.members[str(n)]
        filled = fill(
            wordings.templates[member.wording],
            lambda hole: text[slice(*member.spans[hole.slot])],  # noqa: B023
        )
        assert normalize(filled) == normalize(text)


def groups() -> list[Any]:
    """The groups of `induce.toml`."""
    path = Path(__file__).with_name("induce.toml")
    told = tomllib.loads(path.read_text(encoding="utf-8"))["group"]
    return [pytest.param(group, id=group["says"]) for group in told]


@pytest.mark.parametrize("group", groups())
def test_a_group_of_texts_has_templates(group: Mapping[str, Any]) -> None:
    texts = group["texts"]
    typed = {int(n): values for n, values in group.get("typed", {}).items()}

    found = told(texts, typed)

    values = values_of(texts, found)
    assert group.keys() & {"templates", "values", "left_out"}
    assert {*found.templates} == {*group.get("templates", found.templates)}
    assert {n: values[int(n)] for n in group.get("values", {})} == group.get(
        "values", {}
    )
    assert [n for n, one in enumerate(values) if one is None] == group.get(
        "left_out", []
    )
    assert not any(member.items for member in found.members.values())


def test_no_texts_have_no_templates() -> None:
    found = told([])

    assert found == Wordings((), {})


# values of runs -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("members", "template"),
    [(2, 'Enter "{s0}" and press {s1}'), (3, 'Enter "{s0}" and press Submit')],
)
def test_what_all_texts_click_is_no_slot(members: int, template: str) -> None:
    texts = [
        f'Enter "{name}" and press Submit' for name in ("Ann", "Bo", "Cy")[:members]
    ]
    group = [TaskRuns(str(n), text) for n, text in enumerate(texts)]
    grounded = {
        str(n): [used(text, text[7:].split('"')[0], 0), used(text, "Submit", 1, "name")]
        for n, text in enumerate(texts)
    }

    found = induce(group, grounded)

    assert found.templates == (template,)


@pytest.mark.parametrize("before", ["", "My "])
def test_what_two_different_texts_click_alike_is_no_slot(before: str) -> None:
    texts = ['Write "red" on the Notes page', 'Write "blue" on the Notes page']
    notes = Step(action="click", target=Element(role="link", name=f"{before}Notes"))
    group = [
        TaskRuns(
            str(n),
            text,
            runs=(RunSteps(str(n), (notes, Step(action="type", value=value))),),
        )
        for n, (text, value) in enumerate(zip(texts, ("red", "blue"), strict=True))
    ]
    grounded = {
        one.task_id: [
            used(one.text, one.text.split('"')[1], 1),
            replace(
                used(one.text, "Notes", 0), uses=(Use(0, "name", None, before, ""),)
            ),
        ]
        for one in group
    }

    found = induce(group, grounded)

    assert found.templates == ('Write "{s0}" on the Notes page',)


@pytest.mark.parametrize(
    ("third", "template"),
    [
        ('Post "Cy" with the note "late"', 'Post "{s0}" with the note "{s1}"'),
        ('Post "Cy" as draft', 'Post "{s0}" as draft'),
    ],
)
def test_what_one_text_says_more_is_no_slot(third: str, template: str) -> None:
    texts = ['Post "Ann"', 'Post "Bo"', third]
    grounded = {
        str(n): [used(text, text[6:].split('"')[0], 0)] for n, text in enumerate(texts)
    }
    more = [("late", "value"), ("note", "name"), ("draft", "name")]
    grounded["2"] += [used(third, v, 1, part) for v, part in more if v in third]

    found = induce([_posting(n, text) for n, text in enumerate(texts)], grounded)

    assert template in found.templates


def test_a_used_value_is_found_where_it_stands_again() -> None:
    texts = ["Email Ann and tell Ann hello", "Email Bob and tell Bob good night"]

    found = told(texts, {0: ["Ann"], 1: ["Bob"]})

    assert all(t.startswith("Email {s0} and tell {s0} ") for t in found.templates)


def test_a_list_of_some_is_a_list_in_all() -> None:
    texts = [
        "Select a1, b2 and click OK.",
        "Select c3 and click OK.",
        "Select nothing and click OK.",
    ]
    group = [_clicking(str(n), text) for n, text in enumerate(texts)]
    items = (7, 9), (11, 13)
    uses = Use(0, "name"), Use(1, "name")
    grounded = {
        "0": [Grounding((7, 13), uses, items, (0, 1))],
        "1": [Grounding((7, 9), uses[:1])],
        "2": [],
    }

    found = induce(group, grounded)

    assert found.members["0"].items == {"s0": items}
    assert found.members["1"].items == {"s0": ((7, 9),)}
    assert found.members["2"].items == {"s0": ()}
    assert "s0" not in found.members["2"].spans


def test_where_blanks_part_the_items_of_a_list_they_do_in_texts_without_runs() -> None:
    texts = ["把 红裙 黑鞋 装箱", "把 帽子 围巾 装箱", "把 手套 皮带 装箱"]
    items = (2, 4), (5, 7)
    uses = Use(0, "name"), Use(1, "name")
    group = [
        _clicking("0", texts[0]),
        _clicking("1", texts[1]),
        TaskRuns("2", texts[2]),
    ]
    listed = [Grounding((2, 7), uses, items, (0, 1))]

    found = induce(group, {"0": listed, "1": listed})

    assert found.templates == ("把 {s0} 装箱",)
    assert [found.members[str(n)].items for n in range(3)] == [{"s0": items}] * 3


def _clicking(task_id: str, text: str) -> TaskRuns:
    steps = tuple(Step(action="click", target=Element(name=n)) for n in "xyz")
    return TaskRuns(task_id, text, runs=(RunSteps(f"e{task_id}", steps),))


def _posting(n: int, text: str) -> TaskRuns:
    title = Step(action="type", target=Element(role="textbox", name="Title"), value="x")
    note = Step(
        action="type", target=Element(role="textbox", name="Note"), value="late"
    )
    draft = Step(action="click", target=Element(role="checkbox", name="Draft"))
    steps = (title, note if "note" in text else draft)
    return TaskRuns(str(n), text, runs=(RunSteps(f"e{n}", steps),))


# hostile texts ------------------------------------------------------------------------


def test_braces_and_signs_of_patterns_are_text() -> None:
    texts = [
        'Set {x} to "a{b|c}" now',
        'Set {x} to "(.*)\\\\" now',
        'Set {x} to "{s0}" now',
    ]

    found = told(texts)

    assert found.templates == ('Set {{x}} to "{s0}" now',)
    assert_gives_back(texts, found)


@pytest.mark.parametrize(
    "texts",
    [
        ["Send 😀 to Bob👍", "Send 🎉🎉 to Ann", "Send ok to Émile"],
        ["搜索ＡＢＣ手机", "搜索 xyz 手机", "搜索\u3000华为\u3000手机"],
        ["Say  hi \n to Ann.", "say bye to BOB!", "SAY so to cy"],
    ],
)
def test_templates_give_odd_texts_back(texts: list[str]) -> None:
    found = told(texts)

    assert len(found.members) == len(texts)
    assert_gives_back(texts, found)
    for values in values_of(texts, found):
        assert values
        assert all(value == value.strip() != "" for value in values.values())


@pytest.mark.slow
@pytest.mark.timeout(60)
def test_time_does_not_explode() -> None:
    long = [f"{'ab, {c} ' * 2_000}{n}" for n in range(12)]
    many = [f"Add item {n} of list {n % 7} to the cart" for n in range(2_000)]

    told(long)
    found = told(many)

    assert found.templates == ("Add item {s0} of list {s1} to the cart",)
