"""Other words are no question where lists and fields have all values, and the deed is
said; what changes the request always is one."""

import pytest

from kgmem import Memory
from tests.unit.recall.walks import chosen, click, planned, typed, walk


@pytest.fixture(scope="module")
def taught(shared_memory: Memory) -> Memory:
    memory = shared_memory.in_space("taught")
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
    plan = planned(taught, task, app)

    assert (plan.route, plan.further) == ("adaptive_replay", further)
    assert plan.reworded == reworded
    assert [bool(one.further) for one in plan.steps[:-1]].count(True) == 0


def test_a_list_gets_its_value_without_what_is_to_be_settled(taught: Memory) -> None:
    plan = planned(taught, "给昆明门店发20盒普洱，再通知店长", "茶铺")

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

    task = 'Report "Leak", described as "Wet floor", with the keyword "urgent"'
    plan = planned(memory, task)

    assert [one.value for one in plan.steps] == ["Leak", "Wet floor", None]
    assert plan.steps[-1].further == ('with the keyword "urgent"',)


def test_a_doubt_is_told_once(taught: Memory) -> None:
    task = "Lend the Sander to Mina Okafor until 2027-02-05 and print the slip"

    prompt = taught.recall(task, app="desk").to_prompt()

    assert prompt.count("print") == 1
    assert "nothing explains" not in prompt


@pytest.fixture(scope="module")
def shown(shared_memory: Memory) -> Memory:
    """A site for members: one run of each kind of task, one of them with a detour."""
    memory = shared_memory.in_space("shown")
    for who in ("hweiss", "mchan", "jlopez"):
        detour = [click("Superuser", "checkbox")] * 2 if who == "mchan" else []
        steps = [
            click("Users", "link"),
            click(who, "link"),
            *detour,
            click("Inside", "checkbox"),
            click("Save"),
        ]
        memory.learn(walk(f"Make {who} a member of staff", steps, app="site"))
    for old, new in [("/hello/", "/welcome/"), ("/sales/", "/offers/")]:
        steps = [typed("From", old), typed("To", new), click("Save")]
        memory.learn(walk(f"Redirect {old} to {new}", steps, app="site"))
    for name, owner in [("billing", "anna"), ("search", "boris")]:
        steps = [typed("Name", name), typed("Owner", owner), click("Add")]
        task = f"Add a component {name} owned by {owner}"
        memory.learn(walk(task, steps, app="site"))
    for title, text in [
        ("Vouchers twice", "Seen in two tabs"),
        ("Sort by price", "Asked for every week"),
    ]:
        steps = [typed("Title", title), typed("Description", text), click("File")]
        task = f'File a ticket "{title}", described as "{text}"'
        memory.learn(walk(task, steps, app="site"))
    for title, text in [("优惠券", "可以重复使用"), ("排序", "客户每周都问")]:
        steps = [typed("标题", title), typed("说明", text), click("提交")]
        memory.learn(walk(f"提交工单“{title}”，描述为“{text}”", steps, app="工单"))
    return memory


@pytest.mark.parametrize(
    ("app", "task", "values", "further", "reworded"),
    [
        (
            "site",
            "Set up a redirect that leads from /index-2/ to /a-z/",
            ["/index-2/", "/a-z/"],
            ("Set", "leads"),
            ("Set", "leads"),
        ),
        (
            "site",
            'Redirect /buy/ to /shop/new/, and also add the group "Night"',
            ["/buy/", "/shop/new/"],
            ('and also add the group "Night"',),
            (),
        ),
        (
            "site",
            'Make oduya a member of staff, and also add the group "Night"',
            [],
            ('and also add the group "Night"',),
            (),
        ),
        (
            "site",
            "Add a component warehouse owned by dolores, but ask her first",
            ["warehouse", "dolores"],
            ("but ask her first",),
            (),
        ),
        ("site", "Make oduya a superuser", [], ("superuser",), ("superuser",)),
        (
            "site",
            'Please report a ticket "Icons", the details are "Ask the lawyer"',
            ["Icons", "Ask the lawyer"],
            ("report", "details"),
            ("report", "details"),
        ),
        (
            "工单",
            "新建一个名为“图标”的工单，说明写“问律师”",
            ["图标", "问律师"],
            ("新建一个名为", "写"),
            ("写",),
        ),
    ],
)
def test_what_was_seen_tells_where_values_end_and_what_words_ask_for(
    shown: Memory,
    app: str,
    task: str,
    values: list[str],
    further: tuple[str, ...],
    reworded: tuple[str, ...],
) -> None:
    plan = planned(shown, task, app)

    assert [one.value for one in plan.steps if one.value] == values
    assert plan.further == further
    assert plan.reworded == reworded
