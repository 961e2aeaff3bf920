"""What passes is a run: which steps, which outcome, and what is told of the rest."""

from typing import Any

import pytest

from kgmem import InvalidInput, Memory
from kgmem_agents.mcp.apps import Apps
from kgmem_agents.mcp.proxy.recorder import CallRecorder
from tests.mcp.proxy.browser_server import PAGE, SNAPSHOT, URL

TASK = 'Send a "lamp"'


class Calls:
    """A recorder, and calls that pass it."""

    def __init__(self, memory: Memory) -> None:
        self.recorder = CallRecorder(memory, Apps(memory))
        self._n = 0

    def __call__(
        self, name: str, said: str = "", *, looks: bool = False, **arguments: Any
    ) -> None:
        self._n += 1
        key, failed = str(self._n), said.startswith("### Error")
        self.recorder.called(name, arguments, key, looks=looks)
        self.recorder.answered(said, key, has_failed=failed)

    def send(self, what: str = "lamp") -> None:
        """A run of one kind of task."""
        self("browser_navigate", PAGE, url=URL)
        self("browser_snapshot", SNAPSHOT, looks=True)
        self("browser_type", element="the field", target="e1", text=what)
        self("browser_click", PAGE, element="Send", target="e3")


@pytest.fixture
def calls(memory: Memory) -> Calls:
    return Calls(memory)


def steps_of(memory: Memory, experience_id: str) -> list[tuple[Any, ...]]:
    steps = memory.experience(experience_id).steps
    return [(s.action, s.target and s.target.name, s.value) for s in steps]


def test_refs_are_what_the_last_snapshot_showed(memory: Memory, calls: Calls) -> None:
    calls.send()

    ended = calls.recorder.end("success", task=TASK)

    assert ended.learned is not None
    assert steps_of(memory, ended.learned.experience_id) == [
        ("navigate", None, URL), ("type", "Article", "lamp"), ("click", "Send", None),
    ]  # fmt: skip
    assert ended.told == "Learned; steps: 3."
    assert memory.apps()[0].name == "shop.example"


def test_a_failed_call_is_no_part_of_the_path(memory: Memory, calls: Calls) -> None:
    calls.recorder.begin(TASK, "shop")
    calls("browser_click", "### Error\nRef e9 not found", target="e9", element="Go")
    calls.send()

    ended = calls.recorder.end("success")

    assert ended.learned is not None
    found = memory.recall(TASK, app="shop")
    assert found.plan is not None
    assert [step.action for step in found.plan.steps] == ["navigate", "type", "click"]


@pytest.mark.parametrize(
    ("name", "looks", "outcome"),
    [
        ("browser_evaluate", False, "unknown"),
        ("browser_evaluate", True, "success"),
        ("pay_bill", False, "unknown"),
        ("read_bill", True, "success"),
    ],
)
def test_a_run_that_lacks_a_step_is_no_success(
    calls: Calls, name: str, looks: bool, outcome: str
) -> None:
    calls.send()
    calls(name, looks=looks, function="() => 1")

    ended = calls.recorder.end("success", task=TASK)

    assert ended.outcome == outcome
    assert (name in ended.told) == (outcome == "unknown")


def test_secrets_reach_no_store(memory: Memory, calls: Calls) -> None:
    calls.send()
    calls("browser_type", target="e2", text="hunter2!!", element="Password")

    ended = calls.recorder.end("success", task=TASK)

    assert ended.told == "Learned; steps: 4. Secrets left out: 1."
    assert ended.learned is not None
    run = memory.experience(ended.learned.experience_id)
    assert "hunter2" not in run.model_dump_json()
    assert run.steps[-1].value == "[REDACTED:password#1]"


def test_a_run_without_a_task_is_asked_for_one_and_kept(calls: Calls) -> None:
    calls.send()

    with pytest.raises(InvalidInput, match="task: is needed"):
        calls.recorder.end("success")

    assert calls.recorder.end("success", task=TASK).learned is not None


def test_what_a_replay_did_is_lacking(calls: Calls) -> None:
    calls.recorder.begin(TASK, "shop")
    calls("browser_click", PAGE, element="Send", target="e3")
    calls.recorder.replayed(is_over=False)

    ended = calls.recorder.end("success")

    assert ended.outcome == "unknown"
    assert "Not recorded: replay: what it did of its plan" in ended.told


def test_a_replay_to_the_end_leaves_nothing_to_learn(
    memory: Memory, calls: Calls
) -> None:
    calls.recorder.begin(TASK, "shop")
    calls("browser_navigate", PAGE, url=URL)
    calls.recorder.replayed(is_over=True)

    calls.recorder.close()

    assert memory.stats()["experiences"] == 0
