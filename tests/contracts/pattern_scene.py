"""Runs, their patterns and a graph to put them in: what the patterns' contracts
stand on."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import NAMESPACE_URL, uuid5

import pytest

from kgmem.graph.patterns.joining import Joining
from kgmem.graph.patterns.learned import NewWording, learned_text, with_wording
from kgmem.graph.patterns.locked import Instances
from kgmem.graph.patterns.store import PatternStore
from kgmem.graph.query_files import query
from kgmem.graph.rows import RunToStore, rows_of
from kgmem.graph.runs.forget import forget
from kgmem.graph.store import GraphStore
from kgmem.model.experience import Stats, decayed_lower_bound
from kgmem.model.pattern import (
    Membership,
    Pattern,
    PatternStep,
    Slot,
)
from kgmem.model.trajectory import Element, Page, Step, Trajectory
from kgmem.ports import CypherEngine, Params, Row, Transaction

T = TypeVar("T")
SPACE = "租户"
NOW = datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)
SEARCH = Element(role="textbox", name="Search")
GO = Element(role="button", name="Go")


def uid(name: str) -> str:
    return str(uuid5(NAMESPACE_URL, name))


def a_run(
    what: str,
    number: int = 1,
    *,
    app: str | None = "shop",
    space: str = SPACE,
    text: str = "",
    steps: Sequence[Step] | None = None,
    outcome: str = "success",
) -> RunToStore:
    """A search for `what`: open, type it, go."""
    if steps is None:
        page = Page(url="https://shop.example/", title="Shop")
        steps = (
            Step(action="click", target=SEARCH, page_before=page),
            Step(action="type", target=SEARCH, value=what, page_before=page),
            Step(action="click", target=GO, page_before=page, page_after=page),
        )
    trajectory = Trajectory(
        task=text or f"Search for {what} now",
        app=app,
        steps=tuple(steps),
        outcome=outcome,  # type: ignore[arg-type]
    )
    when = NOW + timedelta(minutes=number)
    return RunToStore(space, trajectory, f"{app}/{what}/{number}", when)


def a_slot(pattern_id: str, name: str, *examples: str, **fields: Any) -> Slot:
    key = str(uuid5(NAMESPACE_URL, f"{pattern_id}/{name}"))
    return Slot(slot_id=key, name=name, kind="text", examples=examples, **fields)


STEPS = (
    PatternStep(n=1, action="click", target=SEARCH, support=1),
    PatternStep(n=2, action="type", target=SEARCH, value="{what}", slots=("what",)),
    PatternStep(n=3, action="click", target=GO),
)


def a_pattern(
    runs: Sequence[RunToStore], kind: str = "search", **fields: Any
) -> Pattern:
    """The pattern of `a_run`s, each a task of its own."""
    key = uid(kind)
    said = [run.trajectory.steps[1].value or "" for run in runs]
    given = {
        "pattern_id": key,
        "name": "Search for {what} now",
        "template": "Search for {what} now",
        "app": runs[0].trajectory.app,
        "support": len(runs),
        "slots": (a_slot(key, "what", *said[:5]),),
        "steps": STEPS,
        "stats": won(len(runs)),
        "members": tuple(sorted({run.task_id for run in runs})),
        "success_cases": tuple(
            run.experience_id for run in sorted(runs, key=lambda run: run.task_id)
        ),
        "memberships": {
            run.task_id: Membership(bindings={"what": value}, app=run.trajectory.app)
            for run, value in zip(runs, said, strict=True)
        },
        **fields,
    }
    return Pattern(**given)


def won(times: int, **fields: Any) -> Stats:
    bound = decayed_lower_bound(times, fields.get("losses", 0))
    return Stats(wins=times, lower_bound=bound, **fields)


def all_instances(runs: Sequence[RunToStore]) -> dict[str, tuple[int | None, ...]]:
    """Each step of each run is an instance of the step of its number."""
    return {
        run.experience_id: tuple(range(1, len(run.trajectory.steps) + 1))
        for run in runs
    }


def every_string(engine: CypherEngine) -> str:
    """All text that stands in any property of any node or relationship."""
    nodes = engine.read("MATCH (n) RETURN properties(n) AS p")
    edges = engine.read("MATCH ()-[r]->() RETURN properties(r) AS p")
    return "\n".join(str(row["p"]) for row in nodes + edges)


class Stopped(Exception):
    """A job that dies."""


class DyingEngine:
    """An engine whose writer dies at its statement number `last`."""

    def __init__(self, engine: CypherEngine, last: int) -> None:
        self._engine, self._left = engine, last

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def write(self, work: Callable[[Transaction], T]) -> T:
        return self._engine.write(lambda tx: work(_DyingTransaction(self, tx)))

    def count(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Stopped


class _DyingTransaction:
    def __init__(self, engine: DyingEngine, tx: Transaction) -> None:
        self._engine, self._tx = engine, tx

    def run(self, query: str, params: Params | None = None) -> list[Row]:
        self._engine.count()
        return self._tx.run(query, params)


class Scene:
    """A graph with its two stores, and the short words of these tests."""

    def __init__(self, engine: CypherEngine) -> None:
        self.engine = engine
        self.graph = GraphStore(engine)
        self.patterns = PatternStore(self.graph)

    def learn(self, *runs: RunToStore) -> list[RunToStore]:
        self.graph.write_runs([rows_of(run) for run in runs])
        return list(runs)

    def considered(self, space: str = SPACE) -> dict[str, str | None]:
        apps = self.patterns.apps(space)
        ids = [key for app in apps for key in self.patterns.tasks_of(space, app)]
        return {row.task_id: row.claimed for row in self.patterns.tasks(space, ids)}

    def write(
        self,
        *patterns: Pattern,
        runs: Sequence[RunToStore] = (),
        retired: Sequence[str] = (),
        considered: Mapping[str, str | None] | None = None,
        at: int = 1_000,
        space: str = SPACE,
        **options: Any,
    ) -> list[str]:
        """Write patterns, all steps of their members' `runs` being instances."""
        instances = {
            pattern.pattern_id: all_instances(
                [run for run in runs if run.task_id in pattern.members]
            )
            for pattern in patterns
        }
        if considered is None:
            considered = self.considered(space)
        return self.patterns.write(
            space, patterns, instances, retired, considered, at=at, **options
        )

    def join(
        self,
        space: str,
        pattern_id: str,
        task_id: str,
        membership: Membership,
        instances: Instances,
        *,
        version: int | None = None,
    ) -> bool:
        """Let one task join a pattern."""
        one = Joining(pattern_id, task_id, membership, instances, version)
        return self.patterns.join(space, [one])[0]

    def teach(self, pattern_id: str, template: str, task_id: str) -> None:
        """Let a success of a plan teach the pattern a wording."""
        text = learned_text(with_wording((), NewWording(template), task_id))
        props = {"pattern_id": pattern_id, "props": {"learned": text}}
        self.engine.write(lambda tx: tx.run(query("set_pattern"), props))

    def one(self) -> Pattern:
        """The only pattern."""
        (pattern,) = self.all()
        return pattern

    def all(self, *, members: bool = True) -> list[Pattern]:
        """All patterns, but for the moments at which they were written and what their
        runs tell of themselves."""
        found = self.patterns.load(SPACE, members=members)
        assert all(one.updated_at is not None for one in found)
        told: dict[str, object] = {
            "updated_at": None,
            "created_at": None,
            "sources": (),
        }
        return [one.model_copy(update=told) for one in found]

    def forget(self, run: RunToStore) -> None:
        """Forget a run's whole task."""
        forget(self.graph, SPACE, run.task_id, None)

    def count(self, what: str) -> int:
        """How many matches a pattern of Cypher has."""
        (row,) = self.engine.read(f"MATCH {what} RETURN count(*) AS n")
        return int(row["n"])

    def is_sound(self) -> bool:
        """Nothing lacks a part, no task is in two patterns, nothing hangs loose."""
        owned = self.count("(:Pattern)-[:HAS_STEP]->(:PatternStep)")
        slots = self.count("(:Pattern)-[:HAS_SLOT]->(:Slot)")
        return (
            not list(self.graph.wrong("incomplete_patterns"))
            and owned == self.count("(:PatternStep)")
            and slots == self.count("(:Slot)")
            and self.count("(:Pattern)-[:GENERALIZES]->(:Task)")
            == len({key for p in self.patterns.load(SPACE) for key in p.members})
            and self.count("(t:Task)-[:BINDS]->(:Slot)<-[:HAS_SLOT]-(p:Pattern)")
            == self.count(
                "(t:Task)-[:BINDS]->(:Slot)<-[:HAS_SLOT]-(p:Pattern)-[:GENERALIZES]->(t)"
            )
        )


class WithScene:
    """A subclass's subclass gives the fixture `engine`: open, with the schema, and
    holding nothing."""

    @pytest.fixture
    def scene(self, engine: CypherEngine) -> Scene:
        return Scene(engine)
