"""Metrics as Prometheus has them, each with the space as a label."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from kgmem.model.metrics import Compared, Metrics, Timing

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
"""By the fields of `Metrics`; one that is None is left out."""
COUNTED: Mapping[str, tuple[str, str]] = {
    "recalls": ("route", "Recalls by route"),
    "refused_plans": ("reason", "Recalls by what stood against a direct replay"),
}
"""What only grows while the process lives, each with its label."""
POSITIONS = ("closed", "open", "half-open")


@dataclass(frozen=True, slots=True, eq=False)
class Exposition(Collector):
    """The metrics of one space."""

    given: Metrics

    def collect(self) -> Iterator[Metric]:
        """Each metric with its samples."""
        given, space = self.given, self.given.space
        for name, about in GAUGES.items():
            gauge = GaugeMetricFamily(f"kgmem_{name}", about, labels=("space",))
            if (value := getattr(given, name)) is not None:
                gauge.add_metric((space,), value)
            yield gauge
        for name, (label, about) in COUNTED.items():
            counter = CounterMetricFamily(
                f"kgmem_{name}", about, labels=("space", label)
            )
            for key, n in getattr(given, name).items():
                counter.add_metric((space, key), n)
            yield counter
        yield from self._saved()
        yield from self._times()
        yield from self._labelled()
        yield from self._caches()

    def _saved(self) -> Iterator[Metric]:
        """What replays saved: actions and seconds."""
        for name in ("actions", "seconds"):
            told: Compared = getattr(self.given.saved, name)
            gauge = GaugeMetricFamily(
                f"kgmem_saved_{name}",
                f"{name.title()} that replays saved against first explorations",
                labels=("space",),
            )
            if told.saved is not None:
                gauge.add_metric((self.given.space,), told.saved)
            yield gauge
            of = GaugeMetricFamily(
                f"kgmem_saved_{name}_replays",
                f"Replays by which {name} saved are told",
                labels=("space",),
            )
            of.add_metric((self.given.space,), told.n)
            yield of

    def _times(self) -> Iterator[Metric]:
        space = self.given.space
        recalls = HistogramMetricFamily(
            "kgmem_recall_seconds", "Seconds of recalls", labels=("space",)
        )
        self._add(recalls, (space,), self.given.recall_time)
        yield recalls
        stages = HistogramMetricFamily(
            "kgmem_recall_stage_seconds",
            "Seconds of the stages of recalls",
            labels=("space", "stage"),
        )
        for name, timing in self.given.stages.items():
            self._add(stages, (space, name), timing)
        yield stages

    def _add(
        self, family: HistogramMetricFamily, labels: tuple[str, ...], timing: Timing
    ) -> None:
        within = timing.within or (0,) * len(self.given.bounds)
        buckets = [
            *(
                (str(at), float(n))
                for at, n in zip(self.given.bounds, within, strict=True)
            ),
            ("+Inf", float(timing.count)),
        ]
        family.add_metric(labels, buckets, timing.seconds)

    def _labelled(self) -> Iterator[Metric]:
        space = self.given.space
        replays = GaugeMetricFamily(
            "kgmem_replays", "Reported replays", labels=("space", "outcome")
        )
        for outcome, n in self.given.replays.items():
            replays.add_metric((space, outcome), n)
        yield replays
        breakers = GaugeMetricFamily(
            "kgmem_breaker",
            "1 at the position in which the breaker of a service is",
            labels=("service", "position"),
        )
        for service, found in self.given.breakers.items():
            for position in POSITIONS:
                breakers.add_metric((service, position), float(found == position))
        yield breakers

    def _caches(self) -> Iterator[Metric]:
        for name in ("hits", "misses", "failures"):
            counter = CounterMetricFamily(
                f"kgmem_cache_{name}", f"Answers: {name} by level", labels=("level",)
            )
            for level, use in self.given.caches.items():
                counter.add_metric((level,), getattr(use, name))
            yield counter
