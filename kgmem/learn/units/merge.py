"""Join what a session says at its end with what was written step by step."""

from collections.abc import Iterator, Sequence

from kgmem.learn.units.unit import OBSERVE, SessionUnit, StepUnit
from kgmem.model.trajectory import Element, Page, Step, Trajectory
from kgmem.redact.finding import PLACEHOLDER


def merge_session(session: SessionUnit, steps: Sequence[StepUnit]) -> Trajectory:
    """The session's run, its steps enriched by the step units of the same task.

    Units are matched in order by action, address and target; what the session
    says goes before what a unit says. Without steps of its own the session has
    those of the units. Lone observations become pages only where each fits its
    step: a page beside the wrong step would tell a wrong story.
    """
    told = session.trajectory.steps
    written = tuple(_with_pages(steps))
    acts = [step for step in written if not is_observation(step)]
    looks = [step.page_before for step in written if is_observation(step)]
    if not told:
        merged = tuple(acts)
    elif acts:
        merged = tuple(_matched(told, acts))
    else:
        merged = _seen(told, [page for page in looks if page is not None])
    return session.trajectory.model_copy(
        update={
            "steps": merged,
            "started_at": session.trajectory.started_at or _first_moment(merged),
        }
    )


def is_observation(step: Step) -> bool:
    """The step only looked at its page."""
    return step.action == "custom" and step.params.get("name") == OBSERVE


def _first_moment(steps: Sequence[Step]) -> object:
    return next((step.at for step in steps if step.at), None)


def _with_pages(units: Sequence[StepUnit]) -> Iterator[Step]:
    """Steps of the units; a look at the page goes into the step that follows it,
    if that step's own page says nothing else."""
    look: Step | None = None
    for unit in units:
        step = unit.step
        if is_observation(step):
            if look is not None:
                yield look
            look = step
        elif look is None:
            yield step
        else:
            fits = _same_url(look.page_before, step.page_before)
            page = _page(step.page_before, look.page_before) if fits else None
            yield step.model_copy(update={"page_before": page}) if page else step
            look = None
    if look is not None:
        yield look


def _matched(told: Sequence[Step], acts: Sequence[Step]) -> Iterator[Step]:
    place = 0
    for step in told:
        found = next((n for n in range(place, len(acts)) if _same(step, acts[n])), None)
        if found is None:
            yield step
        else:
            yield _enriched(step, acts[found])
            place = found + 1


def _same(a: Step, b: Step) -> bool:
    return (
        a.action == b.action
        and _same_url(a.page_before, b.page_before)
        and _agree(a.value, b.value)
        and _same_words(a.target, b.target)
        and _same_words(a.destination, b.destination)
    )


def _same_url(a: Page | None, b: Page | None) -> bool:
    return a is None or b is None or _agree(a.url, b.url)


def _same_words(a: Element | None, b: Element | None) -> bool:
    if a is None or b is None:
        return True
    if a.element_id is not None and b.element_id is not None:
        return str(a.element_id) == str(b.element_id)
    return _agree(a.label(), b.label())


def _agree(a: str | None, b: str | None) -> bool:
    """Equal, or not known on one side, or redacted: units are stored redacted, a
    session comes as it is."""
    if not a or not b or a == b:
        return True
    return bool(PLACEHOLDER.search(a) or PLACEHOLDER.search(b))


def _enriched(step: Step, written: Step) -> Step:
    missing = {
        name: getattr(written, name)
        for name in type(step).model_fields
        if getattr(step, name) is None and getattr(written, name) is not None
    }
    return step.model_copy(
        update={
            **missing,
            "params": {**written.params, **step.params},
            "target": _element(step.target, written.target),
            "destination": _element(step.destination, written.destination),
            "page_before": _page(step.page_before, written.page_before),
            "page_after": _page(step.page_after, written.page_after),
        }
    )


def _element(a: Element | None, b: Element | None) -> Element | None:
    if a is None or b is None:
        return a or b
    return a.model_copy(update=_missing(a, b))


def _page(a: Page | None, b: Page | None) -> Page | None:
    """The first page, with what only the second one knows."""
    if a is None or b is None:
        return a or b
    return a.model_copy(update=_missing(a, b))


def _missing(a: Page | Element, b: Page | Element) -> dict[str, object]:
    return {
        name: getattr(b, name)
        for name in type(a).model_fields
        if not getattr(a, name) and getattr(b, name)
    }


# --- observations without steps -----------------------------------------------------


def _seen(told: Sequence[Step], pages: Sequence[Page]) -> tuple[Step, ...]:
    """Steps with the pages that were seen before them, one each and perhaps one at
    the end; as they are where that doesn't fit."""
    pairs = list(zip(told, pages, strict=False))
    whole = len(pages) in (len(told), len(told) + 1)
    if not whole or not all(_fits(step, page) for step, page in pairs):
        return tuple(told)
    steps = [_looking(step, page) for step, page in pairs]
    if len(pages) > len(told) and steps[-1].page_after is None:
        steps[-1] = steps[-1].model_copy(update={"page_after": pages[-1]})
    return tuple(steps)


def _fits(step: Step, page: Page) -> bool:
    """The addresses agree, and the page has the step's target."""
    if not _same_url(step.page_before, page):
        return False
    target = step.target
    if target is None or not page.elements:
        return step.page_before is not None and bool(step.page_before.url)
    if target.element_id is not None:
        return any(str(e.element_id) == str(target.element_id) for e in page.elements)
    return any(e.label() and e.label() == target.label() for e in page.elements)


def _looking(step: Step, page: Page) -> Step:
    seen = _page(step.page_before, page)
    number = step.target.element_id if step.target else None
    listed = [e for e in page.elements if str(e.element_id) == str(number)]
    target = _element(step.target, listed[0]) if listed else step.target
    return step.model_copy(update={"page_before": seen, "target": target})
