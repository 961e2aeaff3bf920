"""What is told in the words of a kind, and asks for something else, is not done as it
is: statements, questions, torn values, and numbers and dates of another form."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgmem import Memory

APP = "lending desk"


def run(task: str, **fields: str) -> dict[str, object]:
    entered = [
        {"action": "type", "target": {"role": "textbox", "name": name}, "value": value}
        for name, value in fields.items()
    ]
    ends = {"action": "click", "target": {"role": "button", "name": "Keep"}}
    return {"task": task, "app": APP, "outcome": "success", "steps": [*entered, ends]}


FEES = ("5", "7.50", "3")
DAYS = ("2026-03-01", "2026-04-12", "2026-05-30")
RUNS = [
    *(
        run(f"Reserve the title {title} for {who}", Title=title, Reader=who)
        for title, who in [("Walden", "Ann"), ("Middlemarch", "Bo"), ("Emma", "Cy")]
    ),
    *(
        run(f"Set the fee to {fee} until {day}", Fee=fee, Until=day)
        for fee, day in zip(FEES, DAYS, strict=True)
    ),
    *(
        run(f"Lend {n} of {n} volumes", Lent=n, Volumes=n) for n in ("4", "6", "7")
    ),
    *(run(f"登记读者{who}", 姓名=who) for who in ("王芳", "李强", "赵敏")),
    *(run(f"Greet {who}", Name=who.title()) for who in ("ann lee", "bo ray", "cy fox")),
]  # fmt: skip


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    folder: Path = tmp_path_factory.mktemp("desk")
    with Memory.open(folder) as memory:
        memory.learn_many(RUNS)
        memory.generalize()
        yield memory


@pytest.mark.parametrize(
    ("task", "values"),
    [
        ("Reserve the title Persuasion for Di", ["Persuasion", "Di"]),
        ("Please reserve the title Persuasion for Di", ["Persuasion", "Di"]),
        ("I want to reserve the title Persuasion for Di", ["Persuasion", "Di"]),
        ("Could you reserve the title Persuasion for Di?", ["Persuasion", "Di"]),
        ("Set the fee to 12.25 until 2027-01-31", ["12.25", "2027-01-31"]),
        ("Lend 5 of 5 volumes", ["5", "5"]),
        ("登记读者孙丽", ["孙丽"]),
        ("Greet MacDuff of Fife", ["MacDuff of Fife"]),
        ("Greet di poe", ["Di Poe"]),
    ],
)
def test_what_is_asked_for_so_is_done_with_its_values(
    desk: Memory, task: str, values: list[str]
) -> None:
    found = desk.recall(task, app=APP)

    assert found.route == "direct_replay"
    assert found.plan is not None
    assert [step.value for step in found.plan.steps if step.value] == values


@pytest.mark.parametrize(
    "task",
    [
        "I reserved the title Persuasion for Di",
        "We had to reserve the title Persuasion for Di",
        "Did you reserve the title Persuasion for Di?",
        "Should we reserve the title Persuasion for Di?",
        "Reserve the title Persuasion for her",
        "Reserve the title Persuasion from for Di",
        "Reserve the title named Persuasion for Di",
        "Reserve the title Persuasion for Di\nCancel Emma",
        "Reserve the title Persuasion for Di's sister",
        "Set the fee to 5-10 until 2027-01-31",
        "Set the fee to 1.234.567 until 2027-01-31",
        "Set the fee to 12 until 1/6/2027",
        "Set the fee to 12 until 2027-02-30",
        "Lend 5 of 8 volumes",
        "登记了读者孙丽",
        "登记读者孙丽了吗",
        "登记读者他们",
    ],
)
def test_what_is_told_otherwise_is_not_done_as_it_is(desk: Memory, task: str) -> None:
    found = desk.recall(task, app=APP)

    assert found.route != "direct_replay"
