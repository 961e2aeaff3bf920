"""Apps worked on side by side: plain data in, plain data out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.generalize.patterns.build import Built, generalize_app
from kgmem.generalize.patterns.built_before import BuiltBefore
from kgmem.generalize.plain import TaskRuns
from kgmem.model.values.similarity import SimilarityScale


@dataclass(frozen=True, slots=True)
class Workers:
    """Where the work is done: in this thread, or in `jobs` processes of joblib's."""

    jobs: int = 1
    before: BuiltBefore = field(default_factory=BuiltBefore)
    """What earlier jobs built, where the work is done in this thread."""

    def __call__(
        self, apps: Iterable[Sequence[TaskRuns]], calibration: SimilarityScale | None
    ) -> Iterator[Built]:
        """What each app's tasks come to, in their order, as they get done."""
        if self.jobs == 1:
            for tasks in apps:
                yield generalize_app(tasks, calibration, self.before)
            return
        from joblib import Parallel, delayed

        parallel = Parallel(self.jobs, return_as="generator")
        yield from parallel(
            delayed(generalize_app)(tasks, calibration) for tasks in apps
        )
