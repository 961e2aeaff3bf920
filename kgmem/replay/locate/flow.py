"""Where on the page at hand is the element that a step of a plan means?

Parse -> drop what it can't be -> shortlist -> weigh all evidence -> take or refuse.
"""

from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest

from kgmem.errors import InvalidInput
from kgmem.model.health import Located
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.whereabouts import frames_meant, is_same_tab
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element
from kgmem.redact import Redactor
from kgmem.replay.given import given_element
from kgmem.replay.locate.decide import Rated, choose
from kgmem.replay.locate.evidence import Candidates, agreement
from kgmem.replay.locate.glance import Glance
from kgmem.replay.locate.in_row import in_row, why_not
from kgmem.replay.locate.kinds import (
    can_take,
    exclude_each_other,
    is_blocked,
    is_told_by_tag,
)
from kgmem.replay.locate.recognise import recognisable, without_options
from kgmem.replay.locate.seen import Seen, spelled_out
from kgmem.replay.locate.selected import Selecting

__all__ = ["MAX_WEIGHED", "locate"]

MAX_WEIGHED = 128
"""Candidates of which all evidence is weighed; of more, those that agree most at
first glance."""
MAX_ASKED = 128
"""Elements of which it is asked whether the page's developers set ids."""


def locate(
    step: PlanStep, elements: Sequence[object], redactor: Redactor | None = None
) -> Located:
    """Which of the page's elements, each an Element or a mapping of one, is the
    step's target.

    Where none surely is, `index` is None, `ambiguous` is true, and `evidence` is that
    of the nearest candidate. A step without a target has nothing to be located.
    `confidence` and `margin` are explained at `decide.Choice`, `evidence` (0 to 1 by
    kind) at `evidence.ODDS`. What the step hides is known by the marks that `redactor`
    makes. Raises InvalidInput naming a bad element by its index.
    """
    if not isinstance(step, PlanStep):
        raise InvalidInput(
            f"step: a step of a plan is needed, not {type(step).__name__}"
        )
    page = _parsed(elements)
    redactor = redactor or Redactor()
    found = _located(step, page, redactor)
    if step.destination is None:
        return found
    end = _located(step.model_copy(update={"target": step.destination}), page, redactor)
    return found.model_copy(
        update={"destination": end, "ambiguous": found.ambiguous or end.ambiguous}
    )


def _located(step: PlanStep, page: Sequence[Element], redactor: Redactor) -> Located:
    """Where the step's target is."""
    if step.target is None:
        return Located()
    target, seen = recognisable(without_options(step.target, page), page, redactor)
    wanted, rated = _rated(step, spelled_out(target), seen)
    if not rated:
        return Located(ambiguous=True, why=why_not(target))
    choice = choose(wanted, rated, step.irreversible, step.varies)
    best = choice.best
    return Located(
        index=best.index if choice.is_sure else None,
        element=page[best.index] if choice.is_sure else None,
        element_id=best.seen.element.element_id if choice.is_sure else None,
        confidence=choice.confidence,
        margin=choice.margin,
        ambiguous=not choice.is_sure,
        evidence=dict(best.agreement),
    )


def _parsed(elements: Sequence[object]) -> list[Element]:
    if isinstance(elements, str | bytes | Mapping) or not isinstance(
        elements, Iterable
    ):
        raise InvalidInput(f"elements: a list is needed, not {type(elements).__name__}")
    return [given_element(n, given) for n, given in enumerate(elements)]


def _rated(
    step: PlanStep, target: Element, page: Sequence[Element]
) -> tuple[Seen, list[Rated]]:
    """The target, and the candidates, each with its evidence, in the page's order."""
    kinds = list(map(kind_of, page))
    possible = _possible(step, target, page, kinds)
    target, possible = in_row(target, page, possible)
    wanted = Seen(target)
    chosen = _shortlist(target, page, kinds, possible)
    members = [Seen(page[n]) for n in chosen]
    others = [Seen(one) for one in page[:MAX_ASKED]]
    meant = Selecting(page).meant(target)
    together = Candidates(wanted, members, others, meant)
    was_blocked = is_blocked(target, step.action)
    return wanted, [
        Rated(
            n,
            seen,
            agreement(seen, together),
            together.around.near(seen),
            is_blocked(seen.element, step.action) and not was_blocked,
        )
        for n, seen in zip(chosen, members, strict=True)
    ]


def _possible(
    step: PlanStep, target: Element, page: Sequence[Element], kinds: Sequence[str]
) -> list[int]:
    """The elements that nothing forbids to be the target, by their kind, frame and tab,
    and what they stand in.
    A page of which no tab is told is the one that the step means."""
    wanted, selecting = kind_of(target), Selecting(page)
    by_tag = is_told_by_tag(target)
    frames = frames_meant(target.frame, {one.frame for one in page})
    fitting = {kind for kind in set(kinds) if not exclude_each_other(wanted, kind)}
    return [
        n
        for n, (one, kind) in enumerate(zip(page, kinds, strict=True))
        if (kind in fitting or (by_tag and one.tag == target.tag))
        and can_take(step.action, one, kind, wanted)
        and one.frame in frames
        and (one.tab is None or is_same_tab(target.tab, one.tab))
        and selecting.stands_within(target, one)
    ]


def _shortlist(
    target: Element,
    page: Sequence[Element],
    kinds: Sequence[str],
    possible: Sequence[int],
) -> list[int]:
    """The candidates that agree most at first glance, in the page's order."""
    if len(possible) <= MAX_WEIGHED:
        return list(possible)
    glance = Glance(target)
    best = nlargest(MAX_WEIGHED, possible, key=lambda n: glance(page[n], kinds[n]))
    return sorted(best)
