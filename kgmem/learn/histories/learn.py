"""Runs in the shapes of other programs: read -> learn."""

from dataclasses import dataclass

from kgmem.learn.flow import Learn
from kgmem.learn.histories.read import log_history, read_history
from kgmem.learn.histories.record import trajectory_from_record


@dataclass(frozen=True, slots=True)
class LearnRaw:
    """Reads what an agent kept of a run, and learns it; what can't be read is kept in
    the failed log."""

    learn: Learn

    def of_task(
        self,
        space: str,
        raw_history: list[dict[str, object]],
        is_successful: bool,
        source_task_id: str,
        task: str | None,
        app: str | None,
    ) -> str:
        """The experience id of an agent's raw history, see `Memory.learn_from_task`."""
        given: dict[str, object] = {
            "raw_history": raw_history,
            "is_successful": is_successful,
            "source_task_id": source_task_id,
            "task": task,
            "app": app,
        }
        with self.learn.keeping(given, space):
            history = read_history(
                raw_history,
                is_successful=is_successful,
                source_task_id=source_task_id,
                task=task,
                app=app,
            )
        learned = self.learn(history.trajectory, space)
        log_history(learned.experience_id, history)
        return learned.experience_id

    def of_record(self, space: str, record: object) -> str:
        """The experience id of an ExperienceRecord."""
        with self.learn.keeping(record, space):
            trajectory = trajectory_from_record(record)
        return self.learn(trajectory, space).experience_id
