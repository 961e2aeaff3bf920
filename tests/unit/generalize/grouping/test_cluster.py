"""Which tasks are of one kind."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.grouping.cluster import cluster
from kgmem.generalize.grouping.consensus import MOST_ASKED, TaskGroup, merge
from kgmem.generalize.grouping.neighbours import EXHAUSTIVE, neighbours
from kgmem.generalize.grouping.sketch import APP, VALUE, Sketch, sketch
from kgmem.generalize.plain import RunSteps, TaskRuns
from kgmem.model.trajectory import Element, Step
from kgmem.model.values.similarity import SimilarityScale

COSINE = SimilarityScale(((0.0, 0.0), (1.0, 1.0)))


def groups(texts: Sequence[str], app: str | None = None) -> list[tuple[str, ...]]:
    """Groups of the texts themselves; no runs, no vectors."""
    tasks = [TaskRuns(text, text, app) for text in texts]
    return cluster(tasks, {}, None)


def recorded(text: str, *steps: Step) -> TaskRuns:
    return TaskRuns(text, text, "shop", (RunSteps(f"run of {text}", steps),))


def groups_of_runs(tasks: Sequence[TaskRuns]) -> list[tuple[str, ...]]:
    grounded = {
        task.task_id: ground(task.text, run, task.app)
        for task in tasks
        for run in task.runs
    }
    return cluster(tasks, grounded, COSINE)


def press(name: str) -> Step:
    return Step(action="click", target=Element(role="button", name=name))


def enter(field: str, value: str) -> Step:
    target = Element(role="textbox", name=field)
    return Step(action="type", target=target, value=value)


def read_at(head: str) -> Step:
    """An answer of the column with this head."""
    place = {"step": 0, "kind": "element", "at": ["cell", head, ""]}
    return Step(action="read", value="x", params={"of": "value", "reads": [place]})


def unit(*words: str, members: int = 1) -> TaskGroup:
    keys = tuple(f"{' '.join(words)} {n}" for n in range(members))
    return TaskGroup(Sketch(words), keys, None)


# By words alone -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "texts",
    [
        (
            "Order a large pizza from Rome",
            "Order a small bowl of green salad from Lisbon",
            "Order a burger from Oslo",
        ),
        ("Set an alarm for 7:30", "Set an alarm for 18:05"),
        ('Post "hello" in news', 'Post "much longer, with many words" in news'),
        (
            "Log in as ann with password [REDACTED:password#1]",
            "Log in as bob with password [REDACTED:password#2]",
        ),
        ("搜索红色的鞋", "搜索蓝色的帽子", "搜索机械键盘"),
        ("给张三发消息说晚点到", "给李四发消息说明天见"),
    ],
)
def test_tasks_that_differ_in_values_are_one_kind(texts: Sequence[str]) -> None:
    assert groups(texts) == [tuple(sorted(texts))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("delete the email from Ann", "forward the email from Ann"),
        ("turn on wifi", "turn off wifi"),
        ("search for red shoes", "search for red shoes and order them"),
        ("打开蓝牙", "关闭蓝牙"),
        ("搜索红色的鞋", "搜索红色的鞋并下单"),
        ("查询快递走到哪里", "把台灯加入购物车"),
    ],
)
def test_tasks_that_ask_for_other_things_are_kept_apart(one: str, other: str) -> None:
    assert groups([one, other]) == sorted([(one,), (other,)])


def test_a_word_that_many_groups_fill_differently_is_a_value() -> None:
    things = ("chair", "lamp", "kettle", "tent", "drill", "mirror", "ladder", "clock")
    places = ("Oslo", "Quito", "Leeds", "Porto", "Lyon", "Riga", "Turin", "Perth")
    texts = [f"Reserve a {t} for pick-up in {p}" for t in things for p in places]

    assert len(groups(texts)) == 1


def test_a_clause_that_some_leave_out_parts_a_group() -> None:
    people = ("Ann", "Bob", "Cid", "Dan")
    short = [f"How many commits did {name} make on 3/5?" for name in people]
    long = [f"How many commits did {name} make to the wiki on 3/6?" for name in people]

    assert groups([*short, *long]) == sorted([tuple(short), tuple(long)])


# With runs ----------------------------------------------------------------------------


def test_tasks_whose_answers_stand_at_other_places_are_kept_apart() -> None:
    phone, again, fee = (
        recorded(f"What is the {asked} of {name}?", press(name), read_at(head))
        for asked, name, head in (
            ("phone", "Ann Lee", "Phone"),
            ("phone", "Bob Ray", "Phone"),
            ("fee", "Ann Lee", "Monthly fee"),
        )
    )

    assert groups_of_runs([phone, again, fee]) == sorted(
        [(phone.task_id, again.task_id), (fee.task_id,)]
    )


def test_runs_that_go_further_pull_apart_what_words_bring_together() -> None:
    def searched(thing: str) -> TaskRuns:
        return recorded(f"Get {thing}", enter("Search", thing), press("Go"))

    def ordered(thing: str) -> TaskRuns:
        further = (press("Add to cart"), press("Checkout"), press("Order now"))
        return recorded(
            f"Get {thing} home", enter("Search", thing), press("Go"), *further
        )

    shown = [searched("red shoes"), searched("blue hats"), searched("a lamp")]
    bought = [ordered("green mugs"), ordered("a kettle"), ordered("old maps")]

    found = groups_of_runs([*shown, *bought])

    assert found == sorted(
        tuple(sorted(task.task_id for task in kind)) for kind in (shown, bought)
    )


def test_the_same_path_brings_together_what_is_said_in_other_words() -> None:
    one = recorded("删除张三的邮件", press("张三"), press("删除"), press("确定"))
    other = recorded("把李四那封邮件清掉", press("李四"), press("删除"), press("确定"))

    without = cluster([replace(one, runs=()), replace(other, runs=())], {}, None)

    assert len(without) == 2
    assert len(groups_of_runs([one, other])) == 1


def test_vectors_alone_join_only_what_is_surely_said_in_other_words() -> None:
    def tasks(cosine: float, other: str = "look for footwear") -> list[TaskRuns]:
        sine = (1 - cosine**2) ** 0.5
        return [
            TaskRuns("one", "find shoes", None, (), (1.0, 0.0)),
            TaskRuns("two", other, None, (), (cosine, sine)),
        ]

    assert len(cluster(tasks(0.8), {}, COSINE)) == 2
    assert len(cluster(tasks(0.97), {}, COSINE)) == 1
    assert len(cluster(tasks(0.97), {}, None)) == 2
    assert len(cluster(tasks(0.97, "order footwear"), {}, COSINE)) == 2


def test_a_sentence_that_all_texts_share_brings_nothing_together() -> None:
    aside = ". Return the values as a list of strings in the order of the page"
    kinds = (
        "Show the newest invoices for {}",
        "Delete a customer named {}",
        "Print labels of parcel {}",
    )
    values = [f"{first}{last}" for first in "BCDF" for last in ("op", "ul", "ag", "il")]
    texts = [kind.format(value) + aside for kind in kinds for value in values]

    found = groups(texts)

    assert sorted(map(len, found)) == [16, 16, 16]


# Sketches -----------------------------------------------------------------------------


def test_a_sketch_has_no_values() -> None:
    text = "In Nova Shop buy 3 red mugs by 12/24/2026"
    run = RunSteps("r", (enter("Search", "red mugs"), press("Buy"), press("red mugs")))
    task = TaskRuns("t", text, "Nova Shop", (run,))

    found = sketch(task, ground(text, run))

    assert found.words == ("in", APP, "buy", "<number>", VALUE, "by", "<date>")
    assert found.path == (
        *("!type textbox", "=search"),
        *("!click button", "=buy"),
        *("!click button", f"={VALUE}"),
    )
    assert found.intents == {"order"}


# Consensus ----------------------------------------------------------------------------


def test_a_merged_kind_is_told_by_what_most_share() -> None:
    units = [unit("order", thing, "home") for thing in ("tea", "rice", "soap")]

    merged = merge(units)

    assert merged.sketch.words == ("order", VALUE, "home")
    assert len(merged.members) == 3


# Many ---------------------------------------------------------------------------------


def test_candidates_of_many_tasks_are_few_and_near() -> None:
    n = EXHAUSTIVE + 200
    units = [unit("item", f"{k:05d}", "kept" if k % 2 else "sold") for k in range(n)]

    found = neighbours(units)

    assert max(map(len, found)) < 64
    assert all(len(others) >= MOST_ASKED // 2 for others in found)
    assert all(one in found[other] for one in range(n) for other in found[one])


# Opposites ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "names"),
    [
        ("Archive the project {}", "Unarchive the project {}", ("Ann", "Bob", "Cid")),
        ("Like the post {}", "Dislike the post {}", ("Sun", "Moon", "Rain")),
        ("在微博关注{}", "在微博取消关注{}", ("张三", "李四", "王五")),
        ("显示列{}", "不显示列{}", ("姓名", "金额", "日期")),
    ],
)
@pytest.mark.parametrize("is_labelled", [True, False])
def test_what_undoes_it_is_another_kind_also_where_a_button_is_called_so(
    one: str, other: str, names: Sequence[str], is_labelled: bool
) -> None:
    def runs(template: str) -> list[TaskRuns]:
        verb = template.split(" ")[0].replace("在微博", "").replace("{}", "")
        button = verb if is_labelled else "Toggle"
        return [
            recorded(template.format(name), enter("Find", name), press(button))
            for name in names
        ]

    found = groups_of_runs(runs(one) + runs(other))

    assert sorted(map(len, found)) == [3, 3]
