"""An app's map: its pages, where runs go from there, and where they fail."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Memory, NotFound
from kgmem.ports import Row
from kgmem.serving import app_id
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.layered import Layers, Placed, layered
from kgmem_serve.http.views.paging import (
    Moment,
    Page,
    Paged,
    PagedQuery,
    newest,
    store_of,
)
from kgmem_serve.http.views.walks import Tally, Walked, walked

NEWEST = 1_000
"""Runs that a map counts, the newest ones."""
MOST_PAGES = 60
"""Pages that a map shows, those of most runs: nobody can read a larger picture."""
MOST_AVOIDANCES = 100


class AppLine(BaseModel):
    """An app, and how much there is of it."""

    app: str
    tasks: int
    pages: int


class _Page(BaseModel):
    page_id: str
    url_template: str | None
    name: str | None
    app: str | None
    elements: int


class _Counted(BaseModel):
    runs: int
    successes: int
    failures: int


class MapPage(_Page, _Counted):
    """A page, how often runs came by, and where the drawing has it."""

    avoidances: int
    entered: int
    """Runs that begin here."""
    failed: int
    """Failed runs of which this is where they went wrong or ended."""
    layer: int
    place: int
    """In its layer, from the top."""


class MapWay(_Counted):
    """From which page runs go on to which."""

    source: str
    target: str
    back: bool
    """Against the order of the layers."""
    bends: list[Placed]
    """Layer and place of where it passes others."""


class AppMap(BaseModel):
    """What the newest runs of an app did."""

    app: str
    runs: int
    """Those that were counted: the newest ones."""
    pages: list[MapPage]
    ways: list[MapWay]
    more_pages: int
    """Pages with fewer runs that are left out."""


class PageElement(BaseModel):
    """An element of a page."""

    element_id: str
    role: str | None
    name: str | None
    tag: str | None
    test_id: str | None
    container: list[str] | None
    tasks: int
    steps: int


class PageRun(BaseModel):
    """A run that came by."""

    experience_id: str
    task: str
    outcome: str
    steps: int
    duration_ms: int | None
    decided: str | None
    source: str | None
    recorded_at: Moment


class PageAvoidance(BaseModel):
    """What is held against an element."""

    avoidance_id: str
    element_id: str
    role: str | None
    name: str | None
    action: str
    value_shape: str | None
    cause: str | None
    failures: int
    successes: int
    experience_ids: list[str]
    failed_step: str | None
    instead_step: str | None


class MapPageDetail(_Page):
    """A page with what is held against its elements."""

    avoidances: list[PageAvoidance]


APPS = PagedQuery("viewed_apps", AppLine.model_validate, [("app", "after", str)])
ELEMENTS = PagedQuery(
    "viewed_elements",
    PageElement.model_validate,
    [("tasks", "tasks", int), ("element_id", "after", str)],
)
RUNS = PagedQuery(
    "viewed_runs", PageRun.model_validate, newest("recorded_at", "experience_id")
)


def add_app_maps(router: APIRouter) -> None:
    """`/apps`, `/apps/map`, `/pages/PAGE`, its elements and its runs."""

    @router.get("/apps")
    def apps(memory: In, page: Page) -> Paged[AppLine]:
        """Apps by name."""
        return APPS.page(memory, page)

    @router.get("/apps/map")
    def app_map(memory: In, app: str) -> AppMap:
        """The map of an app: its most visited pages, and how runs go through them."""
        return _app_map(memory, app)

    @router.get("/pages/{page_id}")
    def page(memory: In, page_id: str) -> MapPageDetail:
        """A page with what is held against its elements."""
        found = _pages(memory, [page_id])
        if not found:
            raise NotFound(f"no page {page_id} in space {memory.space!r}")
        asked = {"page_id": page_id, "limit": MOST_AVOIDANCES}
        held = store_of(memory).read("viewed_avoidances", space=memory.space, **asked)
        return MapPageDetail.model_validate({**found[0], "avoidances": held})

    @router.get("/pages/{page_id}/elements")
    def elements(memory: In, page_id: str, page: Page) -> Paged[PageElement]:
        """Its elements, those that most tasks use first."""
        return ELEMENTS.page(memory, page, page_id=page_id)

    @router.get("/pages/{page_id}/runs")
    def runs(
        memory: In,
        page: Page,
        page_id: str,
        onward: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
    ) -> Paged[PageRun]:
        """Runs through it, those that go `onward` from there to that page or all; the
        newest first."""
        asked = {"page_id": page_id, "next": onward, "outcome": outcome}
        return RUNS.page(memory, page, **asked)


def _pages(memory: Memory, ids: Sequence[str]) -> list[Row]:
    """These pages, in this order."""
    rows = store_of(memory).read("viewed_pages", space=memory.space, ids=ids)
    by_id = {row["page_id"]: row for row in rows}
    return [by_id[key] for key in ids if key in by_id]


def _app_map(memory: Memory, app: str) -> AppMap:
    asked = {"app_id": app_id(memory.space, app), "limit": NEWEST}
    runs = walked(store_of(memory).read("viewed_steps", space=memory.space, **asked))
    shown = _pages(memory, runs.shown(MOST_PAGES))
    ids = [row["page_id"] for row in shown]
    ways = {way: tally for way, tally in runs.ways.items() if {*way} <= {*ids}}
    layers = layered(
        ids,
        {way: tally.runs for way, tally in ways.items()},
        {page: runs.entered[page] for page in ids},
    )
    return AppMap(
        app=app,
        runs=runs.runs,
        pages=[_map_page(row, runs, layers) for row in shown],
        ways=[_way(way, ways[way], layers) for way in sorted(ways)],
        more_pages=len(runs.pages) - len(ids),
    )


def _map_page(row: Row, runs: Walked, layers: Layers) -> MapPage:
    key = row["page_id"]
    layer, place = layers.placed[key]
    return MapPage(
        **row,
        **asdict(runs.pages[key]),
        entered=runs.entered[key],
        failed=runs.failed[key],
        layer=layer,
        place=place,
    )


def _way(way: tuple[str, str], tally: Tally, layers: Layers) -> MapWay:
    source, target = way
    back = layers.placed[target][0] <= layers.placed[source][0]
    bends = layers.bends.get(way, [])
    return MapWay(source=source, target=target, **asdict(tally), back=back, bends=bends)
