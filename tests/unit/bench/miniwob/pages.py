"""Pages without a browser: states, and what each act leads to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgmem_bench.pages.driver import View
from kgmem_bench.pages.episode import Verdict

WON, LOST = Verdict(True), Verdict(False)


def element(
    path: str, role: str | None = "button", name: str | None = None, **more: Any
) -> dict[str, Any]:
    """An element as a driver tells it."""
    told = {
        "element_id": 0,
        "role": role,
        "name": name,
        "tag": {"textbox": "input", "option": "option", "combobox": "select"}.get(
            role or "", "button"
        ),
        "text": None,
        "attributes": {},
        "container": [],
        "ordinal": 1,
        "path": path,
        "box": {"x": 0.0, "y": 0.0, "width": 10.0, "height": 10.0},
    }
    return {**told, **more}


Step = tuple[str, str, str | None]
"""Kind, path and value of an act."""


@dataclass
class FakePage:
    """A driver and an episode in one: a table of states."""

    task: str
    states: Mapping[str, Sequence[dict[str, Any]]]
    """The elements of each state; the first one is the start."""
    leads: Mapping[tuple[str, Step], str | Verdict]
    """Where an act leads; what is not told changes nothing."""
    state: str = ""
    ended: Verdict | None = None
    acts: list[Step] = field(default_factory=list)
    resets: int = 0

    @property
    def driver(self) -> "FakePage":
        return self

    @property
    def address(self) -> None:
        return None

    def reset(self) -> None:
        self.state, self.ended = next(iter(self.states)), None
        self.resets += 1

    def verdict(self) -> Verdict | None:
        return self.ended

    def view(self) -> View:
        return View(self.states[self.state], self.state)

    def text(self) -> str:
        shown = self.states[self.state]
        return " ".join(one["name"] or "" for one in shown)

    def act(self, view: View, index: int, kind: str, value: str | None) -> bool:
        step = (kind, view.elements[index]["path"], value)
        self.acts.append(step)
        after = self.leads.get((self.state, step), self.state)
        if isinstance(after, Verdict):
            self.ended = after
        else:
            self.state = after
        return True


def at_start(page: FakePage) -> FakePage:
    page.reset()
    return page
