"""What a memory promises about reported plans on every pair of stores."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kgmem import InvalidInput, Memory, Plan, Recollection
from kgmem.model.trajectory import ReplayOutcome
from tests.contracts.memory_patterns import ITEMS, order, search

BUTTON = {"role": "button", "name": "Go", "tag": "button"}
QUERY = {"role": "textbox", "name": "Query", "tag": "input"}


def taught(memory: Memory) -> None:
    """Four searches, one pattern."""
    memory.learn_many([search(x, f"r{n}") for n, x in enumerate(ITEMS)])
    memory.generalize()


def asked(memory: Memory, item: str = "yellow socks") -> Recollection:
    return memory.recall(f"Search for {item}", app="shop")


def planned(memory: Memory, item: str = "yellow socks") -> Plan:
    plan = asked(memory, item).plan
    assert plan is not None
    return plan


def labels(memory: Memory, label: str) -> list[dict[str, Any]]:
    return memory.cypher(
        f"MATCH (n:{label}) WHERE n.space = $space RETURN properties(n) AS n"
    )


class MemoryReportsContract:
    """Subclasses give a fixture `memory`, open and empty."""

    def test_a_success_counts_for_pattern_app_and_steps(self, memory: Memory) -> None:
        taught(memory)
        [before] = memory.patterns()

        memory.report(planned(memory), "success", feedback=0.5, actions=2)

        [after] = memory.patterns()
        assert (after.stats.uses, after.stats.wins) == (1, before.stats.wins + 1)
        assert (after.stats.losses, after.stats.ema) == (0, 1.0)
        assert after.stats.feedback == 0.5
        assert after.stats.last_used_at is not None
        assert [(step.wins, step.losses) for step in after.steps] == [(1, 0), (1, 0)]
        counts = memory.stats()
        assert (counts["replays"], counts["replays_succeeded"]) == (1, 1)

    def test_a_failure_counts_for_its_step_and_earlier(self, memory: Memory) -> None:
        taught(memory)

        memory.report(planned(memory), "failure", failed_step=2, reason="no button")

        [pattern] = memory.patterns()
        assert (pattern.stats.wins, pattern.stats.losses) == (len(ITEMS), 1)
        assert pattern.stats.ema == pytest.approx(0.8)
        assert [(step.wins, step.losses) for step in pattern.steps] == [(1, 0), (0, 1)]

    @pytest.mark.parametrize("outcome", ["blocked", "absent", "refused"])
    def test_what_is_not_the_paths_fault_leaves_it_as_it_was(
        self, memory: Memory, outcome: ReplayOutcome
    ) -> None:
        taught(memory)
        before = asked(memory)

        for _ in range(4):
            memory.report(planned(memory), outcome, failed_step=2, reason="not there")

        [pattern] = memory.patterns()
        after = asked(memory)
        assert (after.route, after.confidence) == (before.route, before.confidence)
        assert (pattern.stats.losses, pattern.stats.ema) == (0, 1.0)
        assert getattr(pattern.stats, outcome) == pattern.stats.uses == 4
        assert [(step.wins, step.losses) for step in pattern.steps] == [(4, 0), (0, 0)]
        assert memory.stats()[f"replays_{outcome}"] == 4
        assert memory.calibrate().n == 0

    def test_the_run_learned_again_brings_the_path_back(self, memory: Memory) -> None:
        run = {**search("red socks", ""), "source_task_id": None}
        first = memory.learn(run)
        while (found := asked(memory, "red socks")).plan is not None:
            memory.report(found.plan, "failure")

        again = memory.learn(run)

        assert found.route == "reflexion_explore"
        assert (again.status, again.task_id) == ("stored", first.task_id)
        assert asked(memory, "red socks").route == "direct_replay"

    def test_a_success_with_other_values_teaches_none(self, memory: Memory) -> None:
        taught(memory)
        known = memory.patterns()[0].template
        told = asked(memory)
        assert told.plan is not None
        plan = told.plan.model_copy(update={"task": "Look up yellow socks"})

        memory.report(plan, "success", values={1: "green socks"}, judge="db")

        [report] = labels(memory, "Report")
        assert report["n"]["other_values"] == [1]
        assert memory.patterns()[0].template == known
        assert memory.recall("Look up old boots", app="shop").route != "direct_replay"

    def test_a_plan_is_counted_once(self, memory: Memory) -> None:
        taught(memory)
        plan = planned(memory)

        for outcome in ("success", "success", "failure"):
            memory.report(plan, outcome)  # type: ignore[arg-type]
        memory.report(plan.remaining(1), "failure")

        [pattern] = memory.patterns()
        counted = (pattern.stats.uses, pattern.stats.wins, pattern.stats.losses)
        assert counted == (1, len(ITEMS) + 1, 0)

    def test_a_plan_stopped_then_followed_is_a_success(self, memory: Memory) -> None:
        taught(memory)
        plan = planned(memory)

        memory.report(plan, "blocked", failed_step=2)
        memory.report(plan, "absent")
        memory.report(plan.remaining(1), "success")
        memory.report(plan, "failure")

        [pattern] = memory.patterns()
        stats = pattern.stats
        assert (stats.wins, stats.losses, stats.blocked) == (len(ITEMS) + 1, 0, 1)
        assert [(step.wins, step.losses) for step in pattern.steps] == [(1, 0), (1, 0)]

    def test_failures_send_the_task_back_to_exploring(self, memory: Memory) -> None:
        taught(memory)
        routes = []

        for _ in range(5):
            recalled = asked(memory)
            routes.append(recalled.route)
            if recalled.plan is not None:
                memory.report(recalled.plan, "failure", failed_step=1)

        assert routes[0] == "direct_replay"
        assert routes[-1] == "reflexion_explore"
        assert "fails too often" in " ".join(asked(memory).reasons)

    def test_what_is_verified_is_counted_once(self, memory: Memory) -> None:
        memory.learn(search("red socks", "r1"))
        plan = planned(memory, "red socks")
        memory.report(plan, "success", judge="a query")
        told = {"plan_id": plan.plan_id, "judge": "a query"}

        memory.learn({**search("red socks", "r2"), **told})

        assert planned(memory, "red socks").verified == 1

    def test_one_failure_makes_the_replay_checked(self, memory: Memory) -> None:
        memory.learn(order("淘宝", "鼠标", "r1"))
        text = "在淘宝搜索鼠标并下单"
        for _ in range(25):
            plan = memory.recall(text, app="淘宝").plan
            assert plan is not None
            memory.report(plan, "success", judge="test")
        sure = memory.recall(text, app="淘宝").plan
        assert sure is not None

        memory.report(sure, "failure", failed_step=3)

        now = memory.recall(text, app="淘宝").plan
        assert now is not None
        assert (sure.checked, now.checked) == (False, True)

    def test_a_run_reported_and_learned_counts_once(self, memory: Memory) -> None:
        taught(memory)
        first, second = planned(memory, "a hat"), planned(memory, "a cap")

        memory.report(first, "success")
        memory.learn(search("a hat", "r8") | {"plan_id": first.plan_id})
        memory.learn(search("a cap", "r9") | {"plan_id": second.plan_id})
        memory.report(second, "success")

        assert memory.patterns()[0].stats.wins == len(ITEMS) + 2
        memory.generalize()
        assert memory.patterns()[0].stats.wins == len(ITEMS) + 2
        assert memory.patterns()[0].stats.uses == 2

    def test_a_pattern_written_anew_is_still_counted(self, memory: Memory) -> None:
        taught(memory)
        plan = planned(memory)
        memory.learn(search("an umbrella", "r7"))
        memory.generalize()

        memory.report(plan, "failure", failed_step=1)

        [pattern] = memory.patterns()
        assert pattern.version > plan.origin.version
        assert (pattern.stats.uses, pattern.stats.losses) == (1, 1)
        assert all(step.losses == 0 for step in pattern.steps)

    def test_a_plan_whose_pattern_is_gone_is_reported(self, memory: Memory) -> None:
        taught(memory)
        plan = planned(memory)
        memory.forget(pattern_id=plan.origin.id)

        memory.report(plan, "failure")

        assert memory.patterns() == []

    def test_a_repair_becomes_another_way(self, memory: Memory) -> None:
        taught(memory)
        repair = {"action": "key", "value": "Enter", "target": QUERY}

        memory.report(planned(memory), "success", failed_step=2, repaired_with=[repair])

        failed = planned(memory, "a green hat").steps[1]
        assert (failed.action, failed.spans) == ("click", 1)
        [[way]] = failed.branches
        assert (way.action, way.value, way.n) == ("key", "Enter", 2)
        memory.learn(search("an umbrella", "r7"))
        memory.generalize()
        assert planned(memory, "a tent").steps[1].branches == failed.branches

    def test_a_repair_holds_for_other_values(self, memory: Memory) -> None:
        taught(memory)
        repair = {"action": "click", "target": {"name": "Find yellow socks now"}}

        memory.report(planned(memory), "success", failed_step=2, repaired_with=[repair])

        [[way]] = planned(memory, "a green hat").steps[1].branches
        assert way.target is not None
        assert way.target.name == "Find a green hat now"

    def test_an_unexplained_repair_is_no_other_way(self, memory: Memory) -> None:
        taught(memory)
        repair = {"action": "type", "value": "blue boots", "target": QUERY}

        memory.report(planned(memory), "success", failed_step=1, repaired_with=[repair])

        assert planned(memory, "a green hat").steps[0].branches == ()

    def test_a_repetition_is_replayed_as_repaired(self, memory: Memory) -> None:
        memory.learn(order("淘宝", "鼠标", "r1"))
        text = "在淘宝搜索鼠标并下单"
        plan = memory.recall(text, app="淘宝").plan
        assert plan is not None
        repair = {"action": "key", "value": "Enter"}

        memory.report(plan, "success", failed_step=3, repaired_with=[repair])

        again = memory.recall(text, app="淘宝").plan
        assert again is not None
        assert [step.action for step in again.steps] == [
            "open_app",
            "type",
            "key",
            "click",
        ]

    def test_what_found_an_element_is_a_new_version(self, memory: Memory) -> None:
        taught(memory)
        page = [
            QUERY,
            {"role": "button", "name": "Go", "attributes": {"id": "start-search"}},
        ]
        plan = planned(memory)
        located = {step.n: memory.locate(step, page) for step in plan.steps}

        memory.report(plan, "success", located=located)

        kept = {(r["n"]["kind"], r["n"]["value"]) for r in labels(memory, "Locator")}
        assert ("id", "start-search") in kept
        target = planned(memory, "a scarf").steps[1].target
        assert target is not None
        assert ("id", "start-search") in {(x.kind, x.value) for x in target.locators}
        memory.generalize()
        memory.learn(search("a tent", "r9"))
        memory.generalize()
        target = planned(memory, "a scarf").steps[1].target
        assert target is not None
        assert ("id", "start-search") in {(x.kind, x.value) for x in target.locators}

    def test_a_locator_of_a_failed_step_is_not_kept(self, memory: Memory) -> None:
        taught(memory)
        page = [{"role": "button", "name": "Go", "attributes": {"id": "start-search"}}]
        plan = planned(memory)

        memory.report(
            plan,
            "failure",
            failed_step=2,
            located={2: memory.locate(plan.steps[1], page)},
        )

        assert labels(memory, "Locator") == []

    def test_concurrent_reports_are_all_counted(self, memory: Memory) -> None:
        taught(memory)
        plans = [planned(memory, f"item {n}") for n in range(24)]

        with ThreadPoolExecutor(6) as threads:
            list(threads.map(lambda plan: memory.report(plan, "success"), plans))

        [pattern] = memory.patterns()
        assert pattern.stats.uses == 24
        assert pattern.stats.wins == len(ITEMS) + 24

    def test_no_secret_of_a_plan_is_stored_by_its_report(self, memory: Memory) -> None:
        run = {
            "task": "Log in as ada with the password Zq7!kkw9",
            "app": "mail",
            "outcome": "success",
            "source_task_id": "r1",
            "steps": [
                {"action": "type", "target": {"name": "User"}, "value": "ada"},
                {
                    "action": "type",
                    "target": {"name": "Password"},
                    "value": "Zq7!kkw9",
                },
                {"action": "click", "target": {"role": "button", "name": "Log in"}},
            ],
        }
        memory.learn(run)
        plan = memory.recall(
            "Log in as ada with the password Vb3?mmx1", app="mail"
        ).plan
        assert plan is not None
        assert "Vb3?mmx1" in [step.value for step in plan.steps]

        memory.report(
            plan,
            "success",
            failed_step=3,
            reason="Vb3?mmx1 was typed and nothing came",
            repaired_with=[{"action": "key", "value": "Enter"}],
        )

        rows = memory.cypher(
            "MATCH (n) WHERE n.space = $space RETURN properties(n) AS n"
        )
        assert "Vb3?mmx1" not in str(rows)
        assert "Vb3?mmx1" not in plan.model_dump_json(include={"secrets"})

    def test_a_forgotten_tasks_reports_are_forgotten(self, memory: Memory) -> None:
        learned = memory.learn(order("淘宝", "鼠标", "r1"))
        plan = memory.recall("在淘宝搜索鼠标并下单", app="淘宝").plan
        assert plan is not None
        memory.report(plan, "failure", failed_step=3, reason="鼠标卖完了")

        memory.forget(task_id=learned.task_id)

        assert labels(memory, "Report") == []

    @pytest.mark.parametrize(
        ("given", "part"),
        [
            ({"outcome": "won"}, "outcome"),
            ({"failed_step": 9}, "failed_step"),
            ({"feedback": 4}, "feedback"),
            ({"actions": -1}, "actions"),
            ({"repaired_with": [{"action": "click"}]}, "failed_step"),
            ({"failed_step": 1, "repaired_with": [{"action": "fly"}]}, "repaired_with"),
            ({"located": {7: {}}}, "located"),
            ({"plan": "p-1"}, "plan"),
        ],
    )
    def test_a_bad_report_says_what_is_wrong_and_counts_nothing(
        self, memory: Memory, given: dict[str, Any], part: str
    ) -> None:
        taught(memory)
        plan = planned(memory)
        full: dict[str, Any] = {"plan": plan, "outcome": "success", **given}

        with pytest.raises(InvalidInput, match=part):
            memory.report(**full)

        assert memory.patterns()[0].stats.uses == 0
        assert labels(memory, "Report") == []

    def test_a_step_that_fails_elsewhere_is_a_doubt(self, memory: Memory) -> None:
        taught(memory)
        page = [QUERY, BUTTON]
        routes = []

        for failures in (1, 12):
            for n in range(failures):
                run = search(f"broken item {n}", f"bad{failures}-{n}")
                run["steps"][1] |= {"success": False, "error": "it did nothing"}
                memory.learn(run | {"outcome": "failure"})
            memory.generalize()
            found = memory.recall("Search for tea bags", app="shop", elements=page)
            routes.append(found.route)

        assert routes == ["direct_replay", "adaptive_replay"]
        assert "failed before" in " ".join(found.reasons)
        assert "13 of 17 times" in " ".join(one.message for one in found.avoidance)
