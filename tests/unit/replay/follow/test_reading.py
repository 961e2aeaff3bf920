"""What a plan asks for is read on the way."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem import Followed, PlanStep, ValueSource, follow
from tests.unit.replay.form import FakeReports, plan


class Tools:
    """A driver that calls tools and tells what they give."""

    def __init__(self, *results: object) -> None:
        self._results = results
        self.calls: list[Mapping[str, Any]] = []

    def elements(self) -> Sequence[Any]:
        return []

    def page(self) -> str:
        return "app:tools"

    def act(
        self, action: str, element: Any, value: str | None, params: Mapping[str, Any]
    ) -> None:
        self.calls.append(params)

    def result(self) -> object:
        return self._results[len(self.calls) - 1]


FIND = PlanStep(n=1, action="tool", params={"name": "find"})
FIELD = ValueSource(step=1, kind="field", at=("orders", "[*]", "id"))
CANCEL = PlanStep(
    n=2,
    action="tool",
    params={"name": "cancel", "order": "{order}"},
    asks=("order",),
    reads={"order": (FIELD,)},
)


def called(
    *results: object, steps: Sequence[PlanStep] = (FIND, CANCEL)
) -> tuple[Followed, Tools]:
    driver = Tools(*results)
    return follow(FakeReports(), plan(*steps), driver), driver


def test_it_is_read_of_what_a_tool_gives_now() -> None:
    done, driver = called({"orders": [{"id": "O-7"}]}, "ok")

    assert done.outcome == "success"
    assert driver.calls[1]["order"] == "O-7"
    assert done.steps[0].params["result"] == {"orders": [{"id": "O-7"}]}


def test_what_is_not_there_is_asked_for() -> None:
    done, driver = called({"orders": []}, "ok")

    assert (done.why, len(driver.calls)) == ("no value", 1)
    assert done.reason == "step 2: order: result.orders[*].id is not there"


def test_what_was_read_goes_on_with_what_remains() -> None:
    later = PlanStep(n=3, action="tool", params={"name": "x"}, further=("more",))
    again = CANCEL.model_copy(update={"n": 4})

    done, _ = called(
        {"orders": [{"id": "O-7"}]}, "ok", steps=(FIND, CANCEL, later, again)
    )

    assert done.remaining is not None
    assert done.remaining.steps[-1].params["order"] == "O-7"
    assert not done.remaining.asks
