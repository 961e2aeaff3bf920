"""What a browser tells beside the steps, put to the step that it belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kgmem import Action
from kgmem.agents import ACTIONS

Told = Mapping[str, Any]
BLANK = "about:blank"
UNLOAD = "beforeunload"
ARRIVALS: Mapping[str, Action] = {
    "navigate": "navigate",
    "reload": "navigate",
    "back_forward": "back",
}
"""The kinds of loading a page, as the browser names them, and the action of each."""


@dataclass(slots=True)
class Notes:
    """The acts of a run, in order, and what was seen and not understood."""

    acts: list[dict[str, Any]] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    rests: dict[int, Told] = field(default_factory=dict)
    """How each tab's page stood at rest since it was acted on last."""
    _staying: dict[int, dict[str, Any]] = field(default_factory=dict)
    _leaving: set[int] = field(default_factory=set)
    _loaded: set[int] = field(default_factory=lambda: {0})

    def note(self, one: Told) -> None:
        """One more thing that was told."""
        if one.get("missed"):
            told = (one["missed"], one.get("what"))
            self.missed.append(": ".join(str(part) for part in told if part))
        elif isinstance(action := one.get("action"), str) and action in ACTIONS:
            self.acts.append(dict(one))
            self.rests.pop(one.get("order", 0), None)
        elif one.get("rests"):
            self.rests[one["order"]] = one
        elif one.get("dialog"):
            self._asked(one)
        elif one.get("download"):
            self._downloaded(one)
        elif one.get("chooser") and self.acts:
            self.acts[-1]["chooser"] = True
        elif one.get("leaving"):
            self._leaving.add(one["order"])
        elif one.get("arrived"):
            self._arrived(one)
        elif one.get("closed"):
            self._left(one["order"])

    def _asked(self, one: Told) -> None:
        """A dialog belongs to what was done last; one that only tells something,
        before anything was done, to nothing."""
        dialog = dict(one["dialog"])
        if dialog.get("kind") == UNLOAD:
            self._staying[one["order"]] = dialog
        if self.acts:
            self.acts[-1].setdefault("dialogs", []).append(dialog)
        elif dialog.get("kind") != "alert":
            self.missed.append(f"dialog before the first step: {dialog.get('message')}")

    def _left(self, order: int) -> None:
        """A page that asked whether to be left, and is, was answered yes."""
        if order in self._staying:
            self._staying.pop(order)["accept"] = True

    def _downloaded(self, one: Told) -> None:
        for act in reversed(self.acts):
            if not ACTIONS[act["action"]].edits:
                act["download"] = True
                return
        self.missed.append("download that no step began")

    def _arrived(self, one: Told) -> None:
        """A page that nothing on the last one led to was asked for by its address."""
        order, url = one["order"], one.get("url")
        if url == BLANK:
            return
        is_led = order in self._leaving or (
            order not in self._loaded and self._opens(one)
        )
        self._left(order)
        self.rests.pop(order, None)
        self._leaving.discard(order)
        self._loaded.add(order)
        if is_led:
            if self.acts:
                self.acts[-1]["effect"] = True
            if self.acts and self.acts[-1]["order"] == order:
                self.acts[-1]["led_to"] = url
            return
        action = ARRIVALS.get(one["arrived"], ARRIVALS["navigate"])
        value = {"value": url} if ACTIONS[action].enters == "address" else {}
        here = {name: one.get(name) for name in ("order", "frame", "tab")}
        self.acts.append({"action": action, **value, **here, "effect": True})

    def _opens(self, one: Told) -> bool:
        """Was this new tab opened by what was done last?"""
        attributes = (
            (self.acts[-1].get("target") or {}).get("attributes", {})
            if self.acts
            else {}
        )
        is_hidden = "noreferrer" in attributes.get("rel", "")
        return bool(one.get("referred") or is_hidden)
