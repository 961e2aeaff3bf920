"""runs -> what failed where -> edges; and what they warn of, before a step is made."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from kgmem.graph.changes import Change
from kgmem.graph.rows import RunToStore, epoch_ms, now_ms
from kgmem.graph.runs.avoidance import EACH, AvoidStore
from kgmem.model.keys.identity import element_id, element_ids, fold_app, page_id
from kgmem.model.plan import Avoidance, PlanStep
from kgmem.model.trajectory import Page, Step
from kgmem.model.values.arguments import flag
from kgmem.paths.failing.acts import act_of
from kgmem.paths.failing.avoid_text import avoidance_of
from kgmem.paths.failing.lessons import Attempt, Lessons
from kgmem.replay.given import TaskAsked, given_page, given_step, given_steps
from kgmem.replay.recent import Recent

MAX_KIN = 60
"""Tasks of a kind whose runs are compared by the batch job and before a step."""
NEAR_KIN = 12
"""The same when one run was learned."""
MAX_SCOPES = 4
"""Kinds of tasks that are compared in one call of `learned`; the batch job does the
others."""
MOST_TASKS, MOST_KINDS = 512, 64
"""Tasks whose runs, and tasks for which what their kind teaches, are kept in memory:
those that were asked for last."""


class Kin:
    """Tasks of one kind, as of the moment it is made: those whose runs are in memory,
    and those whose runs have to be read."""

    def __init__(
        self,
        space: str,
        ids: Sequence[str],
        attempts: Recent[list[Attempt]],
        lessons: Recent[Lessons],
    ) -> None:
        self._space, self._ids = space, frozenset(ids)
        self._attempts, self._lessons = attempts, lessons
        self._drops = attempts.drops, lessons.drops  # before anything is read
        self._known = {key: attempts.peek((space, key)) for key in dict.fromkeys(ids)}

    @property
    def unread(self) -> list[str]:
        """Tasks whose runs have to be read."""
        return [key for key, runs in self._known.items() if runs is None]

    @property
    def params(self) -> dict[str, object]:
        """What `GraphStore.details` needs to read them."""
        return {"kin": self.unread, "each": EACH}

    def lessons(self, read: Iterable[Attempt], own: Iterable[Attempt] = ()) -> Lessons:
        """What the runs teach, given those that had to be read and, besides, `own`
        ones."""
        known = None if own else self._lessons.peek((self._space, self._ids))
        if known is not None:
            return known
        runs: dict[str, list[Attempt]] = {key: [] for key in self.unread}
        for attempt in read:
            runs[attempt.task_id].append(attempt)
        for key, listed in runs.items():
            self._attempts.put((self._space, key), listed, self._drops[0])
        kept = (one for known in self._known.values() for one in known or ())
        every = [*kept, *(one for listed in runs.values() for one in listed), *own]
        lessons = Lessons({one.experience_id: one for one in every}.values())
        if not own:
            self._lessons.put((self._space, self._ids), lessons, self._drops[1])
        return lessons


class Avoid:
    """What failed runs teach: told to the graph, and asked before each step.

    Thread-safe. The runs of a space are read anew after one of them was learned, and
    what is kept of edges once the log of the space tells of others (`note`).
    """

    def __init__(self, store: AvoidStore) -> None:
        self._store = store
        self._attempts: Recent[list[Attempt]] = Recent(MOST_TASKS)
        self._any: Recent[bool] = Recent(MOST_KINDS)
        self._alike: Recent[Sequence[str]] = Recent(MOST_KINDS)
        self._lessons: Recent[Lessons] = Recent(MOST_KINDS)

    # learning ---------------------------------------------------------------------

    def learned(
        self, space: str, runs: Sequence[RunToStore], made: Collection[str] = ()
    ) -> None:
        """Note what these stored runs teach; `made` are ids of tasks that nobody had
        done before: of them these are all runs."""
        if not runs:
            return
        try:
            well = [run for run in runs if run.trajectory.outcome == "success"]
            if well:
                self._store.approve(space, well)
            self._blame(space, self._failed(space, runs, made))
        finally:
            self._learned_of(space, {run.task_id for run in runs})

    def _failed(
        self, space: str, runs: Sequence[RunToStore], made: Collection[str]
    ) -> list[RunToStore]:
        """Runs in which something went wrong, and those of tasks that failed before."""
        known = {run.task_id for run in runs}.difference(made)
        tasks = self._store.failed(space, sorted(known)) if known else set[str]()
        tasks |= {run.task_id for run in runs if run.trajectory.outcome == "failure"}
        return [run for run in runs if run.task_id in tasks or _went_wrong(run)]

    def _blame(self, space: str, runs: Sequence[RunToStore]) -> None:
        if not runs:
            return
        scopes = self._store.scopes(space, sorted({run.task_id for run in runs}))
        for scope in sorted(set(scopes.values()))[:MAX_SCOPES]:
            own = [_attempt(run) for run in runs if scopes.get(run.task_id) == scope]
            self._write(space, scope, NEAR_KIN, own)

    def _write(
        self, space: str, scope: str, most: int, own: Sequence[Attempt] = ()
    ) -> set[str]:
        """Write what runs of a kind, read anew, hold against elements; ids of edges."""
        kin = self._store.kin(space, scope, most)
        self._attempts.drop_each(space, kin)
        compared = self.kin(space, kin)
        lessons = compared.lessons(self._store.attempts(space, compared.unread), own)
        edges = self._store.write(space, scope, lessons.blamed(), at=now_ms())
        return {key for _, key in edges}

    def rebuild(self, space: str, app: str | None = None) -> int:
        """Write the edges of the kinds of tasks (of an app) whose failing tasks
        changed since the last time; how many.

        What no run speaks for any more goes; what was forgotten by hand stays gone.
        """
        wanted = None if app is None else fold_app(app)
        failing = self._store.failing(space)
        changed = [
            task
            for task in failing
            if task.mark != task.noted
            and (wanted is None or fold_app(task.app) == wanted)
        ]
        scopes = {task.scope for task in changed}
        self._compare_anew(space)
        kept = {
            key
            for scope in sorted(scopes)
            for key in self._write(space, scope, MAX_KIN)
        }
        known = self._store.all(space)
        renewed = scopes | {task.task_id for task in failing if task.scope in scopes}
        living = self._store.living(space, {scope for _, scope in known})
        gone = [
            edge
            for edge, scope in known
            if edge[1] not in kept and (scope in renewed or scope not in living)
        ]
        self._store.drop(space, gone)
        self._store.noted(changed)
        self._any.drop(space)
        return len(kept)

    def forget(self, space: str, avoidance_id: str) -> None:
        """Delete one for good. Raises NotFound."""
        self._store.forget(space, avoidance_id)

    def note(self, change: Change) -> None:
        """Look at runs again, and at edges, where they changed."""
        if change.touches("warnings"):
            self._any.drop(change.space)
        if change.touches("tasks"):
            self._compare_anew(change.space)
        elif change.touches("task", "pattern", "patterns"):
            self._learned_of(change.space, set(change.of("task")))

    def _compare_anew(self, space: str) -> None:
        for kept in (self._any, self._attempts, self._alike, self._lessons):
            kept.drop(space)

    def _learned_of(self, space: str, tasks: Collection[str]) -> None:
        """Look again at the runs of these tasks, at what is of a kind, and whether
        there are edges: a pattern tells no more than what is of a kind."""
        for kept in (self._any, self._alike):
            kept.drop(space)
        self._attempts.drop_each(space, tasks)
        self._lessons.drop(
            space, lambda kin: isinstance(kin, frozenset) and not kin.isdisjoint(tasks)
        )

    # asking -----------------------------------------------------------------------

    def near(
        self,
        space: str,
        *,
        task: str,
        task_ids: Sequence[str] = (),
        app: str | None = None,
        page: Page | None = None,
    ) -> list[Avoidance]:
        """What is held against the elements at hand and those that these tasks use,
        worst first; one round trip, none in a space where nothing ever failed."""
        shown = page is not None and page.elements
        if not (shown or task_ids) or not self._is_any(space):
            return []
        return self._store.near(space, element_ids(space, app, page), task_ids, task)

    def risk(
        self,
        space: str,
        step: object,
        asked: TaskAsked,
        alike: Callable[[], Sequence[str]],
        *,
        page: Page | Mapping[str, object] | str | None = None,
        before: object = None,
        ends: bool | None = None,
    ) -> Avoidance | None:
        """The worst that is known of a step at this place, as callers give them; None
        if nothing is. Raises InvalidInput naming a bad field.

        `alike` gives tasks of the same kind: what their runs did is what the step is
        compared with. `before` are the steps made so far: where the step `ends` the
        run (None: where runs of this kind end with it), what is still missing counts
        too. The score is an expected rate of failures, 0..1.
        """
        task, app, secrets = asked.task, asked.app, asked.secrets
        made = given_step(step, secrets)
        done = given_steps(before, "before", secrets)
        is_end = None if ends is None else flag("ends", ends)
        warnings = [*self._from_edges(space, made, task, app, given_page(page))]
        # By now it is known what changed, and what is kept in memory is right.
        ids = self._alike.get((space, task, app), alike)
        lessons = self.lessons(space, ids)
        findings = [lessons.of_step(made, task)]
        if before is not None or is_end:
            findings.append(lessons.of_next(done, made, task, is_end))
        warnings += [avoidance_of(one, task) for one in findings if one is not None]
        return max(warnings, key=lambda one: one.score, default=None)

    def lessons(self, space: str, task_ids: Sequence[str]) -> Lessons:
        """What the runs of these tasks teach."""
        ids = tuple(dict.fromkeys(task_ids))[:MAX_KIN]
        known = self._lessons.peek((space, frozenset(ids)))
        if known is not None:
            return known
        kin = self.kin(space, ids)
        unread = kin.unread
        return kin.lessons(self._store.attempts(space, unread) if unread else ())

    def kin(self, space: str, task_ids: Sequence[str]) -> Kin:
        """The same for who reads what is not kept in memory along with something
        else."""
        return Kin(space, task_ids, self._attempts, self._lessons)

    def _is_any(self, space: str) -> bool:
        """Are there edges? For who has looked at the log of the space."""
        return self._any.get((space,), lambda: self._store.any(space))

    def _from_edges(
        self,
        space: str,
        step: Step | PlanStep,
        task: str,
        app: str | None,
        page: Page | None,
    ) -> Iterable[Avoidance]:
        """What tasks of any kind met with at the element; those of the same kind are
        asked for their runs. Always one look at the graph."""
        if step.target is None:
            self._store.look(space)
            return ()
        place = page or (step.page_before if isinstance(step, Step) else None) or Page()
        here = element_id(space, page_id(space, app, place), step.target)
        known = self._store.near(space, [here], (), task)
        return [one for one in known if warns_of(one, step, task)]


def _went_wrong(run: RunToStore) -> bool:
    steps = run.trajectory.steps
    return any(step.success is False or step.error is not None for step in steps)


def _attempt(run: RunToStore) -> Attempt:
    ran = run.trajectory
    return Attempt(
        run.experience_id,
        run.task_id,
        ran.task,
        ran.app,
        ran.outcome,
        ran.steps,
        epoch_ms(run.recorded_at),
    )


def warns_of(avoidance: Avoidance, step: Step | PlanStep, task: str) -> bool:
    """Does it speak of this step: the same action on the same element?"""
    if avoidance.action != step.action or avoidance.element is None:
        return False
    if avoidance.value_shape is not None:  # of an older record: it told values apart
        return False
    warned = PlanStep(
        n=0,
        action=avoidance.action,
        target=avoidance.element,
        destination=avoidance.destination,
    )
    act = act_of(step, task)
    if act.is_named_by_task and avoidance.cause == "wrong element":
        return False  # another task did not name it
    return act.where == act_of(warned, task).where
