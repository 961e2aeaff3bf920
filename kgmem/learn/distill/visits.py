"""Find links that a run followed in vain.

A link leads where its address says, wherever one comes from. So where a later link
stood on an earlier page already, what was only looked at in between was not needed to
get there.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from kgmem.language.lexicon import lexicon, wordings
from kgmem.learn.distill.acting import does_something, opens_form
from kgmem.learn.distill.named import names_label
from kgmem.learn.distill.reading import was_read
from kgmem.learn.distill.sight import document_of, without_times
from kgmem.learn.histories.state import States, commits
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element, Page

MAX_WALK = 12
"""Steps of the longest walk that is looked for."""
MAX_ELEMENTS = 2_000
"""Elements of a page that are compared; of a larger one nothing is shown."""
MAX_NAMES = 8
"""Names of the links to one address that are compared."""
_WEB = ("http", "https")
_SCRIPTED = ("onclick", "data-method", "data-remote", "data-turbo-method", "download")
"""Attributes of links that do more than lead somewhere; so do those of `hx-`."""

BACK = lexicon("back")
"""Words, at their beginning, on what leads to the page before, whichever it was."""


def walked_in_vain(
    states: States, task: str, dropped: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Each step of a walk that was not needed, with its reason.

    A walk ends before a link, or an address that is entered, which led to a page on
    which something was then done. It goes if it is shown that it only looked: each
    of its links led where its address says, nothing that the pages share changed, and
    what was seen twice was the same both times. What the task names was asked for,
    what was entered later was perhaps read there, and what goes back later goes back
    to there: such a walk stays.
    """
    gone = set(dropped)
    last = _last_deed(states, gone)
    looks = _Looks(states, task)
    for arrival in range(len(states.steps) - 1, 0, -1):
        if arrival in gone:
            continue
        if _goes_back(states, arrival):
            return
        if arrival >= last or _destination(states, arrival) is None:
            continue
        walk = _walk_before(looks, arrival, gone)
        yield from ((n, f"not needed to get to step {arrival}") for n in walk)
        gone.update(walk)


def _last_deed(states: States, gone: Collection[int]) -> int:
    """The last step that does more than show another page; 0 without one."""
    return max(
        (
            n
            for n, step in enumerate(states.steps)
            if n not in gone and not step.does.idles and not _turns(states, n)
        ),
        default=0,
    )


def _turns(states: States, n: int) -> bool:
    """Does the step follow a link, go back or go to an address?"""
    step = states.steps[n]
    if step.does.presses != "once":
        return step.does.enters == "address" or step.does.leads == "back"
    return _address(states, n, step.target) is not None and not commits(step)


@dataclass(frozen=True, slots=True)
class _Looks:
    """Which steps only looked, each asked once."""

    states: States
    task: str
    _known: dict[int, bool] = field(default_factory=dict)

    def only(self, n: int) -> bool:
        """Did step `n` only look?"""
        if n not in self._known:
            self._known[n] = _only_looked(self.states, self.task, n)
        return self._known[n]


def _walk_before(looks: _Looks, arrival: int, gone: Collection[int]) -> list[int]:
    """The longest walk before `arrival` that was not needed."""
    states = looks.states
    walk: list[int] = []
    longest: list[int] = []
    has_looked = False
    for n in range(arrival - 1, max(arrival - 1 - MAX_WALK, -1), -1):
        if n in gone:
            continue
        if not states.steps[n].does.idles:
            is_same = _destination(states, n) == _destination(states, arrival)
            if not looks.only(n) or (is_same and not has_looked):
                break  # the same link twice in a row is perhaps no link but a button
            has_looked = True
        walk.insert(0, n)
        if _offers(states, n, arrival) and _saw_no_change(states, n, arrival):
            longest = list(walk)
    if not longest or was_read(states, longest[0], longest[-1] + 1, looks.task):
        return []
    return longest


def _goes_back(states: States, n: int) -> bool:
    """Does it depend on which page was seen before?"""
    step = states.steps[n]
    if step.does.presses != "once" or _destination(states, n) is not None:
        return step.does.leads == "back"
    return any(BACK.place(words) == 0 for words in wordings(step.target))


# --- where a step leads -----------------------------------------------------------


def _destination(states: States, n: int) -> str | None:
    """The address that the step says it goes to."""
    step = states.steps[n]
    if step.does.enters == "address":
        return _web(step.value or "")
    return _address(states, n, step.target) if step.does.presses == "once" else None


def _address(states: States, n: int, target: Element | None) -> str | None:
    page = states.before(n)
    return None if page is None or target is None else _linked(page, target)


def _linked(page: Page, element: Element) -> str | None:
    """Where the link leads; None for what is no plain link to another document."""
    href, keys = element.attributes.get("href", "").strip(), element.attributes
    if kind_of(element) != "link" or not href or not page.url:
        return None
    if keys.get("target") == "_blank":
        return None
    if any(key in _SCRIPTED or key.startswith("hx-") for key in keys):
        return None
    if href.startswith("#") and document_of(href) == "":
        return None
    try:
        return _web(urljoin(page.url, href))
    except ValueError:
        return None


def _web(url: str) -> str | None:
    try:
        return document_of(url) if urlsplit(url).scheme in _WEB else None
    except ValueError:
        return None


def _offers(states: States, n: int, arrival: int) -> bool:
    """Could one go where `arrival` leads from the page before step `n`?"""
    page, step = states.before(n), states.steps[arrival]
    wanted = _destination(states, arrival)
    if page is None or wanted is None or _web(page.url or "") is None:
        return False
    if step.does.enters == "address":
        return urlsplit(page.url or "").netloc == urlsplit(wanted).netloc
    target = step.target
    return target is not None and any(
        _called(element) == _called(target)
        and element.frame == target.frame
        and _linked(page, element) == wanted
        for element in page.elements
        if element.attributes.get("href")
    )


def _called(element: Element) -> str:
    return without_times(element.label()).casefold()


# --- did it only look? ------------------------------------------------------------


def _only_looked(states: States, task: str, n: int) -> bool:
    """The step showed a page and did nothing, as far as its words, the page's address
    and what the pages before and after it share can tell."""
    step, before, after = states.steps[n], states.before(n), states.after(n)
    if not _turns(states, n) or step.success is False:
        return False
    if before is None or after is None or not (before.elements and after.elements):
        return False
    if max(len(before.elements), len(after.elements)) > MAX_ELEMENTS:
        return False
    landed = _web(after.url or "")
    if landed is None or not states.changes_page(n):
        return False
    if step.does.leads != "back":
        wanted = _destination(states, n)
        if wanted is None or not _is_below(landed, wanted):
            return False
        if does_something(step, wanted) and not opens_form(before, after):
            return False
    if step.target is not None and names_label(task, step.target.label()):
        return False
    return not _changed_what_stays(before, after)


def _is_below(url: str, wanted: str) -> bool:
    """Is it the address that was wanted, or one below it? An act sends elsewhere."""
    if url == wanted:
        return True
    found, asked = urlsplit(url), urlsplit(wanted)
    return (
        found.netloc == asked.netloc
        and not asked.query
        and f"{found.path.rstrip('/')}/".startswith(f"{asked.path.rstrip('/')}/")
    )


def _changed_what_stays(before: Page, after: Page) -> bool:
    """Is a link or something with an id that both pages have called differently in the
    same surroundings, or with another number, as `Cart (0)` and `Cart (1)`?"""
    first, second = _names(before), _names(after)
    return any(
        _is_renamed(first[mark], second[mark]) for mark in first.keys() & second.keys()
    )


@dataclass(frozen=True, slots=True)
class _Name:
    """What an element is called, and the nearest text around it."""

    name: str
    around: str

    @property
    def without_numbers(self) -> str:
        return "".join(ch for ch in self.name if not ch.isdigit())


def _is_renamed(first: set[_Name], second: set[_Name]) -> bool:
    if not {one.name for one in first}.isdisjoint(one.name for one in second):
        return False
    return any(
        a.around == b.around or a.without_numbers == b.without_numbers
        for a in first
        for b in second
    )


def _names(page: Page) -> dict[tuple[str, str], set[_Name]]:
    """What the page calls the links to each address and the elements of each id, up
    to `MAX_NAMES` each."""
    found: dict[tuple[str, str], set[_Name]] = defaultdict(set)
    for element in page.elements:
        kind = kind_of(element)
        is_link = kind == "link"
        mark = _linked(page, element) if is_link else element.attributes.get("id")
        if mark and len(found[kind, mark]) < MAX_NAMES:
            around = without_times(element.container[0]) if element.container else ""
            found[kind, mark].add(_Name(_called(element), around))
    return found


def _saw_no_change(states: States, start: int, arrival: int) -> bool:
    """What links showed twice, from before step `start` until something was done
    after the arrival (`MAX_WALK` steps at most), was the same both times; steps that
    are gone tell, too."""
    seen: dict[str, Page] = {}
    for page in _pages_shown(states, start, arrival):
        if page is None or not page.url:
            return False
        known = seen.setdefault(document_of(page.url), page)
        if known is not page and not states.sights.same(known, page):
            return False
    return True


def _pages_shown(states: States, start: int, arrival: int) -> Iterator[Page | None]:
    yield states.before(start)
    for n in range(start, min(arrival + MAX_WALK, len(states.steps))):
        if _turns(states, n):
            yield states.after(n)
        elif n > arrival and not states.steps[n].does.idles:
            return
