"""Forgetting patterns, tasks and runs: nothing of them stays in any pattern."""

from collections.abc import Callable
from typing import Any

import pytest

from kgmem.graph.query_files import query
from kgmem.graph.runs.forget import forget
from kgmem.model.pattern import Expectation, Membership, PatternStep
from kgmem.model.trajectory import Element, Page, Step
from kgmem.ports import CypherEngine, Params, Row, Transaction
from tests.contracts.pattern_scene import (
    GO,
    SPACE,
    STEPS,
    Scene,
    WithScene,
    a_pattern,
    a_run,
    every_string,
    uid,
)


class RacingEngine:
    """An engine where the elements that a learner finds are gone the next moment,
    once."""

    def __init__(self, engine: CypherEngine) -> None:
        self._engine = engine
        self.raced = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def write(self, work: Callable[[Transaction], Any]) -> Any:
        return self._engine.write(lambda tx: work(_RacingTransaction(self, tx)))


class _RacingTransaction:
    def __init__(self, engine: RacingEngine, tx: Transaction) -> None:
        self._engine, self._tx = engine, tx

    def run(self, text: str, params: Params | None = None) -> list[Row]:
        rows = self._tx.run(text, params)
        if text == query("claim_tasks") and not self._engine.raced:
            self._engine.raced = True
            self._tx.run("MATCH (el:UIElement) DETACH DELETE el")
        return rows


class PatternForgettingContract(WithScene):
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
        assert list(scene.patterns.claims(SPACE, 9)) == [runs[0].task_id]

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

    def test_a_learner_overtaken_begins_again(self, scene: Scene) -> None:
        scene.learn(a_run("milk"))
        racing = Scene(RacingEngine(scene.engine))

        racing.learn(a_run("tea"))

        assert list(scene.graph.wrong("incomplete_runs")) == []
        assert scene.count("(:Experience)-[:HAS_STEP]->(:Step)") == 6
