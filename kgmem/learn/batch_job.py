"""what is left -> patterns -> links -> warnings: over all runs of a space."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kgmem.learn.afterwards import Afterwards
from kgmem.model.pattern import GeneralizeReport

Progress = Callable[[int, int | None], None]


class GeneralizeSpace(Protocol):
    """Learns patterns of a space from the runs of the apps that changed."""

    def __call__(
        self,
        space: str,
        app: str | None = None,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> GeneralizeReport: ...


class LinkTasks(Protocol):
    """Links the tasks of a space that learning left; how many."""

    def __call__(
        self,
        space: str,
        *,
        progress: Progress | None = None,
        stop: threading.Event | None = None,
    ) -> int: ...


class LearnWarnings(Protocol):
    """Notes what all runs of a space (or of an app) teach to avoid."""

    def __call__(self, space: str, app: str | None = None) -> object: ...


@dataclass(frozen=True, slots=True)
class BatchJob:
    """The stages of the batch job, each by what does it."""

    afterwards: Afterwards
    link_names: Callable[[str], None]
    """Links the tasks of a space that no job has looked at yet to what they name."""
    learn_repairs: Callable[[str], None]
    """Learns the repairs that wait, and drops those that were replaced."""
    generalize: GeneralizeSpace
    read_patterns: Callable[[str], None]
    """Reads the patterns of a space again, or the next one who learns would."""
    link_similar: LinkTasks
    learn_warnings: LearnWarnings

    def in_background(self, space: str, stop: threading.Event) -> None:
        """Do it all, until `stop` is set."""
        self._make_up(space)
        self.generalize(space, stop=stop)
        self.read_patterns(space)
        self.link_similar(space, stop=stop)
        self.learn_warnings(space)
        self.afterwards.made_up(space)

    def __call__(
        self, space: str, app: str | None = None, progress: Progress | None = None
    ) -> GeneralizeReport:
        """Do it all, or of one app. Raises JobRunning while another process does."""
        self._make_up(space)
        report = self.generalize(space, app, progress=progress)
        linked = self.link_similar(space, progress=progress)
        if report.tasks:
            self.learn_warnings(space, app)
        if app is None:
            self.afterwards.made_up(space)
        return report.model_copy(update={"linked": linked})

    def _make_up(self, space: str) -> None:
        """What followed no run that was learned, since it failed or a process died."""
        self.link_names(space)  # before the tasks count as looked at
        self.learn_repairs(space)
