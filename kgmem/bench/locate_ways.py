"""Ways to find a step's target on a page: the product's, and simpler ones."""

from collections.abc import Callable, Mapping, Sequence

from kgmem.model.identity import kind_of
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.decide import BAR
from kgmem.replay.locate import locate, weigh

Way = Callable[[PlanStep, Sequence[Element]], int | None]
"""The index of the element to use; None refuses."""

PRODUCT = "kgmem"
LADDER, NAMED, GREEDY = "first rung", "role and name", "score, no margin"


def product(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """As the product does."""
    return locate(step, elements).index


def first_rung(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """The first element with the same test id, else id, else role and name, else
    path: the ladder that self-healing drivers climb."""
    for rung in _RUNGS:
        wanted = rung(step.target) if step.target else None
        if wanted:
            found = (n for n, one in enumerate(elements) if rung(one) == wanted)
            if (index := next(found, None)) is not None:
                return index
    return None


def role_and_name(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """The first element with the same role and name."""
    wanted = _named(step.target) if step.target else None
    if not wanted:
        return None
    return next((n for n, one in enumerate(elements) if _named(one) == wanted), None)


def best_score(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """The product's best candidate if it passes the bar, whatever comes second."""
    choice = weigh(step, elements)
    if choice is None or choice.best.total < BAR:
        return None
    return choice.best.index


def _named(element: Element) -> tuple[str, str] | None:
    name = element.name or element.attributes.get("aria-label") or element.text
    return (kind_of(element), name) if name else None


_Rung = Callable[[Element], object]
_RUNGS: Sequence[_Rung] = (
    lambda element: element.test_id,
    lambda element: element.attributes.get("id"),
    _named,
    lambda element: element.path,
)

WAYS: Mapping[str, Way] = {
    PRODUCT: product,
    LADDER: first_rung,
    NAMED: role_and_name,
    GREEDY: best_score,
}
"""By name, the product's first."""
