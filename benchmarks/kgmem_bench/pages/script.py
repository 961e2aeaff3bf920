"""A recorded script: the same steps with the same values, whatever the task says."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from kgmem_bench.pages.attempt import Attempt, Ending, stopped
from kgmem_bench.pages.driver import ElementDict, View
from kgmem_bench.pages.episode import Episode, do

Locator = Literal["XPath", "id", "place"]
"""How it finds its elements: by XPath; by id, else by XPath; by where they stood."""
LOCATORS: tuple[Locator, ...] = get_args(Locator)

RecordedStep = Mapping[str, Any]
"""A step of a trajectory, as plain values."""


def play(episode: Episode, steps: Sequence[RecordedStep], by: Locator) -> Attempt:
    """Do the recorded steps from the start."""
    view = episode.driver.view()
    for actions, step in enumerate(steps):
        index = find(view, step["target"], by)
        if index is None or not can_take(step["action"], view.elements[index]):
            return stopped(actions, f"step {actions + 1}: not there")
        done, verdict = do(episode, view, index, step["action"], step["value"])
        if verdict is not None:
            ending: Ending = "succeeded" if verdict.succeeded else "wrong"
            return Attempt(ending, actions + 1)
        assert done.after is not None
        view = done.after
    return Attempt("unfinished", len(steps))


def can_take(action: str, element: ElementDict) -> bool:
    """Can the action be done to it at all? What is no list offers nothing to select."""
    return action != "select" or element["tag"] == "select"


def find(view: View, target: ElementDict, by: Locator) -> int | None:
    """The place of the recorded element in the view."""
    if by == "place":
        return _at_place(view, target["box"])
    if by == "id" and (wanted := target["attributes"].get("id")):
        ids = [one["attributes"].get("id") for one in view.elements]
        return ids.index(wanted) if wanted in ids else None
    return view.index_of(target["path"])


def _at_place(view: View, box: Mapping[str, float]) -> int | None:
    """The smallest element over the middle of the box."""
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    over = [
        (one["box"]["width"] * one["box"]["height"], n)
        for n, one in enumerate(view.elements)
        if one["tag"] != "option" and _covers(one["box"], x, y)
    ]
    return min(over)[1] if over else None


def _covers(box: Mapping[str, float], x: float, y: float) -> bool:
    is_across = box["x"] <= x < box["x"] + box["width"]
    return is_across and box["y"] <= y < box["y"] + box["height"]
