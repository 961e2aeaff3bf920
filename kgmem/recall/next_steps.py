"""What to do next on a page, for a goal without a path: what runs did on such a page
towards goals like it.

Each of the most similar tasks has votes: its runs' steps whose element is shown and is
not yet as they leave it. A run's first such step counts whole, its n-th 1/n (as ranks
do in the reciprocal rank), each times the similarity of its task. Steps that were
done at other addresses of the app count where none was done at this one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kgmem.graph.read_rows import StoredRun
from kgmem.graph.recalled.details import Details
from kgmem.graph.store import GraphStore
from kgmem.model.keys.identity import fold_app
from kgmem.model.plan import NextStep, PlanStep
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Element, Step
from kgmem.paths.came import is_done
from kgmem.paths.fits import look, looks_fit
from kgmem.paths.refill import TextSwap, in_step
from kgmem.recall.expand import NOT_READ, Candidate
from kgmem.recall.plan import path_of, plan_step
from kgmem.recall.request import Request
from kgmem.redact import PLACEHOLDER

MOST = 60
"""Tasks whose runs are looked at, the most similar ones."""
ASKED = "value"
"""What a step asks for that enters what the goal does not tell."""


@dataclass(slots=True)
class _Ballot:
    """The votes for one action on one element."""

    votes: float = 0.0
    values: dict[str | None, float] = field(default_factory=dict)
    """Its votes by what is entered."""
    steps: dict[str | None, PlanStep] = field(default_factory=dict)
    """By the same, that of the most similar task."""
    runs: dict[str, None] = field(default_factory=dict)
    """Their ids; an ordered set, like `tasks`."""
    tasks: dict[str, None] = field(default_factory=dict)

    def count(self, step: PlanStep, vote: float, run: StoredRun) -> None:
        self.votes += vote
        self.values[step.value] = self.values.get(step.value, 0.0) + vote
        self.steps.setdefault(step.value, step)
        self.runs[run.experience.experience_id] = None
        self.tasks[run.experience.task] = None

    def best(self, n: int, share: float, element: Element) -> NextStep:
        """The step that has most of the votes, on the element that is shown."""
        step = self.steps[max(self.values, key=self.values.__getitem__)]
        told = {name: getattr(step, name) for name in PlanStep.model_fields}
        told |= {"n": n, "target": element}
        return NextStep.of_stored(
            **told, share=share, runs=tuple(self.runs), tasks=tuple(self.tasks)
        )


def next_steps(
    store: GraphStore, candidates: Sequence[Candidate], request: Request, limit: int
) -> tuple[NextStep, ...]:
    """The likeliest steps on the page at hand, best first."""
    near = [one for one in candidates if one.similarity > 0][:MOST]
    read = store.details(request.space, [one.task_id for one in near])
    by_task = [(one, _successes(one, read)) for one in near]
    url = request.page.url if request.page else None
    ballots = _counted(by_task, request, url_template(url)) if url else {}
    ballots = ballots or _counted(by_task, request, None)
    total = sum(one.votes for one in ballots.values())
    ranked = sorted(ballots.items(), key=lambda pair: (-pair[1].votes, pair[0]))
    return tuple(
        ballot.best(n, ballot.votes / total, request.shown[index])
        for n, ((index, _), ballot) in enumerate(ranked[:limit], 1)
    )


def _successes(candidate: Candidate, read: Details) -> list[StoredRun]:
    summary = read.summaries.get(candidate.task_id, NOT_READ)
    return [read.runs[key] for key in summary.successes if key in read.runs]


def _counted(
    by_task: Sequence[tuple[Candidate, Sequence[StoredRun]]],
    request: Request,
    here: str | None,
) -> dict[tuple[int, str], _Ballot]:
    """The votes by the number of the element and the action, of the steps that were
    done `here`, or wherever."""
    ballots: dict[tuple[int, str], _Ballot] = {}
    for candidate, told in by_task:
        for run in told:
            weight = candidate.similarity / len(told)
            steps = _pending(run, request, here)
            for rank, (index, step) in enumerate(steps, 1):
                ballot = ballots.setdefault((index, step.action), _Ballot())
                ballot.count(step, weight / rank, run)
    return ballots


def _pending(
    run: StoredRun, request: Request, here: str | None
) -> Iterator[tuple[int, PlanStep]]:
    """The run's steps that can be done on the page and are not, with the number of the
    element, each element once."""
    seen: set[int] = set()
    # Of another app the addresses are others.
    is_same_app = fold_app(run.experience.app) == fold_app(request.app)
    for n, step in enumerate(path_of(run), 1):
        if step.target is None or (is_same_app and not _is_done_at(step, here)):
            continue
        swap = TextSwap(run.experience.task, request.task)
        made = plan_step(n, in_step(step, swap), n, request)
        index = _shown(made, request)
        if index is None or index in seen:
            continue
        seen.add(index)
        if not _is_there(made, request.shown[index]):
            yield index, _open(made) if _is_unknown(made, swap) else made


def _is_done_at(step: Step, here: str | None) -> bool:
    """Was it done on a page of this address, as far as both are known?"""
    there = step.page_before.url if step.page_before else None
    return not (here and there) or url_template(there) == here


def _shown(step: PlanStep, request: Request) -> int | None:
    target = look(step.target) if step.target else None
    if target is None or not target.says_more_than_kind:
        return None
    fitting = (n for n, one in enumerate(request.looks) if looks_fit(target, one))
    return next(fitting, None)


def _is_there(step: PlanStep, shown: Element) -> bool:
    """Is what the step brings about there already?"""
    filled = bool(step.value) and shown.attributes.get("value") == step.value
    return filled or is_done(step, shown)


def _is_unknown(step: PlanStep, swap: TextSwap) -> bool:
    """Does it enter a value of its own task, or a secret, that the goal does not
    tell?"""
    value = step.value or ""
    return PLACEHOLDER.search(value) is not None or any(
        stale in value for stale in swap.stale
    )


def _open(step: PlanStep) -> PlanStep:
    return step.model_copy(update={"value": f"{{{ASKED}}}", "asks": (ASKED,)})
