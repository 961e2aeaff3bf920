"""Where a script moves the mouse: numbers, or worked out of where an element stands."""

import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.code.values import BoxOf, PagePart, Spot

SUMS: Mapping[str, Callable[[Any, Any], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
_AXES = {"x": "x", "y": "y", "width": "x", "height": "y"}


def spot_of(box: BoxOf, name: str) -> Spot:
    """A side of an element's box, or where it begins."""
    if name not in _AXES:
        raise InvalidInput(f"a box has no {name[:40]!r}")
    is_start = name in ("x", "y")
    return Spot(box.place, _AXES[name], whole=is_start, side=not is_start)


def worked_out(sign: str, left: object, right: object) -> Spot | float | None:
    """The sum or product; None where it can't be worked out."""
    if _is_number(left) and _is_number(right):
        return _of_numbers(sign, left, right)
    if isinstance(left, Spot) and isinstance(right, Spot):
        is_one = (left.place, left.axis) == (right.place, right.axis)
        by = {"+": 1, "-": -1}.get(sign)
        return _sum(left, right, by) if is_one and by else None
    if isinstance(left, Spot) and _is_number(right):
        return _with_number(sign, left, right)
    if isinstance(right, Spot) and _is_number(left) and sign in ("+", "*"):
        return _with_number(sign, right, left)
    return None


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


MAX_NUMBER = 1e12
"""No place and no count in a script is beyond it."""


def _of_numbers(sign: str, left: object, right: object) -> float | None:
    assert isinstance(left, int | float)
    assert isinstance(right, int | float)
    if sign in ("/", "//", "%") and not right:
        return None
    if sign not in SUMS or max(abs(left), abs(right)) > MAX_NUMBER:
        return None
    return SUMS[sign](left, right)


def _sum(left: Spot, right: Spot, by: int) -> Spot:
    return replace(
        left,
        whole=left.whole + by * right.whole,
        side=left.side + by * right.side,
        more=left.more + by * right.more,
    )


def _with_number(sign: str, spot: Spot, number: object) -> Spot | None:
    assert isinstance(number, int | float)
    if sign in ("+", "-"):
        more = number if sign == "+" else -number
        return replace(spot, more=spot.more + more)
    if sign not in ("*", "/") or not number:
        return None
    by = number if sign == "*" else 1 / number
    return replace(
        spot, whole=spot.whole * by, side=spot.side * by, more=spot.more * by
    )


def element_under(
    x: object, y: object
) -> tuple[PagePart, dict[str, float] | None] | None:
    """The element that a place lies on and where on it, None in its middle; None for
    a place that is told by numbers. Raises InvalidInput where it can't be told."""
    if not isinstance(x, Spot) and not isinstance(y, Spot):
        return None
    if not (isinstance(x, Spot) and isinstance(y, Spot) and x.place == y.place):
        raise InvalidInput("a place of the mouse that is not told")
    if (x.axis, y.axis, x.whole, y.whole) != ("x", "y", 1, 1):
        raise InvalidInput("a place of the mouse that is not told")
    if x.side == y.side == 0.5 and x.more == y.more == 0:
        return x.place, None
    if x.side == y.side == 0 and x.more >= 0 and y.more >= 0:
        return x.place, {"x": x.more, "y": y.more}
    raise InvalidInput("a place beside an element or at a part of its size")
