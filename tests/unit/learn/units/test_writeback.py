"""Units of several sessions at once, repeated and out of order."""

import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from kgmem import InvalidInput, Memory
from tests.doubles import WordEmbedder
from tests.examples import examples

TASK = "打开设置"


def step(n: int, session: str | None = None, **more: Any) -> dict[str, Any]:
    """The n-th step unit of a session."""
    told = {"session_id": session} if session else {}
    return {
        "step_id": f"s-{n}",
        "timestamp": f"2026-01-02T03:04:{n:02d}Z",
        "task_context": {"task_text": TASK, "url": "https://a.example/"},
        "action": {"type": "click", "target": {"label": f"{session} {n}"}},
        "result": {"success": True},
        **told,
        **more,
    }


def end(session: str, **more: Any) -> dict[str, Any]:
    """The unit that ends a session; it has no steps of its own."""
    info = {"task_text": TASK}
    return {
        "session_id": session,
        "task_info": info,
        "final_status": "success",
        "steps": [],
        **more,
    }


def runs(memory: Memory) -> dict[str, list[str]]:
    """What is stored: by session the names of what was clicked."""
    rows = memory.cypher(
        "MATCH (e:Experience {space: $space}) RETURN e.experience_id AS id"
    )
    found = [memory.experience(row["id"]) for row in rows]
    return {
        run.source_task_id: [s.target.name or "" for s in run.steps if s.target]
        for run in found
    }


class TestSentAgain:
    def test_a_unit_is_stored_once(self, memory: Memory) -> None:
        assert memory.writeback(step(1)) is True
        assert memory.writeback(step(1)) is True

        assert memory.stats()["drafts"] == 1

    def test_also_after_the_memory_was_opened_again(self, tmp_path: Path) -> None:
        for _ in range(2):
            with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
                assert memory.writeback(step(1, "a")) is True

                assert memory.stats()["drafts"] == 1

    def test_also_in_threads(self, memory: Memory) -> None:
        other = memory.in_space(memory.space)  # as another process would
        threads = [
            threading.Thread(target=one.writeback, args=(step(n, "a"),))
            for n in (1, 2)
            for one in (memory, other, memory, other)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        memory.writeback(end("a"))

        assert runs(memory) == {"a": ["a 1", "a 2"]}

    def test_also_after_its_session_has_ended(self, memory: Memory) -> None:
        for unit in (step(1, "a"), end("a"), step(1, "a"), end("a")):
            assert memory.writeback(unit) is True

        assert memory.stats()["drafts"] == 0
        assert runs(memory) == {"a": ["a 1"]}

    def test_with_another_content_it_is_refused(self, memory: Memory) -> None:
        memory.writeback(step(1, "a"))
        other = step(1, "a", action={"type": "click", "target": {"label": "other"}})

        with pytest.raises(InvalidInput, match="step_id: a unit of this id is stored"):
            memory.writeback(other)
        memory.writeback(end("a"))

        assert runs(memory) == {"a": ["a 1"]}

    def test_a_secret_in_it_makes_no_other_unit(self, tmp_path: Path) -> None:
        typed = {"type": "type", "text": "hunter2!x", "target": {"label": "Password"}}
        for order in ((1, 2), (2, 1)):
            with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
                for n in order:
                    secret = {**typed, "text": f"hunter{n}!x"}
                    assert memory.writeback(step(n, "a", action=secret)) is True

                assert memory.stats()["drafts"] == 2

    def test_runs_that_number_steps_alike_are_kept(self, memory: Memory) -> None:
        for session in ("a", "b"):
            label = {"type": "click", "target": {"label": session}}
            memory.writeback(step(1, action=label))
            memory.writeback(end(session))

        assert runs(memory) == {"a": ["a"], "b": ["b"]}


class TestSessionsOfOneTask:
    @pytest.mark.parametrize("name", ["session_id", "task_id", "agent_id"])
    def test_are_kept_apart_by_what_units_give(self, memory: Memory, name: str) -> None:
        for n in (1, 2):
            for run in ("a", "b"):
                label = {"type": "click", "target": {"label": f"{run} {n}"}}
                memory.writeback(step(n, action=label, **{name: run}))

        for run in ("b", "a"):
            memory.writeback(end(f"run-{run}", **{name: run}))

        names = ("a", "b") if name == "session_id" else ("run-a", "run-b")
        assert runs(memory) == {
            key: [f"{run} 1", f"{run} 2"] for key, run in zip(names, "ab", strict=True)
        }

    def test_nameless_steps_go_to_no_session_with_own(self, memory: Memory) -> None:
        memory.writeback(step(1))
        memory.writeback(step(1, "a"))

        memory.writeback(end("a"))

        assert runs(memory) == {"a": ["a 1"]}
        assert memory.stats()["drafts"] == 1

    def test_where_nothing_tells_which_none_are_taken(
        self, memory: Memory, caplog: pytest.LogCaptureFixture
    ) -> None:
        memory.writeback(step(1, agent_id="x"))
        memory.writeback(step(1, agent_id="y"))

        memory.writeback(end("a", steps=[{"action": "click('Own')"}]))

        assert runs(memory) == {"a": ["Own"]}
        assert memory.stats()["drafts"] == 2
        assert "give it their session_id" in caplog.text

    def test_no_id_of_a_session_is_stored_as_it_came(self, memory: Memory) -> None:
        memory.writeback(step(1, agent_id="ann@h.example"))

        (row,) = memory.cypher("MATCH (d:Draft) RETURN d.run AS run")

        assert "ann" not in row["run"]


@pytest.mark.parametrize(
    "domain",
    [
        "taobao.example",
        "www.taobao.example",
        "https://s.taobao.example/list",
        "taobao",
    ],
)
@pytest.mark.parametrize("app", [None, "taobao"])
def test_steps_and_a_summary_are_found_by_any_name_of_their_site(
    memory: Memory, app: str | None, domain: str
) -> None:
    at = {"task_text": TASK, "url": "https://www.taobao.example/home"}
    memory.writeback(step(1, task_context=at))
    memory.writeback(
        {"task_summary": {"task_text": TASK, "final_status": "success", "app": app}}
    )

    found = memory.recall(TASK, domain=domain)

    assert found.route == "direct_replay"
    assert found.to_response()["memory_hits"]


class TestASuccessWithoutSteps:
    @pytest.mark.parametrize("steps", [[], None])
    def test_is_refused_with_the_cure(self, memory: Memory, steps: Any) -> None:
        with pytest.raises(InvalidInput, match="steps: missing"):
            memory.writeback(end("a", steps=steps))

        assert runs(memory) == {}

    def test_a_failure_is_kept(self, memory: Memory) -> None:
        memory.writeback(end("a", final_status="failed"))

        assert runs(memory) == {"a": []}


SESSIONS = {name: [step(n, name) for n in range(1, 4)] for name in ("a", "b", "c")}


@examples(12, HealthCheck.function_scoped_fixture)
@given(data=st.data())
def test_any_order_gives_the_same_runs(data: st.DataObject, memory: Memory) -> None:
    space = memory.in_space(f"space-{data.draw(st.uuids())}")
    steps = [unit for units in SESSIONS.values() for unit in units]
    again = data.draw(st.lists(st.sampled_from(steps), max_size=6))
    for unit in data.draw(st.permutations([*steps, *again])):
        assert space.writeback(unit) is True
    late = data.draw(st.lists(st.sampled_from(steps), max_size=3))
    for unit in data.draw(st.permutations([*map(end, SESSIONS), *map(end, "ab")])):
        assert space.writeback(unit) is True
    for unit in late:
        assert space.writeback(unit) is True

    assert runs(space) == {name: [f"{name} {n}" for n in (1, 2, 3)] for name in "abc"}
    assert space.stats()["drafts"] == 0
