"""Two elements of a page of which a click on either is the same act."""

from kgmem.model.trajectory import Box
from kgmem.paths.fits import is_label_of
from kgmem.replay.locate.known import leads_nowhere
from kgmem.replay.locate.seen import Seen


def is_same_link(a: Seen, b: Seen) -> bool:
    """Are they two links of one name to one address? Then a click on either is the
    same act."""
    href = a.element.attributes.get("href")
    if not href or leads_nowhere(href) or "onclick" in a.element.attributes:
        return False
    return (
        a.look.kind == b.look.kind == "link"
        and a.look.name is not None
        and a.look.name == b.look.name
        and b.element.attributes.get("href") == href
    )


def is_nested(a: Seen, b: Seen) -> bool:
    """Is one within the other and called the same?"""
    if not a.look.name or a.look.name != b.look.name:
        return False
    short, long = sorted((a.path, b.path), key=len)
    if len(short) > 1:
        return len(short) < len(long) and long[: len(short)] == short
    boxes = a.element.box, b.element.box
    return _encloses(*boxes) or _encloses(*reversed(boxes))


def _encloses(outer: Box | None, inner: Box | None) -> bool:
    if outer is None or inner is None or outer == inner:
        return False
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and outer.x + outer.width >= inner.x + inner.width
        and outer.y + outer.height >= inner.y + inner.height
    )


def are_label_and_toggle(a: Seen, b: Seen) -> bool:
    """Is one of them the text of the other, a box to tick?"""
    looks = a.look, b.look
    return is_label_of(*looks) or is_label_of(*reversed(looks))
