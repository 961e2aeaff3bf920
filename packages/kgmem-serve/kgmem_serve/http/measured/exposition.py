"""Metrics as Prometheus has them, each with the space as a label."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from kgmem import Metrics

Labels = tuple[str, ...]
Values = Iterable[tuple[Labels, float | None]]
GAUGES: Mapping[str, str] = {
    "retrieval_hit_rate": "Share of recalls of another route than exploration",
    "avg_retrieval_time_ms": "Milliseconds of a recall, on average",
    "replay_success_rate": "Share of replays that succeeded, of those judged",
    "avg_speedup_factor": "Seconds of a first exploration to those of a replay",
    "experience_reuse_count": "Plans that were followed",
    "experience_decay_rate": "Share of what was replayed that now mostly fails",
    "generalization_accuracy": "Share of new tasks' runs that went as foretold",
    "total_experiences": "Runs that are stored",
    "avg_experience_size_kb": "Kilobytes of a run as JSON, on average",
    "storage_growth_rate": "Kilobytes a day, over seven days",
    "outbox_depth": "Changes that the vectors have still to take up",
}
"""By the fields of `Metrics`; one that is None is NaN, so that its series is there."""
COUNTED: Mapping[str, tuple[str, str]] = {
    "recalls": ("route", "Recalls by route"),
    "refused_plans": ("reason", "Recalls by what stood against a direct replay"),
}
"""What only grows while the process lives, each with its label."""
POSITIONS = ("closed", "open", "half-open")


OF_SPACE = ("space",)


@dataclass(frozen=True, slots=True, eq=False)
class Exposition(Collector):
    """The metrics of one space."""

    given: Metrics

    def collect(self) -> Iterator[Metric]:
        """Each metric with its samples."""
        given, space = self.given, self.given.space
        for name, about in GAUGES.items():
            yield _gauge(name, about, OF_SPACE, [((space,), getattr(given, name))])
        for name, (label, about) in COUNTED.items():
            counts = (((space, key), n) for key, n in getattr(given, name).items())
            yield _counter(name, about, ("space", label), counts)
        for name in ("actions", "seconds"):
            told = getattr(given.saved, name)
            about = f"{name.title()} that replays saved against first explorations"
            yield _gauge(f"saved_{name}", about, OF_SPACE, [((space,), told.saved)])
            about = f"Replays by which {name} saved are told"
            yield _gauge(f"saved_{name}_replays", about, OF_SPACE, [((space,), told.n)])
        recalls = [((space,), given.recall_time)]
        yield self._times("recall_seconds", "Seconds of recalls", OF_SPACE, recalls)
        stages = (((space, name), one) for name, one in given.stages.items())
        about, labels = "Seconds of the stages of recalls", ("space", "stage")
        yield self._times("recall_stage_seconds", about, labels, stages)
        replays = (((space, outcome), n) for outcome, n in given.replays.items())
        yield _gauge("replays", "Reported replays", ("space", "outcome"), replays)
        about = "1 at the position in which the breaker of a service is"
        breakers = (
            ((service, position), float(found == position))
            for service, found in given.breakers.items()
            for position in POSITIONS
        )
        yield _gauge("breaker", about, ("service", "position"), breakers)
        for name in ("hits", "misses"):
            used = (((at,), getattr(use, name)) for at, use in given.caches.items())
            about = f"Answers: {name} by level"
            yield _counter(f"cache_{name}", about, ("level",), used)

    def _times(
        self,
        name: str,
        about: str,
        labels: Labels,
        given: Iterable[tuple[Labels, Any]],
    ) -> Metric:
        family = HistogramMetricFamily(f"kgmem_{name}", about, labels=labels)
        bounds = (*map(str, self.given.bounds), "+Inf")
        for key, timing in given:
            within = timing.within or (0,) * len(self.given.bounds)
            counts = map(float, (*within, timing.count))
            buckets = list(zip(bounds, counts, strict=True))
            family.add_metric(key, buckets, timing.seconds)
        return family


def _gauge(name: str, about: str, labels: Labels, given: Values) -> Metric:
    family = GaugeMetricFamily(f"kgmem_{name}", about, labels=labels)
    for key, value in given:
        family.add_metric(key, math.nan if value is None else float(value))
    return family


def _counter(name: str, about: str, labels: Labels, given: Values) -> Metric:
    family = CounterMetricFamily(f"kgmem_{name}", about, labels=labels)
    for key, value in given:
        family.add_metric(key, value or 0.0)
    return family
