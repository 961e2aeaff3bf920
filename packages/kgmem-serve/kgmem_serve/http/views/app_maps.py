"""An app's map: its pages, where runs go from there, and where they fail."""

from datetime import datetime
from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from kgmem import Memory, NotFound
from kgmem.ports import Row
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.layered import Layers, Placed, layered
from kgmem_serve.http.views.paging import (
    After,
    Limit,
    Paged,
    page_of,
    place_of,
    store_of,
    timed,
)
from kgmem_serve.viewed.app_maps import MOST_PAGES, AppMaps, Tally, Walked

MOST_AVOIDANCES = 100


class AppLine(BaseModel):
    """An app, and how much there is of it."""

    app: str
    tasks: int
    pages: int


class MapPage(BaseModel):
    """A page, how often runs came by, and where the drawing has it."""

    page_id: str
    url_template: str | None
    name: str | None
    app: str | None
    elements: int
    avoidances: int
    runs: int
    successes: int
    failures: int
    entered: int
    """Runs that begin here."""
    failed: int
    """Failed runs of which this is where they went wrong or ended."""
    layer: int
    place: int
    """In its layer, from the top."""


class MapWay(BaseModel):
    """From which page runs go on to which."""

    source: str
    target: str
    runs: int
    successes: int
    failures: int
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
    recorded_at: datetime


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


class MapPageDetail(BaseModel):
    """A page with what is held against its elements."""

    page_id: str
    url_template: str | None
    name: str | None
    app: str | None
    elements: int
    avoidances: list[PageAvoidance]


def add_app_maps(router: APIRouter) -> None:
    """`/apps`, `/apps/map`, `/pages/PAGE`, its elements and its runs."""

    @router.get("/apps")
    def apps(memory: In, limit: Limit = 50, after: After = None) -> Paged[AppLine]:
        """Apps by name."""
        (name,) = place_of(after, str) or (None,)
        rows = _maps(memory).apps(memory.space, name, limit + 1)
        return page_of(rows, limit, AppLine.model_validate, ["app"])

    @router.get("/apps/map")
    def app_map(memory: In, app: str) -> AppMap:
        """The map of an app: its most visited pages, and how runs go through them."""
        return _app_map(memory, app)

    @router.get("/pages/{page_id}")
    def page(memory: In, page_id: str) -> MapPageDetail:
        """A page with what is held against its elements."""
        return _page(memory, page_id)

    @router.get("/pages/{page_id}/elements")
    def elements(
        memory: In, page_id: str, limit: Limit = 50, after: After = None
    ) -> Paged[PageElement]:
        """Its elements, those that most tasks use first."""
        place = place_of(after, int, str)
        rows = _maps(memory).elements(memory.space, page_id, place, limit + 1)
        return page_of(rows, limit, PageElement.model_validate, ["tasks", "element_id"])

    @router.get("/pages/{page_id}/runs")
    def runs(
        memory: In,
        page_id: str,
        onward: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        limit: Limit = 50,
        after: After = None,
    ) -> Paged[PageRun]:
        """Runs through it, those that go `onward` from there to that page or all; the
        newest first."""
        rows = _maps(memory).runs(
            memory.space,
            page_id,
            place_of(after, int, str),
            limit + 1,
            onward=onward,
            outcome=outcome,
        )
        return page_of(rows, limit, _run, ["recorded_at", "experience_id"])


def _maps(memory: Memory) -> AppMaps:
    return AppMaps(store_of(memory))


def _app_map(memory: Memory, app: str) -> AppMap:
    maps = _maps(memory)
    walked = maps.walked(memory.space, app)
    shown = maps.pages(memory.space, walked.shown(MOST_PAGES))
    ids = [row["page_id"] for row in shown]
    ways = {
        way: tally
        for way, tally in walked.ways.items()
        if way[0] in set(ids) and way[1] in set(ids)
    }
    layers = layered(
        ids,
        {way: tally.runs for way, tally in ways.items()},
        {page: walked.entered[page] for page in ids},
    )
    return AppMap(
        app=app,
        runs=walked.runs,
        pages=[_map_page(row, walked, layers) for row in shown],
        ways=[_way(way, ways[way], layers) for way in sorted(ways)],
        more_pages=len(walked.pages) - len(ids),
    )


def _map_page(row: Row, walked: Walked, layers: Layers) -> MapPage:
    key = row["page_id"]
    layer, place = layers.placed[key]
    return MapPage(
        **row,
        **_counts(walked.pages[key]),
        entered=walked.entered[key],
        failed=walked.failed[key],
        layer=layer,
        place=place,
    )


def _way(way: tuple[str, str], tally: Tally, layers: Layers) -> MapWay:
    source, target = way
    back = layers.placed[target][0] <= layers.placed[source][0]
    bends = layers.bends.get(way, [])
    return MapWay(
        source=source, target=target, **_counts(tally), back=back, bends=bends
    )


def _counts(tally: Tally) -> dict[str, int]:
    return {
        "runs": tally.runs,
        "successes": tally.successes,
        "failures": tally.failures,
    }


def _page(memory: Memory, page_id: str) -> MapPageDetail:
    maps = _maps(memory)
    found = maps.pages(memory.space, [page_id])
    if not found:
        raise NotFound(f"no page {page_id} in space {memory.space!r}")
    held = maps.avoidances(memory.space, page_id, MOST_AVOIDANCES)
    return MapPageDetail(
        **{**found[0], "avoidances": list(map(PageAvoidance.model_validate, held))}
    )


def _run(row: Row) -> PageRun:
    return PageRun(**timed(row, "recorded_at"))
