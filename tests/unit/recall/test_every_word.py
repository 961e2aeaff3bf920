"""Each word of a request counts: little ones, units, endings of words in Chinese."""

from collections.abc import Iterator
from typing import Any

import pytest

from kgmem import Memory, Recollection


def click(name: str, around: str = "") -> dict[str, Any]:
    target = {"role": "button", "name": name, "container": [around] if around else []}
    return {"action": "click", "target": target}


def enter(field: str, value: str) -> dict[str, Any]:
    target = {"role": "textbox", "name": field}
    return {"action": "type", "value": value, "target": target}


def run(app: str, task: str, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"task": task, "app": app, "outcome": "success", "steps": list(steps)}


def runs() -> Iterator[dict[str, Any]]:
    for n, who, note in [
        ("8", "Maria Lopez", ""),
        ("6", "Jonas Weber", "sick child"),
        ("4", "Priya Nair", ""),
        ("7", "Tom Hale", "dentist"),
    ]:
        more = f" with the note {note}" if note else ""
        steps = [enter("Employee", who), enter("Hours", n)]
        steps += [enter("Note", note)] if note else []
        yield run("hours", f"Log {n} hours for {who}{more}", *steps, click("Save"))
    for n, who in [("60", "Bob Stone"), ("125", "Ann Lee"), ("18", "Karl May")]:
        steps = [enter("Recipient", who), enter("Amount", n), click("Continue")]
        yield run("bank", f"Send {n} euro to {who}", *steps)
    for n in ("4712", "5120", "3991"):
        row = click("Delete", f"Invoice {n} open")
        yield run("books", f"Delete the invoice {n}", click("Invoices"), row)
    for day, n, kind in [
        ("下周一", "3", "年假"),
        ("周五", "1", "病假"),
        ("12月3日", "5", "年假"),
    ]:
        steps = [
            enter("类型", kind),
            enter("开始", day),
            enter("天数", n),
            click("保存"),
        ]
        yield run("leave", f"从{day}起请{n}天{kind}", *steps)
    for who, room in [("张三", "2号"), ("李四", "5号"), ("王五", "3号")]:
        steps = [enter("预订人", who), click(f"{room}会议室"), click("预订")]
        yield run("rooms", f"帮{who}预订明天上午的{room}会议室", *steps)


@pytest.fixture(scope="module")
def taught(shared_memory: Memory) -> Memory:
    shared_memory.learn_many(runs())
    shared_memory.generalize()
    return shared_memory


def asked(memory: Memory, app: str, task: str) -> Recollection:
    return memory.recall(task, app=app)


@pytest.mark.parametrize(
    ("app", "task", "values"),
    [
        ("hours", "Log 5 hours for Ingrid Berg", ["Ingrid Berg", "5"]),
        (
            "hours",
            "Log 5 hours for Ingrid Berg with the note train strike",
            ["Ingrid Berg", "5", "train strike"],
        ),
        ("bank", "Send 75 euro to Eva Braun", ["Eva Braun", "75"]),
        ("leave", "从下周三起请2天年假", ["年假", "下周三", "2"]),
        ("rooms", "帮赵六预订明天上午的4号会议室", ["赵六"]),
    ],
)
def test_other_values_are_a_direct_replay_and_an_optional_one_may_lack(
    taught: Memory, app: str, task: str, values: list[str]
) -> None:
    found = asked(taught, app, task)

    assert found.route == "direct_replay"
    assert found.plan is not None
    assert [step.value for step in found.plan.steps if step.value] == values


@pytest.mark.parametrize(
    ("app", "task"),
    [
        ("hours", "Log 5 hours against Ingrid Berg"),
        ("hours", "Log 5 hours from Ingrid Berg"),
        ("hours", "Log 5 overtime hours for Ingrid Berg"),
        ("bank", "Send 75 dollars to Eva Braun"),
        ("bank", "Send 75 euro from Eva Braun"),
        ("bank", "Send 75 euro via Eva Braun"),
        ("books", "Delete the quote 6001"),
        ("books", "Delete the oldest invoice"),
        ("leave", "到下周三起请2天年假"),
        ("leave", "从下周三起请2周年假"),
        ("rooms", "帮赵六预订明天下午的4号会议室"),
        ("rooms", "被赵六预订明天上午的4号会议室"),
    ],
)
def test_a_little_word_is_a_difference(taught: Memory, app: str, task: str) -> None:
    assert asked(taught, app, task).route != "direct_replay"


@pytest.mark.parametrize(
    ("task", "told"),
    [
        ("Send 75 euro from Eva Braun", "from Eva Braun"),
        ("Send 75 dollars to Eva Braun", "75 dollars"),
    ],
)
def test_a_value_with_another_word_is_settled_before_it_is_used(
    taught: Memory, task: str, told: str
) -> None:
    plan = asked(taught, "bank", task).plan

    assert plan is not None
    assert plan.further == (told,)


def test_what_all_values_begin_with_stands_in_the_wording(taught: Memory) -> None:
    [pattern] = taught.patterns(app="books")

    assert pattern.template.startswith("Delete the invoice {")
    assert set(pattern.slots[0].examples) == {"4712", "5120", "3991"}
