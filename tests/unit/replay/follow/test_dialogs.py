"""What a page asks while a plan is followed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem import follow
from tests.unit.replay.form import FakeForm, FakeReports, button, followed, plan, press

YES = {"kind": "confirm", "accept": True, "message": "Delete?"}
PAGE = {"start": [button("/d", "Remove"), button("/n", "Next")]}


@dataclass
class Asking(FakeForm):
    """A page that asks at each click on `Remove`."""

    asks: Sequence[Mapping[str, Any]] = (YES,)
    answers: Sequence[Mapping[str, Any]] = ()
    missed: list[Mapping[str, Any]] = field(default_factory=list)

    def answer_next(self, dialogs: Sequence[Mapping[str, Any]]) -> None:
        self.answers = dialogs

    def unforeseen(self) -> Sequence[Mapping[str, Any]]:
        missed, self.missed = self.missed, []
        return missed

    def act(self, action: str, element: Any, *more: Any) -> bool:
        if element["path"] == "/d" and not self.answers:
            self.missed += self.asks
        return super().act(action, element, *more)


REMOVE = press(1, "Remove", params={"dialogs": [YES]})


def test_what_nobody_had_foreseen_stops_it_and_is_told() -> None:
    page, memory = Asking(PAGE), FakeReports()
    steps = plan(press(1, "Remove"), press(2, "Next"))

    done = follow(memory, steps, page)

    assert (done.outcome, done.why) == ("stopped", "unforeseen")
    assert done.reason is not None
    assert "confirm Delete?" in done.reason
    assert memory.told[0][0] == "unknown"
    assert done.remaining is not None
    assert [step.n for step in done.remaining.steps] == [1, 2]


def test_a_driver_that_cannot_answer_stops_before_the_step() -> None:
    class Refusing(Asking):
        def answer_next(self, dialogs: Sequence[Mapping[str, Any]]) -> bool:  # type: ignore[override]
            return False

    for page in (FakeForm(PAGE), Refusing(PAGE)):
        done = followed(page, REMOVE)

        assert (done.outcome, done.why) == ("stopped", "out of reach")
        assert page.acts == []
