"""From a pattern's path to the steps of a plan: values in, loops laid out."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from kgmem.model.pattern import Bindings, Pattern, PatternStep, Slot
from kgmem.model.plan import PlanStep
from kgmem.model.source import ValueSource
from kgmem.model.values.unfit import Unfit
from kgmem.paths.fill_steps import Filler
from kgmem.paths.path_parts import ChosenWays, Filled, FilledPart, Rounds

REMEMBERED = 512
"""Paths that were followed last."""
_NO_PLACES: Mapping[int, int] = {}


def unfold(
    steps: Sequence[PatternStep], slots: Sequence[Slot], bindings: Bindings
) -> tuple[PlanStep, ...] | Unfit:
    """The steps with the bindings' values, numbered from 1; why not, where a slot has
    no value, or none that a step can hold.

    Loops are laid out round by round; optional steps stay in with their need, a step
    that is repeated until something is seen stays one. Of a choice, the most
    supported way stands in the path and its first step has the others as `branches`,
    which are numbered from that step's number on and stand in for its `spans` steps.
    Optional steps of such a slot are left out. Values never make it raise.
    """
    return _planned(Filler(steps, slots), bindings)


def unfold_pattern(
    pattern: Pattern, bindings: Bindings, asked: Collection[str] = ()
) -> tuple[PlanStep, ...] | Unfit:
    """The same of a pattern's path; what all values have in common is remembered, since
    the patterns that tasks fit are few of many. The values of slots that are `asked`
    for come later."""
    return _planned(filler_of(pattern), bindings, asked)


def filler_of(pattern: Pattern) -> Filler:
    """What fills the path of a pattern, remembered while its path and slots stay."""
    return _filler(_Path(pattern.steps, pattern.slots))


class _Path:
    """The very steps and slots of a pattern, and not what is like them: comparing them
    by all that they say takes longer than filling them."""

    __slots__ = ("slots", "steps")

    def __init__(self, steps: tuple[PatternStep, ...], slots: tuple[Slot, ...]) -> None:
        self.steps, self.slots = steps, slots

    def __hash__(self) -> int:
        return hash((id(self.steps), id(self.slots)))

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, _Path)
            and self.steps is other.steps
            and self.slots is other.slots
        )


@lru_cache(maxsize=REMEMBERED)
def _filler(path: _Path) -> Filler:
    return Filler(path.steps, path.slots)


def _planned(
    filler: Filler, bindings: Bindings, asked: Collection[str] = ()
) -> tuple[PlanStep, ...] | Unfit:
    parts = filler.fill(bindings, asked)
    return parts if isinstance(parts, Unfit) else numbered(_laid_out(parts))


def _laid_out(parts: Iterable[FilledPart]) -> Iterator[PlanStep]:
    for part in parts:
        if isinstance(part, Filled):
            yield part.step
        elif isinstance(part, Rounds):
            yield from (filled.step for one in part.rounds for filled in one)
        else:
            yield from _first_way(part)


def _first_way(choice: ChosenWays) -> Iterator[PlanStep]:
    first, *others = (tuple(_laid_out(way)) for way in choice.ways)
    if first:
        ways = tuple(filter(None, others))
        yield first[0].model_copy(update={"branches": ways, "spans": len(first)})
        yield from first[1:]


def numbered(
    steps: Iterable[PlanStep], start: int = 1, known: Mapping[int, int] = _NO_PLACES
) -> tuple[PlanStep, ...]:
    """The steps numbered from `start`; branches from their choice's number on. What
    they read is looked for at the new numbers; `known` are those of steps before."""
    places, found = dict(known), []
    for n, step in enumerate(steps, start):
        told = {
            "n": n,
            "branches": tuple(numbered(way, n, places) for way in step.branches),
        }
        if step.reads:
            told["reads"] = _moved(step.reads, places)
        found.append(step.model_copy(update=told))
        places[step.n or step.source or 0] = n
    return tuple(found)


def _moved(
    reads: Mapping[str, Sequence[ValueSource]], places: Mapping[int, int]
) -> dict[str, tuple[ValueSource, ...]]:
    """The sources at the new numbers of their steps; none of a step that is gone."""
    there = {
        name: tuple(
            one.model_copy(update={"step": places[one.step]}) if one.step else one
            for one in sources
            if not one.step or one.step in places
        )
        for name, sources in reads.items()
    }
    return {name: sources for name, sources in there.items() if sources}
