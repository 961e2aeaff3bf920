"""A simulated application: all of its pages in one, and what is sent from there."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgmem import Page
from kgmem_bench.stream.tasks import Asked, Step

CLOSE: Step = {"action": "click", "target": {"role": "button", "name": "Not now"}}
FOREIGN: Step = {"action": "navigate", "value": "https://elsewhere.example/"}
Act = tuple[str, str | None, str | None]
"""What was done: the action, the element's name, the value."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What befalls a task, with a memory and without."""

    is_lazy: bool
    is_poisoned: bool
    is_out: bool
    is_covered: bool
    is_verified: bool


@dataclass(frozen=True, slots=True)
class Pages:
    """What an application shows, and which acts send what was entered before."""

    elements: Sequence[Mapping[str, Any]]
    forms: Mapping[str | None, frozenset[str | None]]
    """By the name of what sends, the names of what may be sent with it."""

    def sent(self, acts: Sequence[Act]) -> list[list[Act]]:
        """What these acts send, each time from the last time on: what was entered in
        the form, by names. What was only clicked on the way is no matter."""
        sent: list[list[Act]] = []
        entered: dict[str | None, Act] = {}
        for act in acts:
            if act[1] in self.forms:
                own = entered.keys() & self.forms[act[1]]
                sent.append([*sorted(map(entered.__getitem__, own), key=str), act])
                entered = {}
            elif act[0] != "click":
                entered[act[1]] = act
        return sent


def pages_of(asked: Sequence[Asked], earlier: Sequence[Asked] = ()) -> dict[str, Pages]:
    """By application, what its tasks need, and, of no effect now, what earlier ones
    needed."""
    paths: dict[str, list[Sequence[Step]]] = defaultdict(list)
    shown: dict[str, list[Step]] = defaultdict(list)
    for one in asked:
        paths[one.app].append(one.path)
    for one in (*asked, *earlier):
        shown[one.app] += one.path
    return {
        app: Pages(list(_elements(shown[app])), _forms(known))
        for app, known in paths.items()
    }


def _forms(paths: Sequence[Sequence[Step]]) -> dict[str | None, frozenset[str | None]]:
    forms: dict[str | None, frozenset[str | None]] = {}
    for path in paths:
        *names, last = [act_of(step)[1] for step in path]
        forms[last] = forms.get(last, frozenset()) | set(names)
    return forms


def _elements(steps: Iterable[Step]) -> Iterator[Mapping[str, Any]]:
    known = set()
    for step in steps:
        target = step.get("target")
        if target and (target["role"], target["name"]) not in known:
            known.add((target["role"], target["name"]))
            yield {"role": target["role"], "name": target["name"]}


def act_of(step: Step) -> Act:
    """What doing the step is."""
    return step["action"], (step.get("target") or {}).get("name"), step.get("value")


class Site:
    """A driver of such pages, for one task."""

    def __init__(self, pages: Pages, luck: Luck) -> None:
        self.acts: list[Act] = []
        self.begun = 0
        """How many acts there were when the page was last loaded anew."""
        self._pages, self._luck, self._is_covered = pages, luck, luck.is_covered

    def elements(self) -> list[Mapping[str, Any]]:
        """None while it is out of order, one while something is open over it."""
        if self._luck.is_out:
            return []
        if self._is_covered:
            return [CLOSE["target"]]
        held = {name: value for _, name, value in self.acts}
        ticked = {name: action for action, name, _ in self.acts}
        return [
            {**one, "attributes": _state(one, held, ticked)}
            for one in self._pages.elements
        ]

    def page(self) -> Page:
        """Where it is."""
        return Page(url="https://app.example/")

    def act(
        self, action: str, element: Any, value: str | None, params: Mapping[str, Any]
    ) -> None:
        """Take it, and keep what it was."""
        if self._luck.is_out:
            raise ConnectionError("the server does not answer")
        name = element["name"] if element is not None else None
        self._is_covered = self._is_covered and name != CLOSE["target"]["name"]
        if name != CLOSE["target"]["name"]:
            self.acts.append((action, name, value))

    def load(self) -> None:
        """Forget what was entered and not sent."""
        self.begun = len(self.acts)

    def sent(self) -> list[list[Act]]:
        """What was sent."""
        return self._pages.sent(self.acts[self.begun :])


def _state(
    element: Mapping[str, Any],
    held: Mapping[Any, str | None],
    ticked: Mapping[Any, str],
) -> dict[str, str]:
    name = element["name"]
    if element["role"] in ("checkbox", "switch", "radio"):
        return {"checked": str(ticked.get(name) == "check").lower()}
    return {"value": held.get(name) or ""}
