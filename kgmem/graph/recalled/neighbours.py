"""Tasks around those that the index found: linked, over the same elements, of the very
same words, on the page at hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kgmem.graph.changes import Changes
from kgmem.graph.known_tasks import KnownTask
from kgmem.graph.query_files import query
from kgmem.graph.recalled.kept import KeptReads
from kgmem.ports import CypherEngine, Row

HUB = 32
"""An element that more tasks use than this links nothing: it is a menu bar."""
LINKED, WALKED = 8, 4
"""Best seeds whose similar tasks, and whose elements, are followed."""
OVER_ELEMENTS = 64
"""Tasks over the same elements as the seeds, the best ones."""
BILLION = 1_000_000_000
"""Weights are sums of whole billionths: sums of fractions differ by the order of
adding, and then so does what is cut."""
PARTS = {
    "near_seeds": "seeds",
    "near_words": "text_hash",
    "near_similar": "linked",
    "near_elements": "top",
    "near_page": "elements",
    "near_changes": "places",
}
"""Queries, each with the parameter without which it is not asked."""
HOW = ("seed", "words", "similar", "element", "page", "changes")
"""What they tell of a task, and of the log."""


class Link(NamedTuple):
    """How a task was reached: as a seed, by its words, or from `source` over the
    graph."""

    how: str
    source: str
    weight: float
    task: KnownTask


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Reads them, but for what is kept: one round trip."""

    engine: CypherEngine
    changes: Changes
    kept: KeptReads

    def of(
        self,
        space: str,
        seeds: Sequence[str],
        text_hash: str,
        elements: Sequence[str],
        *,
        expand: bool,
    ) -> list[Link]:
        """See `GraphStore.neighbourhood`."""
        kept = self.kept
        linked, top = (seeds[:LINKED], seeds[:WALKED]) if expand else ((), ())
        drops = kept.tasks.drops, kept.linked.drops, kept.walks.drops
        tasks = kept.tasks.of(space, seeds)
        similar = kept.linked.of(space, linked)
        walks = kept.walks.of(space, top)
        unlinked = [one for one in linked if one not in similar]
        unwalked = [one for one in top if one not in walks]
        params = {
            "space": space,
            "seeds": [one for one in seeds if one not in tasks],
            "text_hash": text_hash,
            "linked": unlinked,
            "top": unwalked,
            "elements": list(elements) if expand else [],
            "hub": HUB,
            "limit": OVER_ELEMENTS,
            **self.changes.asked(space),
        }
        rows = self._read(space, params)
        known = _tasks_of(rows)
        new = {row["task_id"]: known[row["task_id"]] for row in rows["seed"]}
        linked_new = _linked(unlinked, rows["similar"], known)
        walked_new = _linked(unwalked, rows["element"], known)
        kept.tasks.put(space, new, drops[0])
        kept.linked.put(space, linked_new, drops[1])
        kept.walks.put(space, walked_new, drops[2])
        tasks |= new
        similar |= linked_new
        return [
            *(Link("seed", one, 1.0, tasks[one]) for one in seeds if one in tasks),
            *_reached("words", rows["words"], known),
            *(Link("similar", k, w, t) for k in linked for w, t in similar[k]),
            *_over_elements(top, walks | walked_new),
            *_reached("page", rows["page"], known),
        ]

    def _read(self, space: str, params: Mapping[str, object]) -> dict[str, list[Row]]:
        """The rows by how a task was reached; what changed is taken up."""
        names = [name for name, param in PARTS.items() if params[param]]
        text = "\nUNION ALL\n".join(map(query, names))
        told: dict[str, list[Row]] = {how: [] for how in HOW}
        for row in self.engine.read(text, params):
            told[row["how"]].append(row)
        self.changes.observe(map(_of_log, told["changes"]), space)
        return told


def _of_log(row: Row) -> Row:
    """What `near_changes` tells of the log as the query `changes` gives it."""
    return {"place": row["source"], "version": row["weight"], "changes": row["told"]}


def _tasks_of(rows: Mapping[str, Sequence[Row]]) -> dict[str, KnownTask]:
    """The tasks in all rows, each made once."""
    found: dict[str, KnownTask] = {}
    for listed in rows.values():
        for row in listed:
            key = row["task_id"]
            if key is not None and key not in found:
                found[key] = KnownTask.of(row)
    return found


def _reached(
    how: str, rows: Iterable[Row], known: Mapping[str, KnownTask]
) -> Iterator[Link]:
    for row in rows:
        yield Link(how, row["source"], row["weight"], known[row["task_id"]])


def _linked(
    ids: Iterable[str], rows: Iterable[Row], known: Mapping[str, KnownTask]
) -> dict[str, tuple[tuple[Any, KnownTask], ...]]:
    """By task, what it is linked to, with the weights."""
    found: dict[str, list[tuple[Any, KnownTask]]] = {key: [] for key in ids}
    for row in rows:
        found[row["source"]].append((row["weight"], known[row["task_id"]]))
    return {key: tuple(links) for key, links in found.items()}


def _over_elements(
    ids: Iterable[str], walks: Mapping[str, Sequence[tuple[int, KnownTask]]]
) -> list[Link]:
    """The best of all that the elements of these lead to."""
    found = [(-n, task.task_id, k, task) for k in ids for n, task in walks[k]]
    found.sort(key=lambda one: one[:3])
    return [
        Link("element", key, -weight / BILLION, task)
        for weight, _, key, task in found[:OVER_ELEMENTS]
    ]
