"""What a memory promises about moving it to a file and back, on every pair of
stores."""

import json
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest

from kgmem import Memory
from kgmem.graph.spaces.lines import for_label, for_relationship
from kgmem.model.fact_log import Event
from kgmem.model.keys.identity import experience_id
from kgmem.model.pattern import Pattern
from kgmem.samples import DEMO_QUERIES, shipped
from tests.contracts.learned_wordings import asked, offered, succeed, taught
from tests.contracts.pruning import a_run

Empty = Callable[[], Memory]
COUNTS = (
    "tasks",
    "experiences",
    "steps",
    "elements",
    "patterns",
    "slots",
    "replays",
    "pages",
    "apps",
    "entities",
    "facts",
    "documents",
    "chunks",
    "drafts",
    "points",
    "waiting",
)


def counts(memory: Memory) -> dict[str, Any]:
    """What the space holds in both stores."""
    memory.flush()
    found = memory.stats()
    return {name: found[name] for name in COUNTS}


def answers(memory: Memory) -> list[Any]:
    """Route and plan for what the demo asks."""
    found = [memory.recall(one.task, app=one.app) for one in DEMO_QUERIES]
    return [
        (one.route, [step.compact() for step in one.plan.steps] if one.plan else None)
        for one in found
    ]


def lines(path: Path) -> list[dict[str, Any]]:
    """All lines of an export that is not packed."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def exported_kind(memory: Memory, path: Path) -> tuple[list[dict[str, Any]], Pattern]:
    """Runs of one kind, and the pattern that is learned of them, in an export."""
    runs = [a_run(f"Buy {n} eggs", f"r{n}", won=True, value=str(n)) for n in "1234"]
    memory.learn_many(runs)
    memory.generalize()
    (pattern,) = memory.patterns()
    memory.export_to(path)
    return runs, pattern


def put(memory: Memory, label: str, **props: Any) -> None:
    """A node as a flow would leave it."""
    parts = memory._parts
    assert parts is not None
    rows = [{"key": next(iter(props.values())), "props": {"space": "default", **props}}]
    text = for_label("create_nodes", label)
    parts.engine.write(lambda tx: tx.run(text, {"rows": rows}))


def link(
    memory: Memory, source: str, start: str, kind: str, target: str, end: str
) -> None:
    """A relationship as a flow would leave it."""
    parts = memory._parts
    assert parts is not None
    rows = [{"source": start, "target": end, "props": {}}]
    text = for_relationship("create_relationships", source, kind, target)
    parts.engine.write(lambda tx: tx.run(text, {"rows": rows}))


def uid(name: str) -> str:
    """An id that is always the same."""
    return str(uuid5(NAMESPACE_URL, name))


def put_facts(memory: Memory) -> None:
    """A document whose second part states a fact, in Chinese."""
    put(memory, "Entity", entity_id=uid("e1"), name="淘宝", key="淘宝")
    put(memory, "Alias", alias_id=uid("a1"), name="Taobao", key="taobao")
    put(
        memory,
        "Fact",
        fact_id=uid("f1"),
        text="淘宝 属于 阿里巴巴",
        predicate="属于",
        object_value="阿里巴巴",
        confidence=0.9,
        recorded_at=1,
        source="手册",
        version=1,
        log=[Event("stated", 1, "手册", confidence=0.9).line()],
    )
    put(
        memory,
        "Document",
        document_id=uid("d1"),
        name="手册",
        content_hash="h",
        chunks=2,
        status="ready",
    )
    for n in (1, 2):
        put(memory, "Chunk", chunk_id=uid(f"c{n}"), n=n, text=f"第{n}段", version=1)
        link(memory, "Document", uid("d1"), "HAS_CHUNK", "Chunk", uid(f"c{n}"))
    link(memory, "Chunk", uid("c1"), "NEXT", "Chunk", uid("c2"))
    link(memory, "Chunk", uid("c2"), "STATES", "Fact", uid("f1"))
    link(memory, "Fact", uid("f1"), "SUBJECT", "Entity", uid("e1"))
    link(memory, "Alias", uid("a1"), "NAMES", "Entity", uid("e1"))


class TransferContract:
    """Subclasses give the fixtures `memory`, open and empty, and `empty`, which gives
    another empty one of the same space; `memory` may be gone then."""

    @pytest.mark.slow
    def test_an_imported_memory_answers_as_the_one_that_was_exported(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        memory.learn_many([sample.trajectory for sample in shipped()])
        memory.generalize()
        put_facts(memory)
        plan = memory.recall(DEMO_QUERIES[1].task, app=DEMO_QUERIES[1].app).plan
        assert plan is not None
        memory.report(plan, "success", feedback=1.0)
        memory.flush()
        told = memory.export_to(tmp_path / "all.jsonl.gz")
        before = counts(memory), memory.patterns(), answers(memory)

        fresh = empty()
        report = fresh.import_from(tmp_path / "all.jsonl.gz")

        after = counts(fresh), fresh.patterns(), answers(fresh)
        assert after[0] == before[0] | {"points": after[0]["points"]}
        assert after[0]["points"] == before[0]["tasks"] + 3  # a fact, two chunks
        assert after[1:] == before[1:]
        assert report.stored == told.nodes
        assert report.relationships == told.relationships
        assert fresh.doctor().ok

    def test_words_that_successes_taught_move_with_their_pattern(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        taught(memory)
        succeed(memory, offered(memory))
        memory.flush()
        memory.export_to(tmp_path / "all.jsonl")

        fresh = empty()
        fresh.import_from(tmp_path / "all.jsonl")

        assert asked(fresh, "a green ladder").route == "direct_replay"
        assert fresh.doctor().ok

    def test_a_task_that_both_know_has_the_runs_of_both(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        memory.learn(a_run("Buy milk", "r1", won=True))
        memory.learn(a_run("Buy milk", "r2"))
        memory.learn(a_run("退掉订单", "r3", won=True))
        memory.export_to(tmp_path / "x")
        fresh = empty()
        fresh.learn(a_run("Buy milk", "r2"))
        fresh.learn(a_run("Buy milk", "here", won=True))

        report = fresh.import_from(tmp_path / "x")

        (task,) = fresh.cypher(
            "MATCH (t:Task) WHERE t.space = $space AND t.text = 'Buy milk' "
            "RETURN t.runs AS runs, t.wins AS wins, t.losses AS losses, "
            "size(t.successes) AS successes, size(t.failures) AS failures"
        )
        uses = fresh.cypher(
            "MATCH (t:Task {text: 'Buy milk'})-[u:USES]->(el:UIElement) "
            "WHERE t.space = $space RETURN u.support AS support, el.tasks AS tasks"
        )
        assert task == {
            "runs": 3,
            "wins": 2,
            "losses": 1,
            "successes": 2,
            "failures": 1,
        }
        assert uses == [{"support": 3, "tasks": 2}] * 2
        assert report.recounted == 1
        assert report.existing["Task"] == 1
        # The run that both learned was recorded twice; what is here stays.
        assert fresh.stats()["steps"] == 8
        assert fresh.doctor().ok

    def test_a_second_import_changes_nothing(
        self, memory: Memory, tmp_path: Path
    ) -> None:
        memory.learn_many([a_run(f"Buy {n} eggs", f"r{n}", won=True) for n in range(9)])
        memory.generalize()
        memory.flush()
        memory.export_to(tmp_path / "x")
        before = lines(tmp_path / "x")[1:-1]  # the footer hangs on the time

        report = memory.import_from(tmp_path / "x")

        memory.export_to(tmp_path / "y")
        assert lines(tmp_path / "y")[1:-1] == before
        assert report.stored == {}
        assert report.relationships == {}

    def test_what_was_cleaned_up_here_stays_away(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        bad = memory.learn(a_run("Buy milk", "bad")).experience_id
        memory.learn(a_run("Buy milk", "good", won=True))
        memory.learn(a_run("退掉订单", "other", app="商店"))
        memory.export_to(tmp_path / "x")
        fresh = empty()
        for key in (bad, memory_id("other")):
            put(fresh, "Tombstone", tombstone_id=key, kind="experience", key=key, at=1)

        report = fresh.import_from(tmp_path / "x")

        assert report.skipped == {"Experience": 2, "Step": 4, "Task": 1}
        assert fresh.stats()["experiences"] == 1
        assert fresh.stats()["apps"] == 1
        assert fresh.recall("Buy milk", app="shop").experiences[0].outcome == "success"
        assert fresh.doctor().ok

    def test_a_pattern_that_was_forgotten_here_stays_away(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        runs, pattern = exported_kind(memory, tmp_path / "x")
        fresh = empty()
        fresh.learn_many(runs)
        fresh.generalize()
        fresh.forget(pattern_id=fresh.patterns()[0].pattern_id)
        fresh.clear("tasks")

        report = fresh.import_from(tmp_path / "x")

        assert report.skipped["Pattern"] == 1
        assert pattern.steps
        assert fresh.stats()["patterns"] == 0
        assert fresh.doctor().ok

    def test_patterns_are_not_learned_while_an_export_is_taken_up(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        _, pattern = exported_kind(memory, tmp_path / "x")
        fresh = empty()
        jobs: list[threading.Thread] = []

        def learn_beside(done: int, total: int | None) -> None:
            if not jobs:
                jobs.append(threading.Thread(target=fresh.generalize))
                jobs[0].start()
                jobs[0].join(0.5)
                assert jobs[0].is_alive()

        fresh.import_from(tmp_path / "x", progress=learn_beside)
        jobs[0].join()

        (same,) = fresh.patterns()
        assert same.slots == pattern.slots
        assert fresh.doctor().ok

    def test_runs_that_are_learned_meanwhile_are_in_it_whole_or_not_at_all(
        self, memory: Memory, empty: Empty, tmp_path: Path
    ) -> None:
        stop = threading.Event()
        memory.learn(a_run("Buy 0 eggs", "r0", won=True))

        def learn() -> None:
            n = 1
            while not stop.is_set():
                memory.learn(a_run(f"Buy {n % 7} eggs", f"r{n}", won=n % 3 > 0))
                n += 1

        other = threading.Thread(target=learn)
        other.start()
        try:
            for n in range(5):
                memory.export_to(tmp_path / f"x{n}")
        finally:
            stop.set()
            other.join()

        fresh = empty()
        for n in range(5):
            told = lines(tmp_path / f"x{n}")[1:-1]
            runs = {
                one["p"]["experience_id"]
                for one in told
                if one.get("n") == "Experience"
            }
            listed = Counter(
                name
                for one in told
                if one.get("n") == "Task"
                for name in one["p"]["successes"] + one["p"]["failures"]
            )
            steps = [one for one in told if one.get("n") == "Step"]
            assert set(listed) <= runs
            assert len(steps) == 2 * len(runs)
            fresh.import_from(tmp_path / f"x{n}")
            assert fresh.doctor().ok

    def test_what_was_cleared_is_gone_and_may_come_back(self, memory: Memory) -> None:
        runs = [a_run(f"Buy {n} eggs", f"r{n}", won=True, value=str(n)) for n in "1234"]
        memory.learn_many(runs)
        memory.generalize()
        put_facts(memory)
        other = memory.in_space("other")
        other.learn(runs[0])

        assert memory.clear("patterns") == 1
        assert memory.stats()["patterns"] == 0
        memory.generalize()
        assert memory.stats()["patterns"] == 1
        assert memory.clear("tasks") == 5  # four tasks and their pattern
        assert memory.clear("documents") == 1
        assert memory.stats()["entities"] == 1
        assert memory.clear("facts") == 1

        assert not any(counts(memory).values())
        assert other.stats()["experiences"] == 1
        assert memory.doctor().ok
        assert memory.learn(runs[0]).status == "stored"

    def test_clearing_all_leaves_nothing_of_the_space(self, memory: Memory) -> None:
        memory.learn(a_run("Buy milk", "r1", won=True))
        memory.record("Pay for it").step("click", target={"name": "Pay"})
        put(memory, "Tombstone", tombstone_id="t", kind="experience", key="t", at=1)
        put_facts(memory)

        memory.clear("all")

        memory.flush()
        rows = memory.cypher("MATCH (n) WHERE n.space = $space RETURN count(n) AS n")
        assert rows == [{"n": 0}]
        assert memory.doctor().ok


def memory_id(source: str) -> str:
    """Id of the run that was learned under this name."""
    return experience_id("default", source)


def paths(memory: Memory) -> set[tuple[Any, ...]]:
    """Task, run, outcome and acts of each run; the wire has no value that is white
    space alone."""
    rows = memory.cypher(
        "MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience) WHERE e.space = $space "
        "OPTIONAL MATCH (e)-[:HAS_STEP]->(s:Step) "
        "RETURN t.task_id AS task, e.experience_id AS run, e.outcome AS outcome, "
        "s.n AS n, s.action AS action, s.value AS value, s.target AS target"
    )
    return {
        (
            *(row[name] for name in ("task", "run", "outcome", "n", "action")),
            (row["value"] or "").strip(),
            row["target"],
        )
        for row in rows
    }
