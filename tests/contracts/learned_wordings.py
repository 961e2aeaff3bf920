"""What a memory promises about wordings that successes of plans teach, on every pair of
stores."""

from typing import Any

import pytest

from kgmem import Memory, NotFound, Plan, Recollection
from tests.contracts.memory_patterns import ITEMS, search

KNOWN = "Search the parts catalogue for {}"
OTHER = 'Look through the parts catalogue, it must be "{}"'


def taught(memory: Memory, *first: Any) -> list[str]:
    """One pattern of four searches, with these steps before; ids of the runs."""
    runs = [search(x, f"{first}{x}", wording=KNOWN) for x in ITEMS]
    whole = ({**run, "steps": [*first, *run["steps"]]} for run in runs)
    ids = [memory.learn(run).experience_id for run in whole]
    memory.generalize()
    return ids


def asked(memory: Memory, item: str = "yellow socks", more: str = "") -> Recollection:
    return memory.recall(OTHER.format(item) + more, app="shop")


def offered(memory: Memory, item: str = "yellow socks", more: str = "") -> Plan:
    plan = asked(memory, item, more).plan
    assert plan is not None
    return plan


def entered(plan: Plan) -> dict[int, str]:
    """What the plan enters, as it was really entered."""
    return {step.n: step.value for step in plan.steps if step.value}


def succeed(memory: Memory, plan: Plan, **told: Any) -> None:
    """Report that all was done as it was planned."""
    memory.report(plan, "success", values=entered(plan), **told)


def learned(memory: Memory) -> list[str]:
    """Templates that its one pattern has learned."""
    [pattern] = memory.patterns()
    return [one.template for one in pattern.learned]


class LearnedWordingsContract:
    """Subclasses give a fixture `memory`, open and empty."""

    def test_a_success_makes_other_words_the_patterns_own(self, memory: Memory) -> None:
        taught(memory)
        before = asked(memory)
        [pattern] = memory.patterns()

        succeed(memory, offered(memory))

        assert before.route == "adaptive_replay"
        for item in ("yellow socks", "a green ladder"):
            found = asked(memory, item)
            assert found.route == "direct_replay"
            assert found.plan is not None
            assert found.plan.checked
            assert found.plan.steps[0].value == item
        [after] = memory.patterns()
        assert after.pattern_id == pattern.pattern_id
        assert after.version == pattern.version
        assert [one.target for one in after.steps] == [s.target for s in pattern.steps]

    def test_a_failure_takes_the_words_away_again(self, memory: Memory) -> None:
        taught(memory)
        succeed(memory, offered(memory))

        memory.report(offered(memory, "a green ladder"), "failure")

        assert learned(memory) == []
        assert asked(memory).route == "adaptive_replay"

    def test_unknown_outcomes_and_repairs_teach_no_words(self, memory: Memory) -> None:
        taught(memory)
        button: dict[str, Any] = {
            "action": "click",
            "target": {"role": "button", "name": "Find it"},
        }

        memory.report(offered(memory), "unknown")
        memory.report(offered(memory), "success", failed_step=2, repaired_with=[button])

        assert learned(memory) == []

    @pytest.mark.parametrize(
        "told",
        [
            {},
            {"values": {1: "yellow shoes"}},
            {"deviations": "typed the size that was asked for, too"},
            {"steps_done": [1]},
        ],
    )
    def test_a_success_that_the_agent_owes_to_itself_teaches_no_words(
        self, memory: Memory, told: dict[str, Any]
    ) -> None:
        taught(memory)
        plan = offered(memory)
        as_planned = {} if not told else {"values": entered(plan)}

        memory.report(plan, "success", **{**as_planned, **told})

        assert learned(memory) == []
        assert asked(memory).route == "adaptive_replay"

    @pytest.mark.parametrize(
        "more", [" and send it to Bob", " or like it", " if cheap", " every week"]
    )
    def test_words_that_turn_are_never_learned(self, memory: Memory, more: str) -> None:
        taught(memory)

        succeed(memory, offered(memory, more=more))

        assert learned(memory) == []
        assert asked(memory, more=more).route != "direct_replay"

    def test_a_hidden_value_is_no_part_of_what_is_learned(self, memory: Memory) -> None:
        taught(memory)
        secret = "jane.doe@example.com"

        succeed(memory, offered(memory, secret))

        assert secret not in repr(memory.cypher("MATCH (p:Pattern) RETURN p.learned"))
        for item in (secret, "joe@example.org"):
            found = asked(memory, item)
            assert found.route == "direct_replay"
            assert found.plan is not None
            assert found.plan.steps[0].value == item

    def test_generalizing_again_keeps_what_was_learned(self, memory: Memory) -> None:
        taught(memory)
        succeed(memory, offered(memory))
        before = learned(memory)
        more = ("a brass bell", "two candles", "grey wool")
        memory.learn_many(
            [search(x, f"s{n}", wording=KNOWN) for n, x in enumerate(more)]
        )

        memory.generalize()

        assert learned(memory) == before
        assert asked(memory, "a green ladder").route == "direct_replay"

    def test_forgetting_the_task_forgets_its_words(self, memory: Memory) -> None:
        taught(memory)
        succeed(memory, offered(memory))
        [pattern] = memory.patterns()
        [wording] = pattern.learned

        for key in wording.tasks:
            memory.forget(task_id=key)

        assert learned(memory) == []
        with pytest.raises(NotFound):
            memory.forget(task_id=wording.tasks[0])
