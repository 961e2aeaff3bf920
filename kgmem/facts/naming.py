"""Entities under their names: further ones, two that are one, one that is two."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgmem.errors import InvalidInput
from kgmem.facts.asking import Asking
from kgmem.facts.clock import now_ms
from kgmem.facts.duplicates import duplicates
from kgmem.graph.facts.entities import FoundEntity, Name, checked_name
from kgmem.graph.facts.merging import EntityStore
from kgmem.model.fact import Duplicates
from kgmem.model.values.arguments import texts
from kgmem.redact import Redactor


@dataclass(frozen=True, slots=True)
class Naming:
    """What people say of entities, given by id or name."""

    entities: EntityStore
    asking: Asking
    new_redactor: Callable[[], Redactor]

    def duplicates(self, space: str) -> list[Duplicates]:
        """Entities that may be one, with the reason, see `Memory.duplicates`."""
        return duplicates(
            self.entities.entities(space), self.entities.shared_names(space)
        )

    def add_aliases(self, space: str, entity: str, aliases: Sequence[str]) -> str:
        """Give an entity, named by id or name, further names; its id."""
        redact = self.new_redactor().text
        names = [redact(checked_name(alias)) for alias in texts("aliases", aliases)]
        key = self._entity(space, entity).entity_id
        self.entities.add_aliases(space, key, names)
        return key

    def merge(self, space: str, keep: str, other: str) -> str:
        """Make one entity of two, given by id or name; the id of the one that stays."""
        kept, gone = (self._entity(space, given) for given in (keep, other))
        if kept.entity_id == gone.entity_id:
            raise InvalidInput(f"{keep!r} and {other!r} are one entity already")
        single = self._single_around(space, kept, gone)
        self.entities.merge(space, kept.entity_id, gone.entity_id, single, now_ms())
        return kept.entity_id

    def split(
        self,
        space: str,
        entity: str,
        fact_ids: Sequence[str],
        name: str,
        kind: str | None,
    ) -> str:
        """Give facts of an entity to another one; its id."""
        if not fact_ids:
            raise InvalidInput("fact_ids: at least one is needed")
        old = self._entity(space, entity)
        called = Name(self.new_redactor().text(checked_name(name)), kind)
        single = self._single_around(space, old)
        ids = list(dict.fromkeys(fact_ids))
        return self.entities.split(space, old, ids, called, single, now_ms())

    def _entity(self, space: str, given: str) -> FoundEntity:
        return self.entities.meant(space, self.new_redactor().text(checked_name(given)))

    def _single_around(self, space: str, *entities: FoundEntity) -> set[str]:
        """The single-valued predicates of all that is said of or with them."""
        ids = [one.entity_id for one in entities]
        store = self.asking.store
        others = store.by_id(space, list(store.naming(ids, None)))
        return self.asking.single_of(space, [*store.of_subjects(ids), *others])
