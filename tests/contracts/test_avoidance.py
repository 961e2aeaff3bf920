"""What is held against elements, on every engine: votes, forgetting, tombstones."""

from collections.abc import Sequence
from typing import Any

import pytest

from kgmem.errors import NotFound
from kgmem.graph.rows import RunToStore
from kgmem.graph.runs.avoidance import AvoidStore
from kgmem.graph.runs.forget import forget
from kgmem.model.plan import Avoidance
from kgmem.model.trajectory import Element, Page, Step
from kgmem.replay.avoidance.flow import Avoid
from tests.contracts.pattern_scene import (
    SPACE,
    Scene,
    WithScene,
    a_pattern,
    a_run,
    every_string,
    uid,
)

PAGE = Page(url="https://shop.example/cart", title="Cart")
PAY = Element(role="button", name="Pay now")
SAVE = Element(role="button", name="保存")
TASK = "Pay for the cart"


def click(target: Element, page: Page | None = PAGE, **fields: Any) -> Step:
    return Step(action="click", target=target, page_before=page, **fields)


def paying(
    number: int, *steps: Step, outcome: str = "failure", **fields: Any
) -> RunToStore:
    given = {"text": TASK, **fields}
    return a_run("cart", number, steps=steps, outcome=outcome, **given)


def broken(number: int, **fields: Any) -> RunToStore:
    """It fails since the button is greyed out."""
    return paying(number, click(PAY, success=False, error="greyed out"), **fields)


def fine(number: int, **fields: Any) -> RunToStore:
    return paying(number, click(PAY), outcome="success", **fields)


class TestAvoidance(WithScene):
    def avoid(self, scene: Scene) -> Avoid:
        return Avoid(AvoidStore(scene.graph))

    def learn(self, scene: Scene, *runs: RunToStore) -> None:
        scene.learn(*runs)
        self.avoid(scene).learned(SPACE, list(runs))

    def known(
        self, scene: Scene, runs: Sequence[RunToStore], task: str = TASK
    ) -> list[Avoidance]:
        ids = sorted({run.task_id for run in runs})
        return self.avoid(scene).near(SPACE, task=task, task_ids=ids)

    def edges(self, scene: Scene, place: str = "Page") -> int:
        return scene.count(f"(:{place})-[:AVOID]->(:UIElement)")

    def test_a_step_that_failed_is_held_against_its_element(self, scene: Scene) -> None:
        runs = [broken(1), broken(2)]

        self.learn(scene, *runs)

        [one] = self.known(scene, runs)
        assert one.element == PAY
        assert (one.action, one.cause, one.page) == ("click", "error", PAGE.url)
        assert (one.failures, one.successes) == (2, 0)
        assert set(one.experience_ids) == {run.experience_id for run in runs}
        assert one.scope == {"app": "shop"}
        assert one.message == (
            'at button "Pay now", click failed 2 of 2 times because it went wrong '
            "(greyed out)"
        )
        assert self.edges(scene) == 1

    def test_a_run_counts_once_however_often_it_is_told(self, scene: Scene) -> None:
        runs = [broken(1), fine(2)]
        self.learn(scene, runs[0])
        self.learn(scene, runs[1])
        avoid = self.avoid(scene)

        for _ in range(3):
            avoid.learned(SPACE, runs)

        rows = scene.engine.read(
            "MATCH (p:Page)-[a:AVOID]->(el:UIElement) "
            "RETURN a.failures AS failures, a.successes AS successes"
        )
        assert rows == [{"failures": 1, "successes": 1}]

    def test_later_successes_vote_it_down(self, scene: Scene) -> None:
        runs = [broken(1), broken(2), broken(3)]
        self.learn(scene, *runs)
        [before] = self.known(scene, runs)

        self.learn(scene, fine(4))
        [after] = self.known(scene, runs)
        self.learn(scene, fine(5), fine(6))

        assert (after.failures, after.successes) == (3, 1)
        assert after.score < before.score
        assert self.known(scene, runs) == []

    def test_a_failure_of_the_surroundings_counts_nowhere(self, scene: Scene) -> None:
        shown = paying(1, click(PAY, success=False, error="请输入验证码"))

        self.learn(scene, shown, paying(2, click(PAY, error="HTTP 429")))

        assert self.edges(scene) == 0

    def test_a_wrong_step_is_told_with_what_a_success_did(self, scene: Scene) -> None:
        wrong = paying(1, click(SAVE))
        runs = [wrong, fine(2)]

        self.learn(scene, *runs)

        [one] = self.known(scene, runs)
        assert (one.cause, one.element) == ("wrong element", SAVE)
        assert one.instead == 'click button "Pay now"'

    def test_runs_of_a_pattern_are_compared(self, scene: Scene) -> None:
        milk, tea = a_run("milk"), a_run("tea")
        astray = (click(SAVE),)
        lost = a_run("jam", steps=astray, outcome="failure")
        scene.learn(milk, tea, lost)
        scene.write(
            a_pattern([milk, tea], members=(milk.task_id, tea.task_id, lost.task_id)),
            runs=[milk, tea],
        )

        self.avoid(scene).rebuild(SPACE)

        kin = AvoidStore(scene.graph).kin(SPACE, uid("search"), 9)
        assert kin[0] == lost.task_id
        assert set(kin) == {milk.task_id, tea.task_id, lost.task_id}
        [one] = self.avoid(scene).near(SPACE, task="找牛奶", task_ids=kin)
        assert (one.cause, one.element) == ("wrong element", SAVE)

    # forgetting -------------------------------------------------------------------

    def test_nothing_of_a_forgotten_run_stays(self, scene: Scene) -> None:
        error = "Frau Kühn 4711 may not pay"
        telling = paying(2, click(PAY, success=False, error=error))
        runs = [broken(1), telling]
        self.learn(scene, *runs)

        forget(scene.graph, SPACE, None, telling.experience_id)

        text = every_string(scene.engine)
        assert "Kühn" not in text
        assert telling.experience_id not in text
        [one] = self.known(scene, runs)
        assert (one.failures, one.experience_ids) == (1, (runs[0].experience_id,))
        assert "greyed out" in one.message

    def test_a_forgotten_success_takes_its_vote_along(self, scene: Scene) -> None:
        told = Element(role="button", name="Kühn")
        good = paying(2, click(told), outcome="success")
        runs = [paying(1, click(SAVE)), good]
        self.learn(scene, *runs)
        assert self.known(scene, runs)[0].instead == 'click button "Kühn"'

        forget(scene.graph, SPACE, None, good.experience_id)

        assert "Kühn" not in every_string(scene.engine)
        assert [one.instead for one in self.known(scene, runs)] == [None]

    def test_a_deleted_one_is_not_written_again(self, scene: Scene) -> None:
        runs = [broken(1), broken(2)]
        self.learn(scene, *runs)
        avoid = self.avoid(scene)
        key = self.known(scene, runs)[0].avoidance_id
        assert key is not None

        avoid.forget(SPACE, key)
        avoid.rebuild(SPACE)
        self.learn(scene, broken(3))

        assert self.edges(scene) == 0
        with pytest.raises(NotFound):
            avoid.forget(SPACE, key)

    # the batch job ----------------------------------------------------------------

    def test_the_batch_job_makes_up_for_what_was_missed(self, scene: Scene) -> None:
        runs = scene.learn(broken(1), broken(2))

        self.avoid(scene).rebuild(SPACE, "shop")

        assert self.known(scene, runs)[0].failures == 2

    def test_spaces_do_not_warn_each_other(self, scene: Scene) -> None:
        runs = [broken(1)]
        self.learn(scene, *runs)

        avoid, ids = self.avoid(scene), [runs[0].task_id]
        assert avoid.near("other", task=TASK, task_ids=ids) == []
        assert avoid.rebuild("other") == 0
        assert self.edges(scene) == 1
