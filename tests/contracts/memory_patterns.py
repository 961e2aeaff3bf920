"""What a memory promises about patterns on every pair of stores."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem import InvalidInput, Memory, NotFound
from kgmem.model.base import normalize
from kgmem.paths.unfold import unfold

Run = dict[str, Any]


def search(item: str, run: str, *, app: str = "shop", wording: str = "Search for {}"):  # type: ignore[no-untyped-def]  # a plain dict
    """A run that types the item and presses a button."""
    return {
        "task": wording.format(item),
        "app": app,
        "outcome": "success",
        "source_task_id": run,
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Query"},
                "value": item,
            },
            {"action": "click", "target": {"role": "button", "name": "Go"}},
        ],
    }


def order(app: str, item: str, run: str) -> Run:
    """在{app}搜索{商品}并下单."""
    return {
        "task": f"在{app}搜索{item}并下单",
        "app": app,
        "outcome": "success",
        "source_task_id": run,
        "steps": [
            {"action": "open_app", "value": app},
            {
                "action": "type",
                "target": {"role": "textbox", "name": "搜索框"},
                "value": item,
            },
            {"action": "click", "target": {"role": "button", "name": "搜索"}},
            {"action": "click", "target": {"role": "button", "name": "提交订单"}},
        ],
    }


def tick(items: Sequence[str], run: str) -> Run:
    """Ticks a box for each item."""
    return {
        "task": f"Tick {', '.join(items)} and press Save",
        "app": "forms",
        "outcome": "success",
        "source_task_id": run,
        "steps": [
            *(
                {"action": "check", "target": {"role": "checkbox", "name": item}}
                for item in items
            ),
            {"action": "click", "target": {"role": "button", "name": "Save"}},
        ],
    }


ITEMS = ("red shoes", "a blue lamp", "green tea", "an old radio")
TICKED = (["milk", "eggs"], ["salt", "rice", "beans"], ["tea", "jam", "oats", "figs"])


class MemoryPatternsContract:
    """Subclasses give a fixture `memory`, open and empty."""

    def test_runs_of_one_kind_become_a_pattern(self, memory: Memory) -> None:
        learned = [memory.learn(search(x, f"r{n}")) for n, x in enumerate(ITEMS)]

        report = memory.generalize()
        [pattern] = memory.patterns()

        assert (report.patterns, report.coverage) == (1, 1.0)
        assert pattern.support == len(ITEMS)
        [slot] = pattern.slots
        assert normalize(pattern.template) == f"search for {{{slot.name}}}"
        assert [step.need for step in pattern.steps] == ["required"] * 2
        assert pattern.steps[0].value == f"{{{slot.name}}}"
        assert set(pattern.members) == {one.task_id for one in learned}
        for one, item in zip(learned, ITEMS, strict=True):
            bound = pattern.bindings(one.task_id)
            assert bound == {slot.name: item}
            assert pattern.fill(bound) == f"Search for {item}"

    def test_a_run_that_is_learned_later_joins_at_once(self, memory: Memory) -> None:
        memory.learn_many([search(x, f"r{n}") for n, x in enumerate(ITEMS)])
        memory.generalize()
        [before] = memory.patterns()

        learned = memory.learn(search("Yellow Socks", "late"))
        [after] = memory.patterns()

        assert learned.pattern_id == before.pattern_id
        assert after.support == before.support + 1
        assert "Yellow Socks" in after.bindings(learned.task_id).values()
        assert learned.experience_id in after.success_cases

    def test_generalizing_again_changes_nothing(self, memory: Memory) -> None:
        memory.learn_many([search(x, f"r{n}") for n, x in enumerate(ITEMS)])
        memory.generalize()
        before = memory.patterns()

        report = memory.generalize()

        assert (report.created, report.updated, report.retired) == (0, 0, 0)
        assert memory.patterns() == before

    def test_apps_with_the_same_path_share_a_pattern(self, memory: Memory) -> None:
        memory.learn_many(
            [
                order("淘宝", "红色连衣裙", "t1"),
                order("淘宝", "机械键盘", "t2"),
                order("京东", "蓝牙耳机", "j1"),
                order("京东", "登山鞋", "j2"),
            ]
        )

        memory.generalize()
        [pattern] = memory.patterns()

        assert pattern.app is None
        kinds = {slot.kind: slot.name for slot in pattern.slots}
        assert "app" in kinds
        assert pattern.template.startswith(f"在{{{kinds['app']}}}搜索{{")
        assert {app: s.wins for app, s in pattern.app_stats.items()} == {
            "淘宝": 2,
            "京东": 2,
        }
        assert pattern.steps[0].value == f"{{{kinds['app']}}}"
        assert memory.patterns("淘宝") == [pattern]

    def test_a_step_is_repeated_for_each_item_of_a_list(self, memory: Memory) -> None:
        memory.learn_many([tick(items, f"r{n}") for n, items in enumerate(TICKED)])
        memory.generalize()

        found = memory.match("Tick apples, pears, plums, nuts, dates and press Save")

        assert found is not None
        wanted = ["apples", "pears", "plums", "nuts", "dates"]
        assert list(found.bindings.values()) == [wanted]
        plan = unfold(found.pattern.steps, found.pattern.slots, found.bindings)
        assert [step.target.label() for step in plan if step.target] == [
            *wanted,
            "Save",
        ]

    def test_the_same_words_on_opposite_paths_stay_apart(self, memory: Memory) -> None:
        there = search("red shoes", "a")
        back = {
            **search("green tea", "b"),
            "steps": [
                {"action": "click", "target": {"role": "link", "name": "Archive"}},
                {"action": "click", "target": {"role": "button", "name": "Delete all"}},
                {"action": "click", "target": {"role": "button", "name": "Confirm"}},
            ],
        }
        memory.learn_many([there, back])

        memory.generalize()

        for pattern in memory.patterns():
            assert len(pattern.members) == 1

    def test_a_secret_is_a_slot_and_stays_hidden(self, memory: Memory) -> None:
        def login(user: str, password: str, run: str) -> Run:
            return {
                "task": f"Log in as {user} with password {password}",
                "app": "crm",
                "outcome": "success",
                "source_task_id": run,
                "steps": [
                    {"action": "type", "value": user,
                     "target": {"role": "textbox", "name": "User"}},
                    {"action": "type", "value": password,
                     "target": {"role": "textbox", "name": "Password"}},
                ],
            }  # fmt: skip

        memory.learn_many(
            [
                login("ann", "Tr0ub4dor&3", "a"),
                login("bob", "corr3ct-horse", "b"),
                login("cyd", "x9!staple", "c"),
            ]
        )

        memory.generalize()
        [pattern] = memory.patterns()

        secret = [slot for slot in pattern.slots if slot.sensitive]
        assert [slot.kind for slot in secret] == ["secret"]
        assert f"{{{secret[0].name}}}" in pattern.template
        assert pattern.steps[1].value == f"{{{secret[0].name}}}"
        assert "Tr0ub4dor" not in pattern.model_dump_json()

    @pytest.mark.parametrize(
        "values",
        [
            (r"a.*b[c", r"(x|y)+\d", "^$ ?{2}"),
            ("{item}", "{{x}}", "}{"),
            ('say "hi"', "it's", "«quoted»"),
            ("🦊🎉", "👩‍👩‍👧 family", "naïve café ☕"),
            ("iPhone15 Pro手机壳", "USB-C数据线2米", "Кириллица и 中文"),
        ],
        ids=["regex", "braces", "quotes", "emoji", "mixed scripts"],
    )
    def test_hostile_values_round_trip(
        self, memory: Memory, values: tuple[str, ...]
    ) -> None:
        runs = [search(value, f"r{n}") for n, value in enumerate(values)]
        learned = [memory.learn(run) for run in runs]

        memory.generalize()

        patterns = {key: p for p in memory.patterns() for key in p.members}
        for one, run in zip(learned, runs, strict=True):
            pattern = patterns[one.task_id]
            bound = pattern.bindings(one.task_id)
            assert normalize(pattern.fill(bound)) == normalize(run["task"])
            plan = unfold(pattern.steps, pattern.slots, bound)
            assert plan[0].value == run["steps"][0]["value"]

    def test_what_is_forgotten_leaves_no_value_behind(self, memory: Memory) -> None:
        learned = [memory.learn(search(x, f"r{n}")) for n, x in enumerate(ITEMS)]
        memory.generalize()

        memory.forget(task_id=learned[1].task_id)

        [pattern] = memory.patterns()
        assert learned[1].task_id not in pattern.members
        assert pattern.support == len(ITEMS) - 1
        assert ITEMS[1] not in pattern.model_dump_json()
        rows = memory.cypher("MATCH (n) RETURN properties(n) AS p")
        assert ITEMS[1] not in str(rows)
        edges = memory.cypher("MATCH ()-[r]->() RETURN properties(r) AS p")
        assert ITEMS[1] not in str(edges)

    def test_a_forgotten_pattern_is_not_learned_again(self, memory: Memory) -> None:
        memory.learn_many([search(x, f"r{n}") for n, x in enumerate(ITEMS)])
        memory.generalize()
        [pattern] = memory.patterns()

        gone = memory.forget(pattern_id=pattern.pattern_id)
        memory.learn(search("Yellow Socks", "late"))
        memory.generalize()

        assert gone == 1
        assert all(len(one.members) == 1 for one in memory.patterns())
        with pytest.raises(NotFound):
            memory.forget(pattern_id=pattern.pattern_id)

    def test_one_id_at_a_time_is_forgotten(self, memory: Memory) -> None:
        with pytest.raises(InvalidInput, match="one"):
            memory.forget(pattern_id="p", task_id="t")

    def test_patterns_of_another_space_are_not_seen(self, memory: Memory) -> None:
        memory.learn_many([search(x, f"r{n}") for n, x in enumerate(ITEMS)])
        memory.generalize()
        other = memory.in_space("other")

        assert other.patterns() == []
        assert other.match("Search for red shoes") is None
        assert other.generalize().tasks == 0

    def test_only_the_app_that_is_named_is_generalized(self, memory: Memory) -> None:
        memory.learn_many(
            [
                search(item, f"{app}{n}", app=app)
                for app in ("shop", "bank")
                for n, item in enumerate(ITEMS)
            ]
        )

        report = memory.generalize("shop")

        assert report.tasks == len(ITEMS)
