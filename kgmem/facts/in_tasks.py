"""task -> names in it that the graph knows -> (Task)-[:MENTIONS]->(Entity)."""

from collections.abc import Sequence
from dataclasses import dataclass

from kgmem.facts.names import candidate_keys
from kgmem.graph.counting import has_entities, pending_words
from kgmem.graph.facts.entities import find_entities
from kgmem.graph.known_tasks import TaskWords
from kgmem.graph.store import GraphStore
from kgmem.model.keys.identity import entity_key

PAGE = 256
"""Tasks that are read together."""


@dataclass(frozen=True, slots=True)
class NamesInTasks:
    """Links new tasks to what they name; costs next to nothing in a space without
    entities."""

    store: GraphStore

    def __call__(self, space: str, tasks: Sequence[TaskWords]) -> None:
        """Link tasks to the entities that their words or their app name."""
        if not tasks or not has_entities(self.store, space):
            return
        keys = {one.task_id: _keys(one.text, one.app) for one in tasks}
        asked = dict.fromkeys(key for found in keys.values() for key in found)
        known = find_entities(self.store.engine, space, asked)
        rows = [
            {"task_id": task_id, "entity_id": entity.entity_id}
            for task_id, found in keys.items()
            for key in found
            for entity in known.get(key, ())
        ]
        if rows:
            self.store.write("mention_in_tasks", rows=rows)

    def catch_up(self, space: str) -> None:
        """Link all tasks that no batch job has looked at yet."""
        after = ""
        while has_entities(self.store, space) and (
            tasks := pending_words(self.store, space, after, PAGE)
        ):
            after = tasks[-1].task_id
            self(space, tasks)


def _keys(text: str, app: str | None) -> list[str]:
    keys = [key for key, _, _ in candidate_keys(text)]
    if app and (named := entity_key(app)):
        keys.append(named)
    return list(dict.fromkeys(keys))
