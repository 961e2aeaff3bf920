"""A page with its frames: what each shows, and where in the window it stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from kgmem.agents import Turns, told_place

TRIES = 5
"""Pages that may follow one another before it counts as at rest."""
NEXT_MS = 10_000
"""So long the next page is waited for when one goes while it is asked."""
SCRIPTS = (
    "watch.js", "hover.js", "view.js", "shown.js", "standing.js", "touch.js",
)  # fmt: skip
"""What runs in each frame before the page's own scripts; their order counts."""
_HOLDER = """frame => {
  const box = frame.getBoundingClientRect();
  return {
    place: pageWatch.placeOf(frame), isShown: pageWatch.isVisible(frame),
    x: box.x + scrollX + frame.clientLeft, y: box.y + scrollY + frame.clientTop,
  };
}"""


@dataclass(frozen=True, slots=True)
class ShownFrame:
    """A frame that is shown, and its place."""

    frame: Any
    """Playwright's."""
    chain: tuple[Mapping[str, object], ...] = ()
    """What it and those around it are told by, the outermost first."""
    x: float = 0
    y: float = 0
    """Where it begins on the page."""
    told: str | None = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "told", told_place(self.chain))

    def placed(self, element: Mapping[str, Any], index: int) -> Mapping[str, Any]:
        """Its element as one of the page's."""
        if self.told is None:
            return element
        box = element["box"]
        at = {**box, "x": box["x"] + self.x, "y": box["y"] + self.y}
        return {**element, "element_id": index, "frame": self.told, "box": at}


def shown_frames(main: Any) -> Turns[list[ShownFrame]]:
    """The page itself and all frames in it that are shown, at any depth."""
    found = [ShownFrame(main)]
    for one in found:
        for frame in one.frame.child_frames:
            inner = yield from _shown_in(one, frame)
            if inner is not None:
                found.append(inner)
    return found


def _shown_in(outer: ShownFrame, frame: Any) -> Turns[ShownFrame | None]:
    try:
        holder = yield frame.frame_element()
        told = yield holder.evaluate(_HOLDER)
    except Exception:  # it went while it was asked
        return None
    if not told["isShown"]:
        return None
    chain = (*outer.chain, told["place"])
    return ShownFrame(frame, chain, outer.x + told["x"], outer.y + told["y"])


def in_window(frame: Any, spot: Mapping[str, float]) -> Turns[Any]:
    """The spot of a frame as one of the window; None if something lies over the
    frame."""
    at: Any = spot
    for one in _outwards(frame):
        holder = yield one.frame_element()
        at = yield holder.evaluate("(one, at) => pageWatch.through(one, at)", at)
        if at is None:
            return None
    return at


def asked(frame: Any, what: str, given: Any, ignored: str) -> Turns[Any]:
    """What the watch of a frame answers; of a page that goes, once the next is
    there."""
    order = f"([s, given]) => {{ pageWatch.ignore(s); return pageWatch.{what} }}"
    for _ in range(TRIES):
        try:
            return (yield frame.evaluate(order, [ignored, given]))
        except Exception as error:
            if "pageWatch" in str(error):
                yield frame.evaluate(script())
            elif is_gone(error):
                yield frame.wait_for_load_state("domcontentloaded", timeout=NEXT_MS)
            else:
                raise
    raise TimeoutError("the page goes from one to the next and does not rest")


def watched(frame: Any) -> Turns[None]:
    """From now on the frame's page is watched."""
    yield frame.evaluate(script())


@cache
def script() -> str:
    """What tells in each page what is on it."""
    folder = files("kgmem_agents.browser")
    return "\n".join(folder.joinpath(n).read_text(encoding="utf-8") for n in SCRIPTS)


def is_gone(error: Exception) -> bool:
    """Did the page leave while it was asked?"""
    text = str(error)
    return "context was destroyed" in text or "navigation" in text


def _outwards(frame: Any) -> Iterator[Any]:
    while frame.parent_frame is not None:
        yield frame
        frame = frame.parent_frame
