"""A run as rows of the graph, and rows as a run again."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import overload

from kgmem.matching.masked import masked_with
from kgmem.model.base import Language, language_of, to_json
from kgmem.model.keys.element_evidence import stable_classes
from kgmem.model.keys.identity import (
    app_id,
    element_id,
    experience_id,
    fingerprint,
    page_id,
    report_id,
    step_id,
    task_id,
    text_hash,
    url_template,
)
from kgmem.model.recollection import describe_step
from kgmem.model.texts.text_lines import brief
from kgmem.model.trajectory import Element, Locator, Page, Step, Trajectory
from kgmem.paths.path_key import path_key
from kgmem.paths.read_before import read_later
from kgmem.ports import Row

DESTINATION = "destination"
"""The part of a step that an edge to its second element says."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)
MAX_PAGE_ELEMENTS = 500
"""Elements of a page that are kept with a step."""


@dataclass(frozen=True)
class RunToStore:
    """A redacted, distilled run, ready to be stored. Its ids are made once: every
    step asks for them."""

    space: str
    trajectory: Trajectory
    """Its steps are those that are kept."""
    source_task_id: str
    recorded_at: datetime
    keywords: tuple[str, ...] = ()
    intent: str | None = None
    decision_points: Mapping[int, str] = field(default_factory=dict)
    """Kind by index into the kept steps."""
    distilled_by: str = "rules"

    @cached_property
    def task_id(self) -> str:
        return task_id(self.space, self.trajectory.app, self.trajectory.task)

    @cached_property
    def experience_id(self) -> str:
        return experience_id(self.space, self.source_task_id)

    @cached_property
    def rows(self) -> "RunRows":
        """What is written for it."""
        return rows_of(self)

    @property
    def language(self) -> Language:
        return language_of(self.trajectory.task)


@dataclass(frozen=True, slots=True)
class RunRows:
    """The nodes and edges of one run."""

    task: Row
    experience: Row
    steps: list[Row]
    pages: dict[str, Row]
    elements: dict[str, Row]
    uses: Counter[str]
    app: Row | None

    @property
    def space(self) -> str:
        """The tenant that it belongs to."""
        return str(self.experience["props"]["space"])


@overload
def epoch_ms(moment: datetime) -> int: ...
@overload
def epoch_ms(moment: datetime | None) -> int | None: ...
def epoch_ms(moment: datetime | None) -> int | None:
    """Whole milliseconds since 1970 UTC, exact over the whole calendar: a float is not,
    and rounding up would leave it at its end."""
    return None if moment is None else (moment - EPOCH) // MILLISECOND


def now_ms() -> int:
    """The present moment in milliseconds since 1970 UTC."""
    return round(time.time() * 1000)


def moment_of(ms: int | None) -> datetime | None:
    """The UTC moment of epoch milliseconds."""
    return None if ms is None else EPOCH + ms * MILLISECOND


def without_unknown(row: Row) -> Row:
    """The row without properties that are not known: a missing one reads as null, and
    costs nothing to write."""
    known = {name: value for name, value in row["props"].items() if value is not None}
    return {**row, "props": known}


def rows_of(run: RunToStore) -> RunRows:
    """Everything that is written for one run."""
    rows = RunRows(
        task=_task_row(run),
        experience=_experience_row(run),
        steps=[],
        pages={},
        elements={},
        uses=Counter(),
        app=_app_row(run),
    )
    steps = run.trajectory.steps
    shown = read_later(steps, run.trajectory.task)
    for n, step in enumerate(steps, 1):
        first = shown.get(-1, ()) if n == 1 else ()
        row = _step_row(run, n, step, shown.get(n - 1, ()), first)
        rows.steps.append(row)
        if step.target is not None:
            row["element_id"] = _place_target(rows, run, step.target, step.page_before)
        if step.destination is not None:
            key = _place_target(rows, run, step.destination, step.page_before)
            row["others"] = [{"element_id": key, "part": DESTINATION}]
    return rows


def _task_row(run: RunToStore) -> Row:
    given = run.trajectory
    return {
        "task_id": run.task_id,
        "props": {
            "space": run.space,
            "text": given.task,
            "text_hash": text_hash(run.space, given.task),
            "masked": masked_with(given.task, _values(given)),
            "app": given.app,
            "domain": given.domain,
            "url": given.url,
            "intent": run.intent,
            "language": run.language,
            "tags": list(given.tags),
            "keywords": list(run.keywords),
            "version": 1,
            "created_at": epoch_ms(run.recorded_at),
        },
    }


def _values(run: Trajectory) -> Iterator[str]:
    """What its steps enter or choose."""
    return (step.value for step in run.steps if step.value and step.does.fills)


def _experience_row(run: RunToStore) -> Row:
    given = run.trajectory
    score = given.score
    if score is None:
        score = {"success": 1.0, "failure": 0.0}.get(given.outcome, 0.5)
    return {
        "experience_id": run.experience_id,
        "task_id": run.task_id,
        "props": {
            "space": run.space,
            "name": f"{given.outcome}, {len(given.steps)} steps",
            "source_task_id": run.source_task_id,
            "task_id": run.task_id,
            "outcome": given.outcome,
            "score": score,
            "judge": given.judge,
            "started_at": epoch_ms(given.started_at),
            "recorded_at": epoch_ms(run.recorded_at),
            "duration_ms": sum(step.duration_ms or 0 for step in given.steps) or None,
            "device": given.device,
            "app_version": given.app_version,
            "source": given.source,
            "session_id": given.session_id,
            "preconditions": given.preconditions,
            "plan_id": given.plan_id,
            "report_id": given.plan_id and report_id(run.space, given.plan_id),
            "locale": given.locale,
            "tags": list(given.tags),
            "steps": len(given.steps),
            "path": path_key(given.steps, given.task),
            "ema_success": {"success": 1.0, "failure": 0.0}.get(given.outcome),
            "uses": 0,
            "wins": int(given.outcome == "success"),
            "losses": int(given.outcome == "failure"),
            "verified": int(given.outcome == "success" and given.judge is not None),
            "streak": int(given.outcome == "success"),
            "status": "stored",
            "distilled_by": run.distilled_by,
        },
    }


def _app_row(run: RunToStore) -> Row | None:
    app = run.trajectory.app
    if app is None:
        return None
    return {
        "app_id": app_id(run.space, app),
        "props": {"space": run.space, "name": app, "aliases": []},
    }


def _step_row(
    run: RunToStore,
    n: int,
    step: Step,
    shown: Sequence[Element] = (),
    first: Sequence[Element] = (),
) -> Row:
    before, after = step.page_before, step.page_after
    row = {
        "step_id": step_id(run.experience_id, n),
        "n": n,
        "props": {
            "space": run.space,
            "n": n,
            "name": brief(describe_step(step)),
            "action": step.action,
            "value": step.value,
            "params": to_json(step.params) if step.params else None,
            "target": _json(step.target),
            "destination": _json(step.destination),
            "effect": step.effect,
            "success": step.success,
            "error": step.error,
            "thought": step.thought,
            "duration_ms": step.duration_ms,
            "at": epoch_ms(step.at),
            "decision_point": run.decision_points.get(n - 1),
            "url_before": before.url if before else None,
            "url_after": after.url if after else None,
            "page_before": _page_json(before, first),
            "page_after": _page_json(after, shown),
            "page_elements": _elements_json(before, after),
            "screenshot_before": before.screenshot_ref if before else None,
            "screenshot_after": after.screenshot_ref if after else None,
        },
    }
    return without_unknown(row)


def _json(value: Element | None) -> str | None:
    return None if value is None else to_json(value.compact())


def _page_json(page: Page | None, shown: Sequence[Element] = ()) -> str | None:
    """The page without its elements, but for those `shown` that were read of it."""
    if shown:
        listed = [element.compact() for element in shown]
        return to_json({**json.loads(_told(page or Page())), "elements": listed})
    return None if page is None else _told(page)


def _told(page: Page) -> str:
    known = page.model_dump(mode="json", exclude_defaults=True, exclude={"elements"})
    return to_json(known)


def _elements_json(before: Page | None, after: Page | None) -> str | None:
    lists = [
        [element.compact() for element in page.elements[:MAX_PAGE_ELEMENTS]]
        if page
        else []
        for page in (before, after)
    ]
    return to_json(lists) if any(lists) else None


def _place_target(
    rows: RunRows, run: RunToStore, target: Element, page: Page | None
) -> str:
    """The element's id; its row and its page's are noted."""
    page = page or Page(url=run.trajectory.url)
    place = page_id(run.space, run.trajectory.app, page)
    identity = element_id(run.space, place, target)
    if place not in rows.pages:
        rows.pages[place] = _page_row(run, place, page)
    rows.elements[identity] = _element_row(run.space, identity, place, target)
    rows.uses[identity] += 1
    return identity


def _page_row(run: RunToStore, place: str, page: Page) -> Row:
    app = run.trajectory.app
    return {
        "page_id": place,
        "app_id": None if app is None else app_id(run.space, app),
        "props": {
            "space": run.space,
            "app": app,
            "url_template": url_template(page.url) if page.url else None,
            "fingerprint": fingerprint(page),
            "name": page_name(page),
        },
    }


def page_name(page: Page) -> str | None:
    """What a page's node is called, as one run saw it."""
    return page.title or page.hint


def _element_row(space: str, identity: str, place: str, element: Element) -> Row:
    return {
        "element_id": identity,
        "page_id": place,
        "props": {"space": space, "tasks": 0, **element_props(element)},
    }


def element_props(element: Element) -> Row:
    """What an element's node says of it, as one run saw it."""
    return {
        "role": element.role,
        "name": element.label() or None,
        "tag": element.tag,
        "test_id": element.test_id,
        "locators": [f"{one.kind}={one.value}" for one in element.locators],
        "container": list(element.container),
        "ordinal": element.ordinal,
        "options": [one.label for one in element.options] or None,
        "classes": list(stable_classes(element)),
        "frame": element.frame,
        "tab": element.tab,
    }


def embed_text(task: str) -> str:
    """What is embedded for a task: its words alone, white space folded."""
    return " ".join(task.split())


# Back again ---------------------------------------------------------------------------


def locators_text(locators: Sequence[Locator]) -> str:
    """JSON of locators."""
    return to_json([[one.kind, one.value] for one in locators])
