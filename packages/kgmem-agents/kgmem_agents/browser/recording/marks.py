"""What of the recorded pages goes with the task: months, and what is counted up."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from kgmem.agents import led_to, seen_beside
from kgmem_agents.browser.recording.notes import Told


def marks_of(
    acts: Sequence[Told], ends: Sequence[Told], task: str
) -> Iterator[list[dict[str, Any]]]:
    """For each act the marks of the page before it."""
    every = [*acts, *ends]
    for _, group in groupby(range(len(acts)), key=lambda n: _same_click(acts[n], n)):
        clicks = [*group]
        begun = acts[clicks[0]]
        after = (one for one in every[clicks[-1] + 1 :] if _place(one) == _place(begun))
        texts, target = _texts(begun), begun.get("target") or {}
        mark = None
        if begun["action"] == "click":
            mark = led_to(texts, _texts(next(after, {})), len(clicks), task)
            mark = mark or seen_beside(texts, _said(target), task)
        for _ in clicks:
            yield [mark.compact()] if mark else []


def _same_click(act: Told, n: int) -> tuple[Any, ...]:
    """Equal for clicks on one element, one after the other."""
    target = act.get("target") or {}
    if act["action"] != "click" or not target:
        return (n,)
    return *_place(act), target.get("path"), target.get("name")


def _place(one: Told) -> tuple[Any, ...]:
    return one.get("order", 0), one.get("frame")


def _texts(told: Told) -> Mapping[str, str]:
    return {one["path"]: _said(one) for one in told.get("shown") or ()}


def _said(element: Mapping[str, Any]) -> str:
    held = (element.get("attributes") or {}).get("value")
    return str(held or element.get("text") or element.get("name") or "")
