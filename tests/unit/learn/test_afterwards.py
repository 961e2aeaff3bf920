"""What follows an acknowledged run raises nothing; it is told, and made up for."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kgmem import GraphUnavailable, InvalidInput, Memory
from kgmem.graph.query_files import query
from kgmem.ports import Transaction
from kgmem.wiring import Parts

RUN: dict[str, Any] = {
    "task": "Send the report to Ann Lee",
    "app": "mail",
    "source_task_id": "run-1",
    "outcome": "failure",
    "steps": [
        {
            "action": "click",
            "target": {"role": "button", "name": "Send"},
            "success": False,
        }
    ],
}
ENTER = {"action": "key", "value": "Enter"}


@pytest.fixture
def memory(memory: Memory) -> Memory:
    memory.add_triple("Ann Lee", "works for", "Acme")
    return memory


def parts(memory: Memory) -> Parts:
    assert memory._parts is not None
    return memory._parts


@pytest.fixture
def failing(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, Exception], Callable[[], None]]:
    """Make a named query of the graph fail, until it is called again."""

    def fail(name: str, error: Exception) -> Callable[[], None]:
        wanted, met = query(name), list[str]()
        engine = parts(memory).engine
        read, write = engine.read, engine.write

        def failing_read(text: str, params: Any = None) -> list[Any]:
            if text == wanted:
                met.append(text)
                raise error
            return read(text, params)

        def failing_write(work: Any) -> Any:
            def watched(tx: Transaction) -> Any:
                run = tx.run

                class Watched:
                    def run(self, text: str, params: Any = None) -> list[Any]:
                        if text == wanted:
                            met.append(text)
                            raise error
                        return run(text, params)

                return work(Watched())

            return write(watched)

        monkeypatch.setattr(engine, "read", failing_read)
        monkeypatch.setattr(engine, "write", failing_write)

        def heal() -> None:
            assert met, "nothing failed"
            monkeypatch.setattr(engine, "read", read)
            monkeypatch.setattr(engine, "write", write)

        return heal

    return fail


def mentions(memory: Memory) -> list[str]:
    rows = memory.cypher(
        "MATCH (:Task)-[:MENTIONS]->(e:Entity) RETURN DISTINCT e.name AS name"
    )
    return [row["name"] for row in rows]


@pytest.mark.parametrize(
    "error",
    [GraphUnavailable("gone"), InvalidInput("not that"), ValueError("a fault")],
    ids=repr,
)
@pytest.mark.parametrize("name", ["any_entity", "kinds_of_tasks", "pattern_stamps"])
def test_nothing_that_follows_raises(
    memory: Memory,
    failing: Callable[[str, Exception], Callable[[], None]],
    name: str,
    error: Exception,
) -> None:
    heal = failing(name, error)

    learned = memory.learn(RUN)
    heal()

    assert learned.status == "stored"
    assert memory.experience(learned.experience_id).task == RUN["task"]
    assert memory.learn(RUN).status == "duplicate"


def test_names_that_were_not_linked_are_told_and_made_up_for(
    memory: Memory, failing: Callable[[str, Exception], Callable[[], None]]
) -> None:
    heal = failing("mention_in_tasks", GraphUnavailable("the graph is gone"))
    memory.learn(RUN)
    heal()
    degraded = memory.capabilities()["degraded"]
    findings = [one for one in memory.doctor().findings if "names" in one.message]
    before = mentions(memory)

    memory.generalize()

    assert any("names" in one and "the graph is gone" in one for one in degraded)
    assert ["kgmem generalize" in one.cure for one in findings] == [True]
    assert before == []
    assert mentions(memory) == ["Ann Lee"]
    assert memory.capabilities()["degraded"] == []


@pytest.mark.parametrize(
    ("query_name", "stage"),
    [("kinds_of_tasks", "warnings"), ("pattern_stamps", "patterns")],
)
def test_a_stage_that_failed_is_told_until_a_job_made_up_for_it(
    memory: Memory,
    failing: Callable[[str, Exception], Callable[[], None]],
    query_name: str,
    stage: str,
) -> None:
    heal = failing(query_name, GraphUnavailable("the graph is gone"))
    memory.learn(RUN)
    heal()

    degraded = memory.capabilities()["degraded"]
    findings = [one for one in memory.doctor().findings if stage in one.message]
    memory.generalize()

    assert any(stage in one and "the graph is gone" in one for one in degraded)
    assert ["kgmem generalize" in one.cure for one in findings] == [True]
    assert memory.capabilities()["degraded"] == []


def test_points_that_the_index_refuses_wait(memory: Memory) -> None:
    index: Any = parts(memory).projection.index

    def refuse(*_: Any) -> None:
        raise InvalidInput("no such point")

    index.upsert, upsert = refuse, index.upsert
    learned = memory.learn(RUN)
    index.upsert = upsert
    memory.flush()

    assert (learned.status, learned.vectors) == ("stored", "pending")
    assert memory.stats()["points"] == 1 + memory.stats()["facts"]


# --- repairs ---------------------------------------------------------------------


def planned(memory: Memory) -> Any:
    """A plan made from a verified run."""
    run = {
        **RUN,
        "task": "Open the inbox",
        "source_task_id": "run-2",
        "outcome": "success",
        "judge": "test",
        "steps": [{"action": "click", "target": {"role": "button", "name": "Inbox"}}],
    }
    memory.learn(run)
    plan = memory.recall("Open the inbox", app="mail").plan
    assert plan is not None
    return plan


def runs_of(memory: Memory, plan: Any) -> list[str]:
    rows = memory.cypher(
        "MATCH (e:Experience) WHERE e.plan_id = $plan RETURN e.source_task_id AS run",
        plan=plan.plan_id,
    )
    return sorted(row["run"] for row in rows)


class Killed(BaseException):
    """The end of the process, as far as this one can tell."""


def repaired(memory: Memory, plan: Any) -> None:
    memory.report(plan, "success", failed_step=1, repaired_with=[ENTER])


@pytest.mark.parametrize("at", ["write_runs", "drop_drafts"])
@pytest.mark.parametrize("again", ["report", "other report", "generalize"])
def test_a_repair_survives_the_process_between_its_writes(
    memory: Memory,
    failing: Callable[[str, Any], Callable[[], None]],
    at: str,
    again: str,
) -> None:
    plan, other = planned(memory), memory.recall("Open the inbox", app="mail").plan
    heal = failing(at, Killed())
    with pytest.raises(Killed):
        repaired(memory, plan)
    heal()
    before = runs_of(memory, plan)

    match again:
        case "report":
            repaired(memory, plan)
        case "other report":
            memory.report(other, "unknown")  # type: ignore[arg-type]
        case _:
            memory.generalize()

    assert before == []
    assert runs_of(memory, plan) == [f"plan:{plan.plan_id}"]
    assert memory.stats()["drafts"] == 0
    assert memory.stats()["replays"] == (2 if again == "other report" else 1)


def test_a_report_of_which_the_repair_can_not_be_learned_is_acknowledged(
    memory: Memory, failing: Callable[[str, Exception], Callable[[], None]]
) -> None:
    plan = planned(memory)
    heal = failing("write_runs", GraphUnavailable("gone"))
    repaired(memory, plan)
    heal()
    told: Sequence[str] = memory.capabilities()["degraded"]

    memory.repair()

    assert any("repairs" in one for one in told)
    assert runs_of(memory, plan) == [f"plan:{plan.plan_id}"]
    assert memory.capabilities()["degraded"] == []


@pytest.mark.parametrize("at", ["drop_drafts", "delete_experiences", "set_repair"])
def test_the_record_that_takes_a_repairs_place_counts_alone(
    memory: Memory, failing: Callable[[str, Any], Callable[[], None]], at: str
) -> None:
    plan = planned(memory)
    repaired(memory, plan)
    own = {**RUN, "task": plan.task, "source_task_id": "own", "outcome": "success"}
    heal = failing(at, Killed())
    with pytest.raises(Killed):
        memory.learn({**own, "plan_id": plan.plan_id})
    heal()

    memory.generalize()

    assert runs_of(memory, plan) == ["own"]


def test_an_own_record_before_the_repair_is_learned_counts_alone(
    memory: Memory, failing: Callable[[str, Any], Callable[[], None]]
) -> None:
    plan = planned(memory)
    heal = failing("write_runs", Killed())
    with pytest.raises(Killed):
        repaired(memory, plan)
    heal()
    own = {**RUN, "task": plan.task, "source_task_id": "own", "outcome": "success"}

    memory.learn({**own, "plan_id": plan.plan_id})
    memory.generalize()

    assert runs_of(memory, plan) == ["own"]
    assert memory.stats()["drafts"] == 0
