"""The stages of an update, timed and noted as they go."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from kgmem import Json, PipelineStage
from kgmem.people import LogLine, StageName

T = TypeVar("T")


class StageFailed(Exception):
    """A stage of an update failed; nothing was written."""


@dataclass(slots=True)
class Stages:
    """The stages of one update."""

    conversation_id: str | None
    done: list[PipelineStage] = field(default_factory=list)

    def run(
        self,
        name: StageName,
        given: Json,
        work: Callable[[], T],
        tell: Callable[[T], Json],
        note: Callable[[T], str | None] = lambda _: None,
    ) -> T:
        """What the work gives, with a note where it was not done as it should; what it
        raises is noted, and StageFailed is raised for it."""
        start = time.perf_counter()
        try:
            result = work()
        except Exception as error:
            why = f"{type(error).__name__}: {error}"[:500]
            self._note(name, "failed", start, given, None, why)
            raise StageFailed(why) from error
        self._note(name, "ok", start, given, tell(result), note(result))
        return result

    def _note(
        self,
        name: StageName,
        status: str,
        start: float,
        given: Json,
        output: Json,
        reason: str | None,
    ) -> None:
        self.done.append(
            PipelineStage.model_validate(
                {
                    "name": name,
                    "status": status,
                    "reason": reason,
                    "ms": round((time.perf_counter() - start) * 1000, 3),
                    "input": given,
                    "output": output,
                }
            )
        )

    def log(self) -> list[LogLine]:
        """As they are logged."""
        return [
            LogLine(
                one.name,
                one.status,
                one.ms,
                one.reason,
                one.input,
                one.output,
                self.conversation_id,
            )
            for one in self.done
        ]
