"""trajectory -> redact -> distill -> describe: a run that is ready to be stored."""

import copy
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from uuid import uuid4

from kgmem.errors import InvalidInput, ServiceError
from kgmem.graph.rows import RunToStore
from kgmem.language.signs import plain_signs
from kgmem.language.tokenizer import keywords
from kgmem.learn.distill.answered import with_answer
from kgmem.learn.distill.as_typed import as_typed
from kgmem.learn.distill.brought import with_effects
from kgmem.learn.distill.by_chat import refine
from kgmem.learn.distill.describe import describe
from kgmem.learn.distill.offered import with_options
from kgmem.learn.distill.rows import with_rows
from kgmem.learn.distill.rules import distill
from kgmem.model.base import to_json
from kgmem.model.texts.url import site_of
from kgmem.model.trajectory import Trajectory
from kgmem.paths.reading.outputs import with_places
from kgmem.ports import LanguageModel
from kgmem.redact import Redactor, redact_text, redact_trajectory
from kgmem.redact.structure import map_trajectory

MARKED = "marked"
"""Kind of a decision point that only the chat model saw."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A run to store, and what was left out of it."""

    run: RunToStore
    dropped: tuple[int, ...]
    """Indexes into the given steps."""
    redactions: int
    is_undated: bool = False
    """Does nothing tell it from the same run at another time?"""

    def again(self) -> "Prepared":
        """The same run, done once more, under an id of its own."""
        key = f"{self.run.source_task_id}~{uuid4().hex}"
        return replace(self, run=replace(self.run, source_task_id=key))


@dataclass(frozen=True, slots=True)
class Distillation:
    """The rules' word on a run, or the chat model's where it holds."""

    drop: frozenset[int]
    points: Mapping[int, str]
    keywords: tuple[str, ...] = ()
    intent: str | None = None
    preconditions: str | None = None
    by: str = "rules"


def prepare(
    given: Trajectory, space: str, redactor: Redactor, chat: LanguageModel | None
) -> Prepared:
    """The run as it will be stored. Nothing of `given` is stored before this."""
    given = with_places(with_answer(given))  # what is hidden is read all the same
    number_by_text(given, redactor)
    plain = _with_plain_task(redact_trajectory(with_options(given), redactor))
    clean = as_typed(plain)
    source = source_key(given.source_task_id, clean.source_task_id)
    distilled = _distilled(clean, chat)
    kept = [n for n in range(len(clean.steps)) if n not in distilled.drop]
    told = with_rows(clean)
    site = site_of_run(clean)
    path = clean.model_copy(
        update={
            "app": clean.app or site,
            "domain": clean.domain or site,
            "steps": tuple(told.steps[n] for n in kept),
            "keywords": (*clean.keywords, *distilled.keywords),
            "intent": clean.intent or distilled.intent,
            "preconditions": clean.preconditions or distilled.preconditions,
        }
    )
    path = with_effects(path)
    described = describe(path, keywords)
    run = RunToStore(
        space=space,
        trajectory=path,
        source_task_id=source or content_key(clean),
        recorded_at=datetime.now(UTC),
        keywords=described.keywords,
        intent=described.intent,
        decision_points={
            place: distilled.points[n]
            for place, n in enumerate(kept)
            if n in distilled.points
        },
        distilled_by=distilled.by,
    )
    dropped = tuple(sorted(distilled.drop))
    return Prepared(run, dropped, redactor.count, is_undated(clean))


def _with_plain_task(run: Trajectory) -> Trajectory:
    task = plain_signs(run.task)
    return run if task == run.task else run.model_copy(update={"task": task})


def site_of_run(run: Trajectory) -> str | None:
    """The site that a run is on, by its own address or the first that a step tells."""
    first = (
        url
        for step in run.steps
        for url in (
            step.page_before.url if step.page_before else None,
            step.value if step.does.enters == "address" else None,
        )
    )
    told = (site_of(url) for url in (run.url, *first) if url)
    return next(filter(None, told), None)


def number_by_text(given: Trajectory, redactor: Redactor) -> None:
    """Give the secrets of the task's text their numbers first: a recall, which sees
    nothing but the text, counts them so, too."""

    def note(text: str, _: str | None) -> str:
        redactor.note(text)  # placeholders that came with the run keep their numbers
        return text

    if redactor.is_clean(given.task):
        return
    probe = copy.deepcopy(redactor)
    probe.learn_text(given.task, None)
    if len(probe.secrets) > len(redactor.secrets):
        map_trajectory(given, note)
        redactor.learn_text(given.task, None)


def source_key(raw: str | None, redacted: str | None) -> str | None:
    """The redacted id of a run; where something of it was hidden, with a digest of
    the raw one, since `[REDACTED:phone#1]` alone would be the same for all."""
    if raw is None or redacted is None or raw == redacted:
        return redacted
    return f"{redacted}~{hashlib.sha256(raw.encode()).hexdigest()[:16]}"


def content_key(trajectory: Trajectory) -> str:
    """What a run without an id of its own is known by: its redacted content."""
    content = to_json(trajectory.compact())
    return "content:" + hashlib.sha256(content.encode()).hexdigest()[:32]


def is_undated(given: Trajectory) -> bool:
    """Does a run say neither which one it is nor when it was? Handed over once more, it
    was done once more, if it says how it ended."""
    named = given.source_task_id, given.plan_id, given.session_id, given.started_at
    if any(named) or given.outcome == "unknown":
        return False
    return not any(step.at for step in given.steps)


def _distilled(trajectory: Trajectory, chat: LanguageModel | None) -> Distillation:
    rules = distill(trajectory)
    by_rules = Distillation(frozenset(rules.dropped), dict(rules.decision_points))
    if chat is None:
        return by_rules
    try:
        refined = refine(trajectory, by_rules.drop, chat)
    except (ServiceError, InvalidInput) as error:
        why = redact_text(f"rules (chat model: {error})"[:300])
        return Distillation(by_rules.drop, by_rules.points, by=why)
    marked = {n: by_rules.points.get(n, MARKED) for n in refined.decision_points}
    kept_by_rules = {n: p for n, p in by_rules.points.items() if n not in refined.drop}
    return Distillation(
        refined.drop,
        {**marked, **kept_by_rules},
        refined.keywords,
        refined.intent,
        refined.preconditions,
        refined.provenance,
    )
