"""What a PatternStore promises on every engine; a test class inherits it and gives the
fixture `engine`: open, with the schema, and holding nothing."""

import random
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import NAMESPACE_URL, uuid5

import pytest

from kgmem.errors import InvalidInput
from kgmem.graph.forget import forget
from kgmem.graph.patterns import PatternStore
from kgmem.graph.rows import Run, rows_of
from kgmem.graph.store import GraphStore
from kgmem.model.experience import Stats, decayed_lower_bound
from kgmem.model.pattern import Expectation, Membership, Pattern, PatternStep, Slot
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
) -> Run:
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
    return Run(space, trajectory, f"{app}/{what}/{number}", when)


def a_slot(pattern_id: str, name: str, *examples: str, **fields: Any) -> Slot:
    key = str(uuid5(NAMESPACE_URL, f"{pattern_id}/{name}"))
    return Slot(slot_id=key, name=name, kind="text", examples=examples, **fields)


STEPS = (
    PatternStep(n=1, action="click", target=SEARCH, support=1),
    PatternStep(n=2, action="type", target=SEARCH, value="{what}", slots=("what",)),
    PatternStep(n=3, action="click", target=GO),
)


def a_pattern(runs: Sequence[Run], kind: str = "search", **fields: Any) -> Pattern:
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


def all_instances(runs: Sequence[Run]) -> dict[str, tuple[int | None, ...]]:
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

    def learn(self, *runs: Run) -> list[Run]:
        self.graph.write_runs([rows_of(run) for run in runs])
        return list(runs)

    def considered(self, space: str = SPACE) -> dict[str, str | None]:
        apps = self.patterns.apps(space)
        rows = [row for app in apps for row in self.patterns.tasks_of(space, app)]
        return {row.task_id: row.claimed for row in rows}

    def write(
        self,
        *patterns: Pattern,
        runs: Sequence[Run] = (),
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

    def one(self) -> Pattern:
        (pattern,) = self.patterns.load(SPACE)
        return pattern

    def forget(self, run: Run) -> None:
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
            self.patterns.incomplete() == []
            and owned == self.count("(:PatternStep)")
            and slots == self.count("(:Slot)")
            and self.count("(:Pattern)-[:GENERALIZES]->(:Task)")
            == len({key for p in self.patterns.load(SPACE) for key in p.members})
            and self.count("(t:Task)-[:BINDS]->(:Slot)<-[:HAS_SLOT]-(p:Pattern)")
            == self.count(
                "(t:Task)-[:BINDS]->(:Slot)<-[:HAS_SLOT]-(p:Pattern)-[:GENERALIZES]->(t)"
            )
        )


class PatternContract:
    @pytest.fixture
    def scene(self, engine: CypherEngine) -> Scene:
        return Scene(engine)

    # tasks ------------------------------------------------------------------------

    def test_tasks_wait_until_a_job_has_looked_at_them(self, scene: Scene) -> None:
        scene.learn(a_run("milk"), a_run("bread"), a_run("米", app="淘宝"))
        scene.learn(a_run("rain", app=None))
        before = scene.patterns.dirty_apps(SPACE)

        scene.write()

        assert before == {"shop": 2, "淘宝": 1, None: 1}
        assert scene.patterns.dirty_apps(SPACE) == {}
        assert scene.patterns.apps(SPACE) == before

    def test_a_task_waits_again_when_a_run_comes_or_goes(self, scene: Scene) -> None:
        first, _ = scene.learn(a_run("milk"), a_run("bread"))
        scene.write()

        scene.learn(a_run("milk", 2))
        after_a_run = scene.patterns.dirty_apps(SPACE)
        scene.write()
        forget(scene.graph, SPACE, None, first.experience_id)

        assert after_a_run == {"shop": 1}
        assert scene.patterns.loose(SPACE, 9) == [first.task_id]

    def test_what_changed_while_the_job_ran_waits_for_the_next(
        self, scene: Scene
    ) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        read = scene.considered()
        scene.learn(a_run("milk", 2))

        scene.write(a_pattern([milk, bread]), runs=[milk, bread], considered=read, at=7)

        assert scene.patterns.loose(SPACE, 9) == [milk.task_id]
        jobs = scene.engine.read("MATCH (t:Task) RETURN t.job AS job, t.text AS text")
        assert {row["text"]: row["job"] for row in jobs} == {
            "Search for milk now": None,
            "Search for bread now": 7,
        }

    def test_tasks_are_read_in_pages_by_the_spelling_of_their_app(
        self, scene: Scene
    ) -> None:
        runs = [a_run(f"item {n}") for n in range(5)]
        scene.learn(*runs, a_run("other", app="SHOP"), a_run("none", app=None))

        pages = []
        after = ""
        while rows := scene.patterns.tasks_of(SPACE, "shop", after, 2):
            pages.append([row.task_id for row in rows])
            after = rows[-1].task_id

        assert [len(page) for page in pages] == [2, 2, 1]
        assert [key for page in pages for key in page] == sorted(
            run.task_id for run in runs
        )
        assert len(scene.patterns.tasks_of(SPACE, "SHOP")) == 1
        assert [row.text for row in scene.patterns.tasks_of(SPACE, None)] == [
            "Search for none now"
        ]

    def test_a_task_comes_with_its_newest_successes_alone(self, scene: Scene) -> None:
        runs = [a_run("milk", n) for n in range(1, 6)]
        scene.learn(*runs, a_run("milk", 9, outcome="failure"))

        (row,) = scene.patterns.tasks(SPACE, [runs[0].task_id])

        assert row.text == "Search for milk now"
        assert [key for key, _ in row.runs] == [
            run.experience_id for run in reversed(runs[2:])
        ]

    def test_a_path_is_without_failed_steps_and_page_elements(
        self, scene: Scene
    ) -> None:
        page = Page(url="https://shop.example/", elements=(SEARCH, GO))
        steps = (
            Step(action="click", target=GO, success=False, error="gone"),
            Step(action="type", target=SEARCH, value="milk", page_before=page),
        )
        (run,) = scene.learn(a_run("milk", steps=steps))

        (row,) = scene.patterns.tasks(SPACE, [run.task_id])

        ((_, path),) = row.runs
        bare = page.model_copy(update={"elements": ()})
        assert path == (steps[1].model_copy(update={"page_before": bare}),)

    def test_a_wording_without_steps_has_no_runs(self, scene: Scene) -> None:
        (run,) = scene.learn(a_run("milk", steps=(), outcome="unknown"))

        (row,) = scene.patterns.tasks(SPACE, [run.task_id])

        assert row.runs == ()

    # there and back ---------------------------------------------------------------

    def test_a_pattern_comes_back_as_it_was_written(self, scene: Scene) -> None:
        texts = ["在「淘宝」搜索{牛奶}和米", "to basket: 茶, tea; {x}"]
        runs = [
            a_run("牛奶", app="淘宝", text=texts[0]),
            a_run("tea", app="京东", text=texts[1]),
        ]
        scene.learn(*runs)
        key = uid("full")
        pattern = Pattern(
            pattern_id=key,
            name="在{app}搜索",
            template="在「{app}」搜索{商品}",
            wordings=("to basket: {商品}; {{x}}",),
            app=None,
            version=3,
            status="experimental",
            support=2,
            slots=(
                a_slot(key, "商品", "{牛奶}", "茶", is_list=True, transform="title"),
                a_slot(key, "app", "淘宝"),
                a_slot(key, "密码", sensitive=True),
            ),
            steps=(
                PatternStep(
                    n=1,
                    action="type",
                    target=Element(
                        role="textbox", name="{商品|lower}", container=("行 {app}",)
                    ),
                    value='{商品} "quoted" \\ {{brace}} 😀',
                    params={"clear": True, "nested": {"k": [1, 2.5, None, "{app}"]}},
                    slots=("商品", "app"),
                    need="alternative",
                    branch="1.a",
                    repeat_for="商品",
                    until=Expectation(texts=("完", "{app}"), elements=(GO,)),
                    expect=Expectation(url_template="shop.example/{n}"),
                    support=2,
                    irreversible=True,
                ),
                PatternStep(n=2, action="wait", need="optional"),
            ),
            stats=won(3, uses=5, losses=2, ema=0.5, feedback=0.25, last_used_at=NOW),
            app_stats={"淘宝": won(2), "京东": won(1, losses=1)},
            members=tuple(sorted(run.task_id for run in runs)),
            success_cases=(runs[0].experience_id,),
            memberships={
                runs[0].task_id: Membership(
                    bindings={"app": "淘宝", "商品": ["{牛奶}", "米"]},
                    separators={"商品": ("和",)},
                    app="淘宝",
                ),
                runs[1].task_id: Membership(
                    bindings={"商品": ["茶", "tea"]}, wording=1, app="京东"
                ),
            },
        )

        scene.write(pattern)

        back = scene.one()
        assert back == pattern
        assert [back.fill(back.bindings(run.task_id)) for run in runs] == texts

    def test_an_empty_list_is_not_an_empty_value(self, scene: Scene) -> None:
        runs = scene.learn(a_run("none"), a_run(""))
        bound = {
            runs[0].task_id: Membership(bindings={"what": []}),
            runs[1].task_id: Membership(bindings={"what": ""}),
        }

        scene.write(a_pattern(runs, memberships=bound))

        assert scene.one().memberships == bound

    def test_a_member_whose_words_are_not_told_is_one(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        told = a_pattern(runs[:1]).memberships

        scene.write(a_pattern(runs, memberships=told))

        assert set(scene.one().members) == {run.task_id for run in runs}
        assert scene.one().memberships == told

    def test_the_path_is_drawn_from_the_runs(self, scene: Scene) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        pattern = a_pattern([milk, bread])

        scene.patterns.write(
            SPACE,
            [pattern],
            {
                pattern.pattern_id: {
                    milk.experience_id: (1, 2, 3),
                    bread.experience_id: (None, 2, 3),
                }
            },
            [],
            {},
            at=1,
        )

        starts = scene.engine.read(
            "MATCH (:Pattern)-[r:STARTS_WITH]->(s:PatternStep) "
            "RETURN s.n AS n, r.support AS support ORDER BY n"
        )
        links = scene.engine.read(
            "MATCH (a:PatternStep)-[r:NEXT]->(b:PatternStep) "
            "RETURN a.n AS a, b.n AS b, r.support AS support ORDER BY a, b"
        )
        assert starts == [{"n": 1, "support": 1}, {"n": 2, "support": 1}]
        assert links == [
            {"a": 1, "b": 2, "support": 1},
            {"a": 2, "b": 3, "support": 2},
        ]
        assert scene.count("(:Step)-[:INSTANCE_OF]->(:PatternStep {n: 1})") == 1
        assert scene.count("(:Step)-[:INSTANCE_OF]->(:PatternStep {n: 3})") == 2
        aims = scene.engine.read(
            "MATCH (s:PatternStep)-[:TARGETS]->(el:UIElement) "
            "RETURN s.n AS n, el.name AS name ORDER BY n"
        )
        assert [tuple(row.values()) for row in aims] == [
            (1, "Search"),
            (2, "Search"),
            (3, "Go"),
        ]
        assert scene.count("(:PatternStep {n: 2})-[:FILLED_BY]->(:Slot)") == 1

    def test_failed_steps_have_no_place_in_the_path(self, scene: Scene) -> None:
        failed = Step(action="click", target=GO, success=False)
        (run,) = scene.learn(
            a_run("milk", steps=(failed, *a_run("milk").trajectory.steps))
        )
        pattern = a_pattern([a_run("milk")])

        scene.patterns.write(
            SPACE,
            [pattern],
            {pattern.pattern_id: {run.experience_id: (1, 2, 3)}},
            [],
            {},
            at=1,
        )

        rows = scene.engine.read(
            "MATCH (x:Step)-[:INSTANCE_OF]->(s:PatternStep) "
            "RETURN x.n AS step, s.n AS n ORDER BY n"
        )
        assert [(row["step"], row["n"]) for row in rows] == [(2, 1), (3, 2), (4, 3)]

    @pytest.mark.parametrize("places", [(1, 2), (1, 2, 3, 4)])
    def test_places_that_do_not_fit_the_path_are_refused(
        self, scene: Scene, places: tuple[int, ...]
    ) -> None:
        (run,) = scene.learn(a_run("milk"))
        pattern = a_pattern([run])

        with pytest.raises(InvalidInput, match="3 steps"):
            scene.patterns.write(
                SPACE,
                [pattern],
                {pattern.pattern_id: {run.experience_id: places}},
                [],
                {},
                at=1,
            )

        assert scene.count("(:Pattern)") == 0

    def test_a_run_of_another_task_is_no_instance(self, scene: Scene) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        pattern = a_pattern([milk])

        with pytest.raises(InvalidInput, match="no member"):
            scene.patterns.write(
                SPACE,
                [pattern],
                {pattern.pattern_id: all_instances([bread])},
                [],
                {},
                at=1,
            )

    def test_loaded_are_those_asked_for(self, scene: Scene) -> None:
        runs = [
            a_run("milk"),
            a_run("米", app="淘宝"),
            a_run("tea", app="a"),
            a_run("tea", app="b"),
        ]
        scene.learn(*runs)
        shop, taobao = a_pattern(runs[:1], "one"), a_pattern(runs[1:2], "two")
        both = a_pattern(runs[2:], "three", app=None)
        scene.write(shop, taobao, both)

        def names(**options: Any) -> set[str]:
            found = scene.patterns.load(SPACE, **options)
            return {pattern.pattern_id for pattern in found}

        assert names() == {uid("one"), uid("two"), uid("three")}
        assert names(app=" SHOP ") == {uid("one"), uid("three")}
        assert names(ids=[uid("two"), uid("none")]) == {uid("two")}
        assert names(ids=[]) == set()

    def test_without_members_the_rest_is_the_same(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        pattern = a_pattern(runs)
        scene.write(pattern)

        (light,) = scene.patterns.load(SPACE, members=False)

        bare = {"members": (), "memberships": {}, "success_cases": ()}
        assert light == pattern.model_copy(update=bare)

    # writing anew -----------------------------------------------------------------

    def test_writing_anew_replaces_all_parts(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        key = uid("search")
        scene.write(a_pattern(runs), runs=runs)
        shorter = a_pattern(
            runs[:1],
            version=2,
            template="Find {it}",
            wordings=("{it}!",),
            slots=(a_slot(key, "it"),),
            steps=(PatternStep(n=1, action="type", value="{it}", slots=("it",)),),
            memberships={runs[0].task_id: Membership(bindings={"it": "milk"})},
        )

        scene.write(shorter, at=2_000)

        assert scene.one() == shorter
        assert scene.is_sound()
        assert scene.count("(:Step)-[:INSTANCE_OF]->(:PatternStep)") == 0

    def test_the_same_version_can_be_written_again(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        scene.write(a_pattern(runs), runs=runs)

        scene.write(a_pattern(runs), runs=runs)

        assert scene.one() == a_pattern(runs)
        assert scene.is_sound()

    def test_many_are_replaced_without_a_rest(self, scene: Scene) -> None:
        names = ("what", "how")
        steps = tuple(
            PatternStep(n=n, action="type", value="{what}", slots=("what",))
            for n in range(1, 9)
        )
        typed = tuple(Step(action="type", target=GO, value="x") for _ in steps)
        runs = scene.learn(*(a_run(f"item {n}", steps=typed) for n in range(130)))

        def version(number: int) -> list[Pattern]:
            return [
                a_pattern(
                    [run],
                    f"kind {n}",
                    version=number,
                    steps=steps,
                    slots=tuple(a_slot(uid(f"kind {n}"), name) for name in names),
                )
                for n, run in enumerate(runs)
            ]

        for number in (1, 2, 3):
            scene.write(*version(number), runs=runs)

        assert scene.is_sound()
        assert scene.count("(:PatternStep)") == 130 * 8
        assert {p.version for p in scene.patterns.load(SPACE)} == {3}

    def test_statistics_and_birthday_of_a_pattern_stay(self, scene: Scene) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        apps = {"shop": won(1)}
        scene.write(a_pattern([milk], app_stats=apps), at=1_000)
        scene.engine.write(
            lambda tx: tx.run(
                "MATCH (p:Pattern) SET p.uses = 9, p.wins = p.wins + 7, p.losses = 2, "
                "p.ema_success = 0.5, p.last_used_at = 42, p.feedback_score = 0.75"
            )
        )

        scene.write(a_pattern([milk, bread], version=2, app_stats=apps), at=2_000)

        stats = scene.one().stats
        assert (stats.uses, stats.losses, stats.ema, stats.feedback) == (
            9,
            2,
            0.5,
            0.75,
        )
        assert stats.wins == 9  # seven replays and the two runs behind it
        assert stats.last_used_at == datetime.fromtimestamp(0.042, UTC)
        assert stats.lower_bound == decayed_lower_bound(9, 2)
        (row,) = scene.engine.read(
            "MATCH (p:Pattern) RETURN p.created_at AS made, p.updated_at AS changed"
        )
        assert row == {"made": 1_000, "changed": 2_000}

    def test_history_tells_what_became_of_a_pattern(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        key = uid("search")
        scene.write(a_pattern(runs[:1]), at=1)

        scene.write(a_pattern(runs, version=2), at=2, history={key: "grew to 2"})

        assert scene.patterns.history(SPACE, key) == [
            '{"at":1,"version":1,"what":"created"}',
            '{"at":2,"version":2,"what":"grew to 2"}',
        ]
        assert scene.patterns.history("another", key) == []

    def test_a_task_is_in_one_pattern(self, scene: Scene) -> None:
        milk, bread, tea = scene.learn(a_run("milk"), a_run("bread"), a_run("tea"))
        scene.write(a_pattern([milk, bread], "old"), runs=[milk, bread])

        scene.write(a_pattern([bread, tea], "new"), runs=[bread, tea])

        found = {p.pattern_id: p for p in scene.patterns.load(SPACE)}
        assert found[uid("old")].members == (milk.task_id,)
        assert found[uid("old")].support == 1
        assert found[uid("old")].success_cases == (milk.experience_id,)
        assert found[uid("old")].slots[0].examples == ("milk",)
        assert set(found[uid("new")].members) == {bread.task_id, tea.task_id}
        assert scene.count("(:Step)-[:INSTANCE_OF]->(:PatternStep)") == 9
        assert scene.is_sound()

    def test_a_pattern_that_all_members_left_is_gone(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        scene.write(a_pattern(runs, "old"), runs=runs)

        scene.write(a_pattern(runs, "new"), runs=runs)

        assert scene.one().pattern_id == uid("new")
        assert scene.is_sound()

    def test_retired_patterns_are_gone(self, scene: Scene) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        scene.write(
            a_pattern([milk], "one"), a_pattern([bread], "two"), runs=[milk, bread]
        )

        scene.write(retired=[uid("one"), uid("never there")])

        assert scene.one().pattern_id == uid("two")
        assert scene.is_sound()

    def test_a_job_that_dies_leaves_whole_patterns(self, scene: Scene) -> None:
        runs = [a_run(f"item {n}") for n in range(6)]
        scene.learn(*runs)
        old = [a_pattern(runs[:3], "one"), a_pattern(runs[3:], "two")]
        scene.write(*old, runs=runs)
        moved = [
            a_pattern(runs[:2], "one", version=2),
            a_pattern(runs[2:], "two", version=2),
        ]
        instances = {
            p.pattern_id: all_instances([r for r in runs if r.task_id in p.members])
            for p in moved
        }
        states = set()

        for last in range(0, 60, 3):
            dying = PatternStore(GraphStore(DyingEngine(scene.engine, last)))
            try:
                dying.write(SPACE, moved, instances, [], scene.considered(), at=2)
            except Stopped:
                states.add(str(scene.patterns.load(SPACE)))
                assert scene.is_sound()
            else:
                break

        assert scene.patterns.load(SPACE) == sorted(moved, key=lambda p: p.pattern_id)
        assert states == {str(sorted(old, key=lambda p: p.pattern_id))}

    def test_what_was_forgotten_meanwhile_is_not_brought_back(
        self, scene: Scene
    ) -> None:
        milk, secret, tea = scene.learn(
            a_run("milk"), a_run("4711-0815"), a_run("tea", app="other")
        )
        read = scene.considered()
        both = a_pattern([milk, secret], "both")
        scene.forget(secret)

        stale = scene.write(
            both,
            a_pattern([tea], "tea"),
            runs=[milk, secret, tea],
            considered=read,
        )

        assert stale == [uid("both")]
        assert scene.one().pattern_id == uid("tea")
        assert "4711" not in every_string(scene.engine)
        assert scene.patterns.loose(SPACE, 9) == [milk.task_id]

    def test_a_forgotten_run_of_a_task_that_stays_is_missed_too(
        self, scene: Scene
    ) -> None:
        runs = scene.learn(a_run("milk", 1), a_run("milk", 2))
        read = scene.considered()
        forget(scene.graph, SPACE, None, runs[0].experience_id)

        stale = scene.write(a_pattern(runs), runs=runs, considered=read)

        assert stale == [uid("search")]
        assert scene.count("(:Pattern)") == 0

    # joining ----------------------------------------------------------------------

    def test_a_task_joins_a_pattern(self, scene: Scene) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        scene.write(a_pattern([milk], app_stats={"shop": won(1)}), runs=[milk])
        (tea,) = scene.learn(a_run("tea"))
        member = Membership(bindings={"what": "tea"}, app="shop")

        joined = scene.patterns.join(
            SPACE, uid("search"), tea.task_id, member, all_instances([tea]), version=1
        )

        assert joined
        pattern = scene.one()
        assert pattern.memberships[tea.task_id] == member
        assert (pattern.version, pattern.support, pattern.stats.wins) == (1, 2, 2)
        assert set(pattern.success_cases) == {milk.experience_id, tea.experience_id}
        assert pattern.app_stats["shop"].wins == 2
        assert [step.support for step in pattern.steps] == [2, 2, 2]
        assert scene.count("(:Step)-[:INSTANCE_OF]->(:PatternStep)") == 6
        assert scene.is_sound()
        assert scene.patterns.loose(SPACE, 9) == [tea.task_id]
        assert bread.task_id not in pattern.members

    def test_a_member_brings_another_run(self, scene: Scene) -> None:
        (milk,) = scene.learn(a_run("milk"))
        scene.write(a_pattern([milk]), runs=[milk])
        (again,) = scene.learn(a_run("milk", 2))
        member = scene.one().memberships[milk.task_id]

        for _ in range(2):  # the second time nothing is new
            assert scene.patterns.join(
                SPACE, uid("search"), milk.task_id, member, all_instances([milk, again])
            )

        pattern = scene.one()
        assert pattern.members == (milk.task_id,)
        assert (pattern.support, pattern.stats.wins) == (2, 2)
        assert pattern.success_cases == (milk.experience_id, again.experience_id)
        assert scene.count("(:Task)-[:BINDS]->(:Slot)") == 1
        assert scene.is_sound()

    def test_a_wording_counts_as_support_where_there_are_no_runs(
        self, scene: Scene
    ) -> None:
        milk, tea = scene.learn(a_run("milk"), a_run("tea"))
        scene.write(
            a_pattern([milk], steps=(), success_cases=(), stats=Stats(), support=1)
        )

        scene.patterns.join(
            SPACE,
            uid("search"),
            tea.task_id,
            Membership(bindings={"what": "tea"}),
            {},
        )

        pattern = scene.one()
        assert (pattern.support, pattern.success_cases) == (2, ())

    def test_joining_leaves_another_pattern(self, scene: Scene) -> None:
        milk, tea, rice = scene.learn(a_run("milk"), a_run("tea"), a_run("rice"))
        scene.write(
            a_pattern([milk, tea], "one"), a_pattern([rice], "two"), runs=[milk, tea]
        )

        scene.patterns.join(
            SPACE,
            uid("two"),
            tea.task_id,
            Membership(bindings={"what": "tea"}, app="shop"),
            {},
        )

        found = {p.pattern_id: p for p in scene.patterns.load(SPACE)}
        assert found[uid("one")].members == (milk.task_id,)
        assert set(found[uid("two")].members) == {tea.task_id, rice.task_id}
        assert scene.is_sound()

    def test_who_does_not_fit_does_not_join(self, scene: Scene) -> None:
        milk, tea = scene.learn(a_run("milk"), a_run("tea"))
        scene.write(a_pattern([milk], version=4), runs=[milk])
        before = scene.one()
        told = Membership(bindings={"what": "tea"})
        other = Membership(bindings={"which": "tea"})
        key, task, runs = uid("search"), tea.task_id, all_instances([tea])
        join = scene.patterns.join

        refused = [
            join(SPACE, uid("gone"), task, told, runs),
            join(SPACE, key, uid("gone"), told, {}),
            join(SPACE, key, task, told, {"gone": (1, 2, 3)}),
            join(SPACE, key, task, told, runs, version=3),
            join(SPACE, key, task, other, runs),
        ]

        assert refused == [False] * 5
        assert scene.one() == before
        assert scene.is_sound()

    # forgetting a pattern ---------------------------------------------------------

    def test_a_forgotten_pattern_leaves_a_tombstone(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        scene.write(a_pattern(runs), runs=runs)

        found = scene.patterns.forget(SPACE, uid("search"), "a digest")
        again = scene.patterns.forget(SPACE, uid("search"), "a digest")

        assert (found, again) == (True, False)
        assert scene.patterns.tombstones(SPACE) == {"a digest"}
        assert scene.patterns.tombstones("another") == set()
        for label in ("Pattern", "PatternStep", "Slot"):
            assert scene.count(f"(:{label})") == 0
        assert scene.count("(:Task)") == 2
        assert scene.patterns.dirty_apps(SPACE) == {}

    # forgetting tasks and runs ----------------------------------------------------

    def test_nothing_of_a_forgotten_task_stays(self, scene: Scene) -> None:
        runs = [a_run("milk"), a_run("Frau Kühn 4711"), a_run("bread")]
        scene.learn(*runs)
        scene.write(a_pattern(runs), runs=runs)

        scene.forget(runs[1])

        text = every_string(scene.engine)
        assert "Kühn" not in text
        assert "milk" in text
        pattern = scene.one()
        assert set(pattern.members) == {runs[0].task_id, runs[2].task_id}
        assert pattern.slots[0].examples == ("milk", "bread")
        assert (pattern.support, pattern.stats.wins) == (2, 2)
        assert runs[1].experience_id not in pattern.success_cases
        assert scene.patterns.dirty_apps(SPACE) == {"shop": 2}
        assert scene.is_sound()

    def test_a_value_that_another_member_has_too_stays_its(self, scene: Scene) -> None:
        runs = [a_run("milk"), a_run("milk", 2, text="Search for milk again")]
        scene.learn(*runs)
        pattern = a_pattern(
            runs,
            wordings=("Search for {what} again",),
            memberships={
                runs[0].task_id: Membership(bindings={"what": "milk"}),
                runs[1].task_id: Membership(bindings={"what": "milk"}, wording=1),
            },
        )
        scene.write(pattern, runs=runs)

        scene.forget(runs[0])

        left = scene.one()
        assert left.slots[0].examples == ("milk", "milk")
        assert left.template == "Search for {what} again"
        assert left.wordings == ()
        assert left.fill(left.bindings(runs[1].task_id)) == "Search for milk again"
        assert " now" not in every_string(scene.engine)

    def test_the_last_member_takes_the_pattern_along(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("tea", app="other"))
        scene.write(a_pattern(runs[:1], "one"), a_pattern(runs[1:], "two"), runs=runs)

        scene.forget(runs[0])

        assert scene.one().pattern_id == uid("two")
        assert scene.is_sound()

    def test_one_run_of_a_member_is_taken_out(self, scene: Scene) -> None:
        extra = Step(action="key", value="Kühn")
        runs = [
            a_run("milk", 1),
            a_run("milk", 2, steps=(*a_run("milk").trajectory.steps, extra)),
        ]
        scene.learn(*runs)
        last = PatternStep(n=4, action="key", value="Kühn", need="optional")
        scene.write(a_pattern(runs, steps=(*STEPS, last)), runs=runs)

        forget(scene.graph, SPACE, None, runs[1].experience_id)

        pattern = scene.one()
        assert "Kühn" not in every_string(scene.engine)
        assert [step.n for step in pattern.steps] == [1, 2, 3]
        assert pattern.members == (runs[0].task_id,)
        assert pattern.success_cases == (runs[0].experience_id,)
        assert (pattern.support, pattern.stats.wins) == (1, 1)
        assert scene.is_sound()

    @pytest.mark.parametrize(
        "fields",
        [
            {"name": "What Kühn wants"},
            {"template": "Search for {what} now, KÜHN"},
            {"steps": (*STEPS[:2], PatternStep(n=3, action="click", value="an Kühn"))},
            {
                "steps": (
                    *STEPS[:2],
                    PatternStep(n=3, action="click", params={"to": ["Kühn"]}),
                )
            },
            {
                "steps": (
                    *STEPS[:2],
                    PatternStep(
                        n=3,
                        action="click",
                        expect=Expectation(url_template="shop.example/kühn/{n}"),
                    ),
                )
            },
        ],
        ids=["name", "template", "value", "params", "page"],
    )
    def test_a_pattern_that_quotes_the_forgotten_goes(
        self, scene: Scene, fields: dict[str, Any]
    ) -> None:
        page = Page(url="https://shop.example/Kühn/7")
        click = Step(action="click", value="an Kühn", target=GO, page_after=page)
        steps = (*a_run("tea").trajectory.steps[:2], click)
        runs = [a_run("milk"), a_run("tea", steps=steps, text="Search for tea, Kühn")]
        scene.learn(*runs)
        scene.write(a_pattern(runs, **fields), runs=runs)

        scene.forget(runs[1])

        assert scene.count("(:Pattern)") == 0
        assert "kühn" not in every_string(scene.engine).casefold()
        assert scene.patterns.loose(SPACE, 9) == [runs[0].task_id]

    def test_shared_nodes_are_described_by_who_is_left(self, scene: Scene) -> None:
        def greeted(who: str) -> tuple[Step, ...]:
            page = Page(url="https://shop.example/account", title=f"Hello {who}")
            box = Element(role="link", test_id="account", name=who, container=(who,))
            return (Step(action="click", target=box, page_before=page),)

        kuehn, lee = a_run("1", steps=greeted("Kühn")), a_run("2", steps=greeted("Lee"))
        scene.learn(kuehn, lee)

        scene.forget(kuehn)

        text = every_string(scene.engine)
        assert "Kühn" not in text
        rows = scene.engine.read(
            "MATCH (el:UIElement)-[:ON]->(p:Page) "
            "RETURN el.name AS element, el.tasks AS tasks, p.name AS page"
        )
        assert rows == [{"element": "Lee", "tasks": 1, "page": "Hello Lee"}]

    def test_pages_and_apps_of_nobody_go(self, scene: Scene) -> None:
        milk, tea = scene.learn(a_run("milk"), a_run("tea", app="Bank of Kühn"))

        scene.forget(tea)

        assert "Kühn" not in every_string(scene.engine)
        assert (scene.count("(:App)"), scene.count("(:Page)")) == (1, 1)
        assert milk.trajectory.app == "shop"

    # spaces -----------------------------------------------------------------------

    def test_spaces_are_apart(self, scene: Scene) -> None:
        mine, theirs = a_run("milk"), a_run("milk", space="another")
        scene.learn(mine, theirs)
        scene.write(a_pattern([mine]), runs=[mine])

        assert scene.patterns.load("another") == []
        assert scene.patterns.dirty_apps("another") == {"shop": 1}
        assert scene.patterns.tasks("another", [mine.task_id]) == []
        told = Membership(bindings={"what": "milk"})
        with pytest.raises(InvalidInput, match="another space"):
            scene.patterns.join("another", uid("search"), theirs.task_id, told, {})
        with pytest.raises(InvalidInput, match="another space"):
            scene.write(a_pattern([theirs]), space="another")

    def test_members_of_another_space_are_not_there(self, scene: Scene) -> None:
        mine, theirs = a_run("milk"), a_run("tea", space="another")
        scene.learn(mine, theirs)

        stale = scene.write(a_pattern([mine, theirs]))

        assert stale == [uid("search")]

    # one job at a time ------------------------------------------------------------

    def test_a_lease_is_had_by_one(self, scene: Scene) -> None:
        lease, release = scene.patterns.lease, scene.patterns.release

        taken = [
            lease(SPACE, "a", 60_000),
            lease(SPACE, "b", 60_000),
            lease("another", "b", 60_000),
            lease(SPACE, "a", 60_000),
        ]
        release(SPACE, "b")  # not its own
        still = lease(SPACE, "b", 60_000)
        release(SPACE, "a")

        assert taken == [True, False, True, True]
        assert not still
        assert lease(SPACE, "b", 60_000)

    def test_the_lease_of_a_dead_job_ends(self, scene: Scene) -> None:
        scene.patterns.lease(SPACE, "dead", 30)
        time.sleep(0.05)

        assert scene.patterns.lease(SPACE, "alive", 60_000)
        assert not scene.patterns.lease(SPACE, "dead", 60_000)

    def test_of_many_who_ask_at_once_one_gets_it(self, scene: Scene) -> None:
        barrier = threading.Barrier(6)

        def ask(owner: int) -> bool:
            barrier.wait()
            return scene.patterns.lease(SPACE, f"job {owner}", 60_000)

        with ThreadPoolExecutor(6) as threads:
            assert sum(threads.map(ask, range(6))) == 1

    # in any order -----------------------------------------------------------------

    def test_what_is_missing_is_found(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"), a_run("tea"))
        scene.write(
            *(a_pattern([run], f"kind {n}") for n, run in enumerate(runs)), runs=runs
        )
        for n, what in enumerate(["STEP]->(x:PatternStep {n: 2})", "SLOT]->(x:Slot)"]):
            scene.engine.write(
                lambda tx, n=n, what=what: tx.run(  # type: ignore[misc]
                    f"MATCH (:Pattern {{pattern_id: $id}})-[:HAS_{what} "
                    "DETACH DELETE x",
                    {"id": uid(f"kind {n}")},
                )
            )

        assert scene.patterns.incomplete() == sorted([uid("kind 0"), uid("kind 1")])
        assert [p.pattern_id for p in scene.patterns.load(SPACE)] == [uid("kind 2")]

    @pytest.mark.parametrize("seed", range(3))
    def test_patterns_stay_sound_whatever_happens(
        self, scene: Scene, seed: int
    ) -> None:
        luck = random.Random(seed)
        runs = {n: a_run(f"item {n}") for n in range(12)}
        scene.learn(*runs.values())

        for number in range(25):
            there = sorted(runs)
            act = luck.choice(["write", "write", "join", "forget", "learn"])
            if act == "write" and there:
                some = luck.sample(there, luck.randint(1, len(there)))
                half = luck.randint(0, len(some))
                groups = [
                    [runs[n] for n in some[:half]],
                    [runs[n] for n in some[half:]],
                ]
                chosen = [
                    a_pattern(group, luck.choice("abc") + str(side), version=number)
                    for side, group in enumerate(groups)
                    if group
                ]
                assert scene.write(*chosen, runs=list(runs.values())) == []
            elif act == "join" and there:
                run = runs[luck.choice(there)]
                told = a_pattern([run]).memberships[run.task_id]
                for pattern in scene.patterns.load(SPACE)[:1]:
                    scene.patterns.join(
                        SPACE,
                        pattern.pattern_id,
                        run.task_id,
                        told,
                        all_instances([run]),
                    )
            elif act == "forget" and there:
                scene.forget(runs.pop(luck.choice(there)))
            else:
                runs[100 + number] = a_run(f"item {100 + number}")
                scene.learn(runs[100 + number])

            assert scene.is_sound(), (act, number)
            for pattern in scene.patterns.load(SPACE):
                said = {one.bindings["what"] for one in pattern.memberships.values()}
                assert set(pattern.slots[0].examples) <= said

    def test_learners_jobs_and_forgetters_do_not_tear_patterns(
        self, scene: Scene
    ) -> None:
        runs = [a_run(f"item {n}") for n in range(24)]
        scene.learn(*runs)
        barrier = threading.Barrier(3)

        def generalize() -> None:
            barrier.wait()
            for number in range(6):
                half = 4 + 2 * number
                scene.write(
                    a_pattern(runs[:half], "one", version=number),
                    a_pattern(runs[half:], "two", version=number),
                    runs=runs,
                )

        def drop() -> None:
            barrier.wait()
            for run in runs[::4]:
                scene.forget(run)

        def learn() -> None:
            barrier.wait()
            for n in range(1, 12, 2):
                (again,) = scene.learn(a_run(f"item {n}", 2))
                for pattern in scene.patterns.load(SPACE):
                    if again.task_id in pattern.memberships:
                        scene.patterns.join(
                            SPACE,
                            pattern.pattern_id,
                            again.task_id,
                            pattern.memberships[again.task_id],
                            all_instances([again]),
                            version=pattern.version,
                        )

        with ThreadPoolExecutor(3) as threads:
            for done in [threads.submit(work) for work in (generalize, drop, learn)]:
                done.result()

        assert scene.is_sound()
        members = {key for p in scene.patterns.load(SPACE) for key in p.members}
        assert members.isdisjoint({run.task_id for run in runs[::4]})
        text = every_string(scene.engine)
        assert all(f"item {n}'" not in text for n in range(0, 24, 4))
