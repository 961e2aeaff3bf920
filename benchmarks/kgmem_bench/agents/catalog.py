"""What is asked in an application, made from its kinds of tasks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgmem_bench.agents.asked import Asked, Sort
from kgmem_bench.agents.judge import Goal, Wanted
from kgmem_bench.agents.moves import Move, Values
from kgmem_bench.agents.trac.kinds import Kind
from kgmem_bench.agents.values import LEARNED, Language

PRACTISED = 9
"""Whoever did a task that often takes the shortest way."""


@dataclass(frozen=True, slots=True)
class Tail:
    """One thing more on the page, done before the last act."""

    text: str
    """What is said of it, after the task."""
    move: Move
    row: Mapping[str, str]
    """Columns of the goal's first row that are other ones then."""
    more: Callable[[Values], Sequence[Wanted]] = lambda _: ()
    """Rows that come with it, in the place of those of the same field."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another task in almost the words of a known one."""

    text: str
    path: Sequence[Move]
    goal: Goal


@dataclass(frozen=True, slots=True)
class Catalog:
    """What an application is asked for."""

    app: str
    kinds: Mapping[str, Kind]
    learned: Sequence[str]
    """Kinds that were walked; of the others nobody knows anything."""
    besides: str
    """The kind of the other task that some ask for besides,"""
    besides_values: Values
    """with these values,"""
    also: Mapping[Language, str]
    """in these words, after the task."""
    tails: Mapping[str, Tail] = field(default_factory=dict)
    others: Mapping[str, Other] = field(default_factory=dict)

    def tasks(self, names: Sequence[str]) -> Iterator[Asked]:
        """Of each learned kind among these all that is asked; then of the others."""
        for name in (one for one in self.learned if one in names):
            yield from self._known(name)
            yield from self._further(name)
        for name in names:
            if name not in self.learned:
                yield self._asked("unknown", name, "en", 0, LEARNED)
                yield self._asked("second time", name, "en", 0, LEARNED + 1)

    def _known(self, name: str) -> Iterator[Asked]:
        yield self._asked("other values", name, "en", 0, LEARNED)
        yield self._asked("other words", name, "en", 1, LEARNED + 2)
        yield self._asked("other words", name, "en", 2, LEARNED + 2)
        yield self._asked("other values", name, "zh", 0, LEARNED)
        yield self._asked("other words", name, "zh", 1, LEARNED + 1)

    def _further(self, name: str) -> Iterator[Asked]:
        if (tail := self.tails.get(name)) is not None:
            yield self._with_tail(name, tail)
        for language in self.also:
            yield self._with_besides(name, language)
        if (other := self.others.get(name)) is not None:
            path = [move.with_values({}) for move in other.path]
            goal = list(other.goal)
            yield Asked(self.app, "look-alike", name, "en", other.text, path, goal)

    def _asked(
        self, sort: Sort, name: str, language: Language, wording: int, number: int
    ) -> Asked:
        kind = self.kinds[name]
        values = kind.sets[language][number]
        text = kind.task(language, wording, values)
        moves = kind.way.walked(values, PRACTISED)
        goal = list(kind.goal(values))
        return Asked(self.app, sort, name, language, text, moves, goal)

    def _with_tail(self, name: str, tail: Tail) -> Asked:
        base = self._asked("tail", name, "en", 0, LEARNED)
        *before, last = base.moves
        more = tail.more(self.kinds[name].sets["en"][LEARNED])
        fields = {one.columns.get("field") for one in more}
        first, *rest = [one for one in base.goal if isinstance(one, Wanted)]
        kept = [
            one for one in rest if one.columns.get("field") not in fields or not more
        ]
        return replace(
            base,
            text=base.text + tail.text,
            moves=[*before, tail.move, last],
            goal=[Wanted(first.table, {**first.columns, **tail.row}), *kept, *more],
            extra=[tail.move],
        )

    def _with_besides(self, name: str, language: Language) -> Asked:
        base = self._asked("and also", name, language, 0, LEARNED)
        kind, values = self.kinds[self.besides], self.besides_values
        more = kind.way.walked(values, PRACTISED)
        return replace(
            base,
            text=base.text + self.also[language].format(**values),
            moves=[*base.moves, *more],
            goal=[*base.goal, *kind.goal(values)],
            extra=more,
        )
