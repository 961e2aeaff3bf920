"""What keeps answers, put together."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from kgmem.backends.chosen import shared_texts_of
from kgmem.config import Settings
from kgmem.index.projection import Projection
from kgmem.index.versions import OwnVersions, SharedVersions, Versions
from kgmem.model.metrics import CacheUse
from kgmem.recall.caching.levels import TTL, AnswerLevel, InProcess, InRedis
from kgmem.version import __version__
from kgmem.wiring.stores import Stores

if TYPE_CHECKING:
    from kgmem.backends.caches.redis import RedisTexts

OF_THE_MACHINE = {"home", "log_dir", "space", "redis_timeout", "cache_answers"}
"""Settings in which processes may differ and still give the same answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptAnswers:
    """The levels of the cache, and what tells whether an answer still holds."""

    versions: Versions
    levels: tuple[AnswerLevel, ...] = ()
    redis: "RedisTexts | None" = None

    def use(self) -> Mapping[str, CacheUse]:
        """How the levels served, by their names."""
        return {level.name: level.use() for level in self.levels}

    def breakers(self) -> Mapping[str, str]:
        """Whether Redis is asked."""
        return {"redis": self.redis.condition().position} if self.redis else {}

    def close(self) -> None:
        """Let go of Redis."""
        if self.redis is not None:
            self.redis.close()


def answers_of(on: Stores) -> KeptAnswers:
    """L1, and L2 where others can read what is kept there: an embedded memory is one
    process's."""
    settings, engine = on.settings, on.engine
    levels: list[AnswerLevel] = []
    if settings.cache_answers:
        levels.append(InProcess(settings.cache_answers))
    if not engine.shared:
        own = OwnVersions(engine, on.projection)
        return KeptAnswers(versions=own, levels=tuple(levels))
    redis = shared_texts_of(settings, TTL)
    if redis is not None:
        levels.append(InRedis(redis, _prefix(settings, on.projection)))
    shared = SharedVersions(engine, on.changes, on.projection)
    return KeptAnswers(versions=shared, levels=tuple(levels), redis=redis)


def _prefix(settings: Settings, projection: Projection) -> str:
    """Tells answers of this memory, by these settings, from others."""
    told = (
        __version__,
        projection.generation.memory,
        projection.embedder.model,
        settings.model_dump_json(exclude=OF_THE_MACHINE),
    )
    digest = blake2b("\n".join(map(str, told)).encode(), digest_size=12).hexdigest()
    return f"kgmem:{digest}"
