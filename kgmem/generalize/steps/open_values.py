"""What runs of a kind enter that no text tells and that differs: values to ask for."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgmem.generalize.grounding.fields import NUMBER, Field, given_in, pieces
from kgmem.generalize.steps.lift import BoundUse, MemberRun
from kgmem.model.answer import READS
from kgmem.model.base import normalize
from kgmem.model.pattern import PatternStep
from kgmem.model.source import ValueSource
from kgmem.model.texts.url import url_template
from kgmem.model.trajectory import Step
from kgmem.paths.fits import look
from kgmem.paths.reading.agreement import has_shown, held_by_all, is_telling, was_shown
from kgmem.paths.reading.at_place import rank
from kgmem.paths.reading.known import TaskSaid
from kgmem.paths.reading.outputs import as_templates, kept_of
from kgmem.paths.reading.shown import RESULT
from kgmem.paths.reading.sources import Wanted, nearest, sources_of

PREFIX = "asked"
"""Before the number of the slot of such a value."""
MOST = 0.5
"""Share of the runs up to which one value is no habit of all."""

Entered = dict[str, dict[str, str]]
"""By the key of a slot that is asked for: what each run enters there, by experience
id."""
_Place = tuple[object, ...]
"""What is done to which thing, and the part of the step that holds the value."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a run enters somewhere, which no text tells."""

    step: int
    part: str
    value: str


def with_open_values(
    runs: Sequence[MemberRun], wordings: Mapping[str, int]
) -> tuple[list[MemberRun], Entered]:
    """The runs with a slot for each place into which runs of one wording enter other
    values, and what they enter there. `wordings` come by task id.

    One place is the same field, the same argument of a tool, the same part of an
    address, once in a run. Where most enter one value, it belongs to the path, and who
    enters another one goes another way.
    """
    entered = [dict(_entries(run)) for run in runs]
    told = [wordings.get(run.task_id, 0) for run in runs]
    places = dict.fromkeys(place for found in entered for place in found)
    differing = [
        place
        for place in places
        if _differs(place, entered, told) or _is_read(place, entered, runs)
    ]
    keys = {place: f"{PREFIX}{n}" for n, place in enumerate(differing)}
    opened = [
        _opened(
            run, {keys[place]: one for place, one in found.items() if place in keys}
        )
        for run, found in zip(runs, entered, strict=True)
    ]
    return opened, {
        key: {
            run.experience_id: found[place].value
            for run, found in zip(runs, entered, strict=True)
            if place in found
        }
        for place, key in keys.items()
    }


def read_where(
    key: str, runs: Sequence[MemberRun], instances: Mapping[str, Sequence[int | None]]
) -> tuple[ValueSource, ...]:
    """Where each run that had something to see found the value of this slot, with the
    numbers of the path's steps; `instances` as in `CommonPath`."""
    found = [
        (
            use.part,
            list(_numbered(_sources(run, use.step, use.part), instances[run_id])),
        )
        for run in runs
        if (run_id := run.experience_id) in instances
        for use in run.uses
        if use.slot == key and has_shown(run.steps, use.step)
    ]
    return nearest(held_by_all([sources for _, sources in found])) if found else ()


def read_steps(
    steps: Sequence[PatternStep],
    runs: Sequence[MemberRun],
    instances: Mapping[str, Sequence[int | None]],
) -> list[PatternStep]:
    """The path's steps, those that read with the places that hold in each run that had
    the value on a page."""
    return [_located(s, runs, instances) if s.does.gives else s for s in steps]


def _located(
    step: PatternStep,
    runs: Sequence[MemberRun],
    instances: Mapping[str, Sequence[int | None]],
) -> PatternStep:
    found = [
        (known, places)
        for run in runs
        if step.n in (taken := instances.get(run.experience_id, ()))
        for known in [_known(run)]
        if (places := as_templates(run.steps[taken.index(step.n)], known))
    ]
    held = sorted(held_by_all([places for _, places in found]), key=rank)
    kept = kept_of(held, step.as_, found[0][0].task) if found else ()
    told = [one.model_dump(mode="json", exclude_defaults=True) for one in kept]
    slots = dict.fromkeys(hole.slot for one in kept for hole in one.holes)
    return step.model_copy(
        update={
            "params": {**step.params, READS: told},
            "slots": tuple(dict.fromkeys((*step.slots, *slots))),
        }
    )


def _known(run: MemberRun) -> TaskSaid:
    values = {k: v for k, v in run.bindings.items() if isinstance(v, str)}
    return TaskSaid(run.text, values, is_template=True)


def _sources(run: MemberRun, place: int, part: str) -> list[ValueSource]:
    step = run.steps[place]
    value = next((f.text for f in given_in(place, step) if f.part == part), None)
    if value is None:
        return []
    called = part.rpartition(".")[2] if step.does.is_call else ""
    if step.target and not called:
        called = step.target.label()
    return sources_of(run.steps, Wanted(place, value, called), _known(run))


def _numbered(
    sources: Iterable[ValueSource], numbers: Sequence[int | None]
) -> Iterator[ValueSource]:
    """The sources with the path's numbers; what was seen after a step that the path
    leaves out is seen after the one before."""
    for one in sources:
        before = numbers[: one.step] if one.kind != "field" else numbers[one.step - 1 :]
        kept = [n for n in before if n is not None]
        if one.kind == "field" and (not before or before[0] is None):
            continue
        told = 0 if not kept else kept[0] if one.kind == "field" else kept[-1]
        yield one.model_copy(update={"step": told})


def _differs(
    place: _Place, entered: Sequence[Mapping[_Place, _Entry]], told: Sequence[int]
) -> bool:
    by_wording: dict[int, Counter[str]] = defaultdict(Counter)
    for found, wording in zip(entered, told, strict=True):
        if place in found:
            by_wording[wording][normalize(found[place].value)] += 1
    return any(
        len(counted) > 1 and max(counted.values()) <= MOST * counted.total()
        for counted in by_wording.values()
    )


def _is_read(
    place: _Place, entered: Sequence[Mapping[_Place, _Entry]], runs: Sequence[MemberRun]
) -> bool:
    """Stood it on a page or in a result before? Of a single task, anywhere; of several
    in one place, and it is more than a common word or they have it otherwise."""
    having = [(r, e[place]) for r, e in zip(runs, entered, strict=True) if place in e]
    if not all(_may_be_read(entry) for _, entry in having):
        return False
    values = {entry.value for _, entry in having}
    if len({run.task_id for run, _ in having}) == 1:
        return all(
            is_telling(entry.value)
            and was_shown(run.steps, Wanted(entry.step, entry.value))
            for run, entry in having
        )
    if len(values) == 1 and not (
        is_telling(value := min(values)) and _is_number(value)
    ):
        return False
    return bool(held_by_all([_sources(run, e.step, e.part) for run, e in having]))


def _is_number(value: str) -> bool:
    return any(map(str.isdecimal, value))


def _may_be_read(entry: _Entry) -> bool:
    """Of an address only what looks like a number of a record."""
    is_entered = entry.part == "value" or entry.part.startswith("params")
    return is_entered or _is_number(entry.value)


def _opened(run: MemberRun, found: Mapping[str, _Entry]) -> MemberRun:
    uses = [
        BoundUse(one.step, one.part, key, None, "", "", None)
        for key, one in found.items()
    ]
    return replace(run, uses=(*run.uses, *uses)) if uses else run


def _entries(run: MemberRun) -> Iterator[tuple[_Place, _Entry]]:
    """What the run enters where no value of its text stands, by place; nothing of a
    place at which it enters something twice."""
    explained = {(use.step, use.part) for use in run.uses}
    held = {use.step for use in run.uses if use.part.partition(".")[0] in _ENTERED}
    found: dict[_Place, list[_Entry]] = defaultdict(list)
    for n in run.path.kept:
        step = run.steps[n]
        if n in held and not step.does.is_call:
            continue
        for place, field in _places(n, step):
            if (n, field.part) not in explained:
                found[place].append(_Entry(n, field.part, field.text))
    return (
        (place, several[0]) for place, several in found.items() if len(several) == 1
    )


_ENTERED = frozenset({"value", "url", "path", "params"})
"""First parts of `BoundUse.part` that say what a step enters."""


def _places(n: int, step: Step) -> Iterator[tuple[_Place, Field]]:
    fields = {field.part: field for field in given_in(n, step)}
    if step.does.is_call:
        name = step.params.get("name")
        for part, field in fields.items():
            if part.split(".")[1:2] != [RESULT]:
                yield (step.action, name, part), field
    elif step.does.enters == "address":
        yield from _places_of_address(n, step)
    elif step.does.fills and step.target is not None and "value" in fields:
        seen = look(step.target)
        if seen.says_more_than_kind:
            place = (step.action, seen.kind, seen.name, seen.sure, seen.frame, seen.tab)
            yield place, fields["value"]


def _places_of_address(n: int, step: Step) -> Iterator[tuple[_Place, Field]]:
    """What `url_template` folds: in nothing else do addresses of one kind differ."""
    kind, found = url_template(step.value or ""), given_in(n, step)
    parts = [piece.part for piece in pieces(step.value or "")]
    inner = {part.removesuffix(NUMBER) for part in parts if part.endswith(NUMBER)}
    for field in found:
        if field.part != "value" and field.part not in inner:
            yield (step.action, kind, field.part), field
