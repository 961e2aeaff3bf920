"""How well a memory serves, for a terminal: what it saved first."""

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from kgmem.interfaces.tables import plain_table
from kgmem.messages import said
from kgmem.model.metrics import Compared, Metrics

UNITS: Mapping[str, str] = {
    "avg_retrieval_time_ms": "ms",
    "avg_speedup_factor": "×",
    "avg_experience_size_kb": "KB",
    "storage_growth_rate": "KB/day",
}
SHARES = (
    "retrieval_hit_rate",
    "replay_success_rate",
    "experience_decay_rate",
    "generalization_accuracy",
)
NAMED = (
    "retrieval_hit_rate", "avg_retrieval_time_ms", "replay_success_rate",
    "avg_speedup_factor", "experience_reuse_count", "experience_decay_rate",
    "generalization_accuracy", "total_experiences", "avg_experience_size_kb",
    "storage_growth_rate",
)  # fmt: skip
"""In the order of the specification."""


def metrics_view(told: Metrics) -> RenderableType:
    """All of it on one screen."""
    rates = plain_table("metric", "value", "of")
    for name in NAMED:
        of = told.of.get(name)
        rates.add_row(name, _shown(name, told), "" if of is None else str(of))
    counts = plain_table("counted", "by", "times", "ms")
    for row in _counts(told):
        counts.add_row(*row)
    return Group(*_saved(told), Text(), rates, Text(), counts)


def _saved(told: Metrics) -> Iterator[Text]:
    for measure in ("actions", "seconds"):
        yield Text(_sentence(measure, getattr(told.saved, measure)), style="bold")


def _sentence(measure: str, one: Compared) -> str:
    if one.saved is None:
        return said(f"{measure} saved: no replay told them yet")
    saved, explored = f"{one.saved:.0f}", f"{one.explored:.0f}"
    replayed, vain = f"{one.replayed:.0f}", f"{one.in_vain:.0f}"
    return said(
        f"{measure} saved: {saved}, in {one.n} replays with {replayed} where first "
        f"explorations took {explored}; {one.failed} that failed took {vain}"
    )


def _shown(name: str, told: Metrics) -> str:
    value = getattr(told, name)
    if value is None:
        return "–"
    if name in SHARES:
        return f"{value:.1%}"
    if isinstance(value, int):
        return str(value)
    return f"{value:.2f} {UNITS[name]}"


def _counts(told: Metrics) -> Iterator[tuple[str, str, str, str]]:
    for name in ("recalls", "replays", "refused_plans"):
        for by, n in getattr(told, name).items():
            yield name, by, str(n), ""
    for stage, timing in told.stages.items():
        yield "stage", stage, str(timing.count), f"{timing.mean_ms or 0:.2f}"
    for level, use in told.caches.items():
        yield "cache", level, f"{use.hits} of {use.hits + use.misses}", ""
    for service, position in told.breakers.items():
        yield "breaker", service, position, ""
    yield "outbox_depth", "", str(told.outbox_depth), ""
