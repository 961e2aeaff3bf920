"""What a memory promises about paths of one task, on every pair of stores."""

from typing import Any

import pytest

from kgmem import Memory

TO = {"action": "type", "target": {"role": "textbox", "name": "To"}, "value": "ann"}
ABOUT = {
    "action": "type",
    "target": {"role": "textbox", "name": "Subject"},
    "value": "Report",
}
SEND = {"action": "click", "target": {"role": "button", "name": "Send"}}
AWAY = {"action": "navigate", "value": "https://elsewhere.example/"}
GOOD, LAZY, FOREIGN = (TO, ABOUT, SEND), (TO, SEND), (AWAY, TO, ABOUT, SEND)


def run(
    n: str, steps: Any, judge: str | None = None, to: str = "ann"
) -> dict[str, Any]:
    made = [{**s, "value": to} if s is TO else s for s in steps]
    told = {"judge": judge} if judge else {}
    return {
        "task": f"Send the report to {to}",
        "app": "mail",
        "outcome": "success",
        "steps": made,
        "source_task_id": n,
        **told,
    }


class MemoryPathsContract:
    """Subclasses give a fixture `memory`, open and empty."""

    @pytest.mark.parametrize("bad", [LAZY, FOREIGN], ids=["lazy", "foreign"])
    @pytest.mark.parametrize("good_first", [True, False])
    def test_a_verified_path_is_followed_whatever_is_claimed(
        self, memory: Memory, bad: Any, good_first: bool
    ) -> None:
        good = [run("g0", GOOD, "db")]
        claimed = [run(f"b{n}", bad) for n in range(5)]

        memory.learn_many([*good, *claimed] if good_first else [*claimed, *good])
        memory.generalize()

        found = memory.recall("Send the report to ann", app="mail")
        assert found.plan is not None
        assert found.route == "direct_replay"
        assert [step.value for step in found.plan.steps] == ["ann", "Report", None]
        assert "1 successes, 0 failures" in found.reasons[0]

    def test_a_click_on_nothing_is_not_repeated_unasked(self, memory: Memory) -> None:
        memory.learn(run("g0", [*GOOD, {"action": "click"}], "db"))

        found = memory.recall("Send the report to ann", app="mail")

        assert found.route == "adaptive_replay"
        assert "nothing tells the element of step 4" in found.reasons

    def test_a_forgotten_path_leaves_anothers_counts(self, memory: Memory) -> None:
        memory.learn_many([run("g0", GOOD, "db"), run("g1", GOOD, "db")])
        lazy = memory.learn(run("b0", LAZY))
        for _ in range(3):
            plan = memory.recall("Send the report to ann", app="mail").plan
            assert plan is not None
            memory.report(plan, "success", judge="db")

        memory.forget(experience_id=lazy.experience_id)

        found = memory.recall("Send the report to ann", app="mail")
        assert "5 successes, 0 failures" in found.reasons[0]
        assert found.plan is not None
        assert len(found.plan.steps) == 3

    def test_a_claimed_path_yields_to_the_verified_one(self, memory: Memory) -> None:
        others = enumerate(("bob", "cid", "dan"))
        good = [run(f"g{n}", GOOD, "db", to) for n, to in others]
        memory.learn_many([*good, run("b0", LAZY)])
        memory.generalize()

        found = memory.recall("Send the report to ann", app="mail")

        assert found.plan is not None
        assert [step.value for step in found.plan.steps] == ["ann", "Report", None]
