"""Ways to find a step's target on a page: the product's, and simpler ones."""

from collections.abc import Callable, Mapping, Sequence

from kgmem.model.element_evidence import kind_of
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.replay.decide import BAR
from kgmem.replay.locate import locate, weigh

Way = Callable[[PlanStep, Sequence[Element]], int | None]
"""The index of the element to use; None refuses."""

PRODUCT = "kgmem"
LADDER, SELECTOR = "first rung", "id or XPath"
NAMED, GREEDY = "role and name", "score, no margin"


def product(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """As the product does."""
    return locate(step, elements).index


def first_rung(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """The first element with the same test id, else id, else role and name, else
    path: the ladder that self-healing drivers climb."""
    return _climbed(_RUNGS, step, elements)


def selector(step: PlanStep, elements: Sequence[Element]) -> int | None:
    """The first element with the same id, else path."""
    return _climbed((_id, _path), step, elements)


def _climbed(
    rungs: "Sequence[_Rung]", step: PlanStep, elements: Sequence[Element]
) -> int | None:
    for rung in rungs:
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


def _id(element: Element) -> str | None:
    return element.attributes.get("id")


def _path(element: Element) -> str | None:
    return element.path


_RUNGS: Sequence[_Rung] = (lambda element: element.test_id, _id, _named, _path)

WAYS: Mapping[str, Way] = {
    PRODUCT: product,
    LADDER: first_rung,
    SELECTOR: selector,
    NAMED: role_and_name,
    GREEDY: best_score,
}
"""By name, the product's first."""
