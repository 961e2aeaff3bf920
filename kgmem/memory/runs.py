"""Learning runs, recalling them, and what came of plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from kgmem.errors import InvalidInput
from kgmem.memory.opened import Opened, Progress
from kgmem.model.effect import EffectCheck
from kgmem.model.experience import Learned, LearnReport
from kgmem.model.fact import Fact
from kgmem.model.health import Located
from kgmem.model.imported import SourceReport
from kgmem.model.plan import Avoidance, NextStep, Plan, PlanStep
from kgmem.model.recollection import Recollection
from kgmem.model.trajectory import Outcome, Page, ReplayOutcome, Step, Trajectory
from kgmem.model.values.arguments import (
    callback,
    checked_text,
    whole_number,
)

if TYPE_CHECKING:
    from kgmem.learn.recording.live import Recording


class RunsFace(Opened):
    """Learning runs, recalling them, and what came of plans."""

    def learn(
        self,
        trajectory: Trajectory | Mapping[str, Any],
        *,
        verify: Sequence[EffectCheck | Mapping[str, Any]] = (),
    ) -> Learned:
        """Store one run. When it returns, the run survives the process.

        `verify`: how it is checked from elsewhere than the page that the task was done,
        see `set_verify`.

        A run with a `source_task_id`, a `plan_id`, a `session_id` or times counts once,
        however often it is handed over; one with nothing of these counts each time.
        Raises InvalidInput naming the bad step and field; whatever raises is also
        kept, redacted, in `failed_learning_tasks.jsonl`.
        """
        from kgmem.replay.effects.checks import GivenChecks

        checks = GivenChecks(self._open.without_secrets)(verify)
        learned = self._open.learn(trajectory, self.space)
        if checks:
            self._open.effects.keep(self.space, [learned.experience_id], checks)
        return learned

    def learn_many(
        self,
        trajectories: Iterable[Any],
        *,
        progress: Progress | None = None,
    ) -> LearnReport:
        """Store many runs, in batches; bad ones are reported, the rest is stored. The
        same run counts once, also where nothing but its content tells that.

        `progress(done, total)` is called after each batch; total is None for an
        iterator.
        """
        return self._open.learn.many(
            trajectories, self.space, progress=callback(progress)
        )

    def learn_from_task(
        self,
        raw_history: list[dict[str, Any]],
        is_successful: bool,
        source_task_id: str,
        *,
        task: str | None = None,
        app: str | None = None,
    ) -> str:
        """Store a run from an agent's raw history; returns the experience id.

        How many steps came of how many entries, and which entries gave none, is
        logged at INFO by `kgmem.learn.histories.read`. Raises InvalidInput naming each
        entry that is not understood; nothing is stored then, and the input is kept
        in the failed log.
        """
        return self._open.learn_raw.of_task(
            self.space, raw_history, is_successful, source_task_id, task, app
        )

    def learn_from(
        self,
        source: Any,
        format: str = "auto",
        *,
        task: str | None = None,
        app: str | None = None,
        outcome: Outcome | None = None,
        progress: Progress | None = None,
    ) -> SourceReport:
        """Learn the runs in a foreign file or folder, or in an object that is at hand:
        a list of dicts, a history of browser-use's.

        `format` is the name of a reader, or `auto`: by content. `task`, `app` and
        `outcome` (success, failure or unknown) hold for runs that don't tell them; an
        outcome that nobody tells is unknown, which never counts as success. What can't
        be read is in the receipt by its place, and the rest is learned; a run that
        lacks a step is no success. Raises InvalidInput if the format is not known, or
        nothing can be read.
        """
        from kgmem.learn.importing.flow import Asked, learn_from
        from kgmem.learn.importing.source import Source

        named = checked_text("format", format, "give the name of a reader, or auto")
        asked = Asked.of(task, app, outcome)
        learn, told = self._open.learn, callback(progress)
        return learn_from(learn, self.space, Source.of(source), named, asked, told)

    def add_experience(self, record: Any) -> str:
        """Store an ExperienceRecord; returns the experience id."""
        return self._open.learn_raw.of_record(self.space, record)

    def record(
        self,
        task: str,
        *,
        app: str | None = None,
        url: str | None = None,
        source: str = "agent",
    ) -> Recording:
        """A run to be told step by step: `with memory.record(task) as run: …`;
        `source`: who records it."""
        from kgmem.learn.recording.drafts import Drafts
        from kgmem.learn.recording.live import Recording

        learn, drafts = self._open.learn, Drafts(self._open.store, self.space)
        head = {"task": task, "app": app, "url": url, "source": source}
        return Recording(learn, drafts, head)

    def writeback(self, unit: Mapping[str, Any]) -> bool:
        """Store a step or a session unit; True when it is durable.

        Raises InvalidInput naming the bad field.
        """
        self._open  # noqa: B018  # raises if closed
        return self._writeback(unit)

    def retry_failed(self) -> LearnReport:
        """Learn what `failed_learning_tasks.jsonl` holds, of every space."""
        return self._open.learn.retry_failed()

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
        agent: str | None = None,
    ) -> Recollection:
        """What is known that helps with `task`, and the route to take.

        `app` and `domain` prefer. `expand=False` leaves the graph's
        neighbours out. A stage that can't run says so in `.stages`. With an `agent`
        (its name), what its person said of himself comes first among the facts, and
        fills slots that the task leaves open: `plan.assumed` names them, and such a
        plan is never replayed unchecked.
        """
        from kgmem.recall.request import recall_request

        asked = recall_request(
            self.space,
            self._open.learn.new_redactor,
            task,
            app=app,
            url=url,
            domain=domain,
            intent=intent,
            device=device,
            app_version=app_version,
            page_hint=page_hint,
            elements=elements,
            top_n=top_n,
            expand=expand,
            as_of=as_of,
            known_at=known_at,
            own=self._said_by(agent),
        )
        self._open.background.catch_up(self.space)
        return self._open.answer(asked)

    def _said_by(self, agent: str | None) -> Sequence[Fact]:
        if agent is None:
            return ()
        from kgmem.graph.people.person import Person
        from kgmem.model.values.scope import AgentScope

        named = self._named_key("agent", getattr(agent, "name", agent))
        if named is None:
            raise InvalidInput("agent: is empty; name the agent")
        shared = AgentScope.of(named).shared
        return self._open.people.known.said(Person(self.space, shared))

    def locate(self, step: PlanStep, elements: Sequence[Any]) -> Located:
        """Which of the page's elements the step means; on doubt none.

        Elements are plain dicts (role, name, tag, attributes, text, box, container,
        path) of any driver. All are weighed on several kinds of evidence; `index` is
        None and `ambiguous` true where none is surely the one. Raises InvalidInput
        naming a bad element.
        """
        from kgmem.replay.locate.flow import locate

        return locate(step, elements, self._open.learn.new_redactor())

    def next_steps(
        self,
        goal: str,
        elements: Sequence[Any],
        *,
        app: str | None = None,
        url: str | None = None,
        limit: int = 3,
    ) -> Sequence[NextStep]:
        """What runs did next on such a page towards goals like this one, likeliest
        first, at most `limit` (1 to 100): for a goal that `recall` has no path for.

        `elements` are what the page shows, in the form of `locate`; a step's `target`
        is one of them. With the `url`, runs of the same app count as far as they were
        on that page. Each step has its `share` of the votes (0..1), and the `runs` and
        `tasks` that it rests on; a value that the goal does not tell is asked for
        (`asks`). Empty where no run did anything that can be done here. Raises
        InvalidInput naming the argument.
        """
        from kgmem.recall.request import recall_request

        most = whole_number("limit", limit, 1, 100)
        asked = recall_request(
            self.space,
            self._open.learn.new_redactor,
            goal,
            app=app,
            url=url,
            elements=elements,
        )
        return self._open.recall.next_steps(asked, most)

    def risk(
        self,
        step: Step | PlanStep | Mapping[str, Any],
        *,
        task: str,
        app: str | None = None,
        page: Page | Mapping[str, Any] | str | None = None,
        before: Sequence[Step | Mapping[str, Any]] | None = None,
        ends: bool | None = None,
    ) -> Avoidance | None:
        """The worst that is known of a step of this task at this place; None if
        nothing is. Its score is the rate of failures to expect, 0..1.

        `before` are the steps made so far: with them, what is still missing counts
        where the step `ends` the run (None: where runs of this kind end with it).
        Raises InvalidInput naming a bad field.
        """
        from kgmem.recall.request import recall_request
        from kgmem.replay.given import given_step

        recall, new_redactor = self._open.recall, self._open.learn.new_redactor
        asked = recall_request(self.space, new_redactor, task, app=app)
        given = given_step(step, asked.secrets)
        found = self._open.avoid.risk(
            self.space,
            given,
            asked,
            lambda: recall.alike(asked),
            page=page,
            before=before,
            ends=ends,
        )
        known = [one for one in (found, recall.risk(asked, given)) if one is not None]
        return max(known, key=lambda one: one.score, default=None)

    def report(
        self,
        plan: Plan | Mapping[str, Any],
        outcome: ReplayOutcome,
        *,
        failed_step: int | None = None,
        reason: str | None = None,
        located: Mapping[int, Located] | None = None,
        repaired_with: Sequence[Any] | None = None,
        actions: int | None = None,
        duration_ms: int | None = None,
        feedback: float | None = None,
        judge: str | None = None,
        values: Mapping[int, str] | None = None,
        steps_done: Sequence[int] | None = None,
        deviations: str | None = None,
    ) -> None:
        """What came of a plan: success, failure, or what counts as neither: `blocked`
        (a page that did not load, something that covers it), `absent` (what was asked
        for is not there, and nothing was changed), `refused` (a choice has no such
        option), unknown.

        Counts for the pattern or the run that the plan was made from, for its steps up
        to `failed_step`, and for what their elements were found by (`located`: what
        `locate` gave, by step number). `repaired_with`: the steps that did what the
        failed one should have done; they become another way there. `feedback` is a
        person's, in 0..1. `judge` names who says how it went, besides the agent: a
        success is verified then, else only claimed. `values` are what was really
        entered, by step number, `steps_done` the numbers of the steps that were done,
        `deviations` in words what else was done. A success without a repair, deviations
        or other values of a plan for other words teaches them to its pattern, a failure
        takes them away.
        Of a plan's reports the first success or failure counts; one of a plan whose
        pattern or run was forgotten meanwhile is kept, but counts for nothing, and a
        warning in the log says so. Raises InvalidInput naming the bad part; nothing is
        counted then.
        """
        from kgmem.replay.outcome.told import checked

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
            judge=judge,
            values=values,
            steps_done=steps_done,
            deviations=deviations,
        )
        self._open.report(self.space, told)
