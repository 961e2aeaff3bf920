"""The apps of a space, and what else they go by."""

from collections import defaultdict

from kgmem.graph.store import GraphStore
from kgmem.model.known_app import KnownApp

MOST = 200
"""Apps that are known by more than their name, those of most tasks."""
MOST_PAGES = 5_000
"""Hosts and titles of all of them together."""


def known_apps(store: GraphStore, space: str) -> list[KnownApp]:
    """Apps, those of most tasks first."""
    rows = store.read("apps_by_use", space=space, limit=MOST)
    hosts: dict[str, dict[str, None]] = defaultdict(dict)
    titles: dict[str, dict[str, None]] = defaultdict(dict)
    ids = [row["app_id"] for row in rows]
    for page in store.read("app_pages", ids=ids, limit=MOST_PAGES):
        for found, told in ((hosts, page["host"]), (titles, page["title"])):
            if told:
                found[page["app_id"]][told] = None
    return [
        KnownApp(
            name=row["name"],
            tasks=row["tasks"],
            aliases=tuple(
                dict.fromkeys(one for each in row["aliases"] for one in each)
            ),
            hosts=tuple(hosts[row["app_id"]]),
            titles=tuple(titles[row["app_id"]]),
        )
        for row in rows
    ]
