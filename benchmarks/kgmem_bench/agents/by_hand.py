"""A plan followed without `replay`: what its steps mean is asked once per page, and
each act is a call of the agent's own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem_bench.agents.client import Server
from kgmem_bench.agents.hands import Hands
from kgmem_bench.agents.texts import WrittenStep
from kgmem_bench.pages.driver import ActKind, ElementDict

_PLACED = re.compile(r"step (\d+): element (\d+)")
KINDS: Mapping[str, ActKind] = {"click": "click", "type": "type", "select": "select"}
"""Of what a text says to do; a reader does nothing else."""
LONGEST = 300
"""Characters of a text around an element that are told."""


@dataclass(slots=True)
class ByHand:
    """What is left of a plan, as its text has it."""

    server: Server
    hands: Hands
    plan_id: str
    values: Mapping[str, str]
    left: list[WrittenStep]
    done: list[str] = field(default_factory=list)
    """In words."""

    def go_on(self) -> str:
        """Do what can be done; why it stopped: "settle" before a step with a doubt,
        "lost" where nothing of what is left is on the page; empty at the end."""
        while self.left:
            self.hands.look()
            elements = self.hands.elements()
            likely = [n for n, one in enumerate(elements) if self._may_be_meant(one)]
            placed = self._located([elements[n] for n in likely])
            before = len(self.left)
            while self.left and not self.hands.is_new():
                step = self.left[0]
                place = placed.get(step.n)
                if step.doubt:
                    return "settle"
                if place is not None and step.action in KINDS:
                    value = self._filled(step.value)
                    self.hands.act(likely[place], KINDS[step.action], value)
                    told = f'{step.action} "{value}" {step.role} "{step.name}"'
                    self.done.append(self._filled(told))
                elif not step.optional:
                    break
                self.left.pop(0)
            if len(self.left) == before:
                return "lost"
        return ""

    def settled(self) -> None:
        """What the next step asks to be settled is."""
        self.left[0] = self.left[0].without_doubt()

    def _may_be_meant(self, element: ElementDict) -> bool:
        return any(
            element["role"] == step.role
            and (not step.name or _same(element["name"] or "", self._filled(step.name)))
            for step in self.left
        )

    def _located(self, elements: Sequence[ElementDict]) -> dict[int, int]:
        told = [_told(one) for one in elements]
        given: dict[str, Any] = {"plan_id": self.plan_id, "elements": told}
        if self.values:
            given["values"] = self.values
        said = self.server.call(self.hands.cost, "locate_all", given)
        return {int(n): int(place) for n, place in _PLACED.findall(said.text)}

    def _filled(self, text: str | None) -> str:
        text = text or ""
        for name, value in self.values.items():
            text = text.replace(f"{{{name}}}", value)
        return text


def _told(element: ElementDict) -> dict[str, Any]:
    """What the tool asks for, without what says nothing."""
    around = [text[:LONGEST] for text in element["container"][:1]]
    test_id = element["attributes"].get("data-testid")
    told = {"role": element["role"], "name": element["name"], "container": around}
    return {key: one for key, one in (told | {"test_id": test_id}).items() if one}


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
