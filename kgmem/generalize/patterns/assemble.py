"""A group of tasks -> induce -> path -> verify -> one pattern."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from uuid import UUID, uuid5

from kgmem.errors import InvalidInput
from kgmem.generalize.grounding.commands import without_commands
from kgmem.generalize.grounding.ground import ground
from kgmem.generalize.patterns.listed import SlotOptions, offered_for
from kgmem.generalize.patterns.own_transforms import with_own_transforms
from kgmem.generalize.plain import (
    Grounded,
    Grounding,
    RunSteps,
    Slotted,
    TaskRuns,
    Wordings,
)
from kgmem.generalize.steps.conditions import with_conditions
from kgmem.generalize.steps.open_values import (
    Entered,
    read_steps,
    read_where,
    with_open_values,
)
from kgmem.generalize.steps.path import BoundUse, CommonPath, MemberRun, common_path
from kgmem.generalize.wording.induce import induce
from kgmem.generalize.wording.names import slot_names
from kgmem.generalize.wording.shared_words import without_shared_words
from kgmem.language.typed import kind_of
from kgmem.model.base import normalize
from kgmem.model.keys.identity import fold_app
from kgmem.model.kind import form_of
from kgmem.model.pattern import Membership, Pattern, PatternStep, Slot, tallied
from kgmem.model.source import ValueSource
from kgmem.model.texts import template as templates
from kgmem.paths.fill_steps import Filler
from kgmem.paths.step_text import with_source_texts, with_texts
from kgmem.paths.walk import recorded, walked

MAX_EXAMPLES = 5
"""Values that a slot shows."""
LONGEST_NAME = 80
_NAMESPACE = UUID("5b8d5b0e-3b0c-5c57-9a43-6f3a1d7a2c11")

Instances = Mapping[str, tuple[int | None, ...]]
"""By experience id: for each step of the run the `n` of its pattern step, or None."""


@dataclass(frozen=True, slots=True)
class PatternDraft:
    """A pattern that was verified, and which steps are instances of its steps."""

    pattern: Pattern
    instances: Instances


def provisional_id(task_ids: Sequence[str]) -> str:
    """An id from the members alone; one that is known already replaces it."""
    return str(uuid5(_NAMESPACE, "\n".join(sorted(task_ids))))


def build_pattern(
    group: Sequence[TaskRuns], grounded: Grounded
) -> tuple[PatternDraft | None, dict[str, str]]:
    """The pattern that most of the group follow, if there is one, and by task id why
    the others don't."""
    grounded = without_commands(group, without_shared_words(group, grounded))
    wordings = induce(group, {key: merged(grounded[key]) for key in _ids(group)})
    apart = {
        key: "the wording differs" for key in _ids(group) if key not in wordings.members
    }
    members = [task for task in group if task.task_id not in apart]
    runs = [one for task in members for one in _runs(task, wordings, grounded)]
    used = {key: slotted.wording for key, slotted in wordings.members.items()}
    runs, asked = with_open_values(runs, used)
    path = with_conditions(common_path(runs, asked), runs, wordings)
    apart |= _without_path(members, path)
    members = [task for task in members if task.task_id not in apart]
    if not members:
        return None, apart
    draft = _drafted(members, wordings, path, runs, asked)
    apart |= _faults(draft, members, runs)
    if any(task.task_id in apart for task in members):
        return None, apart if len(apart) < len(group) else _all_but_first(group, apart)
    has_kind = len(members) > 1 or draft.pattern.slots
    return (draft if has_kind else None), apart


def _all_but_first(group: Sequence[TaskRuns], apart: dict[str, str]) -> dict[str, str]:
    """So that a group in which nothing holds gets smaller each time."""
    return {key: reason for key, reason in apart.items() if key != group[0].task_id}


def _ids(group: Sequence[TaskRuns]) -> list[str]:
    return [task.task_id for task in group]


def groundings(task: TaskRuns) -> dict[str, tuple[Grounding, ...]]:
    """What each of the task's runs uses of its text, by experience id."""
    return {run.experience_id: ground(task.text, run, task.app) for run in task.runs}


def merged(runs: Mapping[str, Sequence[Grounding]]) -> tuple[Grounding, ...]:
    """The groundings of a task's runs, newest run first, none over another."""
    chosen: list[Grounding] = []
    for found in runs.values():
        for one in found:
            if all(
                one.span[1] <= other.span[0] or one.span[0] >= other.span[1]
                for other in chosen
            ):
                chosen.append(one)
    return tuple(sorted(chosen, key=lambda one: one.span))


# Runs against the slots ---------------------------------------------------------------


def _runs(
    task: TaskRuns, wordings: Wordings, grounded: Grounded
) -> Iterator[MemberRun]:
    slotted = wordings.members[task.task_id]
    bindings = _bindings(task.text, slotted)
    for run in task.runs:
        yield MemberRun(
            task.task_id,
            run.experience_id,
            recorded(run.steps),
            bindings,
            tuple(_uses(task.text, slotted, grounded[task.task_id], run)),
            run.verified,
            task.text,
        )


def _bindings(text: str, slotted: Slotted) -> dict[str, str | list[str]]:
    bound: dict[str, str | list[str]] = {
        key: text[start:end] for key, (start, end) in slotted.spans.items()
    }
    for key, items in slotted.items.items():
        bound[key] = [text[start:end] for start, end in items]
    return bound


def _uses(
    text: str,
    slotted: Slotted,
    grounded: Mapping[str, Sequence[Grounding]],
    run: RunSteps,
) -> Iterator[BoundUse]:
    """The run's uses of values that are slots."""
    places = {span: (key, None) for key, span in slotted.spans.items()} | {
        span: (key, n)
        for key, items in slotted.items.items()
        for n, span in enumerate(items)
    }
    said = {normalize(text[a:b]): place for (a, b), place in places.items()}
    for one in grounded[run.experience_id]:
        spans = one.items or (one.span,)
        for n, use in enumerate(one.uses):
            span = spans[one.of_item[n]] if one.of_item else one.span
            place = places.get(span) or said.get(normalize(text[slice(*span)]))
            if use.step >= 0 and place is not None:
                key, item = place
                if item is None and one.of_item and key in slotted.items:
                    item = one.of_item[n]
                yield BoundUse(
                    step=use.step,
                    part=use.part,
                    slot=key,
                    transform=use.transform,
                    before=use.before,
                    after=use.after,
                    item=item,
                )


def _without_path(members: Sequence[TaskRuns], path: CommonPath) -> dict[str, str]:
    """Tasks of which no run follows the common path, with the reason."""
    return {
        task.task_id: path.refused.get(task.runs[0].experience_id, "another path")
        for task in members
        if task.runs
        and all(run.experience_id not in path.instances for run in task.runs)
    }


# Assembling ---------------------------------------------------------------------------


def _drafted(
    members: Sequence[TaskRuns],
    wordings: Wordings,
    path: CommonPath,
    runs: Sequence[MemberRun],
    asked: Entered,
) -> PatternDraft:
    used = sorted({wordings.members[task.task_id].wording for task in members})
    told = [wordings.templates[n] for n in used]
    keys = list(dict.fromkeys(h.slot for text in told for h in templates.holes(text)))
    values = {key: list(_values(key, members, wordings)) for key in keys}
    open_values = _open_values(asked, path)
    keys += open_values
    kinds = {
        key: _kind(key, found, members, told[0])
        for key, found in (values | open_values).items()
    }
    read = read_steps(path.steps, runs, path.instances)
    steps, transforms = with_own_transforms(read)
    names = slot_names(keys, kinds, told[0], steps)
    listed = {key for task in members for key in wordings.members[task.task_id].items}
    ids = _ids(members)
    pattern_id = provisional_id(ids)
    offered = {
        key: SlotOptions()
        if form_of(kinds[key]).is_secret
        else offered_for(key, runs, values.get(key, ()), transforms.get(key))
        for key in keys
    }
    slots = tuple(
        Slot(
            slot_id=str(uuid5(UUID(pattern_id), names[key])),
            name=names[key],
            kind=kinds[key],
            is_list=key in listed,
            sensitive=form_of(kinds[key]).is_secret,
            transform=transforms.get(key),
            examples=tuple(dict.fromkeys(values.get(key, ())))[:MAX_EXAMPLES],
            options=offered[key].options,
            has_more=offered[key].has_more,
            asked=(is_open := key in open_values),
            reads=_reads(key, runs, path, names) if is_open else (),
        )
        for key in keys
    )
    followers = [
        run.experience_id for run in runs if run.experience_id in path.instances
    ]
    known = {run.experience_id: run.source for task in members for run in task.runs}
    stats, sources = tallied(known[key] for key in followers)
    named = [templates.rename(text, names.__getitem__) for text in told]
    pattern = Pattern(
        pattern_id=pattern_id,
        name=_short_name(named[0]),
        template=named[0],
        wordings=tuple(named[1:]),
        app=members[0].app,
        status="experimental" if stats.wins == 1 else "active",
        support=stats.wins or len(ids),
        slots=slots,
        steps=tuple(_renamed(step, names) for step in steps),
        sources=sources,
        stats=stats,
        members=tuple(ids),
        success_cases=tuple(followers),
        memberships={
            task.task_id: _membership(task, wordings, used, names) for task in members
        },
    )
    return PatternDraft(pattern, dict(path.instances))


def _reads(
    key: str, runs: Sequence[MemberRun], path: CommonPath, names: Mapping[str, str]
) -> tuple[ValueSource, ...]:
    def renamed(text: str) -> str:
        return templates.rename(text, lambda slot: names.get(slot, slot))

    found = read_where(key, runs, path.instances)
    return tuple(with_source_texts(one, renamed) for one in found)


def _open_values(asked: Entered, path: CommonPath) -> dict[str, list[str]]:
    """What was entered where the path asks for a value, by slot key."""
    held = {slot for step in path.steps for slot in step.slots}
    return {
        key: [value for run, value in entered.items() if run in path.instances]
        for key, entered in asked.items()
        if key in held
    }


def _values(key: str, members: Sequence[TaskRuns], wordings: Wordings) -> Iterator[str]:
    for task in members:
        bound = _bindings(task.text, wordings.members[task.task_id]).get(key)
        if isinstance(bound, str):
            yield bound
        else:
            yield from bound or ()


def _kind(
    key: str, values: Sequence[str], members: Sequence[TaskRuns], template: str
) -> str:
    """The kind that all values share, else `text`; `quoted` between quote marks."""
    apps = {fold_app(task.app) for task in members if task.app}
    if apps and values and {fold_app(value) for value in values} <= apps:
        return "app"
    found = {kind_of(value) for value in values}
    if len(found) == 1 and found != {"text"}:
        return found.pop()
    return "quoted" if _in_quotes(key, template) else "text"


_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」", "『": "』", "《": "》"}


def _in_quotes(key: str, template: str) -> bool:
    found = templates.parts(template)
    for place, part in enumerate(found[1:-1], 1):
        if isinstance(part, templates.Hole) and part.slot == key:
            before, after = found[place - 1], found[place + 1]
            return (
                isinstance(before, str)
                and isinstance(after, str)
                and _QUOTES.get(before[-1]) == after[0]
            )
    return False


def _renamed(step: PatternStep, names: Mapping[str, str]) -> PatternStep:
    renamed = with_texts(step, lambda text: templates.rename(text, names.__getitem__))
    return renamed.model_copy(
        update={
            "slots": tuple(names[key] for key in step.slots),
            "repeat_for": names[step.repeat_for] if step.repeat_for else None,
        }
    )


def _membership(
    task: TaskRuns, wordings: Wordings, used: Sequence[int], names: Mapping[str, str]
) -> Membership:
    slotted = wordings.members[task.task_id]
    return Membership(
        bindings={
            names[key]: value
            for key, value in _bindings(task.text, slotted).items()
            if key in names
        },
        wording=used.index(slotted.wording),
        separators={
            names[key]: tuple(
                task.text[end:start] for (_, end), (start, _) in pairwise(items)
            )
            for key, items in slotted.items.items()
            if key in names
        },
        app=task.app,
    )


def _short_name(template: str) -> str:
    text = " ".join(template.split())
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 3]}..."


# Verifying ----------------------------------------------------------------------------


def _gives_back(pattern: Pattern, task: TaskRuns) -> bool:
    try:
        said = pattern.fill(pattern.bindings(task.task_id))
    except InvalidInput:  # its wording has a slot that the text has no value for
        return False
    return normalize(said) == normalize(task.text)


def _faults(
    draft: PatternDraft, members: Sequence[TaskRuns], runs: Sequence[MemberRun]
) -> dict[str, str]:
    """Members of which the pattern is not true, with the reason."""
    filler = Filler(draft.pattern.steps, draft.pattern.slots)
    followed: dict[str, list[MemberRun]] = defaultdict(list)
    for run in runs:
        if run.experience_id in draft.instances:
            followed[run.task_id].append(run)
    faults = {
        task.task_id: _fault(draft.pattern, filler, task, followed[task.task_id])
        for task in members
    }
    return {key: reason for key, reason in faults.items() if reason}


def _fault(
    pattern: Pattern, filler: Filler, task: TaskRuns, runs: Sequence[MemberRun]
) -> str | None:
    if not _gives_back(pattern, task):
        return "the template does not give its text back"
    bindings = pattern.bindings(task.task_id)
    if any(walked(filler, bindings, run.path) is None for run in runs):
        return "the path does not give its run back"
    return None
