"""What keeps answers, put together."""

from collections.abc import Mapping
from dataclasses import dataclass

from kgmem.index.versions import OwnVersions, SharedVersions, Versions
from kgmem.model.metrics import CacheUse
from kgmem.recall.answering import LEVEL
from kgmem.recall.caching.cache import AnswerCache
from kgmem.wiring.stores import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswers:
    """The cache of answers, and what tells whether one still holds."""

    versions: Versions
    cache: AnswerCache | None

    def use(self) -> Mapping[str, CacheUse]:
        """How it served."""
        return {LEVEL: self.cache.use()} if self.cache else {}


def answers_of(on: Stores) -> KeptAnswers:
    """As the settings ask; an embedded memory is one process's."""
    versions: Versions = OwnVersions(on.engine, on.projection)
    if on.engine.shared:
        versions = SharedVersions(on.engine, on.changes, on.projection)
    most = on.settings.cache_answers
    return KeptAnswers(versions=versions, cache=AnswerCache(most) if most else None)
