"""What a memory promises on every pair of stores."""

from typing import Any

import pytest

from kgmem import InvalidInput, Memory, NotFound, QueryRefused
from tests.contracts.learned_wordings import LearnedWordingsContract
from tests.contracts.memory_paths import MemoryPathsContract
from tests.contracts.memory_patterns import MemoryPatternsContract
from tests.contracts.memory_reports import MemoryReportsContract
from tests.contracts.pruning import PruningContract

SEARCH = {
    "task": "Search for a red dress on Taobao",
    "app": "taobao",
    "outcome": "success",
    "source_task_id": "run-1",
    "steps": [
        {"action": "click", "target": {"role": "textbox", "name": "Search"}},
        {
            "action": "type",
            "target": {"role": "textbox", "name": "Search"},
            "value": "red dress",
        },
        {"action": "click", "target": {"role": "button", "name": "Go"}},
    ],
}
FAILED_ORDER = {
    "task": "在淘宝搜索红色连衣裙并下单",
    "app": "taobao",
    "outcome": "failure",
    "source_task_id": "run-2",
    "steps": [
        {"action": "click", "target": {"role": "textbox", "name": "Search"}},
        {
            "action": "click",
            "target": {"role": "button", "name": "结算"},
            "success": False,
            "error": "按钮不可用",
        },
    ],
}


def graph_counts(memory: Memory) -> dict[str, int]:
    """Nodes by label in the memory's space."""
    rows = memory.cypher(
        "MATCH (n) WHERE n.space = $space RETURN labels(n) AS l, count(*) AS n"
    )
    return {"/".join(row["l"]): row["n"] for row in rows}


def by_css(selector: str) -> dict[str, Any]:
    return {"locators": [{"kind": "css", "value": selector}]}


def clicks(task: str, targets: list[dict[str, Any]]) -> dict[str, Any]:
    """A run that clicks each of these on one page."""
    page = {"url": "https://shop.example/menu"}
    return {
        "task": task,
        "app": "shop",
        "outcome": "success",
        "judge": "test",
        "steps": [
            {"action": "click", "target": target, "page_before": page}
            for target in targets
        ],
    }


class MemoryContract(
    MemoryPatternsContract,
    MemoryPathsContract,
    MemoryReportsContract,
    LearnedWordingsContract,
    PruningContract,
):
    """Subclasses give a fixture `memory`, open and empty."""

    def test_learned_run_is_recalled_for_direct_replay(self, memory: Memory) -> None:
        learned = memory.learn(SEARCH)

        found = memory.recall("search for a red dress on taobao.")

        assert found.route == "direct_replay"
        assert found.plan is not None
        assert found.plan.checked
        assert [s.action for s in found.plan.steps] == ["click", "type", "click"]
        assert found.plan.origin.id == learned.experience_id
        assert found.experiences[0].experience_id == learned.experience_id

    def test_steps_come_back_as_they_were_told(self, memory: Memory) -> None:
        step = {
            "action": "type",
            "target": {
                "role": "textbox",
                "name": "标题",
                "attributes": {"id": "title", "data-x": "1"},
                "locators": [{"kind": "css", "value": "#title"}],
                "container": ["New ticket", "Trac"],
                "ordinal": 2,
                "box": {"x": 1, "y": 2.5, "width": 3, "height": 4},
            },
            "value": "a \"quoted\" {brace} 'n' emoji 😀 $x \\ \n line",
            "params": {"clear": True, "nested": {"k": [1, 2.5, None, "v"]}},
            "page_before": {"url": "https://x.example/new", "title": "New"},
            "page_after": {"url": "https://x.example/ticket/12"},
            "effect": True,
            "success": True,
            "thought": "想一想",
            "duration_ms": 12,
            "at": "2026-11-22T01:02:03+00:00",
        }
        memory.learn({**SEARCH, "steps": [step]})

        (run,) = memory.recall(SEARCH["task"]).experiences

        assert run.steps[0].compact() == {
            **step,
            "target": {
                **step["target"],
                "box": {"x": 1.0, "y": 2.5, "width": 3.0, "height": 4.0},
            },
            "at": "2026-11-22T01:02:03Z",
        }

    def test_same_run_twice_is_stored_once(self, memory: Memory) -> None:
        memory.learn(SEARCH)
        before = graph_counts(memory)

        again = memory.learn(SEARCH)

        assert again.status == "duplicate"
        assert graph_counts(memory) == before

    def test_a_run_without_id_and_time_counts_each_time(self, memory: Memory) -> None:
        bare = {k: v for k, v in SEARCH.items() if k != "source_task_id"}
        dated = {**bare, "started_at": "2026-11-22T01:02:03Z"}

        runs = [memory.learn(one) for one in (bare, bare, bare, dated, dated)]
        report = memory.learn_many([bare, dated])

        assert [run.status for run in runs] == ["stored"] * 4 + ["duplicate"]
        assert len({run.experience_id for run in runs}) == 4
        assert (report.stored, report.duplicates) == (0, 2)

    def test_batch_with_a_bad_item_stores_the_rest(self, memory: Memory) -> None:
        bad = {**SEARCH, "source_task_id": "bad", "steps": [{"action": "clik"}]}

        report = memory.learn_many([SEARCH, bad, FAILED_ORDER, SEARCH])

        assert (report.stored, report.duplicates, report.failed) == (2, 1, 1)
        assert report.errors[0].index == 1
        assert "steps[0].action" in report.errors[0].error
        assert "click" in report.errors[0].error

    def test_runs_over_the_same_page_share_elements(self, memory: Memory) -> None:
        memory.learn_many([SEARCH, FAILED_ORDER])

        rows = memory.cypher(
            "MATCH (e:UIElement) WHERE e.space = $space "
            "RETURN e.name AS name, e.tasks AS tasks ORDER BY name"
        )

        shared = {row["name"]: row["tasks"] for row in rows}
        assert shared == {"Go": 1, "Search": 2, "结算": 1}

    def test_failure_is_evidence_never_a_path(self, memory: Memory) -> None:
        memory.learn(FAILED_ORDER)

        found = memory.recall(FAILED_ORDER["task"])

        assert found.route in ("guided_exploration", "reflexion_explore")
        assert found.plan is None
        assert found.experiences[0].outcome == "failure"
        assert "结算" in found.avoidance[0].message

    def test_app_that_differs_is_no_exact_match(self, memory: Memory) -> None:
        memory.learn(SEARCH)

        found = memory.recall(SEARCH["task"], app="jd")

        assert found.route != "direct_replay"

    def test_other_app_version_is_experimental(self, memory: Memory) -> None:
        memory.learn({**SEARCH, "app_version": "1.0"})

        found = memory.recall(SEARCH["task"], app_version="2.0")

        assert found.route == "adaptive_replay"
        assert found.plan is not None
        assert found.plan.experimental

    def test_shared_elements_lead_to_a_success(self, memory: Memory) -> None:
        memory.learn_many([SEARCH, FAILED_ORDER])
        element = {"role": "textbox", "name": "Search"}

        without = memory.recall(
            "zzz qqq", app="taobao", elements=[element], expand=False
        )
        with_graph = memory.recall("zzz qqq", app="taobao", elements=[element])

        how = {why for e in with_graph.experiences for why in e.why}
        assert any("UIElement of this page" in why for why in how)
        assert not any("UIElement" in why for e in without.experiences for why in e.why)

    def test_spaces_are_apart(self, memory: Memory) -> None:
        other = memory.in_space("other")
        memory.learn(SEARCH)

        found = other.recall(SEARCH["task"])

        assert found.experiences == ()
        assert found.route == "reflexion_explore"
        assert other.learn(SEARCH).status == "stored"

    def test_forgetting_a_run_leaves_nothing_of_it(self, memory: Memory) -> None:
        empty = graph_counts(memory)
        memory.learn(FAILED_ORDER)
        before = graph_counts(memory)
        learned = memory.learn(SEARCH)

        gone = memory.forget(experience_id=learned.experience_id)
        memory.flush()

        assert gone == 1
        assert empty == {}
        assert graph_counts(memory) == {
            label: n for label, n in before.items() if label != "Outbox"
        }
        assert memory.recall(SEARCH["task"]).route != "direct_replay"
        assert memory.doctor().ok

    def test_forgetting_what_is_not_there_says_so(self, memory: Memory) -> None:
        with pytest.raises(NotFound, match="nowhere"):
            memory.forget(task_id="nowhere")

    def test_recording_is_learned_with_its_dead_end(self, memory: Memory) -> None:
        with memory.record("Close ticket 7", app="trac") as run:
            run.step("click", target={"role": "link", "name": "Wiki"})
            run.dead_end("no ticket there")
            run.step("click", target={"role": "button", "name": "Close"})
            run.succeed()

        assert run.learned is not None
        assert memory.stats()["drafts"] == 0
        (found,) = memory.recall("Close ticket 7", app="trac").experiences
        assert found.outcome == "success"
        assert found.steps[-1].target.name == "Close"

    def test_recording_left_by_an_exception_is_a_failure(self, memory: Memory) -> None:
        def divide() -> None:
            with memory.record("Divide", app="calc") as run:
                run.step("click", target={"role": "button", "name": "="})
                raise ZeroDivisionError("by zero")

        with pytest.raises(ZeroDivisionError):
            divide()

        (found,) = memory.recall("Divide", app="calc").experiences
        assert found.outcome == "failure"
        assert "by zero" in (found.steps[-1].error or "")

    def test_writeback_of_steps_then_session(self, memory: Memory) -> None:
        step = {
            "step_id": "s1",
            "timestamp": "2026-11-22T00:00:00Z",
            "task_context": {"task_text": "打开设置", "url": "https://a.example/"},
            "observation": {
                "page_hint": "主页",
                "elements": [{"id": 3, "type": "button", "label": "设置"}],
            },
            "action": {"type": "click", "target": {"id": 3, "label": "设置"}},
            "result": {"success": True},
        }
        session = {
            "session_id": "session-1",
            "task_info": {
                "task_text": "打开设置",
                "domain": "a.example",
                "start_url": "https://a.example/",
            },
            "final_status": "success",
            "steps": [
                {
                    "step_number": 1,
                    "action": {"type": "click", "target": {"id": 3, "label": "设置"}},
                    "url": "https://a.example/",
                    "observation_hint": "主页",
                    "success": True,
                }
            ],
        }

        assert memory.writeback(step) is True
        drafts = memory.stats()["drafts"]
        assert memory.writeback(session) is True

        assert drafts == 1
        assert memory.stats()["drafts"] == 0
        (found,) = memory.recall("打开设置").experiences
        assert found.outcome == "success"
        assert found.source_task_id == "session-1"

    def test_raw_history_and_flat_record(self, memory: Memory) -> None:
        history = [
            {
                "thought": "搜索",
                "action": "click",
                "target_element_description": "搜索框",
            },
            {
                "thought": "输入",
                "action": "type",
                "target_element_description": "搜索框",
                "value": "手机",
            },
        ]
        record = {
            "task_description": "Open the settings page",
            "keywords": ["settings"],
            "action_flow": [
                {
                    "thought": "go",
                    "action": "click",
                    "target_element_description": "gear icon",
                }
            ],
            "preconditions": "",
            "is_successful": True,
            "usage_count": 0,
            "last_used_at": "2026-01-01T00:00:00Z",
            "source_task_id": "rec-1",
        }

        first = memory.learn_from_task(history, True, "raw-1", task="搜索手机")
        second = memory.add_experience(record)

        found = memory.retrieve_memories("搜索手机")
        assert set(found) == {"experiences", "facts"}
        assert found["experiences"][0]["experience_id"] == first
        assert found["experiences"][0]["is_successful"] is True
        assert memory.recall("open the settings page").plan.origin.id == second

    def test_elements_without_a_name_are_told_apart(self, memory: Memory) -> None:
        chosen = [by_css(one) for one in ("#menu > .open", ".panel .apply", ".save")]
        counted = [by_css(f"li:nth-child({n}) > a") for n in (1, 2, 3)]
        nameless = [{"role": "button", "ordinal": n} for n in (0, 1, 2)]
        for n, targets in enumerate([chosen, counted, nameless, chosen]):
            memory.learn(clicks(f"Open menu number {n}", targets))

        rows = memory.cypher("MATCH (e:UIElement) RETURN count(e) AS n")
        plan = memory.recall("Open menu number 0", app="shop").plan

        assert rows == [{"n": 9}]
        assert plan is not None
        page = [{**target, "tag": "a"} for target in chosen]
        assert [memory.locate(one, page).index for one in plan.steps] == [0, 1, 2]

    def test_wire_shape_of_a_recollection(self, memory: Memory) -> None:
        memory.learn_many([SEARCH, FAILED_ORDER])

        response = memory.recall("search for a dress on taobao").to_response()

        assert set(response) == {"avoidance", "memory_hits", "action_patterns"}
        hit = response["memory_hits"][0]
        assert set(hit) == {"task_text", "steps", "success"}
        assert isinstance(hit["success"], bool)

    def test_cypher_reads_and_refuses_to_write(self, memory: Memory) -> None:
        memory.learn(SEARCH)

        rows = memory.cypher("MATCH (t:Task) RETURN t.text AS text")

        assert rows == [{"text": SEARCH["task"]}]
        for query in (
            "MATCH (n) DETACH DELETE n",
            "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
            "CREATE (n:X) RETURN n",
        ):
            with pytest.raises(QueryRefused):
                memory.cypher(query)

    def test_bad_input_stores_nothing(self, memory: Memory) -> None:
        for bad in (
            {},
            {"task": ""},
            {"task": "x" * 50_000},
            {"task": "x", "steps": [{"action": "click", "target": 5}]},
            {"task": "x", "steps": "no list"},
            {"task": "x", "outcome": "maybe"},
            {"task": "x", "score": 7},
            {"task": "x", "unknown_field": 1},
            "no mapping",
            None,
        ):
            with pytest.raises(InvalidInput):
                memory.learn(bad)  # type: ignore[arg-type]  # that is the point

        assert graph_counts(memory) == {}

    def test_odd_text_is_stored_as_far_as_it_is_text(self, memory: Memory) -> None:
        odd = "tab\t nul\x00 lone \ud800 surrogate, rtl ‮, zero​width, 𝔘𝔫𝔦"

        memory.learn({"task": odd, "steps": [{"action": "type", "value": odd}]})

        (run,) = memory.recall(odd).experiences
        assert "\x00" not in run.steps[0].value
        assert "\ufffd" in run.steps[0].value

    def test_same_words_are_found_before_the_index(self, memory: Memory) -> None:
        learned = memory.learn({**SEARCH, "domain": "taobao.example"})
        memory.learn(
            {
                "task": "把闹钟调到七点",
                "app": "clock",
                "steps": [{"action": "type", "value": "07:00"}],
            }
        )
        index = memory._parts.projection.index  # around the memory, on purpose
        index.delete("experiences", [learned.task_id])

        asked = [
            memory.recall(SEARCH["task"]),
            memory.recall(SEARCH["task"], app="taobao", expand=False),
            memory.recall(SEARCH["task"], domain="taobao.example"),
        ]
        elsewhere = memory.recall(SEARCH["task"], domain="other.example")

        for found in asked:
            assert found.reasons[0].startswith("this very task was done before")
            assert found.experiences[0].experience_id == learned.experience_id
        assert elsewhere.route != "direct_replay"
        assert elsewhere.experiences[0].experience_id == learned.experience_id

    def test_drift_is_found_and_repaired(self, memory: Memory) -> None:
        first = memory.learn(SEARCH)
        memory.learn(FAILED_ORDER)
        memory.flush()
        index = memory._parts.projection.index  # around the memory, on purpose
        index.delete("experiences", [first.task_id])

        sick = memory.doctor()
        healed = memory.repair()

        assert (sick.ok, sick.drift) == (False, 1)
        assert "kgmem repair" in {finding.cure for finding in sick.findings}
        assert (healed.ok, healed.drift) == (True, 0)
        assert memory.recall(SEARCH["task"]).route == "direct_replay"
