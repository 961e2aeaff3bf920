"""What a PatternStore gives back of what it was given, on every engine."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.graph.runs.forget import forget
from kgmem.model.pattern import (
    Expectation,
    Membership,
    Pattern,
    PatternStep,
)
from kgmem.model.trajectory import Element
from tests.contracts.pattern_scene import (
    GO,
    NOW,
    SPACE,
    Scene,
    WithScene,
    a_pattern,
    a_run,
    a_slot,
    uid,
    won,
)


class PatternContract(WithScene):
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
        assert list(scene.patterns.claims(SPACE, 9)) == [first.task_id]

    def test_what_changed_meanwhile_waits_for_the_next(self, scene: Scene) -> None:
        milk, bread = scene.learn(a_run("milk"), a_run("bread"))
        read = scene.considered()
        scene.learn(a_run("milk", 2))

        scene.write(a_pattern([milk, bread]), runs=[milk, bread], considered=read, at=7)

        assert list(scene.patterns.claims(SPACE, 9)) == [milk.task_id]
        both = [milk.task_id, bread.task_id]
        assert scene.patterns.pending(SPACE, both) == [milk.task_id]
        jobs = scene.engine.read("MATCH (t:Task) RETURN t.job AS job, t.text AS text")
        assert {row["text"]: row["job"] for row in jobs} == {
            "Search for milk now": None,
            "Search for bread now": 7,
        }

    def test_a_task_comes_with_its_newest_successes_alone(self, scene: Scene) -> None:
        runs = [a_run("milk", n) for n in range(1, 6)]
        scene.learn(*runs, a_run("milk", 9, outcome="failure"))

        (row,) = scene.patterns.tasks(SPACE, [runs[0].task_id])

        assert row.text == "Search for milk now"
        assert [one.experience_id for one in row.runs] == [
            run.experience_id for run in reversed(runs[2:])
        ]

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
        assert names(ids=[uid("one"), uid("two")], app="shop") == {uid("one")}
        assert names(ids=[]) == set()

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
            scene.join("another", uid("search"), theirs.task_id, told, {})
        with pytest.raises(InvalidInput, match="another space"):
            scene.write(a_pattern([theirs]), space="another")

    # one job at a time ------------------------------------------------------------

    def test_a_lease_is_had_by_one(self, scene: Scene) -> None:
        leases = scene.patterns.leases
        lease, release = leases.lease, leases.release

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
        scene.patterns.leases.lease(SPACE, "dead", 30)
        time.sleep(0.05)

        assert scene.patterns.leases.lease(SPACE, "alive", 60_000)
        assert not scene.patterns.leases.lease(SPACE, "dead", 60_000)

    def test_of_many_who_ask_at_once_one_gets_it(self, scene: Scene) -> None:
        barrier = threading.Barrier(6)

        def ask(owner: int) -> bool:
            barrier.wait()
            return scene.patterns.leases.lease(SPACE, f"job {owner}", 60_000)

        with ThreadPoolExecutor(6) as threads:
            assert sum(threads.map(ask, range(6))) == 1
