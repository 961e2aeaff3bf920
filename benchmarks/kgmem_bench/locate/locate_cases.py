"""Targets, the changed pages on which they are looked for, and where they are."""

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from kgmem import Action, Element, PlanStep
from kgmem.lab import is_irreversible, kind_of, looks_generated, stable_id
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.data_sets import autodroid, samples
from kgmem_bench.locate.locate_changes import CHANGES, Retell, changed
from kgmem_bench.locate.locate_pages import Page, made_pages
from kgmem_bench.locate.locate_tree import Listed, Node, above, listed, numbered

TARGETS = 5
"""Targets drawn from a made page."""

Source = Literal["made", "recorded", "live"]
"""Where a page is from: made here, recorded by others, or a real one in a browser."""
SOURCES: tuple[Source, ...] = get_args(Source)

ACTIONS: Mapping[str | None, Action] = {
    "checkbox": "check",
    "combobox": "select",
    "textbox": "type",
}
"""What is done to elements, by their roles; others are clicked."""
_GENERATED = ("id", "class", "href")
"""Attributes of which generated values tell nothing."""


@dataclass(frozen=True, slots=True)
class Case:
    """A step, a page, and the place of its target in the page's list."""

    change: str
    site: str
    """The site or app that the page is of."""
    step: PlanStep
    elements: tuple[Element, ...]
    truth: int | None
    """None: nothing may be clicked."""
    source: Source = "made"

    @property
    def half(self) -> str:
        return "tuning" if is_tuning(self.site) else "reported"

    @property
    def can_be_told(self) -> bool:
        """Is there a single fact by which its record is true of the target alone?"""
        if self.truth is None or self.step.target is None:
            return False
        others = (e for n, e in enumerate(self.elements) if n != self.truth)
        known = {fact for element in others for fact in _facts(element)}
        stays = {*_facts(self.step.target)} & {*_facts(self.elements[self.truth])}
        return not stays <= known


def _facts(element: Element) -> Iterator[Hashable]:
    """What somebody chose about the element: each might tell it apart."""
    kind, attributes = kind_of(element), element.attributes
    name = element.name or attributes.get("aria-label") or element.text
    around = element.container[:1]
    if name:
        yield "name", kind, name
        if around:
            yield "name beside", kind, name, around
    elif around:
        yield "class beside", kind, attributes.get("class"), around
    for how, value in (
        ("test id", element.test_id),
        ("id", stable_id(element)),
        ("href", attributes.get("href")),
        ("field", attributes.get("name")),
    ):
        if value:
            yield how, value


def made_cases(sites: int, seed: int = 0) -> Iterator[Case]:
    """All changes of targets drawn from made pages."""
    for page in made_pages(sites, seed):
        draw = random.Random(f"{seed}/{page.site}")
        places = [one for one in listed(page.root, page.driver) if one.is_target]
        for place in draw.sample(places, min(TARGETS, len(places))):
            role = above(page.root, place.key)[0].role
            yield from _cases(page, place, ACTIONS.get(role, "click"), draw)


def recorded_cases(data: Path, seed: int = 0) -> Iterator[Case]:
    """All changes of the targets that people used on recorded screens, each screen
    and target once; none where the set is missing."""
    folder = data / autodroid.SET
    if not folder.is_dir():
        return
    seen: set[tuple[str, str]] = set()
    for sample in samples(folder):
        app = f"{autodroid.SET}/{sample.trajectory.app}"
        for step in sample.trajectory.steps:
            what = repr(step.page_before), repr(step.target)
            if step.page_before and step.target and what not in seen:
                seen.add(what)
                draw = random.Random(f"{seed}/{app}/{len(seen)}")
                nth = step.page_before.elements.index(step.target)
                page = Page(app, "flat", _tree(step.page_before.elements))
                place = listed(page.root, page.driver)[nth]
                yield from _cases(page, place, step.action, draw)


def _tree(elements: Sequence[Element]) -> Node:
    """A recorded list as a page without structure."""
    return numbered(Node("body", children=[_node(one) for one in elements]))


def _node(element: Element) -> Node:
    return Node(
        element.tag or "div",
        says=element.text or "",
        label=element.name if element.name != element.text else None,
        role=element.role,
        attributes=dict(element.attributes),
        is_active=True,
    )


def _cases(
    page: Page, place: Listed, action: Action, draw: random.Random
) -> Iterator[Case]:
    for change in CHANGES:
        key, target = place.key, place.element
        if change.retell is not None:
            other = _retold(page, place, change.retell, draw)
            if other is None:
                continue
            key, target = other
        root = changed(page.root, key, change, draw)
        if root is None:
            continue
        places = listed(root, page.driver)
        elements = tuple(one.element for one in places)
        nth = (n for n, one in enumerate(places) if one.key == key)
        truth = None if change.is_gone else next(nth)
        if can_be_judged(target, elements, truth):
            step = step_on(target, action)
            source: Source = (
                "recorded" if page.site.startswith(autodroid.SET) else "made"
            )
            yield Case(change.name, page.site, step, elements, truth, source)


def step_on(target: Element, action: Action) -> PlanStep:
    """A plan's step that does this to the target."""
    irreversible = is_irreversible(action, target, None)
    return PlanStep(n=1, action=action, target=target, irreversible=irreversible)


def can_be_judged(
    target: Element, elements: Sequence[Element], truth: int | None
) -> bool:
    """Not where another element agrees with the whole record, and the right one does
    not: nobody could tell that it is another one."""
    fitting = [n for n, one in enumerate(elements) if _fits(target, one)]
    return not fitting or truth in fitting


def _fits(recorded: Element, other: Element) -> bool:
    """Does the other one agree with all that was recorded besides place and generated
    marks, and is it there to be used?"""
    told, others = _told(recorded), _told(other)
    agrees = all(others.get(key) == value for key, value in told.items())
    return agrees and "disabled" not in other.attributes


def _told(element: Element) -> dict[str, object]:
    fields = ("role", "name", "tag", "text", "test_id", "container", "locators")
    given = {key: getattr(element, key) for key in fields}
    written = {
        f"@{key}": value
        for key, value in element.attributes.items()
        if not (key in _GENERATED and any(map(looks_generated, value.split())))
    }
    return {key: value for key, value in {**given, **written}.items() if value}


def _retold(
    page: Page, place: Listed, retell: Retell, draw: random.Random
) -> tuple[int, Element] | None:
    """The same element of another row: its key, and how it is told. None where there
    is no other row, or nothing in the record holds what tells the rows apart."""
    row = next((node for node in above(page.root, place.key) if node.is_row), None)
    if row is None:
        return None
    old, element = row.values[0], place.element
    if not any(old in text for text in (element.name or "", *element.container)):
        return None
    beside = above(page.root, row.key)[1].children
    rows = [one for one in beside if one.is_row and one.values[0] not in row.words()]
    if not rows:
        return None
    other = draw.choice(rows)
    nth = [node.key for node in row.walk()].index(place.key)
    key = [node.key for node in other.walk()][nth]
    return key, retell(element, old, other.values[0])
