"""An app's map: its pages, where runs go from there, and where they fail."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

from fastapi import APIRouter

from kgmem import Memory, NotFound
from kgmem.ports import Row
from kgmem.serving import app_id
from kgmem_serve.http.callers import In
from kgmem_serve.http.views.layered import Layers, layered
from kgmem_serve.http.views.paging import (
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


APPS = PagedQuery("viewed_apps", [("app", "after", str)])
ELEMENTS = PagedQuery(
    "viewed_elements", [("tasks", "tasks", int), ("element_id", "after", str)]
)
RUNS = PagedQuery("viewed_runs", newest("recorded_at", "experience_id"))


def add_app_maps(router: APIRouter) -> None:
    """`/apps`, `/apps/map`, `/pages/PAGE`, its elements and its runs."""

    @router.get("/apps")
    def apps(memory: In, page: Page) -> Paged:
        """Apps by name."""
        return APPS.page(memory, page)

    @router.get("/apps/map")
    def app_map(memory: In, app: str) -> dict[str, Any]:
        """The map of an app: its most visited pages, and how runs go through them."""
        return _app_map(memory, app)

    @router.get("/pages/{page_id}")
    def page(memory: In, page_id: str) -> dict[str, Any]:
        """A page with what is held against its elements."""
        found = _pages(memory, [page_id])
        if not found:
            raise NotFound(f"no page {page_id} in space {memory.space!r}")
        asked = {"page_id": page_id, "limit": MOST_AVOIDANCES}
        held = store_of(memory).read("viewed_avoidances", space=memory.space, **asked)
        return {**found[0], "avoidances": held}

    @router.get("/pages/{page_id}/elements")
    def elements(memory: In, page_id: str, page: Page) -> Paged:
        """Its elements, those that most tasks use first."""
        return ELEMENTS.page(memory, page, page_id=page_id)

    @router.get("/pages/{page_id}/runs")
    def runs(
        memory: In,
        page: Page,
        page_id: str,
        onward: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
    ) -> Paged:
        """Runs through it, those that go `onward` from there to that page or all; the
        newest first."""
        asked = {"page_id": page_id, "next": onward, "outcome": outcome}
        return RUNS.page(memory, page, **asked)


def _pages(memory: Memory, ids: Sequence[str]) -> list[Row]:
    """These pages, in this order."""
    rows = store_of(memory).read("viewed_pages", space=memory.space, ids=ids)
    by_id = {row["page_id"]: row for row in rows}
    return [by_id[key] for key in ids if key in by_id]


def _app_map(memory: Memory, app: str) -> dict[str, Any]:
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
    return {
        "app": app,
        "runs": runs.runs,
        "pages": [_map_page(row, runs, layers) for row in shown],
        "ways": [_way(way, ways[way], layers) for way in sorted(ways)],
        "more_pages": len(runs.pages) - len(ids),
    }


def _map_page(row: Row, runs: Walked, layers: Layers) -> dict[str, Any]:
    """A page, how often runs came by, began and failed there, and its place in the
    drawing."""
    key = row["page_id"]
    layer, place = layers.placed[key]
    counted = {"entered": runs.entered[key], "failed": runs.failed[key]}
    return {**row, **asdict(runs.pages[key]), **counted, "layer": layer, "place": place}


def _way(way: tuple[str, str], tally: Tally, layers: Layers) -> dict[str, Any]:
    """From which page how many runs go on to which; `back` against the layers' order;
    `bends` are the places where it passes others."""
    source, target = way
    back = layers.placed[target][0] <= layers.placed[source][0]
    bends = layers.bends.get(way, [])
    ends = {"source": source, "target": target}
    return {**ends, **asdict(tally), "back": back, "bends": bends}
