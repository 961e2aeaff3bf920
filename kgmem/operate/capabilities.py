"""What is in use, and why something is not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kgmem.extras import missing_extras
from kgmem.index.projection import Projection
from kgmem.matching.assigning.value_ends import fitted
from kgmem.model.health import Finding
from kgmem.model.values.json_read import list_of
from kgmem.ports import CypherEngine, LanguageModel, Reranker, Service
from kgmem.version import __version__


@dataclass(frozen=True, slots=True)
class InUse:
    """The parts of an opened memory that differ from one installation to another."""

    engine: CypherEngine
    projection: Projection
    extraction: Callable[[], dict[str, object]]
    """What names and facts in texts are found with, and what it lacks (`degraded`)."""
    reranker: Reranker | None = None
    chat: LanguageModel | None = None
    judge: LanguageModel | None = None
    fallback: str | None = None
    """Why a lesser embedder is in use; None if the wanted one is."""
    unkeyed: Finding | None = None
    """Why what is hidden on pages is not recognised again; None if it is."""

    @property
    def services(self) -> dict[str, tuple[str, Service]]:
        """Model and service by the service's name (`embedding`, `rerank`, `chat`,
        `judge`)."""
        users = (self.projection.embedder, self.reranker, self.chat, self.judge)
        return {
            service.name: (user.model, service)
            for user in users
            if user and isinstance(service := getattr(user, "service", None), Service)
        }


def capabilities(used: InUse, problems: list[str]) -> dict[str, object]:
    """What is in use; `problems` come with whatever else is degraded."""
    services = {
        name: {"model": model, **service.condition()}
        for name, (model, service) in used.services.items()
    }
    extraction = used.extraction()
    lacking = list_of(extraction.pop("degraded"))
    return {
        **_stores(used),
        "degraded": [
            *used.projection.problems,
            *lacking,
            *_left_alone(services),
            *problems,
            *(f"{one.message}; {one.cure}" for one in [used.unkeyed] if one),
        ],
        "extraction": extraction,
        "reranker": getattr(used.reranker, "model", None),
        "chat": getattr(used.chat, "model", None),
        "embedder_fallback": used.fallback,
        "services": services,
        "missing_extras": missing_extras(),
    }


def _stores(used: InUse) -> dict[str, object]:
    embedder = used.projection.embedder
    return {
        "kgmem": __version__,
        "graph": used.engine.capabilities(),
        "vectors": used.projection.index.capabilities(),
        "embedder": {
            "model": embedder.model,
            "dimensions": embedder.dimensions,
            "calibrated": embedder.calibration is not None,
            "tells_value_ends": embedder.model == fitted().model,
        },
    }


def _left_alone(services: Mapping[str, Mapping[str, object]]) -> list[str]:
    """What to say of services that failed too often to be asked now."""
    return [
        f"the {name} service is left alone for {found['asked_again_in']:.0f} s: "
        f"{found['last_failure']}"
        for name, found in services.items()
        if found["breaker"] == "open"
    ]
