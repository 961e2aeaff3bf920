"""What came of a replay, by what the pages say that they received."""

from dataclasses import dataclass
from typing import Any, Literal

Verdict = Literal["done", "stopped", "short", "wrong"]
KEPT = "kept"
"""What a page tells where a question was answered with no: whoever stops there has done
nothing to it."""
SETTLED_MS, TURN_MS = 1000, 100
"""How long an effect may take after the last act."""


@dataclass(frozen=True, slots=True)
class Play:
    """A task that was asked for, and what came of it."""

    kind: str
    recorder: str
    change: str
    """How the page differs from the recorded one; empty: not at all."""
    task: str
    route: str
    outcome: str
    reason: str
    effect: Any
    wanted: Any
    verdict: Verdict
    seen: bool
    """Does the recorder's file hold what is needed?"""
    is_asked: bool
    """Is it never to be replayed without asking?"""


def effect_of(page: Any, wanted: Any) -> dict[str, Any]:
    """What all pages and frames of the browser received, given time to settle."""
    for _ in range(SETTLED_MS // TURN_MS):
        found = _effect(page.context)
        if found == wanted:
            break
        page.wait_for_timeout(TURN_MS)
    return found


def _effect(context: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for page in context.pages:
        for frame in page.frames:
            try:
                found |= frame.evaluate("() => window.effect || {}")
            except Exception:  # it is on its way to another page
                continue
    return found


def judged(outcome: str, effect: Any, wanted: Any, *, seen: bool = True) -> Verdict:
    """Done: the page has all that was asked for and nothing else, and it is told so.
    Wrong: anything else is there, or a success is told without the effect; short, if
    the recording told nothing of what lacks. What is there in full, but told as a stop,
    is stopped."""
    if effect == wanted:
        return "done" if outcome == "success" else "stopped"
    if outcome != "success" and isinstance(effect, dict):
        effect = {name: one for name, one in effect.items() if name != KEPT}
    if not is_part(effect, wanted):
        return "wrong"
    if outcome != "success":
        return "stopped"
    return "wrong" if seen else "short"


def is_part(some: Any, whole: Any) -> bool:
    """Is nothing there that was not asked for?"""
    if isinstance(some, dict) and isinstance(whole, dict):
        return all(
            name in whole and is_part(one, whole[name]) for name, one in some.items()
        )
    if isinstance(some, list) and isinstance(whole, list):
        return some == whole[: len(some)]
    return bool(some == whole)
