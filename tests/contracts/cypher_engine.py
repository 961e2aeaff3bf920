"""What every CypherEngine must do; a backend's test class inherits it and gives the
fixture `engine`: open, and holding nothing."""

import math
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from kgmem.errors import GraphUnavailable, InvalidInput, MemoryClosed
from kgmem.ports import CypherEngine, SchemaItem, Transaction

TASK_KEY = SchemaItem("unique", "task_key", "Task", ("task_id",))
STEP_KEY = SchemaItem("unique", "step_key", "Step", ("step_id",))
TASK_SPACE = SchemaItem("index", "task_space", "Task", ("space",))
TASK_PAIR = SchemaItem("index", "task_pair", "Task", ("app", "intent"))
ITEMS = (TASK_KEY, STEP_KEY, TASK_SPACE, TASK_PAIR)
RELATIONSHIPS = ("NEXT", "HAS_STEP")

VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**53 + 1,
    2**63 - 1,
    -(2**63),
    0.1,
    -1.5e300,
    5e-324,
    "",
    "在淘宝搜索「无线鼠标」",
    "😀 e\u0301 \u200d ‮",
    "tab\tnew\nline\r\n nul-free \x01\x1f",
    "quotes \" ' ` \\ and $param {map: 1} [list] // comment /* c */ ;",
    r"^(?:\d{1,3}\.){3}\d+$ [^a-z]*? \u0041",
    "x" * 100_000,
    [],
    ["a", "在", ""],
    [1, 2, 3],
    [0.5, -0.25],
    [True, False],
)
NESTED: tuple[Any, ...] = (
    {},
    {"a": 1, "b": [1, {"c": None, "在": [[], {}]}]},
    [[1, 2], [], [["deep"]]],
    [{"k": 1}, {"k": None}],
    [1, "mixed", None, 2.5, True],
    {"@type": "button", "$x": 1, "a.b": 2},
)


def run(engine: CypherEngine, query: str, **params: Any) -> list[dict[str, Any]]:
    """One statement in a transaction of its own."""
    return engine.write(lambda tx: tx.run(query, params))


def count(engine: CypherEngine) -> int:
    [row] = engine.read("MATCH (t:Task) RETURN count(t) AS n")
    return int(row["n"])


class CypherEngineContract:
    @pytest.fixture
    def ready(self, engine: CypherEngine) -> CypherEngine:
        """The engine with ITEMS created."""
        engine.ensure_schema(ITEMS, RELATIONSHIPS)
        return engine

    # Values -----------------------------------------------------------------------

    @pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:20])
    def test_a_stored_value_comes_back_equal_and_of_its_type(
        self, ready: CypherEngine, value: Any
    ) -> None:
        run(ready, "CREATE (:Task {task_id: 'a', value: $value})", value=value)

        [row] = ready.read("MATCH (t:Task {task_id: 'a'}) RETURN t.value AS value")

        assert row == {"value": value}
        assert type(row["value"]) is type(value)

    def test_maps_can_be_made_of_properties(self, ready: CypherEngine) -> None:
        run(ready, "CREATE (:Task {task_id: 'a', space: 's', tags: ['x']})")

        rows = ready.read(
            "MATCH (t:Task) RETURN t {.task_id, .tags, .none} AS one, "
            "collect(t {.space}) AS many"
        )

        assert rows == [
            {
                "one": {"task_id": "a", "tags": ["x"], "none": None},
                "many": [{"space": "s"}],
            }
        ]

    def test_times_come_back_as_iso_text(self, engine: CypherEngine) -> None:
        [row] = engine.read("RETURN date('2026-01-31') AS day")

        assert row == {"day": "2026-01-31"}

    def test_infinities_survive(self, engine: CypherEngine) -> None:
        values = [math.inf, -math.inf]

        assert engine.read("RETURN $v AS v", {"v": values}) == [{"v": values}]

    def test_setting_null_removes_the_property(self, ready: CypherEngine) -> None:
        run(ready, "CREATE (:Task {task_id: 'a', n: 1})")

        run(ready, "MATCH (t:Task) SET t += $props", props={"n": None, "m": 2})

        rows = ready.read("MATCH (t:Task) RETURN properties(t) AS t")
        assert rows == [{"t": {"task_id": "a", "m": 2}}]

    @pytest.mark.parametrize("value", [2**63, -(2**70), [2**64], {"a": 2**64}])
    def test_integers_beyond_64_bits_are_refused(
        self, engine: CypherEngine, value: Any
    ) -> None:
        with pytest.raises(InvalidInput):
            engine.read("RETURN $value AS value", {"value": value})

    def test_a_parameter_of_no_type_is_refused(self, engine: CypherEngine) -> None:
        with pytest.raises(InvalidInput, match="object"):
            engine.read("RETURN $value AS value", {"value": object()})

    # Queries ----------------------------------------------------------------------

    @pytest.mark.parametrize(
        "query",
        [
            "",
            "MATCH (n RETURN n",
            "RETURN unknown_variable",
            "RETURN no_such_function(1) AS x",
            "RETURN $missing AS x",
            "RETURN 1/0 AS x",
        ],
    )
    def test_a_wrong_query_is_invalid_input(
        self, engine: CypherEngine, query: str
    ) -> None:
        with pytest.raises(InvalidInput):
            engine.read(query)
        with pytest.raises(InvalidInput):
            engine.write(lambda tx: tx.run(query))

    def test_a_read_refuses_to_write(self, ready: CypherEngine) -> None:
        with pytest.raises(InvalidInput):
            ready.read("CREATE (t:Task {task_id: 'a'}) RETURN t.task_id AS id")

        assert count(ready) == 0

    # Transactions -----------------------------------------------------------------

    def test_a_transaction_sees_its_own_writes(self, ready: CypherEngine) -> None:
        def work(tx: Transaction) -> list[dict[str, Any]]:
            tx.run("CREATE (:Task {task_id: 'a', n: 1})")
            return tx.run("MATCH (t:Task {task_id: 'a'}) RETURN t.n AS n")

        assert ready.write(work) == [{"n": 1}]

    def test_others_see_nothing_before_the_commit(self, ready: CypherEngine) -> None:
        def work(tx: Transaction) -> int:
            tx.run("CREATE (:Task {task_id: 'a'})")
            with ThreadPoolExecutor(1) as another:
                return another.submit(count, ready).result()

        assert ready.write(work) == 0
        assert count(ready) == 1

    def test_an_exception_rolls_back_and_passes_on(self, ready: CypherEngine) -> None:
        mine = KeyError("mine")

        def work(tx: Transaction) -> None:
            tx.run("CREATE (:Task {task_id: 'a'})")
            raise mine

        with pytest.raises(KeyError) as caught:
            ready.write(work)

        assert caught.value is mine
        assert count(ready) == 0

    def test_an_interrupt_rolls_back_too(self, ready: CypherEngine) -> None:
        def work(tx: Transaction) -> None:
            tx.run("CREATE (:Task {task_id: 'a'})")
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            ready.write(work)

        assert count(ready) == 0
        run(ready, "CREATE (:Task {task_id: 'b'})")
        assert count(ready) == 1

    @pytest.mark.parametrize("swallow", [True, False])
    def test_a_failed_statement_fails_the_whole(
        self, ready: CypherEngine, swallow: bool
    ) -> None:
        def work(tx: Transaction) -> None:
            tx.run("CREATE (:Task {task_id: 'a'})")
            with suppress(*[InvalidInput] if swallow else []):
                tx.run("MATCH (n RETURN n")

        with pytest.raises((InvalidInput, GraphUnavailable)):
            ready.write(work)

        assert count(ready) == 0

    def test_a_second_node_of_one_key_is_refused(self, ready: CypherEngine) -> None:
        run(ready, "CREATE (:Task {task_id: 'a', n: 1})")

        with pytest.raises(InvalidInput, match="a"):
            run(ready, "CREATE (:Task {task_id: 'a', n: 2})")

        assert ready.read("MATCH (t:Task) RETURN t.n AS n") == [{"n": 1}]

    def test_merge_twice_makes_one_node_and_one_edge(self, ready: CypherEngine) -> None:
        query = (
            "UNWIND $rows AS row "
            "MERGE (t:Task {task_id: row.id}) "
            "ON CREATE SET t.made = row.n ON MATCH SET t.seen = row.n "
            "MERGE (s:Step {step_id: row.id}) "
            "MERGE (t)-[r:HAS_STEP]->(s) SET r.n = row.n"
        )
        rows = [{"id": f"t{n % 5}", "n": n} for n in range(10)]

        run(ready, query, rows=rows[:5])
        run(ready, query, rows=rows[5:])

        assert ready.read(
            "MATCH (t:Task)-[r:HAS_STEP]->(s:Step) "
            "RETURN t.made AS made, t.seen AS seen, r.n AS n ORDER BY made"
        ) == [{"made": n, "seen": n + 5, "n": n + 5} for n in range(5)]

    def test_a_batch_of_thousands(self, ready: CypherEngine) -> None:
        rows = [{"task_id": f"在{n}", "tags": ["a"], "n": n} for n in range(2500)]

        run(ready, "UNWIND $rows AS row CREATE (t:Task) SET t += row", rows=rows)

        assert count(ready) == 2500
        found = ready.read(
            "UNWIND $ids AS id MATCH (t:Task {task_id: id}) RETURN t.n AS n",
            {"ids": ["在7", "在2499", "gone"]},
        )
        assert sorted(row["n"] for row in found) == [7, 2499]

    # Threads ----------------------------------------------------------------------

    def test_writers_in_each_others_way_both_succeed(self, ready: CypherEngine) -> None:
        run(ready, "CREATE (:Task {task_id: 'a', n: 0}), (:Task {task_id: 'b', n: 0})")
        both_hold_one = threading.Barrier(2)

        def take(*ids: str) -> None:
            def work(tx: Transaction) -> None:
                for task_id in ids:
                    tx.run(
                        "MATCH (t:Task {task_id: $id}) SET t.n = t.n + 1",
                        {"id": task_id},
                    )
                    with suppress(threading.BrokenBarrierError):
                        both_hold_one.wait(timeout=0.3)

            ready.write(work)

        self.in_threads(2, lambda n: take("a", "b") if n else take("b", "a"))

        assert ready.read("MATCH (t:Task) RETURN t.n AS n") == [{"n": 2}, {"n": 2}]

    def test_one_key_merged_in_threads_is_one_node(self, ready: CypherEngine) -> None:
        self.in_threads(
            6, lambda n: run(ready, "MERGE (t:Task {task_id: 'a'}) SET t.n = $n", n=n)
        )

        assert count(ready) == 1

    def test_reads_go_on_while_others_write(self, ready: CypherEngine) -> None:
        done = threading.Event()

        def write(worker: int) -> None:
            for n in range(40):
                run(ready, "MERGE (:Task {task_id: $i})", i=f"t{n % 10}")
                run(ready, "MATCH (t:Task {task_id: $i}) DELETE t", i=f"t{n % 7}")
            done.set()

        def read(worker: int) -> None:
            while not done.is_set():
                ready.read("MATCH (t:Task) RETURN t.task_id AS id, t.n AS n")

        self.in_threads(6, lambda n: read(n) if n % 2 else write(n))

    @staticmethod
    def in_threads(workers: int, work: Callable[[int], Any]) -> None:
        """Run `work(0)`, `work(1)`, … at once; the first error is raised."""
        with ThreadPoolExecutor(workers) as pool:
            for future in [pool.submit(work, n) for n in range(workers)]:
                future.result()

    # Schema -----------------------------------------------------------------------

    def test_the_schema_is_what_was_asked_for(self, engine: CypherEngine) -> None:
        assert engine.schema() == set()

        engine.ensure_schema(ITEMS, RELATIONSHIPS)

        assert engine.schema() == {
            (item.kind, item.label, item.properties) for item in ITEMS
        }

    def test_an_index_finds_what_was_before_it(self, engine: CypherEngine) -> None:
        engine.ensure_schema([TASK_KEY], ())
        run(engine, "UNWIND range(1, 50) AS n CREATE (:Task {task_id: 't' + n, n: n})")

        by_n = SchemaItem("index", "task_n", "Task", ("space",))
        run(engine, "MATCH (t:Task) WHERE t.n < 10 SET t.space = 's'")
        engine.ensure_schema([by_n], ())

        [row] = engine.read("MATCH (t:Task {space: 's'}) RETURN count(t) AS n")
        assert row == {"n": 9}

    # Life -------------------------------------------------------------------------

    def test_closing_twice_is_fine_and_use_is_not(self, ready: CypherEngine) -> None:
        ready.close()
        ready.close()

        with pytest.raises(MemoryClosed):
            ready.read("RETURN 1 AS one")
        with pytest.raises(MemoryClosed):
            run(ready, "CREATE (:Task {task_id: 'a'})")
