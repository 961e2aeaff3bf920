"""Jobs of this process, in threads of their own."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import uuid4

from pydantic import BaseModel, ConfigDict

from kgmem import KgmemError, NotFound, ServerUnavailable

log = logging.getLogger(__name__)

AT_ONCE = 2
MOST_WAITING = 100
MOST_KEPT = 1_000
"""Jobs that can still be asked for; those that ended first make room."""
State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED: frozenset[State] = frozenset({"done", "failed", "cancelled"})
Advance = Callable[[int, int | None], None]


class JobCancelled(Exception):
    """Somebody wants the job to end; what it has written stays."""


class JobError(BaseModel):
    """Why a job failed; as in the answers to other calls."""

    code: str
    message: str


class JobStatus(BaseModel):
    """How far a job is."""

    model_config = ConfigDict(frozen=True)

    job_id: str
    name: str
    state: State
    done: int = 0
    total: int | None = None
    result: Any = None
    error: JobError | None = None
    begun_at: datetime
    ended_at: datetime | None = None


class RunningJob:
    """One job; its status is read by others while it runs."""

    def __init__(self, name: str, space: str) -> None:
        self.space = space
        self.status = JobStatus(
            job_id=str(uuid4()), name=name, state="waiting", begun_at=datetime.now(UTC)
        )
        self._cancelled = threading.Event()

    def cancel(self) -> None:
        """Have it end with its next step."""
        self._cancelled.set()

    def advance(self, done: int, total: int | None) -> None:
        """Told by the work after each step. Raises JobCancelled."""
        self._tell(done=done, total=total)
        if self._cancelled.is_set():
            raise JobCancelled

    def run(self, work: Callable[[Advance], Any]) -> None:
        """Do it; whatever it raises becomes its status."""
        if self._cancelled.is_set():
            return self._end("cancelled")
        self._tell(state="running")
        try:
            self._end("done", result=work(self.advance))
        except JobCancelled:
            self._end("cancelled")
        except KgmemError as error:
            self._fail(type(error).__name__, str(error))
        except Exception:
            log.exception("the job %s failed", self.status.name)
            self._fail("InternalError", "the log has it under the job's request")

    def _fail(self, code: str, message: str) -> None:
        self._end("failed", error=JobError(code=code, message=message))

    def _end(self, state: State, **told: Any) -> None:
        self._tell(state=state, ended_at=datetime.now(UTC), **told)

    def _tell(self, **told: Any) -> None:
        self.status = self.status.model_copy(update=told)


class RunningJobs:
    """All jobs of a server: a few at once, the others wait."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="kgmem-job")
        self._jobs: OrderedDict[str, RunningJob] = OrderedDict()
        self._lock = threading.Lock()

    def begin(
        self, name: str, space: str, work: Callable[[Advance], Any]
    ) -> RunningJob:
        """Begin a job, or have it wait for others. Raises ServerUnavailable if too many
        wait."""
        job = RunningJob(name, space)
        with self._lock:
            waiting = sum(one.status.state == "waiting" for one in self._jobs.values())
            if waiting >= MOST_WAITING:
                raise ServerUnavailable("too many jobs wait; ask again later")
            self._jobs[job.status.job_id] = job
            self._make_room()
        self._pool.submit(copy_context().run, job.run, work)
        return job

    def found(self, job_id: str, space: str) -> RunningJob:
        """A job of this space. Raises NotFound."""
        job = self._jobs.get(job_id)
        if job is None or job.space != space:
            raise NotFound(f"there is no job {job_id} here")
        return job

    def listed(self, space: str) -> list[JobStatus]:
        """Those of a space, newest first."""
        with self._lock:
            jobs = list(self._jobs.values())
        return [one.status for one in reversed(jobs) if one.space == space]

    def close(self) -> None:
        """Have all jobs end with their next step, and wait for it."""
        for job in list(self._jobs.values()):
            job.cancel()
        self._pool.shutdown()

    def _make_room(self) -> None:
        ended = [key for key, one in self._jobs.items() if one.status.state in ENDED]
        for key in ended[: max(0, len(self._jobs) - MOST_KEPT)]:
            del self._jobs[key]
