"""New patterns take the ids of the old ones that they go on from."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid5

from kgmem.generalize.patterns.assemble import PatternDraft
from kgmem.generalize.patterns.keys import pattern_key, slot_order
from kgmem.generalize.patterns.rename import renamed_slots
from kgmem.model.base import to_json
from kgmem.model.pattern import Pattern

_COUNTED = {"healed", "wins", "losses", "repairs"}
"""What replays add to a step."""


@dataclass(frozen=True, slots=True)
class Old:
    """What has to be known of a stored pattern."""

    pattern_id: str
    version: int
    members: frozenset[str]
    name: str
    slots: tuple[str, ...]
    """Names in the order of `slot_order`."""
    key: str
    """Its `pattern_key`."""
    signature: str
    """Its `signature_of`."""

    @classmethod
    def of(cls, pattern: Pattern) -> "Old":
        """What has to be known of this one."""
        return cls(
            pattern.pattern_id,
            pattern.version,
            frozenset(pattern.members),
            pattern.name,
            slot_order(pattern),
            pattern_key(pattern),
            signature_of(pattern),
        )


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What has to be written, and what goes."""

    written: tuple[PatternDraft, ...]
    """New patterns and those that changed, with their final ids and versions."""
    created: frozenset[str]
    history: Mapping[str, str]
    """What became of each written pattern, in a line."""
    retired: tuple[str, ...]
    unchanged: int


def signature_of(pattern: Pattern) -> str:
    """All that a pattern says, without its id, version, statistics and what was decided
    about it."""
    said = pattern.model_dump(
        mode="json",
        include={"template", "wordings", "app", "support", "memberships"},
    )
    slots = [
        slot.model_dump(mode="json", exclude={"slot_id"}) for slot in pattern.slots
    ]
    steps = [step.model_dump(mode="json", exclude=_COUNTED) for step in pattern.steps]
    return to_json([said, slots, steps, sorted(pattern.success_cases)])


def reconcile(drafts: Sequence[PatternDraft], old: Sequence[Old]) -> Reconciled:
    """Give each draft the id of the old pattern that it shares most members with.

    Pairs are taken by the number of shared members, largest first; each old id goes
    to one draft, each draft gets one. A draft without an heir's right is new.
    """
    by_member = {key: one.pattern_id for one in old for key in one.members}
    known = {one.pattern_id: one for one in old}
    shared = [
        Counter(by_member[m] for m in draft.pattern.members if m in by_member)
        for draft in drafts
    ]
    heirs = _heirs(drafts, shared)
    children = Counter(key for counted in shared for key in counted)
    written, created, history = [], set(), {}
    unchanged = 0
    for place, draft in enumerate(drafts):
        before = known.get(heirs.get(place, ""))
        if before:
            draft = _with_names(draft, before)
        if before and signature_of(draft.pattern) == before.signature:
            unchanged += 1
            continue
        final = _with_id(draft, before, taken=known.keys())
        key = final.pattern.pattern_id
        written.append(final)
        if before is None:
            created.add(key)
        history[key] = _event(final.pattern, before, shared[place], children)
    retired = tuple(sorted(known.keys() - set(heirs.values())))
    return Reconciled(tuple(written), frozenset(created), history, retired, unchanged)


def _heirs(
    drafts: Sequence[PatternDraft], shared: Sequence[Counter[str]]
) -> dict[int, str]:
    """Old id by the draft's place."""
    pairs = sorted(
        (-count, key, drafts[place].pattern.pattern_id, place)
        for place, counted in enumerate(shared)
        for key, count in counted.items()
    )
    heirs: dict[int, str] = {}
    given: set[str] = set()
    for _, key, _, place in pairs:
        if place not in heirs and key not in given:
            heirs[place] = key
            given.add(key)
    return heirs


def _with_names(draft: PatternDraft, before: Old) -> PatternDraft:
    """The draft with the slot names that callers know already, where its wording is
    still the same: names are the keys of bindings."""
    pattern = draft.pattern
    if pattern_key(pattern) != before.key:
        return draft
    names = dict(zip(slot_order(pattern), before.slots, strict=True))
    named = renamed_slots(pattern, names)
    return PatternDraft(named.model_copy(update={"name": before.name}), draft.instances)


def _with_id(
    draft: PatternDraft, before: Old | None, taken: Collection[str]
) -> PatternDraft:
    pattern = draft.pattern
    key, version = pattern.pattern_id, 1
    if before is not None:
        key, version = before.pattern_id, before.version + 1
    else:
        while key in taken:
            key = str(uuid5(UUID(key), "again"))
    slots = tuple(
        slot.model_copy(update={"slot_id": str(uuid5(UUID(key), slot.name))})
        for slot in pattern.slots
    )
    changed = pattern.model_copy(
        update={"pattern_id": key, "version": version, "slots": slots}
    )
    return PatternDraft(changed, draft.instances)


def _event(
    pattern: Pattern, before: Old | None, shared: Counter[str], children: Counter[str]
) -> str:
    """Such as `grew from 3 to 5 members; took in 2 of <id>`."""
    others = [
        f"{count} of {key}"
        for key, count in sorted(shared.items())
        if before is None or key != before.pattern_id
    ]
    if before is None:
        head = f"split from {', '.join(others)}" if others else "created"
        return f"{head}: {len(pattern.members)} members"
    size = f"from {len(before.members)} to {len(pattern.members)} members"
    event = f"changed, {size}"
    if others:
        event += f"; merged with {', '.join(others)}"
    if children[before.pattern_id] > 1:
        event += "; part of it became another pattern"
    return event
