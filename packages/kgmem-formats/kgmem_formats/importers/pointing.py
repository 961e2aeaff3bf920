"""Where within an element it was pressed, if that makes a difference."""

from kgmem import Element

DRAWN = frozenset({"area", "canvas", "embed", "img", "map", "object", "svg", "video"})
"""Elements that show something else at each place."""
_ROLES = frozenset({"application", "graphics-document", "img", "image", "slider"})


def pressed_at(
    element: Element, place: tuple[float, float], default: bool = False
) -> dict[str, object]:
    """The place, of what shows another thing at each; nothing for the rest. `default`:
    what holds where neither tag nor role is told."""
    is_known = bool(element.tag or element.role)
    is_drawn = element.tag in DRAWN or element.role in _ROLES
    if not (is_drawn if is_known else default):
        return {}
    return {"position": {"x": place[0], "y": place[1]}}
