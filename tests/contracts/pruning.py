"""What a memory promises about cleaning up on every pair of stores."""

from datetime import UTC, datetime, timedelta
from typing import Any

from kgmem import Memory
from kgmem.graph.rows import epoch_ms

Run = dict[str, Any]
NOW = datetime.now(UTC)


def a_run(
    task: str, run: str, *, won: bool = False, app: str = "shop", value: str = "x"
) -> Run:
    """A run that types a value and presses a button, which fails or not."""
    return {
        "task": task,
        "app": app,
        "outcome": "success" if won else "failure",
        "source_task_id": run,
        "steps": [
            {
                "action": "type",
                "target": {"role": "textbox", "name": "Query"},
                "value": value,
            },
            {
                "action": "click",
                "target": {"role": "button", "name": "Go"},
                "success": won,
                "error": None if won else "nothing happens",
            },
        ],
    }


def set_node(memory: Memory, label: str, key: str, **props: Any) -> None:
    """Properties of one node, as a long past would have left them."""
    name = {"Experience": "experience_id", "Pattern": "pattern_id"}[label]
    text = f"MATCH (n:{label} {{{name}: $key}}) SET n += $props"
    parts = memory._parts
    assert parts is not None
    parts.engine.write(lambda tx: tx.run(text, {"key": key, "props": props}))
    parts.patterns.changed(memory.space)


def days_ago(days: float) -> int:
    """That moment in milliseconds."""
    moment = epoch_ms(NOW - timedelta(days=days))
    assert moment is not None
    return moment


def learned_long_ago(memory: Memory, given: Run, days: float = 120) -> str:
    """Learn a run so that it looks so many days old; its id."""
    key = memory.learn(given).experience_id
    set_node(memory, "Experience", key, recorded_at=days_ago(days))
    return key


def runs_left(memory: Memory) -> set[str]:
    """Ids of the space's runs."""
    rows = memory.cypher(
        "MATCH (e:Experience) WHERE e.space = $space RETURN e.experience_id AS id"
    )
    return {row["id"] for row in rows}


class PruningContract:
    """Subclasses give a fixture `memory`, open and empty."""

    def test_a_failed_run_goes_after_90_days(self, memory: Memory) -> None:
        old = learned_long_ago(memory, a_run("Buy milk", "r1"), 91)
        young = learned_long_ago(memory, a_run("退掉订单", "r2"), 89)

        report = memory.prune()

        assert runs_left(memory) == {young}
        assert [item.id for item in report.gone] == [old]
        assert report.gone[0].text == "Buy milk"
        assert report.gone[0].reason == "0 of 1 succeeded, unused for 91 days"
        assert (report.experiences, report.patterns, report.kept) == (1, 0, 0)

    def test_what_went_warns_of_nothing_any_more(self, memory: Memory) -> None:
        given = a_run("Buy milk", "r1")
        learned_long_ago(memory, given)
        learned_long_ago(memory, a_run("Buy milk", "r2"))
        step = given["steps"][-1]
        before = memory.risk(step, task="Buy milk", app="shop")

        memory.prune()

        assert before is not None
        assert memory.risk(step, task="Buy milk", app="shop") is None

    def test_a_dry_run_tells_the_same_and_changes_nothing(self, memory: Memory) -> None:
        learned_long_ago(memory, a_run("Buy milk", "r1"))
        learned_long_ago(memory, a_run("Buy bread", "r2"))
        memory.learn(a_run("Buy bread", "r3", won=True))
        before = runs_left(memory)

        told = memory.prune(dry_run=True)
        untouched = runs_left(memory)
        done = memory.prune()

        assert untouched == before
        assert (told.dry_run, done.dry_run) == (True, False)
        assert told.gone == done.gone
        assert told.spared == done.spared
        assert (told.experiences, told.kept) == (done.experiences, done.kept) == (1, 1)

    def test_a_success_and_a_run_without_outcome_stay(self, memory: Memory) -> None:
        won = learned_long_ago(memory, a_run("Buy milk", "r1", won=True), 900)
        unknown = a_run("Buy bread", "r2") | {"outcome": "unknown"}
        open_end = learned_long_ago(memory, unknown, 900)

        report = memory.prune()

        assert runs_left(memory) == {won, open_end}
        assert report.experiences == 0

    def test_replays_count_as_outcomes_and_as_uses(self, memory: Memory) -> None:
        bad, used, even = (
            learned_long_ago(memory, a_run(f"Buy {what}", what, won=True))
            for what in ("milk", "bread", "salt")
        )
        set_node(memory, "Experience", bad, losses=2, last_used_at=days_ago(100))
        set_node(memory, "Experience", used, losses=2, last_used_at=days_ago(5))
        set_node(memory, "Experience", even, losses=1, last_used_at=days_ago(100))

        report = memory.prune()

        assert runs_left(memory) == {used, even}
        assert report.gone[0].reason == "1 of 3 succeeded, unused for 100 days"

    def test_a_failed_run_stays_while_its_task_succeeds(self, memory: Memory) -> None:
        warning = learned_long_ago(memory, a_run("提交订单", "r1"))
        memory.learn(a_run("提交订单", "r2", won=True))

        report = memory.prune()

        assert warning in runs_left(memory)
        assert [item.id for item in report.spared] == [warning]
        assert "warns" in report.spared[0].reason

    def test_a_failed_run_stays_while_its_pattern_wins(self, memory: Memory) -> None:
        for n, item in enumerate(("red shoes", "a blue lamp", "green tea")):
            task = f"Search for {item}"
            memory.learn(a_run(task, f"won-{n}", won=True, value=item))
        memory.generalize()
        kind = a_run("Search for an old radio", "r1", value="an old radio")
        warning = learned_long_ago(memory, kind)
        stranger = learned_long_ago(memory, a_run("Delete my account", "r2"))

        report = memory.prune()

        assert warning in runs_left(memory)
        assert stranger not in runs_left(memory)
        assert "pattern" in report.spared[0].reason

    def test_what_went_is_not_learned_again(self, memory: Memory) -> None:
        given = a_run("Buy milk", "r1")
        key = learned_long_ago(memory, given)
        memory.prune()

        again = memory.learn(given)
        batch = memory.learn_many([given, a_run("Buy milk", "another run")])

        assert (again.status, again.experience_id) == ("duplicate", key)
        assert (batch.stored, batch.duplicates) == (1, 1)
        assert key not in runs_left(memory)
        assert memory.doctor().ok

    def test_another_space_is_left_alone(self, memory: Memory) -> None:
        other = memory.in_space("另一个")
        key = learned_long_ago(other, a_run("Buy milk", "r1"))
        learned_long_ago(memory, a_run("Buy milk", "r1"))

        report = memory.prune()

        assert report.experiences == 1
        assert runs_left(other) == {key}
        assert other.learn(a_run("Buy milk", "r1")).status == "duplicate"
        other.forget(experience_id=key)
        assert other.learn(a_run("Buy milk", "r1")).status == "stored"

    def test_an_unreliable_pattern_goes_for_good(self, memory: Memory) -> None:
        runs = search_runs(memory)
        [pattern] = memory.patterns()
        outdated(memory, pattern.pattern_id, wins=3, losses=4)

        report = memory.prune()
        memory.generalize()

        assert report.patterns == 1
        assert report.gone[0].text == pattern.template
        assert report.gone[0].reason == "3 of 7 succeeded, unused for 100 days"
        stored = memory.cypher("MATCH (p:Pattern) RETURN p.pattern_id AS id")
        assert pattern.pattern_id not in {row["id"] for row in stored}
        assert pattern.template not in {p.template for p in stored_patterns(memory)}
        assert runs_left(memory) == set(runs)

    def test_a_pattern_with_few_outcomes_stays(self, memory: Memory) -> None:
        search_runs(memory)
        [pattern] = memory.patterns()
        outdated(memory, pattern.pattern_id, wins=0, losses=2)

        report = memory.prune()

        assert (report.patterns, report.kept) == (0, 0)

    def test_a_pattern_whose_tasks_are_still_done_stays(self, memory: Memory) -> None:
        search_runs(memory)
        [pattern] = memory.patterns()
        memory.learn(a_run("Search for rice", "new", won=True, value="rice"))
        outdated(memory, pattern.pattern_id, wins=3, losses=4)

        report = memory.prune()

        assert (report.patterns, report.kept) == (0, 1)
        assert [p.pattern_id for p in memory.patterns()] == [pattern.pattern_id]


def search_runs(memory: Memory) -> list[str]:
    """Three old runs of one kind, generalized; their ids."""
    runs = [
        learned_long_ago(memory, a_run(f"Search for {x}", x, won=True, value=x))
        for x in ("red shoes", "a blue lamp", "green tea")
    ]
    memory.generalize()
    return runs


def outdated(memory: Memory, pattern_id: str, *, wins: int, losses: int) -> None:
    """Let a pattern look as if it was last used 100 days ago."""
    used = {"created_at": days_ago(200), "last_used_at": days_ago(100)}
    set_node(memory, "Pattern", pattern_id, wins=wins, losses=losses, **used)


def stored_patterns(memory: Memory) -> list[Any]:
    """Patterns that stand in the graph."""
    parts = memory._parts
    assert parts is not None
    return list(parts.generalize.store.load(memory.space))
