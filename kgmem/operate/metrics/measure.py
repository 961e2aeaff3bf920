"""counted recalls + the graph + the state of services -> metrics."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from kgmem.graph.spaces.measuring import Measuring, ReplaysTold
from kgmem.model.metrics import CacheUse, Metrics
from kgmem.operate.capabilities import InUse
from kgmem.operate.metrics.counters import Counters
from kgmem.operate.metrics.saving import saved_by

GROWTH = timedelta(days=7)
"""Over which growth is looked at."""
EXPLORED = "reflexion_explore"
Told = dict[str, object]


@dataclass(frozen=True, slots=True)
class MeasureSpace:
    """Takes the metrics of a space."""

    measuring: Measuring
    used: InUse
    counters: Counters
    waiting: Callable[[str], int]
    """Changes of a space that the vectors have still to take up."""
    caches: Callable[[], Mapping[str, CacheUse]]

    def __call__(self, space: str) -> Metrics:
        """All of it, as of now."""
        now = datetime.now(UTC)
        of: dict[str, int] = {}
        services = self.used.services.items()
        return Metrics.model_validate(
            {
                "space": space,
                "at": now,
                "since": self.counters.since,
                **self._of_recalls(space, of),
                **self._of_replays(space, of),
                **self._of_runs(space, now, of),
                "outbox_depth": self.waiting(space),
                "breakers": {
                    name: one.condition()["breaker"] for name, (_, one) in services
                },
                "caches": dict(self.caches()),
                "of": of,
            }
        )

    def _of_recalls(self, space: str, of: dict[str, int]) -> Told:
        told = self.counters.told(space)
        recalls = told["recalls"]
        n = sum(recalls.values())
        of |= {"retrieval_hit_rate": n, "avg_retrieval_time_ms": n}
        return {
            **told,
            "retrieval_hit_rate": _rate(n - recalls.get(EXPLORED, 0), n),
            "avg_retrieval_time_ms": told["recall_time"].mean_ms,
        }

    def _of_replays(self, space: str, of: dict[str, int]) -> Told:
        told = self.measuring.replays(space)
        saved = saved_by(told, lambda origins: self.measuring.explored(space, origins))
        outcomes = _by_outcome(told)
        won = outcomes.get("success", 0)
        judged = won + outcomes.get("failure", 0)
        of |= {"replay_success_rate": judged, "avg_speedup_factor": saved.seconds.n}
        return {
            "saved": saved,
            "replays": outcomes,
            "replay_success_rate": _rate(won, judged),
            "avg_speedup_factor": saved.seconds.factor,
            "experience_reuse_count": sum(outcomes.values()),
        }

    def _of_runs(self, space: str, now: datetime, of: dict[str, int]) -> Told:
        since = int((now - GROWTH).timestamp() * 1e3)
        runs, sizes = self.measuring.runs(space, since), self.measuring.sizes(space)
        of |= {
            "experience_decay_rate": runs.replayed,
            "generalization_accuracy": runs.foretold,
            "avg_experience_size_kb": len(sizes),
            "storage_growth_rate": runs.recent,
        }
        size = sum(sizes) / len(sizes) / 1024 if sizes else None
        return {
            "total_experiences": runs.total,
            "experience_decay_rate": _rate(runs.worn, runs.replayed),
            "generalization_accuracy": _rate(runs.as_foretold, runs.foretold),
            "avg_experience_size_kb": size,
            "storage_growth_rate": size and size * runs.recent / GROWTH.days,
        }


def _rate(some: int, of: int) -> float | None:
    return some / of if of else None


def _by_outcome(told: Sequence[ReplaysTold]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in told:
        found[one.outcome] = found.get(one.outcome, 0) + one.replays
    return dict(sorted(found.items()))
