"""The collections of one memory on a Qdrant server: their names, owners and aliases.

Collections are `<prefix>_<collection>_<generation number>_<slug of model>`; the alias
`<prefix>_<collection>` follows the generation in use, for operators and other tools.
kgmem itself reads and writes by the full name: a process that still works with the
old model must not reach vectors of the new one through an alias. The id of the memory
stands in the metadata of each collection: another memory's are left alone.
"""

import re
from dataclasses import dataclass

from qdrant_client import QdrantClient, models

from kgmem import VectorsUnavailable
from kgmem.ports import Collection, Generation
from kgmem.servers import COLLECTIONS, OtherMemory, slug
from kgmem_servers.qdrant_calls import QdrantCalls
from kgmem_servers.qdrant_requests import (
    MEMORY,
    Layout,
    alias_changes,
    declared,
    indexes,
    layout_of,
    owner_of,
)

SETTINGS = {
    "QUANTIZATION": "quantized",
    "ON_DISK": "on_disk",
    "SHARDS": "shards",
    "REPLICAS": "replicas",
    "WRITE_CONSISTENCY": "write_consistency",
}
"""Fields of a layout by the settings that they come from."""
OLDEST_SERVER = (1, 16)
"""Older servers ignore `update_filter` and would overwrite newer versions."""


@dataclass(frozen=True, slots=True)
class ServerCollections:
    """Makes, describes and removes them."""

    client: QdrantClient
    calls: QdrantCalls
    prefix: str
    layout: Layout

    def prepare(self, generation: Generation) -> dict[Collection, int]:
        """Create what is missing of this generation; about how many points each holds.

        Raises OtherMemory, before anything is changed, where collections or aliases of
        these names are another memory's.
        """
        self._check_owners(generation)
        return {
            collection: self._ensure_collection(
                self.full_name(collection, generation), generation
            )
            for collection in COLLECTIONS
        }

    def drop(self, generation: Generation) -> None:
        """Delete the collections of a generation, but for another memory's."""
        for collection in COLLECTIONS:
            name = self.full_name(collection, generation)
            if self._exists(name) and self._is_of(generation.memory, name):
                self.calls.run("drop", self.client.delete_collection, name)

    def full_name(self, collection: Collection, generation: Generation) -> str:
        """The name by which a collection is read and written."""
        return f"{self._alias(collection)}_{generation.number}_{slug(generation)}"

    def version(self) -> tuple[int, ...]:
        """The server's. Raises VectorsUnavailable for one older than OLDEST_SERVER."""
        text = self.calls.run("asking its version", self.client.info).version
        numbers_of = tuple(int(part) for part in re.findall(r"\d+", text)[:3])
        if numbers_of < OLDEST_SERVER:
            raise VectorsUnavailable(
                f"Qdrant {text} has no conditional upsert; upgrade the server to "
                f"{'.'.join(map(str, OLDEST_SERVER))} or newer"
            )
        return numbers_of

    def unlike_settings(self, generation: Generation) -> list[str]:
        """The settings that the collections of this generation were made without."""
        infos = (self._info(self.full_name(one, generation)) for one in COLLECTIONS)
        held = [layout_of(info) for info in infos]
        return [
            f"KGMEM_QDRANT_{setting}"
            for setting, part in SETTINGS.items()
            if (wanted := getattr(self.layout, part)) is not None
            and any(getattr(one, part) != wanted for one in held)
        ]

    def switch_aliases(self, generation: Generation) -> None:
        """All aliases in one request, so that no reader sees two generations."""
        targets = self._targets()
        changes = [
            change
            for collection in COLLECTIONS
            for change in alias_changes(
                self._alias(collection),
                self.full_name(collection, generation),
                targets,
            )
        ]
        if changes:
            switch = self.client.update_collection_aliases
            self.calls.run("switching aliases", switch, changes)

    def _alias(self, collection: Collection) -> str:
        return f"{self.prefix}_{collection}"

    def _exists(self, name: str) -> bool:
        return self.calls.run(
            "looking for a collection", self.client.collection_exists, name
        )

    def _info(self, name: str) -> models.CollectionInfo:
        return self.calls.run("reading schema", self.client.get_collection, name)

    def _is_of(self, memory: str | None, name: str) -> bool:
        """Is the collection this memory's, or nobody's?"""
        return memory is None or owner_of(self._info(name)) in (None, memory)

    def _check_owners(self, generation: Generation) -> None:
        """Raise OtherMemory for what is another's."""
        if generation.memory is None:
            return
        targets = self._targets()
        for collection in COLLECTIONS:
            name = self.full_name(collection, generation)
            names = [name] if self._exists(name) else []
            if (aliased := targets.get(self._alias(collection), name)) != name:
                names.append(aliased)
            for one in names:
                if not self._is_of(generation.memory, one):
                    raise OtherMemory(
                        f"the collection {one} on this Qdrant holds the points of "
                        "another memory; set KGMEM_QDRANT_PREFIX to a name of this "
                        "memory's own, then run `kgmem repair`"
                    )

    def _ensure_collection(self, name: str, generation: Generation) -> int:
        """About how many points it holds."""
        if not self._exists(name):
            self._create(name, generation)
        info = self._info(name)
        if generation.memory and owner_of(info) is None:  # an older kgmem made it
            self.calls.run(
                "naming its memory",
                self.client.update_collection,
                name,
                metadata={MEMORY: generation.memory},
            )
        self._index_payload(name, info)
        # The count in the description is an estimate, and may lack: none must be none.
        return (
            info.points_count
            or self.calls.run(
                "counting points", self.client.count, name, exact=True
            ).count
        )

    def _index_payload(self, name: str, info: models.CollectionInfo) -> None:
        create = self.client.create_payload_index
        for key, schema in indexes().items():
            if key not in info.payload_schema:
                self.calls.run(
                    "creating an index", create, name, key, schema, wait=True
                )

    def _create(self, name: str, generation: Generation) -> None:
        create = self.client.create_collection
        try:
            self.calls.run(
                "creating a collection",
                create,
                name,
                **declared(generation, self.layout),
            )
        except VectorsUnavailable:
            # Another process may have been first, or a try that timed out worked.
            if not self._exists(name):
                raise

    def _targets(self) -> dict[str, str]:
        """Collection by alias."""
        there = self.calls.run("reading aliases", self.client.get_aliases).aliases
        return {alias.alias_name: alias.collection_name for alias in there}
