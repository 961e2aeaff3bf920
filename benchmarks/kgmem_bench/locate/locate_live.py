"""Real pages in a browser, changed in place: targets, and where they are afterwards."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from zlib import crc32

from kgmem import Element
from kgmem_bench.locate.locate_cases import ACTIONS, Case, can_be_judged, step_on
from kgmem_bench.locate.locate_words import wordings
from kgmem_bench.miniwob.changes import NEW_LABELS
from kgmem_bench.miniwob.episodes import IGNORED, Stage
from kgmem_bench.miniwob.server import serving
from kgmem_bench.miniwob.tasks import CONTROLS, TASKS
from kgmem_bench.pages.chromium import browser_page
from kgmem_bench.pages.driver import Driver

EPISODE = 1
"""The episode that is shown of each page."""
PAGES = (*TASKS, *CONTROLS)
QUICK_PAGES = PAGES[:6]
TARGETS = 3
"""Targets drawn from a page."""
_NEVER = frozenset({"option"})
"""Tags that are no targets: a value is chosen from the whole list."""


@dataclass(frozen=True, slots=True)
class LiveChange:
    """What is done to a page, by the names in `locate_live.js`."""

    name: str
    steps: tuple[str, ...]
    is_gone: bool = False
    """Is the target not to be found, or not to be used, afterwards?"""


REDESIGN = ("classes", "wrapped", "block")

LIVE_CHANGES: Sequence[LiveChange] = (
    LiveChange("nothing", ("nothing",)),
    LiveChange("classes renamed", ("classes",)),
    LiveChange("ids regenerated", ("ids",)),
    LiveChange("reordered", ("reordered",)),
    LiveChange("wrapped", ("wrapped",)),
    LiveChange("block above", ("block",)),
    LiveChange("look-alike elsewhere", ("twin",)),
    LiveChange("relabelled", ("relabelled",)),
    LiveChange("translated", ("translated",)),
    LiveChange("redesign", REDESIGN),
    LiveChange("redesign, ids regenerated", (*REDESIGN, "ids")),
    LiveChange("redesign, reordered", (*REDESIGN, "reordered")),
    LiveChange("target removed", ("removed",), is_gone=True),
    LiveChange("target disabled", ("disabled",), is_gone=True),
    LiveChange("removed, look-alike elsewhere", ("twin", "removed"), is_gone=True),
    LiveChange("removed, redesign", (*REDESIGN, "removed"), is_gone=True),
)
"""All that is measured, named as the changes of made pages are."""


def live_cases(seed: int = 0, *, quick: bool = False) -> Iterator[Case]:
    """All changes of targets drawn from pages of MiniWoB++. Raises BrowserMissing."""
    with serving() as site, browser_page() as page:
        stage = Stage(Driver(page, IGNORED), site)
        for task in QUICK_PAGES if quick else PAGES:
            yield from cases_of(stage, task, seed)


def cases_of(stage: Stage, task: str, seed: int) -> Iterator[Case]:
    """All changes of the targets drawn from a task's page."""
    stage.episode(task, EPISODE)
    elements = _seen(stage.driver)
    draw = random.Random(f"{seed}/{task}")
    usable = [one for one in elements if one.path and one.tag not in _NEVER]
    for target in draw.sample(usable, min(TARGETS, len(usable))):
        for change in LIVE_CHANGES:
            stage.episode(task, EPISODE)
            case = _case(stage.driver, f"miniwob/{task}", target, change)
            if case is not None:
                yield case


def _case(
    driver: Driver, site: str, target: Element, change: LiveChange
) -> Case | None:
    """None where the change does not apply, or the target is not shown any more."""
    driver.page.evaluate(_script())
    seed = crc32(f"{site}/{target.path}/{change.name}".encode())
    order = [target.path, change.steps, seed, _words(change)]
    if not driver.page.evaluate("order => pageChange.apply(...order)", order):
        return None
    elements = _seen(driver)
    path = driver.page.evaluate("pageChange.place()")
    truth = next((n for n, one in enumerate(elements) if one.path == path), None)
    if change.is_gone:
        truth = None
    elif truth is None:
        return None
    if not can_be_judged(target, elements, truth):
        return None
    step = step_on(target, ACTIONS.get(target.role, "click"))
    return Case(change.name, site, step, elements, truth, "live")


def _seen(driver: Driver) -> tuple[Element, ...]:
    return tuple(Element.model_validate(one) for one in driver.view().elements)


def _words(change: LiveChange) -> Mapping[str, str]:
    """New labels by old ones."""
    if "translated" in change.steps:
        return {old: new.foreign for old, new in wordings().items()}
    return {old: new.other for old, new in wordings().items()} | NEW_LABELS


def _script() -> str:
    return (
        files("kgmem_bench.locate")
        .joinpath("locate_live.js")
        .read_text(encoding="utf-8")
    )
