"""A reader does what the texts say, and stops or goes on as he is made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from kgmem_bench.agents.asked import Asked
from kgmem_bench.agents.client import Said
from kgmem_bench.agents.counts import Cost
from kgmem_bench.agents.moves import Move, button, enter, link
from kgmem_bench.agents.reader import Reader

TAIL = enter("urgent", "Keywords")
WAY = [link("New"), enter("lamp", "Summary"), button("Save")]
PLAN = (
    "## Memory: adaptive_replay (confidence 0.50, familiarity 0.50)\n"
    '### Plan (check each step)\n1. click link "New"\n'
    '2. type "lamp" into textbox "Summary"\n3. click button "Save"\nplan_id: 01234567'
)
HINT = "## Memory: guided_exploration (confidence 0.10, familiarity 0.20)"
NOTED = "This is noted: no report is needed."
DONE = f'success: 3 of 3 steps\n- click link "New"\n- x\n- click button "Save"\n{NOTED}'
DOUBT = (
    'stopped: 2 of 3 steps\n- click link "New"\n- type "lamp" into textbox "Summary"\n'
    "… call replay with the same plan_id and settled=true: it goes on from there."
)
LOST = f'stopped: 1 of 3 steps\n- click link "New"\nGo on by yourself.\n{NOTED}'


@dataclass
class Scripted:
    """A server whose answers are given."""

    answers: list[str]
    calls: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    def call(self, cost: Cost, tool: str, arguments: Mapping[str, Any]) -> Said:
        cost.call(tool, arguments)
        self.calls.append((tool, arguments))
        left = self.answers
        answers = ("recall", "replay", "locate_all")
        return Said(left.pop(0) if tool in answers else "", {})


@dataclass
class Noting:
    """Hands that do all that is on their page."""

    on_page: Sequence[Move]
    cost: Cost = field(default_factory=Cost)
    done: list[Move] = field(default_factory=list)

    def look(self) -> None:
        self.cost.looked("page")

    def do(self, move: Move) -> None:
        if move not in self.on_page:
            raise LookupError("not on the page")
        self.cost.acts += 1
        self.done.append(move)

    def elements(self) -> list[dict[str, Any]]:
        told = {"container": [], "attributes": {}}
        return [{"role": m.role, "name": m.name, **told} for m in self.on_page]

    def is_new(self) -> bool:
        return False

    def act(self, index: int, kind: str, value: str) -> None:
        self.do(self.on_page[index])

    def finish(self) -> None:
        pass

    def leave(self) -> None:
        pass

    def open(self, address: str) -> None:
        self.on_page = [*WAY, TAIL]

    def shows(self, moves: Sequence[Move]) -> bool:
        return all(move in self.on_page for move in moves)


def asked(*, tail: bool = False) -> Asked:
    moves = [*WAY[:2], TAIL, WAY[2]] if tail else WAY
    extra = [TAIL] if tail else []
    return Asked("App", "tail", "kind", "en", "File it", moves, [], extra)


def read(
    answers: list[str],
    *,
    settles: bool = True,
    tail: bool = False,
    on_page: object = None,
    has_replay: bool = True,
) -> tuple[Scripted, Noting, str]:
    server = Scripted(answers)
    given: Any = [*WAY, TAIL] if on_page is None else on_page
    hands = Noting(given)
    parts: Any = (server, hands)
    reader = Reader(*parts, "http://app", settles, has_replay)
    ended = reader.do(asked(tail=tail))
    return server, hands, ended.reason


def tools(server: Scripted) -> list[str]:
    return [name for name, _ in server.calls]


def test_a_plan_is_two_calls() -> None:
    server, hands, reason = read([PLAN, DONE], settles=False)

    assert (tools(server), reason) == (["recall", "replay"], "")
    assert (hands.cost.calls, hands.cost.acts, hands.done) == (2, 3, [])


def test_without_a_plan_it_is_done_alone_and_recorded() -> None:
    server, hands, _ = read([HINT], settles=False)

    assert tools(server) == ["recall", "record"]
    assert hands.done == WAY
    told = server.calls[-1][1]
    assert [one["action"] for one in told["steps"]] == ["click", "type", "click"]
    assert told["steps"][1]["value"] == "lamp"


def test_who_settles_nothing_stops_at_a_doubt() -> None:
    server, hands, reason = read([PLAN, DOUBT], settles=False, tail=True)

    assert (tools(server), reason, hands.done) == (["recall", "replay"], "settle", [])


@pytest.mark.parametrize(
    ("on_page", "at"),
    [([TAIL], "before"), ([WAY[0]], "after")],
    ids=["here", "elsewhere"],
)
def test_who_settles_does_what_is_asked_for_besides(
    on_page: list[Move], at: str
) -> None:
    server, hands, reason = read(
        [PLAN, DOUBT, DONE], settles=True, tail=True, on_page=on_page
    )

    assert server.calls[2] == ("replay", {"plan_id": "01234567", "settled": True})
    if at == "before":
        assert (hands.done, reason) == ([TAIL], "")
    else:
        assert TAIL in hands.done


def test_who_is_sent_on_does_the_rest() -> None:
    server, hands, reason = read([PLAN, LOST], settles=False)

    assert (hands.done, reason) == (WAY[1:], "")
    assert tools(server) == ["recall", "replay"]


ALL_HERE = "step 1: element 0; step 2: element 1; step 3: element 2."
SETTLE = " — before this one, settle what the plan is not known to do: urgent"


def test_without_replay_the_steps_are_located_and_done_one_by_one() -> None:
    server, hands, reason = read([PLAN, ALL_HERE], has_replay=False)

    assert tools(server) == ["recall", "locate_all", "report"]
    assert [one["name"] for one in server.calls[1][1]["elements"]] == [
        *("New", "Summary", "Save")
    ]
    assert (hands.done, reason) == (WAY, "")


def test_without_replay_a_doubt_is_settled_on_its_page() -> None:
    doubted = PLAN.replace('button "Save"', f'button "Save"{SETTLE}')

    server, hands, _ = read(
        [doubted, ALL_HERE, "step 3: element 0."], tail=True, has_replay=False
    )

    assert hands.done == [*WAY[:2], TAIL, WAY[2]]
    assert server.calls[-1][1]["outcome"] == "success"
