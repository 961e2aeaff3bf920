"""Wordings that a pattern learned from successes of its plans, as its node has them."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem.graph.query_files import each, query
from kgmem.model.base import normalize, to_json
from kgmem.model.pattern import LearnedWording, Pattern, PatternStep
from kgmem.model.texts.template import holes, rename
from kgmem.ports import Row, Transaction

MAX_LEARNED = 32
"""Newest wordings that a pattern keeps,"""
MAX_TASKS = 8
"""and newest tasks of each."""

Learned = tuple[LearnedWording, ...]


@dataclass(frozen=True, slots=True)
class NewWording:
    """In what words an outcome says that a pattern's task may be told, or may not."""

    template: str
    only_again: bool = False
    """Does it speak of the very text alone?"""


def learned_text(wordings: Sequence[LearnedWording]) -> str | None:
    """JSON of the wordings; None for none."""
    rows = [one.model_dump(exclude_defaults=True) for one in wordings]
    return to_json(rows) if rows else None


def learned_of(text: str | None) -> Learned:
    """The wordings in a JSON text."""
    rows: list[Row] = json.loads(text) if text else []
    told = ({**row, "tasks": tuple(row["tasks"])} for row in rows)
    return tuple(LearnedWording.of_stored(**one) for one in told)


def with_wording(known: Learned, new: NewWording, task_id: str) -> Learned:
    """With this one as the newest, which the task was done in. One that stood for more
    than its tasks goes on to."""
    template = new.template
    same = [one for one in known if _same(one, template)]
    before = [task for one in same for task in one.tasks]
    tasks = tuple(dict.fromkeys((*(t for t in before if t != task_id), task_id)))
    newest = LearnedWording(
        template=template,
        tasks=tasks[-MAX_TASKS:],
        only_again=new.only_again and all(one.only_again for one in same),
    )
    return (*without_wording(known, template), newest)[-MAX_LEARNED:]


def without_wording(known: Learned, template: str) -> Learned:
    """Without this one."""
    return tuple(one for one in known if not _same(one, template))


def _same(one: LearnedWording, template: str) -> bool:
    return normalize(one.template) == normalize(template)


# Forgetting ---------------------------------------------------------------------------


def forget_words_of(tx: Transaction, space: str, tasks: Sequence[str]) -> bool:
    """Take out what only these tasks, which are forgotten, were told in, while their
    reports are there; is there one about a pattern?"""
    told = {"space": space, "ids": list(tasks)}
    rows = tx.run(query("patterns_told_of"), told)
    gone = set(tasks)
    for row in tx.run(query("lock_patterns"), {"ids": [r["pattern_id"] for r in rows]}):
        before = learned_of(row["learned"])
        kept = tuple(_without_tasks(before, gone))
        props = {"learned": learned_text(kept)}
        tx.run(query("set_pattern"), {"pattern_id": row["pattern_id"], "props": props})
    return bool(rows)


def _without_tasks(known: Learned, gone: set[str]) -> Iterator[LearnedWording]:
    for one in known:
        left = tuple(task for task in one.tasks if task not in gone)
        if left:
            yield one.model_copy(update={"tasks": left})


# Going on in another version, or in another pattern -----------------------------------


def inherited(
    tx: Transaction,
    patterns: Sequence[Pattern],
    heirs: Mapping[str, str],
    heads: Iterable[Row],
) -> dict[str, Learned]:
    """By id of patterns that are about to be written: the wordings of those that their
    members belong to so far, in the slots' new names, unless a step is needed now that
    was not: no success has shown it. Read while the old ones are there; `heirs` are
    those of `heirs_of`, `heads` what is kept of the old ones."""
    known = {h["pattern_id"]: w for h in heads if (w := learned_of(h["learned"]))}
    if not known:
        return {}
    ids = {"ids": sorted(known)}
    names = _new_names(tx, patterns, ids["ids"])
    steps = tx.run(query("needed_steps"), ids)
    shown = {(row["pattern_id"], row["action"], row["name"]) for row in steps}
    needed = {one.pattern_id: set(_needed(one.steps)) for one in patterns}
    found: dict[str, list[LearnedWording]] = defaultdict(list)
    for old, wordings in sorted(known.items()):
        new = heirs[old]
        is_shown = all((old, *act) in shown for act in needed.get(new, ()))
        kept = wordings if is_shown else ()
        found[new] += _renamed(kept, names.get((old, new), {}))
    return {
        one.pattern_id: tuple(_still_new(one, found[one.pattern_id]))[-MAX_LEARNED:]
        for one in patterns
        if one.pattern_id in found
    }


def _needed(steps: Sequence[PatternStep]) -> Iterator[tuple[str, str | None]]:
    """What each plan does, but for how it is sent off, which no words tell."""
    for step in steps[:-1]:
        if step.need == "required" and not (step.when or step.unless):
            yield step.action, (step.target.label() or None) if step.target else None


def heirs_of(patterns: Sequence[Pattern], belong: Iterable[Row]) -> dict[str, str]:
    """By id of the patterns so far: itself if it is written again, else the one that
    takes most of its members."""
    home = {task: one.pattern_id for one in patterns for task in one.members}
    leaving: dict[str, Counter[str]] = defaultdict(Counter)
    for row in belong:
        leaving[row["pattern_id"]][home.get(row["task_id"], "")] += 1
    taken = {old: counts.most_common(1)[0][0] for old, counts in leaving.items()}
    return {**taken, **{one.pattern_id: one.pattern_id for one in patterns}}


def _still_new(
    pattern: Pattern, known: Sequence[LearnedWording]
) -> Iterator[LearnedWording]:
    """Those that have all of its slots and are none of its own wordings."""
    slots = {slot.name for slot in pattern.slots if not slot.asked}
    own = {normalize(one) for one in (pattern.template, *pattern.wordings)}
    for one in known:
        named = {hole.slot for hole in holes(one.template)}
        is_new = one.only_again or normalize(one.template) not in own
        if named == slots and is_new:
            yield one


def _new_names(
    tx: Transaction, patterns: Sequence[Pattern], olds: Sequence[str]
) -> dict[tuple[str, str], dict[str, str]]:
    """By old and new pattern: what each old slot is called now, as far as the values
    of all common members tell."""
    members = {
        task: (one.pattern_id, membership.bindings)
        for one in patterns
        for task, membership in one.memberships.items()
    }
    counted: dict[tuple[str, str], dict[str, Counter[str]]] = defaultdict(
        lambda: defaultdict(Counter)
    )
    for row in tx.run(query("pattern_bindings"), {"ids": list(olds)}):
        key, bindings = members.get(row["task_id"], ("", {}))
        value = row["value"] if row["items"] is None else list(row["items"])
        same = (name for name, bound in bindings.items() if bound == value)
        counted[row["pattern_id"], key][row["name"]].update(same)
    return {pair: dict(_clear(names)) for pair, names in counted.items()}


def _clear(names: Mapping[str, Counter[str]]) -> Iterator[tuple[str, str]]:
    """Each old name with the new one that most members have its values in; the same
    name before others."""
    for old, counts in names.items():
        if counts:
            yield old, max(counts, key=lambda new: (counts[new], new == old, new))


def _renamed(known: Learned, names: Mapping[str, str]) -> Iterator[LearnedWording]:
    for one in known:
        told = rename(one.template, lambda name: names.get(name, name))
        yield one.model_copy(update={"template": told})


def put_learned(tx: Transaction, wordings: Mapping[str, Learned]) -> None:
    """Store the wordings of patterns, by their ids."""
    rows = [
        {"pattern_id": key, "props": {"learned": learned_text(told)}}
        for key, told in sorted(wordings.items())
    ]
    each(tx, "put_patterns", rows)
