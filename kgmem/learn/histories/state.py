"""What a record shows of the state around each step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.language.irreversible import is_irreversible
from kgmem.language.lexicon import confirms
from kgmem.learn.distill.sight import Sights, document_of
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.keys.identity import element_key
from kgmem.model.trajectory import Element, Page, Step
from kgmem.paths.tidy import STATE_ATTRIBUTES

STATEFUL = frozenset({
    "checkbox", "radio", "switch", "option", "menuitemcheckbox", "menuitemradio",
    "textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton", "tab",
    "treeitem", "gridcell", "cell", "row", "listitem", "label", "div", "span",
})  # fmt: skip
"""Kinds that can change in ways which a list of elements need not show."""


@dataclass(frozen=True, slots=True)
class States:
    """The steps of a run, and the pages between them as far as they are recorded."""

    steps: Sequence[Step]
    sights: Sights = field(default_factory=Sights, compare=False, repr=False)

    def before(self, i: int) -> Page | None:
        """The page that step `i` started from; the one that the step before left
        is the same."""
        page = self.steps[i].page_before
        return page or (self.steps[i - 1].page_after if i else None)

    def after(self, i: int) -> Page | None:
        """The page that step `i` left, likewise."""
        page = self.steps[i].page_after
        if page is None and i + 1 < len(self.steps):
            return self.steps[i + 1].page_before
        return page

    def shows_no_effect(self, i: int) -> bool:
        """The record says so, or the pages do where they could show an effect."""
        step, before, after = self.steps[i], self.before(i), self.after(i)
        if step.effect is not None:
            return not step.effect and not differ(before, after)
        return same_state(before, after) and self._would_show(i)

    def _would_show(self, i: int) -> bool:
        """Would an effect of this step be visible in a list of elements?"""
        step, page = self.steps[i], self.before(i)
        match step.does.effect_shows:
            case "state":
                return page is not None and state_of(page, step.target) is not None
            case "place":
                return page is not None and all(e.box for e in page.elements)
            case "page":
                return True
            case "target":
                return step.target is None or self._shows_on(step.target, i)
        return False

    def _shows_on(self, target: Element, i: int) -> bool:
        """Would an effect on this element, which step `i` presses, be visible?"""
        step, page = self.steps[i], self.before(i)
        if page is not None and state_of(page, target) is not None:
            return True
        blind = kind_of(target) in STATEFUL
        return not blind and (self._repeats(i) or not commits(step))

    def _repeats(self, i: int) -> bool:
        return (
            i > 0
            and self.steps[i - 1].action == self.steps[i].action
            and same_target(self.steps[i - 1], self.steps[i])
        )

    def changes(self, i: int) -> bool:
        """The record shows that step `i` changed something."""
        return self.steps[i].effect is True or differ(self.before(i), self.after(i))

    def changes_page(self, i: int) -> bool:
        """The address before and after step `i` differ, a `#section` apart."""
        before, after = self.before(i), self.after(i)
        if before is None or after is None or not (before.url and after.url):
            return False
        return document_of(before.url) != document_of(after.url)

    def tells_address_alone(self, first: int, last: int) -> bool:
        """Are the addresses from before step `first` to after step `last` known, and
        nothing else of the pages?"""
        return all(
            page is not None and page.url and not (page.elements or page.state)
            for page in self._around(first, last)
        )

    def hides_target(self, first: int, last: int) -> bool:
        """Are the addresses known, and does no page show the target of step `last`
        holding anything else than what that enters? A recorder may keep of its pages
        what was read there alone."""
        target, pages = self.steps[last].target, [*self._around(first, last)]
        if target is None or not all(page is not None and page.url for page in pages):
            return False
        shown = (_on_page(page, target) for page in pages if page)
        held = {one.attributes.get("value") for one in shown if one}
        return held <= {self.steps[last].value}

    def _around(self, first: int, last: int) -> Iterator[Page | None]:
        """The pages before and after these steps and those between them."""
        numbers = range(first, last + 1)
        return (find(n) for n in numbers for find in (self.before, self.after))

    def value_after(self, i: int) -> str | None:
        """What the target of step `i` holds after it, if the page shows it."""
        target, page = self.steps[i].target, self.after(i)
        if target is None or page is None:
            return None
        found = _on_page(page, target)
        return None if found is None else found.attributes.get("value")


def commits(step: Step) -> bool:
    """It can't be taken back, or is a click whose words say that it confirms."""
    if is_irreversible(step.action, step.target, step.value, step.params):
        return True
    return step.does.presses is not None and confirms(step.target)


def same_target(a: Step, b: Step) -> bool:
    """Both steps name the same element."""
    return (
        a.target is not None
        and b.target is not None
        and same_element(a.target, b.target)
    )


def same_act(a: Step, b: Step) -> bool:
    """The same action with the same value on the same element."""
    return (a.action, a.value, a.params, a.destination) == (
        (b.action, b.value, b.params, b.destination)
    ) and (same_target(a, b) or a.target is b.target is None)


def same_element(a: Element, b: Element) -> bool:
    """It has the same id, or looks the same in the same surroundings."""
    if a == b:
        return True
    if kind_of(a) != kind_of(b) or element_key(a) != element_key(b):
        return False
    mark = a.attributes.get("id")
    has_mark = bool(mark) and mark == b.attributes.get("id") and a.frame == b.frame
    is_in_place = (a.container[:1], a.ordinal) == (b.container[:1], b.ordinal)
    return has_mark or is_in_place


def same_state(a: Page | None, b: Page | None) -> bool:
    """Same address and title, and the same elements, which are known."""
    return (
        a is not None
        and b is not None
        and bool(a.elements)
        and (a.url, a.title, a.elements) == (b.url, b.title, b.elements)
    )


def differ(a: Page | None, b: Page | None) -> bool:
    """Something that both pages record is not the same."""
    if a is None or b is None:
        return False
    return any(
        x != y
        for x, y in ((a.url, b.url), (a.title, b.title), (a.elements, b.elements))
        if x and y
    )


def state_of(page: Page, target: Element | None) -> tuple[str, ...] | None:
    """The target's own state on the page: value, checked, …; None if not shown."""
    found = _on_page(page, target) if target else None
    if found is None:
        return None
    state = tuple(
        f"{key}={found.attributes[key]}"
        for key in STATE_ATTRIBUTES - {"focused"}
        if key in found.attributes
    )
    return state or None


def _on_page(page: Page, target: Element) -> Element | None:
    if target.element_id is not None:
        for element in page.elements:
            if str(element.element_id) == str(target.element_id):
                return element
    kind, key = kind_of(target), element_key(target)
    alike = (element for element in page.elements if kind_of(element) == kind)
    same = [element for element in alike if element_key(element) == key]
    return same[0] if len(same) == 1 else None
