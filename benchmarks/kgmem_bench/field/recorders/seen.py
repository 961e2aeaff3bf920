"""What a recorder sees of the elements of a page, as a scenario is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgmem_bench.field.play import Stage, play
from kgmem_bench.field.scenario import Act

LOOK = Path(__file__).with_name("look.js").read_text(encoding="utf-8")
FOCUSED = """() => {
  let one = document.activeElement;
  while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
  return one;
}"""


@dataclass(frozen=True, slots=True)
class Seen:
    """An act, and what it was done to."""

    act: Act
    element: dict[str, Any]
    """Of the act's element, or of what has the focus."""
    to: dict[str, Any] | None
    tab: int
    urls: tuple[str, ...]
    """The addresses of the tabs, as it began."""


def watched(page: Any, acts: Sequence[Act]) -> list[Seen]:
    """Play the acts, and tell each with its element."""
    found: list[Seen] = []
    stage = Stage(page)

    def look(act: Act, on: Stage) -> None:
        tab = act.at.tab if act.at else 0
        urls = tuple(one.url for one in on.tabs if not one.is_closed())
        to = on.locator(act.to).evaluate(LOOK) if act.to else None
        found.append(Seen(act, _element(on, act), to, tab, urls))

    play(stage, acts, look)
    return found


def _element(stage: Stage, act: Act) -> dict[str, Any]:
    if act.do == "scroll":
        assert act.to is not None
        told: dict[str, Any] = stage.locator(act.to).evaluate(LOOK)
    elif act.at is not None:
        told = stage.locator(act.at).evaluate(LOOK)
    else:
        focused = stage.tabs[0].evaluate_handle(FOCUSED).as_element()
        told = focused.evaluate(LOOK)
    return told
