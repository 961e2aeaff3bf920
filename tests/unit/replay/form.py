"""A page without a browser: states, and where each act leads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem import Element, Followed, Located, Plan, PlanStep, follow
from kgmem.model.action import Action
from kgmem.model.plan import Origin
from kgmem.replay.locate.flow import locate

Act = tuple[str, str | None, str | None]
"""Action, path and value."""


def element(path: str, role: str, name: str | None, **more: Any) -> dict[str, Any]:
    """An element as a driver tells it."""
    tags = {"textbox": "input", "checkbox": "input", "combobox": "select"}
    tag = tags.get(role, "option" if role == "option" else "button")
    told = {"role": role, "name": name, "tag": tag, "path": path}
    return {**told, "attributes": {}, "container": [], **more}


def button(path: str, name: str | None, **more: Any) -> dict[str, Any]:
    return element(path, "button", name, **more)


@dataclass
class FakeForm:
    """A driver over a table of states; it notes what is entered into fields."""

    states: Mapping[str, Sequence[dict[str, Any]]]
    """The elements of each state; the first one is the start."""
    leads: Mapping[tuple[str, Act], str] = field(default_factory=dict)
    """Where an act leads; what is not told changes nothing."""
    keeps: bool = True
    """Do fields keep what is entered?"""
    refuses: frozenset[str] = frozenset()
    """Actions that can't be done."""
    state: str = ""
    acts: list[Act] = field(default_factory=list)
    entered: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = self.state or next(iter(self.states))

    def elements(self) -> list[dict[str, Any]]:
        return [self._shown(one) for one in self.states[self.state]]

    def page(self) -> str:
        return f"http://app.example/{self.state}"

    def act(
        self, action: str, element: Any, value: str | None, params: Mapping[str, Any]
    ) -> bool:
        if action in self.refuses:
            return False
        path = element["path"] if element else None
        self.acts.append((action, path, value))
        if self.keeps and path and value:
            self.entered[path] = value
        self.state = self.leads.get((self.state, self.acts[-1]), self.state)
        return True

    def _shown(self, one: dict[str, Any]) -> dict[str, Any]:
        if one["role"] != "textbox":
            return one
        held = self.entered.get(one["path"], "")
        return {**one, "attributes": {**one["attributes"], "value": held}}


@dataclass
class FakeReports:
    """The part of a memory that following needs; it notes what is reported."""

    told: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def locate(self, step: PlanStep, elements: Sequence[Any]) -> Located:
        return locate(step, elements)

    def report(self, plan: Plan, outcome: str, **told: Any) -> None:
        self.told.append((outcome, told))


def plan(*steps: PlanStep, **more: Any) -> Plan:
    return Plan(
        plan_id="p",
        task="do it",
        route="direct_replay",
        steps=steps,
        origin=Origin(kind="pattern", id="o"),
        **more,
    )


def step(action: Action, role: str, name: str, n: int = 1, **more: Any) -> PlanStep:
    """A step on an element; `row`, `tab`, `frame`: where it stands."""
    tags = {"textbox": "input", "combobox": "select", "row": "tr"}
    given = {key: more.pop(key) for key in ("tab", "frame") if key in more}
    if "row" in more:
        given["container"] = (more.pop("row"),)
    target = Element(role=role, name=name, tag=tags.get(role, "button"), **given)
    return PlanStep(n=n, action=action, target=target, **more)


def press(n: int, name: str, **more: Any) -> PlanStep:
    return step("click", "button", name, n, **more)


def enter(n: int, name: str, value: str, **more: Any) -> PlanStep:
    return step("type", "textbox", name, n, value=value, **more)


def followed(page: FakeForm, *steps: PlanStep, **more: Any) -> Followed:
    return follow(FakeReports(), plan(*steps), page, **more)
