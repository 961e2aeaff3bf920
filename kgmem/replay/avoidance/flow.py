"""runs -> what failed where -> edges; and what they warn of, before a step is made."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from threading import Lock

from kgmem.graph.changes import Change
from kgmem.graph.rows import RunToStore, now_ms
from kgmem.graph.runs.avoidance import AvoidStore
from kgmem.model.keys.identity import element_id, element_ids, fold_app, page_id
from kgmem.model.plan import Avoidance, PlanStep
from kgmem.model.trajectory import Page, Step
from kgmem.model.values.arguments import flag
from kgmem.paths.failing.acts import act_of
from kgmem.paths.failing.avoid_text import avoidance_of
from kgmem.paths.failing.blame import Blame, Lessons
from kgmem.paths.failing.signs import Attempt
from kgmem.replay.avoidance.kin import Kin, by_task, keep
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
        self._warned: Recent[frozenset[str]] = Recent(MOST_KINDS)
        self._lock = Lock()
        """Held while `_warned` is read or added to, so that no element is lost."""

    # learning ---------------------------------------------------------------------

    def learned(
        self, space: str, runs: Sequence[RunToStore], made: Collection[str] = ()
    ) -> None:
        """Note what these stored runs teach; `made` are ids of tasks that nobody had
        done before: of them these are all runs."""
        if not runs:
            return
        try:
            self._approve(space, runs)
            if failed := self._failed(space, runs, made):
                self._blame(space, failed)
        finally:
            self._learned_of(space, {run.task_id for run in runs})

    def _approve(self, space: str, runs: Sequence[RunToStore]) -> None:
        """Let successes speak against what is held against an element that they used:
        for most runs nothing is, and nothing is asked of the graph."""
        warned = self._warned_of(space)
        used = {
            run.experience_id: known
            for run in runs
            if run.trajectory.outcome == "success"
            and (known := warned.intersection(run.rows.uses))
        }
        self._store.approve(space, list(used), set().union(*used.values()))

    def _failed(
        self, space: str, runs: Sequence[RunToStore], made: Collection[str]
    ) -> list[RunToStore]:
        """Runs in which something went wrong, and those of tasks that failed before."""
        known = {run.task_id for run in runs}.difference(made)
        tasks = self._store.failed(space, sorted(known)) if known else set[str]()
        new = (one for one in runs if one.task_id in made)
        tasks |= {one.task_id for one in new if one.trajectory.outcome == "failure"}
        return [
            run
            for run in runs
            if run.trajectory.steps
            and (
                run.task_id in tasks
                or any(
                    step.success is False or step.error is not None
                    for step in run.trajectory.steps
                )
            )
        ]

    def _warned_of(self, space: str) -> frozenset[str]:
        """Elements that something is held against."""
        with self._lock:
            return self._warned.get(
                (space,),
                lambda: frozenset(element for element, _, _ in self._store.all(space)),
            )

    def _blame(self, space: str, runs: Sequence[RunToStore]) -> None:
        scopes = self._store.scopes(space, sorted({run.task_id for run in runs}))
        chosen = sorted(set(scopes.values()))[:MAX_SCOPES]
        by_scope: dict[str, list[Attempt]] = {scope: [] for scope in chosen}
        read = [run for run in runs if scopes.get(run.task_id) in by_scope]
        for one in self._store.some_attempts(
            space, [run.experience_id for run in read]
        ):
            by_scope[scopes[one.task_id]].append(one)
        for scope, mine in by_scope.items():
            kin = self._kin(space, scope, NEAR_KIN)
            known = self._attempts_of(space, kin)
            together = {one.experience_id: one for one in [*known, *mine]}
            found = Lessons(together.values()).blamed()
            edges = self._store.write(space, scope, found, at=now_ms())
            self._warn_of(space, {element for element, _ in edges})

    def _warn_of(self, space: str, elements: set[str]) -> None:
        with self._lock:
            known = self._warned.peek((space,))
            if known is not None and not elements <= known:
                drops = self._warned.drops
                self._warned.put((space,), known | elements, drops)

    def _attempts_of(self, space: str, tasks: Sequence[str]) -> list[Attempt]:
        """The newest runs of these tasks, read anew; kept for who asks next."""
        drops = self._attempts.drops  # before anything is read
        found = self._store.attempts(space, tasks)
        keep(self._attempts, space, by_task(tasks, found), drops)
        return found

    def _kin(self, space: str, scope: str, limit: int) -> list[str]:
        """Tasks whose runs are compared: those of the scope and, since patterns keep
        apart what goes different ways, tasks that are similar to them."""
        own = self._store.members(space, scope, limit) or [scope]
        return list(dict.fromkeys([*own, *self._store.similar(space, own, limit)]))

    def rebuild(
        self, space: str, app: str | None = None, *, everything: bool = False
    ) -> int:
        """Write the edges of the kinds of tasks (of an app) whose failing tasks
        changed since the last time, or of all with `everything`; how many.

        What no run speaks for any more goes; what was forgotten by hand stays gone.
        """
        wanted = None if app is None else fold_app(app)
        failing = self._store.failing(space)
        changed = [
            one
            for one in failing
            if (everything or one.mark != one.noted)
            and (wanted is None or fold_app(one.app) == wanted)
        ]
        scopes = {one.scope for one in changed}
        kept: set[str] = set()
        for scope in sorted(scopes):
            kin = self._kin(space, scope, MAX_KIN)
            found = Lessons(self._attempts_of(space, kin)).blamed()
            edges = self._store.write(space, scope, found, at=now_ms(), anew=True)
            kept |= {key for _, key in edges}
        known = self._store.all(space)
        renewed = scopes | {one.task_id for one in failing if one.scope in scopes}
        living = self._store.living(space, {scope for _, _, scope in known})
        gone = [
            (element, key)
            for element, key, scope in known
            if key not in kept and (scope in renewed or scope not in living)
        ]
        self._store.drop(space, gone)
        self._store.noted(changed)
        self._edges_changed(space)
        return len(kept)

    def forget(self, space: str, avoidance_id: str) -> None:
        """Delete one for good. Raises NotFound."""
        self._store.forget(space, avoidance_id)

    def changed(self, space: str) -> None:
        """Runs or edges of the space changed: look at them again when asked."""
        self._compare_anew(space)
        self._warned.drop(space)

    def note(self, change: Change) -> None:
        """Look at runs again, and at edges, where they changed."""
        if change.touches():
            self.changed(change.space)
            return
        if change.touches("warnings"):
            self._edges_changed(change.space)
        if change.touches("tasks"):
            self._compare_anew(change.space)
        elif change.touches("task", "pattern", "patterns"):
            self._learned_of(change.space, set(change.of("task")))

    def _edges_changed(self, space: str) -> None:
        for kept in (self._any, self._warned):
            kept.drop(space)

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
        step: Step | PlanStep,
        *,
        task: str,
        task_ids: Sequence[str] | Callable[[], Sequence[str]] = (),
        app: str | None = None,
        page: Page | None = None,
        before: Sequence[Step] | None = None,
        ends: bool | None = None,
    ) -> Avoidance | None:
        """The worst that is known of a step at this place; None if nothing is.

        `task_ids` are tasks of the same kind, or what gives them: what their runs did
        is what the step is compared with. `before` are the steps made so far: where the
        step `ends` the run (None: where runs of this kind end with it), what is still
        missing counts too. The score is an expected rate of failures, 0..1.
        """
        found = [*self._from_edges(space, step, task, app, page)]
        # By now it is known what changed, and what is kept in memory is right.
        ids = task_ids() if callable(task_ids) else task_ids
        lessons = self.lessons(space, ids)
        findings: list[Blame | None] = [lessons.of_step(step, task)]
        if before is not None or ends:
            findings.append(lessons.of_next(before or (), step, task, ends))
        found += [avoidance_of(one, task) for one in findings if one is not None]
        return max(found, key=lambda one: one.score, default=None)

    def risk_of(
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
        """The same of a step, a page and steps before as callers give them; `alike`
        gives the tasks of its kind. Raises InvalidInput naming a bad field."""
        task, app, secrets = asked.task, asked.app, asked.secrets
        return self.risk(
            space,
            given_step(step, secrets),
            task=task,
            task_ids=lambda: self.alike(space, task, app, alike),
            app=app,
            page=given_page(page),
            before=None if before is None else given_steps(before, "before", secrets),
            ends=None if ends is None else flag("ends", ends),
        )

    def alike(
        self, space: str, task: str, app: str | None, ask: Callable[[], Sequence[str]]
    ) -> Sequence[str]:
        """What `ask` gives for the task, asked once for all its steps: the ids of the
        tasks of its kind."""
        return self._alike.get((space, task, app), ask)

    def lessons(self, space: str, task_ids: Sequence[str]) -> Lessons:
        """What the runs of these tasks teach."""
        ids = tuple(dict.fromkeys(task_ids))[:MAX_KIN]
        key = space, frozenset(ids)
        return self._lessons.get(key, lambda: self._learned_from(space, ids))

    def kin(self, space: str, task_ids: Sequence[str]) -> Kin:
        """The same for who reads what is not kept in memory along with something
        else."""
        return Kin(space, tuple(dict.fromkeys(task_ids)), self._attempts, self._lessons)

    def _learned_from(self, space: str, ids: Sequence[str]) -> Lessons:
        kin = self.kin(space, ids)
        return kin.compare(
            self._store.attempts(space, kin.unread) if kin.unread else ()
        )

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


def warns_of(avoidance: Avoidance, step: Step | PlanStep, task: str) -> bool:
    """Does it speak of this step: the same action on the same element, with a value
    of the shape that fails?"""
    if avoidance.action != step.action:
        return False
    if avoidance.element is None or step.target is None:
        return False
    act = act_of(step, task)
    warned = act_of(
        PlanStep(
            n=0,
            action=avoidance.action,
            target=avoidance.element,
            destination=avoidance.destination,
        ),
        task,
    )
    if avoidance.value_shape is not None:
        return act.place == warned.place and act.shape == avoidance.value_shape
    if act.is_named_by_task and avoidance.cause == "wrong element":
        return False  # another task did not name it
    return act.where == warned.where
