"""Memory: the SDK, one short method per flow."""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from kgmem.config import Settings
from kgmem.errors import InvalidInput, MemoryClosed
from kgmem.graph.readonly import check_read_only
from kgmem.index import health
from kgmem.learn.drafts import Drafts
from kgmem.learn.raw_history import trajectory_from_history, trajectory_from_record
from kgmem.learn.recording import Recording
from kgmem.learn.writeback import Writeback
from kgmem.model.base import clean
from kgmem.model.experience import Experience, Learned, LearnReport
from kgmem.model.health import Diagnosis, Located
from kgmem.model.pattern import GeneralizeReport, Pattern, PatternMatch
from kgmem.model.plan import Avoidance, Plan, PlanStep
from kgmem.model.prune import PruneReport
from kgmem.model.recollection import Recollection, describe_target
from kgmem.model.trajectory import Outcome, Page, Step, Trajectory
from kgmem.ports import Embedder, Row
from kgmem.recall.request import Request, checked_task, optional_text, page_of
from kgmem.replay.avoid import asked_page, asked_step
from kgmem.replay.calibrate import Calibration
from kgmem.replay.locate import locate
from kgmem.replay.report import checked
from kgmem.wiring import Parts, settings_for, wire

MAX_SPACE = 200
"""Longest name of a space, in characters: it stands in an index of both stores."""


class Memory:
    """Learned runs of one space, and what recall makes of them.

    `Memory.open(path)` keeps both stores in a folder and needs nothing else;
    `Memory.connect()` uses the stores that `KGMEM_*` settings name. A memory is a
    context manager and may be used from several threads.
    """

    def __init__(self, parts: Parts, space: str, *, owner: bool = True) -> None:
        self._parts: Parts | None = parts
        self._owner = owner
        self.space = _space(space)
        self._writeback = Writeback(parts.learn, Drafts(parts.store, self.space))

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        space: str = "default",
        settings: Any = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """The embedded memory in the folder `path`, made if there is none.

        Raises MemoryLocked if another process has it open, SchemaOutOfDate if
        another version of kgmem made it.
        """
        if not isinstance(path, str | Path) or "\0" in str(path):
            raise InvalidInput(f"path: the name of a folder is needed, not {path!r}")
        chosen = settings_for(settings, path=path, space=_space(space))
        return cls(wire(chosen, embedder), chosen.space)

    @classmethod
    def connect(
        cls,
        *,
        space: str | None = None,
        settings: Any = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """The memory that the `KGMEM_*` settings name.

        Raises ConfigurationError naming a missing variable, StoreUnavailable if a
        server can't be reached.
        """
        chosen = settings_for(settings, space=space)
        return cls(wire(chosen, embedder), chosen.space)

    def in_space(self, space: str) -> "Memory":
        """Another tenant on the same open stores; closing it leaves them open."""
        return type(self)(self._open, space, owner=False)

    def flush(self) -> None:
        """Return when every vector is in and would survive a power cut.

        Raises VectorsUnavailable if vectors have to wait.
        """
        self._open.projection.flush()

    def close(self) -> None:
        """Release the stores; a second call does nothing."""
        parts, self._parts = self._parts, None
        if parts is not None and self._owner:
            parts.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def settings(self) -> Settings:
        """What it was opened with."""
        return self._open.settings

    @property
    def _open(self) -> Parts:
        if self._parts is None:
            raise MemoryClosed("this memory was closed; open it again")
        return self._parts

    # learning ---------------------------------------------------------------------

    def learn(self, trajectory: Trajectory | Mapping[str, Any]) -> Learned:
        """Store one run. When it returns, the run survives the process.

        Raises InvalidInput naming the bad step and field; whatever raises is also
        kept, redacted, in `failed_learning_tasks.jsonl`.
        """
        return self._open.learn(trajectory, self.space)

    def learn_many(
        self,
        trajectories: Iterable[Any],
        *,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> LearnReport:
        """Store many runs, in batches; bad ones are reported, the rest is stored.

        `progress(done, total)` is called after each batch; total is None for an
        iterator.
        """
        return self._open.learn.many(trajectories, self.space, progress=progress)

    def learn_from_task(
        self,
        raw_history: list[dict[str, Any]],
        is_successful: bool,
        source_task_id: str,
        *,
        task: str | None = None,
        app: str | None = None,
    ) -> str:
        """Store a run from an agent's raw history; returns the experience id."""
        learn = self._open.learn
        given = {"raw_history": raw_history, "source_task_id": source_task_id}
        with _keeping(learn, given, self.space):
            trajectory = trajectory_from_history(
                raw_history,
                is_successful=is_successful,
                source_task_id=source_task_id,
                task=task,
                app=app,
            )
        return learn(trajectory, self.space).experience_id

    def add_experience(self, record: Any) -> str:
        """Store an ExperienceRecord; returns the experience id."""
        learn = self._open.learn
        with _keeping(learn, record, self.space):
            trajectory = trajectory_from_record(record)
        return learn(trajectory, self.space).experience_id

    def record(
        self, task: str, *, app: str | None = None, url: str | None = None
    ) -> Recording:
        """A run to be told step by step: `with memory.record(task) as run: …`."""
        head = {"task": task, "app": app, "url": url}
        parts = self._open
        return Recording(parts.learn, Drafts(parts.store, self.space), head)

    def writeback(self, unit: Mapping[str, Any]) -> bool:
        """Store a step or a session unit; True when it is durable.

        Raises InvalidInput naming the bad field.
        """
        self._open  # noqa: B018  # raises if closed
        with _keeping(self._open.learn, unit, self.space):
            return self._writeback(unit)

    def retry_failed(self) -> LearnReport:
        """Learn what `failed_learning_tasks.jsonl` holds, of every space."""
        return self._open.learn.retry_failed()

    # recalling --------------------------------------------------------------------

    def recall(
        self,
        task: str,
        *,
        app: str | None = None,
        url: str | None = None,
        domain: str | None = None,
        intent: str | None = None,
        device: str | None = None,
        app_version: str | None = None,
        page_hint: str | None = None,
        elements: Sequence[Any] | None = None,
        top_n: int = 3,
        expand: bool = True,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Recollection:
        """What is known that helps with `task`, and the route to take.

        `domain` filters; `app` prefers. `expand=False` leaves the graph's
        neighbours out. A stage that can't run says so in `.stages`.
        """
        parts = self._open
        if not isinstance(top_n, int) or not 1 <= top_n <= 100:
            raise InvalidInput(f"top_n: 1 to 100, not {top_n!r}")
        redactor = parts.learn.new_redactor()
        text = redactor.text(checked_task(task))
        return parts.recall(
            Request(
                space=self.space,
                task=text,
                secrets=redactor.secrets,
                app=optional_text("app", app),
                domain=optional_text("domain", domain),
                intent=optional_text("intent", intent),
                device=optional_text("device", device),
                app_version=optional_text("app_version", app_version),
                page=page_of(url, page_hint, elements),
                top_n=top_n,
                expand=expand,
                as_of=as_of,
                known_at=known_at,
            )
        )

    def retrieve_memories(
        self, query: str, top_n: int = 3
    ) -> dict[str, list[dict[str, Any]]]:
        """`{"experiences": [ExperienceRecord…], "facts": [FactRecord…]}`, plain."""
        found = self.recall(query, top_n=top_n)
        return {
            "experiences": [_record(run) for run in found.experiences],
            "facts": [
                {
                    "content": fact.text,
                    "keywords": list(fact.keywords),
                    "source": fact.source,
                    "usage_count": 0,
                    "last_used_at": None,
                }
                for fact in found.facts
            ],
        }

    def locate(self, step: PlanStep, elements: Sequence[Any]) -> Located:
        """Which of the page's elements the step means; on doubt none.

        Elements are plain dicts (role, name, tag, attributes, text, box, container,
        path) of any driver. All are weighed on several kinds of evidence; `index` is
        None and `ambiguous` true where none is surely the one. Raises InvalidInput
        naming a bad element.
        """
        self._open  # noqa: B018  # raises if closed
        return locate(step, elements)

    def risk(
        self,
        step: Step | PlanStep | Mapping[str, Any],
        *,
        task: str,
        app: str | None = None,
        page: Page | Mapping[str, Any] | str | None = None,
        before: Sequence[Step] | None = None,
        ends: bool | None = None,
    ) -> Avoidance | None:
        """The worst that is known of a step of this task at this place; None if
        nothing is. Its score is the rate of failures to expect, 0..1.

        `before` are the steps made so far: with them, what is still missing counts
        where the step `ends` the run (None: where runs of this kind end with it).
        Raises InvalidInput naming a bad field.
        """
        parts, app = self._open, optional_text("app", app)
        redactor = parts.learn.new_redactor()
        text = redactor.text(checked_task(task))
        asked = Request(self.space, text, redactor.secrets, app=app)
        return parts.avoid.risk(
            self.space,
            asked_step(step, redactor.secrets),
            task=text,
            task_ids=parts.avoid.alike(
                self.space, text, app, lambda: parts.recall.alike(asked)
            ),
            app=app,
            page=asked_page(page),
            before=before,
            ends=ends,
        )

    def report(
        self,
        plan: Plan | Mapping[str, Any],
        outcome: Outcome,
        *,
        failed_step: int | None = None,
        reason: str | None = None,
        located: Mapping[int, Located] | None = None,
        repaired_with: Sequence[Any] | None = None,
        actions: int | None = None,
        duration_ms: int | None = None,
        feedback: float | None = None,
    ) -> None:
        """What came of a plan: success, failure, or unknown, which counts as neither.

        Counts for the pattern or the run that the plan was made from, for its steps up
        to `failed_step`, and for what their elements were found by (`located`: what
        `locate` gave, by step number). `repaired_with`: the steps that did what the
        failed one should have done; they become another way there. `feedback` is a
        person's, in 0..1. Only the first report of a plan counts. Raises InvalidInput
        naming the bad part; nothing is counted then.
        """
        told = checked(
            plan,
            outcome,
            failed_step=failed_step,
            reason=reason,
            located=located,
            repaired_with=repaired_with,
            actions=actions,
            duration_ms=duration_ms,
            feedback=feedback,
        )
        self._open.report(self.space, told)

    # generalizing -----------------------------------------------------------------

    def generalize(
        self,
        app: str | None = None,
        *,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> GeneralizeReport:
        """Learn patterns from all runs of the apps in which something changed since
        the last time (or of `app`, if it did).

        `progress(done, total)` counts tasks. What was written stays if it is
        interrupted, and the next call goes on. Raises JobRunning while another
        process does the same.
        """
        parts, app = self._open, optional_text("app", app)
        report = parts.generalize(self.space, app, progress=progress)
        if report.tasks:
            parts.avoid.rebuild(self.space, app)
        return report

    def patterns(self, app: str | None = None) -> list[Pattern]:
        """Kinds of tasks, best supported first: those of `app` and those across apps.

        A single run whose text has slots is one too, with support 1, at once.
        """
        return self._open.patterns.patterns(self.space, optional_text("app", app))

    def match(self, task: str, app: str | None = None) -> PatternMatch | None:
        """The pattern that `task` fits best, with the values of its slots; None if it
        fits none. A secret in `task` is bound as its placeholder."""
        text = self._open.learn.new_redactor().text(checked_task(task))
        return self._open.patterns.match(self.space, text, optional_text("app", app))

    def pattern(self, pattern_id: str) -> Pattern:
        """One pattern by its id. Raises NotFound."""
        key = optional_text("pattern_id", pattern_id) or ""
        return self._open.patterns.pattern(self.space, key)

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

    # operating --------------------------------------------------------------------

    def cypher(self, query: str, **params: Any) -> list[Row]:
        """Rows of a read-only Cypher query; `$space` is bound.

        An operator's tool: it can see every space. Raises QueryRefused for
        anything but listed reading clauses.
        """
        if not isinstance(query, str):
            raise InvalidInput(f"query: a text is needed, not {type(query).__name__}")
        check_read_only(query)
        return self._open.engine.read(query, {"space": self.space, **params})

    def experience(self, experience_id: str) -> Experience:
        """One stored run with its steps. Raises NotFound."""
        key = optional_text("experience_id", experience_id) or ""
        return health.experience(self._open.store, self.space, key)

    def forget(
        self,
        *,
        task_id: str | None = None,
        experience_id: str | None = None,
        pattern_id: str | None = None,
        avoidance_id: str | None = None,
    ) -> int:
        """Delete a run, a task with all its runs, a pattern, or what is held against
        an element; returns how many went. A pattern or an avoidance that was forgotten
        is not learned again from what is known."""
        parts = self._open
        if avoidance_id is not None:
            if (task_id, experience_id, pattern_id) != (None, None, None):
                raise InvalidInput("forget: give one id")
            key = optional_text("avoidance_id", avoidance_id) or ""
            parts.avoid.forget(self.space, key)
            return 1
        if pattern_id is None:
            gone = health.forget(
                parts.store,
                parts.projection,
                self.space,
                task_id=optional_text("task_id", task_id),
                experience_id=optional_text("experience_id", experience_id),
            )
        elif task_id is not None or experience_id is not None:
            raise InvalidInput("forget: give one id")
        else:
            gone = parts.generalize.forget(self.pattern(pattern_id), self.space)
        parts.patterns.changed(self.space)
        parts.avoid.changed(self.space)
        return gone

    def prune(
        self, *, dry_run: bool = False, now: datetime | None = None
    ) -> PruneReport:
        """Forget runs and patterns that fail more often than not and that nobody used
        for 90 days; with `dry_run`, only tell which.

        Failed runs stay while they warn of something that is still done. What went is
        not learned again from the same runs: they count as duplicates. `now` is the
        moment from which the 90 days are counted back, by default the present.
        """
        return self._open.prune(self.space, dry_run=dry_run, now=now)

    def stats(self) -> dict[str, Any]:
        """Counts of this space, and what is kept in memory of the stores."""
        return health.stats(self._open.store, self._open.projection, self.space)

    def capabilities(self) -> dict[str, Any]:
        """What is in use: engines, models, and whatever is degraded."""
        parts = self._open
        return health.capabilities(parts.engine, parts.projection) | {
            "reranker": getattr(parts.recall.reranker, "model", None),
            "chat": getattr(parts.learn.chat, "model", None),
            "embedder_fallback": parts.fallback,
        }

    def doctor(self) -> Diagnosis:
        """Whether the two stores agree, each finding with its cure."""
        parts = self._open
        return health.doctor(parts.engine, parts.store, parts.projection)

    def repair(self) -> Diagnosis:
        """Heal what `doctor` found, then diagnose again."""
        parts = self._open
        health.repair(parts.store, parts.projection)
        return self.doctor()

    def reindex(
        self,
        *,
        embedder: Embedder | None = None,
        progress: Callable[[int, int | None], None] | None = None,
    ) -> int:
        """Build the vectors anew, also for another embedder, and switch to them;
        returns the number of points."""
        return self._open.projection.rebuild(embedder, progress)


@contextlib.contextmanager
def _keeping(learn: Any, given: Any, space: str) -> Any:
    """What raises before it is a trajectory goes to the failed log, too."""
    try:
        yield
    except InvalidInput as error:
        learn.keep_failed(given, space, error)
        raise


def _space(space: str) -> str:
    if not isinstance(space, str) or not space.strip():
        raise InvalidInput("space: a name is needed")
    if clean(space) != space:  # cleaned, two tenants could become one
        raise InvalidInput("space: a name without NUL bytes and half characters")
    return space


def _record(run: Experience) -> dict[str, Any]:
    """The run in the flat shape of an ExperienceRecord."""
    return {
        "task_description": run.task,
        "keywords": list(run.keywords),
        "action_flow": [
            {
                "thought": step.thought or "",
                "action": step.action,
                "target_element_description": describe_target(step),
            }
            for step in run.steps
        ],
        "preconditions": run.preconditions or "",
        "is_successful": run.outcome == "success",
        "usage_count": run.stats.uses,
        "last_used_at": run.stats.last_used_at,
        "source_task_id": run.source_task_id,
        "experience_id": run.experience_id,
        "score": run.score,
    }
