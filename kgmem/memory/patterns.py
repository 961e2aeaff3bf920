"""Kinds of tasks, learned from runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgmem.memory.opened import Opened, Progress
from kgmem.model.known_app import KnownApp
from kgmem.model.pattern import GeneralizeReport, Pattern, PatternMatch
from kgmem.model.values.arguments import (
    callback,
    key_text,
)

if TYPE_CHECKING:
    from kgmem.generalize.job.live import LivePatterns
    from kgmem.replay.outcome.calibrate import Calibration


class PatternsFace(Opened):
    """Kinds of tasks, learned from runs."""

    def generalize(
        self,
        app: str | None = None,
        *,
        progress: Progress | None = None,
    ) -> GeneralizeReport:
        """Learn patterns from all runs of the apps in which something changed since
        the last time (or of `app`, if it did), and link the tasks that learning left
        without links to similar ones, as it does in large spaces.

        `progress(done, total)` counts tasks, of each in turn. What was written stays
        if it is interrupted, and the next call goes on. Raises JobRunning while
        another process does the same.
        """
        job, about = self._open.batch_job, self._app(app)
        return job(self.space, about, callback(progress))

    def patterns(self, app: str | None = None) -> list[Pattern]:
        """Kinds of tasks, best supported first: those of `app` and those across apps.

        A single run whose text has slots is one too, with support 1, at once.
        """
        return self._known.patterns(self.space, self._app(app))

    def apps(self) -> list[KnownApp]:
        """The apps that tasks were done in, those of most tasks first, with what else
        they go by: aliases, hosts of their pages, titles."""
        from kgmem.graph.known_apps import known_apps

        return known_apps(self._open.store, self.space)

    def match(self, task: str, app: str | None = None) -> PatternMatch | None:
        """The pattern that `task` fits best, with the values of its slots; None if it
        fits none. A secret in `task` is bound as its placeholder."""
        from kgmem.recall.request import recall_request

        asked = recall_request(self.space, self._open.learn.new_redactor, task, app=app)
        return self._known.match(self.space, asked.task, asked.app)

    def pattern(self, pattern_id: str) -> Pattern:
        """One pattern by its id. Raises NotFound."""
        key = key_text("pattern_id", pattern_id)
        return self._known.pattern(self.space, key)

    @property
    def _known(self) -> LivePatterns:
        """The patterns, with those of kinds that new runs belong to up to date."""
        self._open.background.catch_up(self.space)
        return self._open.patterns

    def pattern_history(self, pattern_id: str) -> list[str]:
        """What became of a pattern with each version, oldest first. Raises
        NotFound."""
        key = self.pattern(pattern_id).pattern_id
        return self._open.generalize.history(self.space, key)

    def calibrate(self) -> Calibration:
        """Fit the confidence of plans to the outcomes that were reported.

        Changes nothing before there are 50 outcomes, 5 of each kind, or if the curve
        foretells them worse than the rules; `reason` says so.
        """
        return self._open.calibrate(self.space)
