"""The stages of an update, timed and noted as they go."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

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
            self._note(start, name=name, status="failed", reason=why, input=given)
            raise StageFailed(why) from error
        told, reason = tell(result), note(result)
        self._note(
            start, name=name, status="ok", reason=reason, input=given, output=told
        )
        return result

    def _note(self, start: float, **told: Any) -> None:
        ms = round((time.perf_counter() - start) * 1000, 3)
        self.done.append(PipelineStage(ms=ms, **told))

    def log(self) -> list[LogLine]:
        """As they are logged."""
        return [
            LogLine(
                o.name,
                o.status,
                o.ms,
                o.reason,
                o.input,
                o.output,
                self.conversation_id,
            )
            for o in self.done
        ]
