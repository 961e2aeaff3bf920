"""Other words are no question where lists and fields have all values, and the deed is
said; what changes the request always is one."""

import pytest

from kgmem import Memory
from tests.unit.recall.walks import chosen, click, typed, walk


@pytest.fixture
def taught(memory: Memory) -> Memory:
    for tool, who, day in [
        ("Sander", "Noor Haddad", "2026-12-04"),
        ("Cutter", "Piet Maas", "2026-12-11"),
        ("Trimmer", "Ines Duarte", "2027-01-08"),
    ]:
        steps = [
            typed("User", "desk"),
            click("Log in"),
            chosen("Tool", tool),
            typed("Member", who),
            typed("Due back", day),
            click("Lend out"),
        ]
        memory.learn(walk(f"Lend the {tool} to {who} until {day}", steps))
    for tea, count, city in [
        ("龙井", "12", "青岛"),
        ("普洱", "30", "长沙"),
        ("毛尖", "8", "昆明"),
    ]:
        steps = [
            chosen("茶品", tea),
            typed("盒数", count),
            chosen("门店", city),
            click("确认发货"),
        ]
        memory.learn(walk(f"给{city}门店发{count}盒{tea}", steps, app="茶铺"))
    memory.generalize()
    return memory


@pytest.mark.parametrize(
    ("app", "task", "further", "reworded"),
    [
        (
            "desk",
            "Lend Mina Okafor the Sander; it comes back 2027-02-05",
            (),
            ("comes",),
        ),
        (
            "desk",
            "Hand the Sander to Mina Okafor until 2027-02-05",
            ("Hand",),
            ("Hand",),
        ),
        (
            "desk",
            "Lend the Sander to Mina Okafor until 2027-02-05 and print the slip",
            ("and print the slip",),
            (),
        ),
        (
            "desk",
            "Lend the Sander to Mina Okafor until 2027-02-05 permanently",
            ("permanently",),
            ("permanently",),
        ),
        ("茶铺", "给昆明门店发20盒普洱，再通知店长", ("再通知店长",), ()),
        ("茶铺", "寄20盒普洱到昆明门店", ("寄",), ("寄",)),
    ],
)
def test_what_is_told_and_what_the_values_bear_out(
    taught: Memory,
    app: str,
    task: str,
    further: tuple[str, ...],
    reworded: tuple[str, ...],
) -> None:
    plan = taught.recall(task, app=app).plan

    assert plan is not None
    assert (plan.route, plan.further) == ("adaptive_replay", further)
    assert plan.reworded == reworded
    assert [bool(one.further) for one in plan.steps[:-1]].count(True) == 0


def test_a_list_gets_its_value_without_what_is_to_be_settled(taught: Memory) -> None:
    plan = taught.recall("给昆明门店发20盒普洱，再通知店长", app="茶铺").plan

    assert plan is not None
    assert "普洱" in [one.value for one in plan.steps]
    assert "普洱" in plan.bindings.values()


def test_a_quoted_text_is_typed_without_what_stands_behind_it(memory: Memory) -> None:
    for title, text in [
        ("Jam", "No toner"),
        ("Lamp", "It flickers"),
        ("Cold", "No hot air"),
    ]:
        steps = [typed("Title", title), typed("Details", text), click("Create")]
        memory.learn(walk(f'Report "{title}", described as "{text}"', steps))
    memory.generalize()

    plan = memory.recall(
        'Report "Leak", described as "Wet floor", with the keyword "urgent"', app="desk"
    ).plan

    assert plan is not None
    assert [one.value for one in plan.steps] == ["Leak", "Wet floor", None]
    assert plan.steps[-1].further == ('with the keyword "urgent"',)


def test_a_doubt_is_told_once(taught: Memory) -> None:
    task = "Lend the Sander to Mina Okafor until 2027-02-05 and print the slip"

    prompt = taught.recall(task, app="desk").to_prompt()

    assert prompt.count("print") == 1
    assert "nothing explains" not in prompt
