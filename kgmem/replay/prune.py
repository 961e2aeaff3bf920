"""unused? -> more failures than successes? -> of no use to others? -> forgotten.

Un-learning of what does not work and nobody needs:

- A *run* goes when nobody used it for 90 days (never used, since it was learned) and
  fewer than half of its recorded outcomes, its own and those of its replays, were
  successes. A run without an outcome is not judged.
- A *failed* run stays as long as it may warn somebody: while its task, or another of
  the same pattern, still succeeds. That is, while a success of them was learned or
  used within the 90 days, or the pattern was.
- A *pattern* goes when, of at least 3 outcomes, fewer than half were successes, and
  neither it nor a run of its tasks was used or learned for 90 days.

Nothing of this comes back by itself: a pattern is not learned again from the runs that
are left, and a run with the same `source_task_id` counts as stored ("duplicate"). What
is told under another id is learned like anything new.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from kgmem.graph.patterns.store import PatternStore
from kgmem.graph.rows import epoch_ms, moment_of
from kgmem.graph.runs.pruning import PruningStore, UnusedRun
from kgmem.index.projection import Projection
from kgmem.model.pattern import Pattern, PatternMatch
from kgmem.model.prune import PruneItem, PruneReport

WINDOW = timedelta(days=90)
"""What was used or learned within it stays; the specification's number."""
MIN_OUTCOMES = 3
"""Outcomes below which a pattern is not judged: one bad day says nothing of a kind of
task."""
MAX_TOLD = 1_000
"""Items that a report lists; it counts all."""

Patterns = Callable[[str, str, str | None], Sequence[PatternMatch]]
"""Space, a task's words, its app -> the patterns that it fits."""
Forget = Callable[[Pattern, str], object]
"""Deletes a pattern of a space and keeps it from being learned again."""


@dataclass(frozen=True, slots=True)
class Prune:
    """Cleaning up over a graph, its projection and what knows the patterns."""

    store: PruningStore
    patterns: PatternStore
    projection: Projection
    fitting: Patterns
    forget: Forget

    def __call__(
        self, space: str, *, dry_run: bool = False, now: datetime | None = None
    ) -> PruneReport:
        """Forget what is due, or with `dry_run` tell what would be.

        Patterns are judged first, on the evidence of all runs. `now` is the moment
        from which the 90 days are counted back. Raises JobRunning where another
        process learns patterns; what went until then stays away.
        """
        start = time.perf_counter()
        tally = _Tally(now or datetime.now(UTC))
        try:
            self._prune_patterns(space, tally, dry_run)
            self._prune_runs(space, tally, dry_run)
        finally:
            if not dry_run and tally.any_gone:
                self.projection.drain(force=True)
        return tally.report(dry_run, time.perf_counter() - start)

    # patterns ---------------------------------------------------------------------

    def _prune_patterns(self, space: str, tally: "_Tally", dry_run: bool) -> None:
        due = self.store.unused_patterns(space, tally.until, MIN_OUTCOMES)
        for pattern in self.patterns.load(space, ids=list(due)) if due else ():
            item = _pattern_item(pattern, due[pattern.pattern_id], tally)
            if self._last(space, pattern, ("success", "failure")) > tally.until:
                tally.spare(item, "a task of it was done within 90 days")
                continue
            if not dry_run:
                self.forget(pattern, space)
            tally.take(item)

    # runs -------------------------------------------------------------------------

    def _prune_runs(self, space: str, tally: "_Tally", dry_run: bool) -> None:
        of_pattern: dict[str, int] = {}
        for page in self.store.unused_runs(space, tally.until):
            due = list(self._due(space, page, tally, of_pattern))
            gone = {run.experience_id for run in due}
            if not dry_run:
                gone = self.store.bury(space, due, until=tally.until, at=tally.now_ms)
            for run in due:
                if run.experience_id in gone:
                    tally.take(_run_item(run, tally))

    def _due(
        self,
        space: str,
        page: Sequence[UnusedRun],
        tally: "_Tally",
        of_pattern: dict[str, int],
    ) -> Iterator[UnusedRun]:
        """Those that don't warn; `of_pattern` keeps what is known of patterns."""
        failed = {run.task_id: None for run in page if run.outcome == "failure"}
        last = self.store.last_runs(space, list(failed))
        for run in page:
            why = None
            if run.outcome == "failure":
                why = self._warns(space, run, tally, last, of_pattern)
            if why:
                tally.spare(_run_item(run, tally), why)
            else:
                yield run

    def _warns(
        self,
        space: str,
        run: UnusedRun,
        tally: "_Tally",
        last: Mapping[str, Mapping[str, int]],
        of_pattern: dict[str, int],
    ) -> str | None:
        """Why a failed run may still warn somebody; None if it may not."""
        if last.get(run.task_id, {}).get("success", 0) > tally.until:
            return "it warns of what failed: its task succeeded within 90 days"
        for match in self.fitting(space, run.text, run.app):
            pattern = match.pattern
            if pattern.pattern_id not in of_pattern:
                used = epoch_ms(pattern.stats.last_used_at) or 0
                succeeded = self._last(space, pattern, ("success",))
                of_pattern[pattern.pattern_id] = max(used, succeeded)
            if of_pattern[pattern.pattern_id] > tally.until:
                return "it warns of what failed: its pattern was in use within 90 days"
        return None

    def _last(self, space: str, pattern: Pattern, outcomes: Sequence[str]) -> int:
        """When a run of its tasks with one of these outcomes was used or learned last;
        0 for never."""
        found = self.store.last_runs(space, pattern.members).values()
        return max((at.get(one, 0) for at in found for one in outcomes), default=0)


@dataclass(slots=True)
class _Tally:
    """What was found so far."""

    now: datetime
    counts: dict[str, int] = field(
        default_factory=lambda: dict.fromkeys(("experience", "pattern", "kept"), 0)
    )
    gone: list[PruneItem] = field(default_factory=list)
    spared: list[PruneItem] = field(default_factory=list)

    @property
    def now_ms(self) -> int:
        return epoch_ms(self.now)

    @property
    def until(self) -> int:
        """What was not used after this moment, in milliseconds, is unused."""
        return self.now_ms - round(WINDOW.total_seconds() * 1000)

    @property
    def any_gone(self) -> bool:
        return bool(self.gone)

    def take(self, item: PruneItem) -> None:
        """It goes."""
        self.counts[item.kind] += 1
        if len(self.gone) < MAX_TOLD:
            self.gone.append(item)

    def spare(self, item: PruneItem, why: str) -> None:
        """It stays."""
        self.counts["kept"] += 1
        if len(self.spared) < MAX_TOLD:
            self.spared.append(item.model_copy(update={"reason": why}))

    def report(self, dry_run: bool, seconds: float) -> PruneReport:
        """All of it."""
        return PruneReport(
            dry_run=dry_run,
            experiences=self.counts["experience"],
            patterns=self.counts["pattern"],
            kept=self.counts["kept"],
            gone=tuple(self.gone),
            spared=tuple(self.spared),
            seconds=seconds,
        )


def _run_item(run: UnusedRun, tally: _Tally) -> PruneItem:
    return PruneItem(
        kind="experience",
        id=run.experience_id,
        text=run.text,
        app=run.app,
        **_outcomes(run.wins, run.losses, run.last_at, tally.now),
    )


def _pattern_item(pattern: Pattern, last_at: int, tally: _Tally) -> PruneItem:
    return PruneItem(
        kind="pattern",
        id=pattern.pattern_id,
        text=pattern.template,
        app=pattern.app,
        **_outcomes(pattern.stats.wins, pattern.stats.losses, last_at, tally.now),
    )


def _outcomes(wins: int, losses: int, last_at: int, now: datetime) -> dict[str, object]:
    """The fields of an item that tell how it did, and the reason in words, such as
    `1 of 4 succeeded, unused for 120 days`."""
    last = moment_of(last_at) or now
    days = round((now.timestamp() - last.timestamp()) // 86_400)
    return {
        "wins": wins,
        "losses": losses,
        "last_used_at": last,
        "reason": f"{wins} of {wins + losses} succeeded, unused for {days} days",
    }
