"""From an outline of aligned runs to a pattern's steps."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from kgmem.generalize.steps.lift import MemberRun
from kgmem.generalize.steps.loops import PathToken
from kgmem.generalize.steps.outline import (
    Either,
    One,
    Outline,
    Row,
    Table,
    are_of_series,
)
from kgmem.generalize.steps.same_step import merged
from kgmem.matching.transform import count_in
from kgmem.model.keys.element_evidence import stable_classes
from kgmem.model.pattern import OTHERS, Expectation, Need, PatternStep
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Element
from kgmem.paths.fits import look, looks_fit
from kgmem.paths.step_text import in_element, texts_of_element


def build(
    found: Outline, table: Table, runs: Mapping[str, MemberRun]
) -> tuple[PatternStep, ...]:
    """The outline's steps, numbered from 1; `runs` by experience id."""
    steps: list[PatternStep] = []
    following: PatternStep | None = None
    choices = sum(isinstance(part, Either) for part in found.parts)
    for part in reversed(found.parts):
        if isinstance(part, One):
            column = _Column.of(part, [runs[key] for key in found.runs], table)
            built = column.steps(following)
            following = built[0] if part.is_required else None
        else:
            built = _choice(part, choices, table)
            choices -= 1
            following = None
        steps[:0] = built
    return tuple(step.model_copy(update={"n": n}) for n, step in enumerate(steps, 1))


def _awaitable(step: PatternStep | None) -> Element | None:
    """The step's target, of a loop that of its first round, if it is always there next
    and one can tell it."""
    if step is None or step.until or step.target is None:
        return None
    return step.target if look(step.target).says_more_than_kind else None


@dataclass(frozen=True, slots=True)
class _Column:
    """A step or loop, and how often each run does it."""

    tokens: tuple[PathToken, ...]
    runs: tuple[MemberRun, ...]
    times: tuple[int, ...]
    """Rounds of each of the runs; 0 where it is left out."""
    need: Need
    is_series: bool
    """Is it done to one or another of several elements that are alike?"""

    @classmethod
    def of(cls, part: One, runs: Sequence[MemberRun], table: Table) -> "_Column":
        found = [_taken(part, table[run.experience_id]) for run in runs]
        tokens = tuple(token for token in found if token is not None)
        return cls(
            tokens=tokens,
            runs=tuple(runs),
            times=tuple(len(token.rounds) if token else 0 for token in found),
            need="required" if part.is_required else "optional",
            is_series=bool(part.others) or are_of_series(tokens),
        )

    def steps(self, next_step: PatternStep | None) -> list[PatternStep]:
        """The pattern's steps; `next_step`: what the path goes on with."""
        if self.tokens[0].slot is not None:
            return _loop(self.tokens, self.need)
        if slot := self._counted_by():
            return [_one(self.tokens).model_copy(update={"repeat_for": slot})]
        step = _one(self.tokens).model_copy(update={"need": self.need})
        following = _awaitable(next_step)
        if next_step and next_step.repeat_for and self._is_detour():
            following = None
        if following is not None and self._leads_to(following, step):
            awaited = step.model_copy(
                update={"until": Expectation(elements=(following,))}
            )
            is_one = max(self.times) > 1 and not self.is_series
            return [awaited if is_one else _with_any_of_series(awaited)]
        return [step] * _usual_times(self.tokens)

    def _leads_to(self, following: Element, step: PatternStep) -> bool:
        """Is it done as often as the element that the path goes on with asks for? So
        where the number of times varies, or where a value says which element that is
        and some do without the step, or do it to another of its like."""
        varies = self.is_series or len(set(self.times)) > 1
        if not varies or not _can_tell(self._said(following), step.target):
            return False
        is_picked = any(map(templates.holes, texts_of_element(following)))
        if self.is_series or max(self.times) < 2:
            return is_picked and step.does.presses == "once"
        return True

    def _is_detour(self) -> bool:
        """Did one run do it, once, and did several do without?"""
        return sum(self.times) == 1 and len(self.times) > OTHERS

    def _said(self, element: Element) -> Element:
        """The element as the first run's values call it."""
        bindings = self.runs[0].bindings

        def value(hole: templates.Hole) -> str:
            given = bindings.get(hole.slot)
            first = given if isinstance(given, str) else next(iter(given or ()), None)
            return str(hole) if first is None else first

        return in_element(element, lambda text: templates.fill(text, value))

    def _counted_by(self) -> str | None:
        """The slot whose number says how often the step is done, in all runs, where
        the number of times varies with it."""
        if len(set(self.times)) < 2:
            return None
        return next(filter(self._says_times, self.runs[0].bindings), None)

    def _says_times(self, slot: str) -> bool:
        said = [run.bindings.get(slot) for run in self.runs]
        return all(
            isinstance(bound, str) and count_in(bound) == times
            for bound, times in zip(said, self.times, strict=True)
        )


def _taken(part: One, row: Row) -> PathToken | None:
    """What a run has in the part's columns, as one."""
    found = [row[n] for n in (part.column, *part.others) if n in row]
    if len(found) < 2:
        return found[0] if found else None
    return PathToken(tuple(one for token in found for one in token.rounds))


def _with_any_of_series(step: PatternStep) -> PatternStep:
    """The step for any element that is like its own, one after the other: which tab
    or folder holds a value is another one for another value. As it is where nothing
    says what is like it, or it can't be taken back."""
    target = step.target
    if target is None or step.irreversible or not stable_classes(target):
        return step
    if any(map(templates.holes, texts_of_element(target))):
        return step
    series = Element(
        role=target.role,
        tag=target.tag,
        attributes={"class": " ".join(stable_classes(target))},
        frame=target.frame,
        tab=target.tab,
    )
    return step.model_copy(update={"target": series})


def _can_tell(element: Element, other: Element | None) -> bool:
    return other is None or not looks_fit(look(element), look(other))


def _one(tokens: Sequence[PathToken]) -> PatternStep:
    """One step of those that are done in a row."""
    return merged([step for token in tokens for (step,) in token.rounds])


def _usual_times(tokens: Sequence[PathToken]) -> int:
    return Counter(len(token.rounds) for token in tokens).most_common(1)[0][0]


def _loop(tokens: Sequence[PathToken], need: Need) -> list[PatternStep]:
    """One round of a loop over a list's items."""
    rounds = [one for token in tokens for one in token.rounds]
    shared = {"need": need, "repeat_for": tokens[0].slot}
    return [
        merged(members).model_copy(update=shared)
        for members in zip(*rounds, strict=True)
    ]


def _choice(part: Either, number: int, table: Table) -> list[PatternStep]:
    steps: list[PatternStep] = []
    for letter, (way, keys) in zip(ascii_lowercase, part.ways, strict=False):
        for column in way:
            tokens = [table[key][column] for key in keys]
            steps += [
                step.model_copy(update={"branch": f"{number}.{letter}"})
                for step in _of_way(tokens)
            ]
    return steps


def _of_way(tokens: Sequence[PathToken]) -> list[PatternStep]:
    if tokens[0].slot is not None:
        return _loop(tokens, "alternative")
    step = _one(tokens).model_copy(update={"need": "alternative"})
    return [step] * _usual_times(tokens)
