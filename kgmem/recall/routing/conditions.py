"""Which steps that only some runs had a task asks for."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from kgmem.matching.assigning.literals import words_beside_values
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.pattern import Pattern, PatternMatch, PatternStep
from kgmem.model.plan import PlanStep
from kgmem.model.recollection import describe_step
from kgmem.model.values.reason import Doubt

USUAL = 0.5
"""Share of the runs from which on a step that no text explains is missed."""


@dataclass(frozen=True, slots=True)
class AskedPath:
    """A match whose pattern has the steps that the task asks for."""

    match: PatternMatch
    left_out: tuple[str, ...] = ()
    """What runs did besides."""
    doubts: tuple[Doubt, ...] = ()
    of: tuple[PatternStep, ...] = ()
    """All steps of the pattern, if it has any that only some runs have."""

    def unused(self, steps: Sequence[PlanStep]) -> list[str]:
        """Slots whose value no step of the plan uses, though the pattern has one for
        it."""
        done = {one.source for s in steps for one in (s, *chain(*s.branches))}
        used = [(one.n in done, {*one.slots, one.repeat_for}) for one in self.of]
        kept = set[str | None]().union(*(names for is_done, names in used if is_done))
        known = set[str | None]().union(*(names for _, names in used))
        values = self.match.bindings
        return [n for n in values if values[n] and n in known and n not in kept]


def as_asked(match: PatternMatch, task: str) -> AskedPath:
    """The match without the steps of some runs that the task does not ask for, and with
    those that it asks for as required ones."""
    pattern = match.pattern.without_detours()
    if not any(map(_is_open, pattern.steps)):
        return AskedPath(match.model_copy(update={"pattern": pattern}))
    said = words_beside_values(task, pattern, match.bindings)
    by_value = {s.when for s in pattern.steps if s.when and _is_bound(s, match)}
    kept = [_kept(step, said, pattern, by_value) for step in pattern.steps]
    steps = tuple(step for step in kept if step is not None)
    out = [s for s, one in zip(pattern.steps, kept, strict=True) if one is None]
    asked = match.model_copy(
        update={
            "pattern": pattern.model_copy(update={"steps": steps}),
            "unbound": _unbound(match, steps),
        }
    )
    told = tuple(dict.fromkeys(map(describe_step, out)))
    return AskedPath(asked, told, tuple(_doubts(out, said, pattern)), pattern.steps)


def _is_open(step: PatternStep) -> bool:
    return step.need != "required"


def _kept(
    step: PatternStep,
    said: frozenset[str],
    pattern: Pattern,
    by_value: Container[tuple[str, ...]],
) -> PatternStep | None:
    """The step as the task asks for it; None where it does not."""
    if step.when or step.unless:
        if step.when not in by_value and not _is_asked(step, said):
            return None
        need = "required" if step.need == "optional" else step.need
        return step.model_copy(update={"need": need})
    return step if _may_be_done(step, pattern) else None


def _is_bound(step: PatternStep, match: PatternMatch) -> bool:
    """Has the task a value that only such steps use? Then it asks for what goes with
    it, in whatever words."""
    own = match.pattern.spare_slots.intersection(step.slots)
    return any(match.bindings.get(name) for name in own)


def _is_asked(step: PatternStep, said: frozenset[str]) -> bool:
    if step.when:
        return any(said.issuperset(words.split()) for words in step.when)
    return said.isdisjoint(_words(step.unless))


def _may_be_done(step: PatternStep, pattern: Pattern) -> bool:
    """May a step that no words go with be done where its element is there: it clears
    the way or is done until something shows, it changes nothing, or a value that no
    step which is needed has goes with it?"""
    if step.need != "optional" or step.clears or step.until or step.repeat_for:
        return True
    if step.does.leads == "back" or _leads_aside(step, pattern):
        return False
    changes = step.does.edits or step.does.is_call or step.does.presses is not None
    return not (changes and pattern.spare_slots.isdisjoint(step.slots))


def _leads_aside(step: PatternStep, pattern: Pattern) -> bool:
    """Does it open an address that no value is in, and did as many runs without?"""
    is_fixed = step.does.enters == "address" and not step.slots
    return is_fixed and step.support <= USUAL * pattern.support


def only_leads(step: PatternStep) -> bool:
    """Does it but show another page, from which other runs did not start?"""
    if step.does.leads == "back":
        return True
    is_link = step.target is not None and kind_of(step.target) == "link"
    shows = step.expect is not None and step.expect.url_template is not None
    return is_link and shows and not step.irreversible


def _doubts(
    out: Sequence[PatternStep], said: frozenset[str], pattern: Pattern
) -> Iterable[Doubt]:
    """Where it is not clear whether a step is asked for."""
    for step in out:
        told = describe_step(step)
        half = " ".join(sorted(said & _words(step.when or step.unless)))
        if half and not any(said.issuperset(words.split()) for words in step.unless):
            yield Doubt.because("step_of_some", "half_asked", words=half, told=told)
        elif only_leads(step) or step.when or step.unless:
            continue
        elif step == pattern.steps[-1] or step.support > USUAL * pattern.support:
            yield Doubt.because("step_of_some", "usual_step", told=told)


def _words(told: Iterable[str]) -> frozenset[str]:
    return frozenset(word for words in told for word in words.split())


def _unbound(match: PatternMatch, steps: Sequence[PatternStep]) -> tuple[str, ...]:
    """The slots without a value, with those of steps that the task asks for."""
    asked = {slot.name for slot in match.pattern.slots if slot.asked}
    needed = {n for s in steps if s.need == "required" for n in s.slots} - asked
    lacking = sorted(needed - match.bindings.keys() - set(match.unbound))
    return (*match.unbound, *lacking)
