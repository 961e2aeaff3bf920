"""What the steps of a run brought about, where its pages tell it and its driver does
not: how an element stands after it was pressed, what went with the task."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Mark, Page, Step, Trajectory, with_steps
from kgmem.paths.came import CLASS
from kgmem.paths.marks import marks_of
from kgmem.paths.tidy import STANDS


def with_effects(run: Trajectory) -> Trajectory:
    """The run with what its pages' elements show of each click; as it is where they
    show nothing."""
    return with_steps(run, _marked([*map(_turned, run.steps)], run.task))


def _turned(step: Step) -> Step:
    """The step with how its element stands after it."""
    target, before, after = step.target, step.page_before, step.page_after
    if not (target and target.path and before and after) or after.turned:
        return step
    if not step.does.presses or before.url != after.url:
        return step
    same = [one for one in after.elements if _is_same(one, target)]
    if len(same) != 1:
        return step
    stands, was = same[0].attributes, target.attributes
    turned = {
        key: stands[key]
        for key in (*sorted(STANDS), CLASS)
        if stands.get(key) and stands[key] != was.get(key)
    }
    name = same[0].name
    if (
        name
        and name != target.name
        and _others(before, target) == _others(after, target)
    ):
        turned["name"] = name
    page = after.model_copy(update={"turned": turned})
    return step.model_copy(update={"page_after": page}) if turned else step


def _is_same(one: Element, target: Element) -> bool:
    here = one.path, one.frame, kind_of(one)
    return here == (target.path, target.frame, kind_of(target))


def _others(page: Page, target: Element) -> list[tuple[str | None, str | None]]:
    """Where the others of its kind stand, and their names: of a list that is another
    one now, each has the name of its neighbour."""
    kind = kind_of(target)
    return [
        (one.path, one.name)
        for one in page.elements
        if kind_of(one) == kind and one.path != target.path
    ]


def _marked(steps: Sequence[Step], task: str) -> Iterator[Step]:
    """The steps with what of the page before them goes with the task."""
    for _, group in groupby(enumerate(steps), key=_same_click):
        clicks = [step for _, step in group]
        marks = tuple(_marks(clicks, task))
        for step in clicks:
            page = step.page_before
            if page and marks and not page.marks:
                page = page.model_copy(update={"marks": marks})
                step = step.model_copy(update={"page_before": page})
            yield step


def _marks(clicks: Sequence[Step], task: str) -> Sequence[Mark]:
    first, ended = clicks[0], clicks[-1].page_after
    begun, target = first.page_before, first.target
    if first.does.presses != "once" or not (begun and begun.elements and target):
        return ()
    after = ended.elements if ended else ()
    return marks_of(begun.elements, after, len(clicks), target, task)


def _same_click(numbered: tuple[int, Step]) -> tuple[object, ...]:
    """Equal for clicks on one element, one after the other."""
    n, step = numbered
    if step.does.presses != "once" or step.target is None or not step.target.path:
        return (n,)
    url = step.page_before.url if step.page_before else None
    return url, step.target.path, step.target.name
