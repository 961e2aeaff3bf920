"""An agent with a memory: a scripted reader, who does what the texts say, and nothing
that they don't."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import Any

from kgmem_bench.agents.asked import Asked
from kgmem_bench.agents.by_hand import ByHand
from kgmem_bench.agents.client import Said, Server
from kgmem_bench.agents.hands import Hands, walk
from kgmem_bench.agents.moves import Move
from kgmem_bench.agents.texts import (
    Advice,
    Replayed,
    advice,
    done_so,
    is_told,
    left_of,
    replayed,
)

MOST_CALLS = 6
"""Of one replay, before a reader gives up."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the reader came to an end."""

    route: str
    reason: str = ""
    """Why it did not go on; empty where it did all."""
    stops: Sequence[str] = ()
    """Why replays stopped on the way."""


@dataclass(slots=True)
class Reader:
    """Reads, and obeys. Who settles goes on after a doubt: of one thing more that is
    asked for, once he has done it; who doesn't stops there."""

    server: Server
    hands: Hands
    address: str
    """Of the page that the browser shows."""
    settles: bool
    has_replay: bool = True
    """Has the server a browser? Else the reader acts with his own hands."""
    stops: list[str] = field(default_factory=list)

    def do(self, asked: Asked) -> Ended:
        """Do a task."""
        said = self._call("recall", {"task": asked.text, "url": self.address})
        found = advice(said.text)
        if found.plan_id is None:
            return self._explore(asked, found)
        ended = self._follow(asked, found, found.plan_id)
        return replace(ended, stops=self.stops)

    def _explore(self, asked: Asked, found: Advice) -> Ended:
        """By oneself, and tell it; with a browser's server by its `do`."""
        if self.has_replay:
            return Ended(found.route, self._do_all(asked))
        reason = walk(self.hands, asked.moves)
        if not reason:
            self._call("record", recorded(asked, self.address))
        return Ended(found.route, reason)

    def _do_all(self, asked: Asked) -> str:
        """All moves, those on one page by one call, and learned; why not, if that
        failed."""
        left, page = list(asked.moves), ""
        given: dict[str, Any] = {"task": asked.text, "app": asked.app}
        while left:
            batch = self._on_page(left, page)
            if not batch:
                return f"not on the page: {left[0]}"
            del left[: len(batch)]
            ends = {} if left else {"outcome": "success"}
            self.hands.leave()
            said = self._call("do", {**given, "acts": steps_of(batch), **ends})
            now = done_so(said.text)
            self.hands.cost.acts += now.count
            if now.why:
                return now.why
            given, page = {"run_id": now.run_id}, said.text
        return ""

    def _on_page(self, left: Sequence[Move], page: str) -> Sequence[Move]:
        """The first of these moves that can be done without another look: those that
        the last answer tells of, else those that a look at the page shows, to the
        first that may lead on."""
        shows: Callable[[Move], bool] = partial(is_told, page)
        if not shows(left[0]):
            self.hands.look()
            shows = self._is_shown
        batch: list[Move] = []
        for move in takewhile(shows, left):
            batch.append(move)
            if move.role in ("link", "button"):
                break
        return batch

    def _is_shown(self, move: Move) -> bool:
        return self.hands.shows([move])

    def _follow(self, asked: Asked, found: Advice, plan_id: str) -> Ended:
        given: dict[str, Any] = {"plan_id": plan_id}
        if found.asks:
            values = answers(asked, found)
            if values is None:
                return Ended(found.route, f"asks for {', '.join(found.asks)}")
            given["values"] = values
        if not self.has_replay:
            return self._by_hand(asked, found, plan_id, given.get("values", {}))
        later: Sequence[Move] = asked.extra
        for _ in range(MOST_CALLS):
            self.hands.leave()
            now = replayed(self._call("replay", given).text)
            self.hands.cost.acts += len(now.done)
            self.stops += [now.why] if now.why else []
            if now.next == "settle" and self.settles:
                later = self._settled(later)
                how = "besides" if asked.extra else "reworded"
                given = {"plan_id": plan_id, how: True}
            elif now.next == "allow":
                given = {"plan_id": plan_id, "confirmed": True}
            else:
                return self._end(asked, found, plan_id, now, later)
        return Ended(found.route, "replay is called again and again")

    def _by_hand(
        self, asked: Asked, found: Advice, plan_id: str, values: Mapping[str, str]
    ) -> Ended:
        plan = ByHand(self.server, self.hands, plan_id, values, list(found.steps))
        later: Sequence[Move] = asked.extra
        why = plan.go_on()
        while why == "settle" and self.settles:
            later = self._settled(later)
            plan.settled()
            why = plan.go_on()
        if why == "settle":
            return Ended(found.route, why)
        self.stops += [f"Stopped: step {plan.left[0].n}: {why}"] if why else []
        rest = left_of(asked.moves, plan.done) if why else later
        reason = self._by_self(asked, rest) if rest else ""
        self.hands.finish()
        outcome = "failure" if reason or why else "success"
        self._call("report", {"plan_id": plan_id, "outcome": outcome})
        return Ended(found.route, reason)

    def _settled(self, extra: Sequence[Move]) -> Sequence[Move]:
        """What is asked for beside the plan is done if it is on this page; else it is
        left for later."""
        if not extra:
            return ()
        self.hands.look()
        if not self.hands.shows(extra):
            return extra
        for move in extra:
            self.hands.do(move)
        return ()

    def _end(
        self,
        asked: Asked,
        found: Advice,
        plan_id: str,
        now: Replayed,
        later: Sequence[Move],
    ) -> Ended:
        if now.next in ("settle", "answer"):
            return Ended(found.route, now.next)
        if now.next == "success":
            by_self = later if self.settles else ()
        elif now.next == "afresh":
            by_self = ()
        else:
            by_self = left_of(asked.moves, now.done)
        reason = self._by_self(asked, by_self) if by_self else ""
        if now.next == "afresh":
            self.hands.open(self.address)
            reason = self._do_all(asked)
        if not now.is_noted:
            told = {"plan_id": plan_id, "outcome": "failure" if reason else "success"}
            self._call("report", told)
        return Ended(found.route, reason)

    def _by_self(self, asked: Asked, moves: Sequence[Move]) -> str:
        """What is left is done; from the start, where it can't go on from here."""
        before = self.hands.cost.acts
        reason = walk(self.hands, moves)
        if reason and self.hands.cost.acts == before:
            self.hands.open(self.address)
            reason = walk(self.hands, asked.moves)
        return reason

    def _call(self, tool: str, given: Mapping[str, Any]) -> Said:
        return self.server.call(self.hands.cost, tool, given)


def answers(asked: Asked, found: Advice) -> Mapping[str, str] | None:
    """What the user says when he is asked for values: the one that he asked for and no
    step has; None where it can't be told which that is."""
    planned = {step.value for step in found.steps}
    left = [m.value for m in asked.moves if m.value and m.value not in planned]
    if len(left) != 1 or len(found.asks) != 1:
        return None
    return {found.asks[0]: left[0]}


def recorded(asked: Asked, address: str) -> Mapping[str, Any]:
    """The arguments of `record` for a way that was gone."""
    steps = steps_of(asked.moves)
    steps[0]["url"] = address
    return {"task": asked.text, "app": asked.app, "steps": steps, "outcome": "success"}


def steps_of(moves: Sequence[Move]) -> list[dict[str, Any]]:
    """The moves as the memory's tools take them."""
    return [
        {"action": one.kind, "target": _target(one)}
        | ({"value": one.value} if one.value is not None else {})
        for one in moves
    ]


def _target(move: Move) -> Mapping[str, Any]:
    told: dict[str, Any] = {"role": move.role, "name": move.name}
    return told | ({"container": [move.near]} if move.near else {})
