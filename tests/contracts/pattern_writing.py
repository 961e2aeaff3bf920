"""Patterns written anew, joined and written at once: each stays whole."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from kgmem.graph.patterns.rows import PatternChange
from kgmem.graph.patterns.store import PatternStore
from kgmem.graph.runs.forget import forget
from kgmem.graph.store import GraphStore
from kgmem.model.experience import decayed_lower_bound
from kgmem.model.pattern import Membership, PatternStep
from tests.contracts.pattern_scene import (
    SPACE,
    DyingEngine,
    Scene,
    Stopped,
    WithScene,
    a_pattern,
    a_run,
    a_slot,
    all_instances,
    every_string,
    uid,
    won,
)


class PatternWritingContract(WithScene):
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

    def test_learned_words_stay_under_new_slot_names(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        key = uid("search")
        scene.write(a_pattern(runs), runs=runs)
        scene.teach(key, "Where is {what}", "t1")
        renamed = a_pattern(
            runs,
            version=2,
            template="Search for {it} now",
            slots=(a_slot(key, "it"),),
            steps=(PatternStep(n=1, action="type", value="{it}", slots=("it",)),),
            memberships={
                run.task_id: Membership(bindings={"it": value})
                for run, value in zip(runs, ("milk", "bread"), strict=True)
            },
        )

        scene.write(renamed, at=2_000)

        [learned] = scene.one().learned
        assert (learned.template, learned.tasks) == ("Where is {it}", ("t1",))

    def test_a_pattern_takes_over_learned_words(self, scene: Scene) -> None:
        runs = scene.learn(a_run("milk"), a_run("bread"))
        for kind, run in zip(("one", "other"), runs, strict=True):
            scene.write(a_pattern([run], kind), runs=[run])
            scene.teach(uid(kind), f"Where is the {kind} {{what}}", "t1")

        scene.write(a_pattern(runs, "one", version=2), runs=runs, at=2_000)

        assert {one.template for one in scene.one().learned} == {
            "Where is the one {what}",
            "Where is the other {what}",
        }
        assert scene.is_sound()

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
        assert (stats.uses, stats.losses, stats.feedback) == (9, 2, 0.75)
        assert stats.ema == pytest.approx(0.6)  # moved by the new run
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
            PatternChange(1, "created", at=1),
            PatternChange(2, "grew to 2", at=2),
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

    def test_a_pattern_drops_the_words_of_those_who_left(self, scene: Scene) -> None:
        milk = a_run("milk")
        tea = a_run("tea", text="Search for tea, Frau Kühn")
        scene.learn(milk, tea)
        quoting = "Search for {what}, Frau Kühn"
        scene.write(a_pattern([milk, tea], "old", template=quoting), runs=[milk, tea])

        scene.write(a_pattern([tea], "new"), runs=[tea], considered={})

        assert scene.one().pattern_id == uid("new")
        assert list(scene.patterns.claims(SPACE, 9)) == [milk.task_id]

    def test_a_job_that_dies_leaves_whole_patterns(self, scene: Scene) -> None:
        runs = [a_run(f"item {n}") for n in range(6)]
        scene.learn(*runs)
        old = [a_pattern(runs[:3], "one"), a_pattern(runs[3:], "two")]
        scene.write(*old, runs=runs)
        moved = [
            a_pattern(runs[:2], "one", version=2),
            a_pattern(runs[2:], "two", version=2, stats=won(4, streak=1)),
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
                states.add(str(scene.all()))
                assert scene.is_sound()
            else:
                break

        assert scene.all() == sorted(moved, key=lambda p: p.pattern_id)
        assert states == {str(sorted(old, key=lambda p: p.pattern_id))}

    def test_what_was_forgotten_is_not_brought_back(self, scene: Scene) -> None:
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
        assert "4711-0815" not in every_string(scene.engine)
        assert list(scene.patterns.claims(SPACE, 9)) == [milk.task_id]

    def test_a_forgotten_run_of_a_kept_task_is_missed(self, scene: Scene) -> None:
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

        joined = scene.join(
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
        assert list(scene.patterns.claims(SPACE, 9)) == [tea.task_id]
        assert bread.task_id not in pattern.members

    def test_a_member_brings_another_run(self, scene: Scene) -> None:
        (milk,) = scene.learn(a_run("milk"))
        scene.write(a_pattern([milk]), runs=[milk])
        (again,) = scene.learn(a_run("milk", 2))
        member = scene.one().memberships[milk.task_id]

        for _ in range(2):  # the second time nothing is new
            assert scene.join(
                SPACE, uid("search"), milk.task_id, member, all_instances([milk, again])
            )

        pattern = scene.one()
        assert pattern.members == (milk.task_id,)
        assert (pattern.support, pattern.stats.wins) == (2, 2)
        assert pattern.success_cases == (milk.experience_id, again.experience_id)
        assert scene.count("(:Task)-[:BINDS]->(:Slot)") == 1
        assert scene.is_sound()

    def test_who_does_not_fit_does_not_join(self, scene: Scene) -> None:
        milk, tea = scene.learn(a_run("milk"), a_run("tea"))
        scene.write(a_pattern([milk], version=4), runs=[milk])
        before = scene.one()
        told = Membership(bindings={"what": "tea"})
        other = Membership(bindings={"which": "tea"})
        key, task, runs = uid("search"), tea.task_id, all_instances([tea])
        join = scene.join

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

        lacking = {
            one["pattern_id"] for one in scene.graph.wrong("incomplete_patterns")
        }
        assert lacking == {uid("kind 0"), uid("kind 1")}
        assert [p.pattern_id for p in scene.patterns.load(SPACE)] == [uid("kind 2")]

    def test_patterns_stay_sound(self, scene: Scene) -> None:
        luck = random.Random(0)
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
                    scene.join(
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

    def test_learners_jobs_and_forgetters_tear_nothing(self, scene: Scene) -> None:
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
                        scene.join(
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
