"""From aligned runs to an outline: what all take, what some take, what excludes what.

An outline is of those runs that can be told by one path; the others are refused, each
with a reason.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kgmem.generalize.steps.align_steps import token_similarity
from kgmem.generalize.steps.lift import Lifted, is_named_by_value
from kgmem.generalize.steps.loops import PathToken
from kgmem.generalize.steps.same_step import ALIKE, same_kind
from kgmem.tuning import tuned

_TUNED = tuned("generalize.steps.outline")

REQUIRED = _TUNED["required"]
"""Share of the runs that take a step from which on it is required."""
MANY = 5
"""Runs from which on a step of a single one is taken for its slip."""
RARE = _TUNED["rare"]
"""Of many runs: share up to which steps are slips."""
SHARED = _TUNED["shared"]
"""Share of a run's steps that must be required ones."""
MAX_WAYS = 3
"""Ways that a choice may have."""
MAX_BETWEEN = 40
"""Different steps between two required ones; more are no path."""

ANOTHER_STEP = "takes a step that hardly any other run takes"
LEFT_OUT = "leaves out a step that nearly all take"
UNRELATED = "shares too few steps with the other runs"
UNUSED = "does without a value that other runs use"
UNEXPLAINED = "chooses something else, which its text does not explain"
ANOTHER_WAY = "takes the steps in yet another order or way"

Row = Mapping[int, PathToken]
"""A run's tokens by column, ascending."""
Table = Mapping[str, Row]
"""Aligned runs by experience id."""
Columns = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class One:
    """A column that runs take, or may leave out."""

    column: int
    is_required: bool
    others: Columns = ()
    """More columns of the same part: the same done to other elements of a series."""


@dataclass(frozen=True, slots=True)
class Either:
    """Columns of ways that exclude each other, most supported first, and who takes
    them."""

    ways: tuple[tuple[Columns, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Outline:
    """What a path consists of, and for whom."""

    parts: tuple[One | Either, ...]
    runs: tuple[str, ...]
    """Experience ids of the runs that it tells."""
    refused: Mapping[str, str]


class _Refused(Exception):
    """Runs that stand in the way, and why."""

    def __init__(self, runs: Sequence[str], reason: str) -> None:
        super().__init__(reason)
        self.runs = runs
        self.reason = reason


def outline(table: Table) -> Outline:
    """The outline of the largest set of runs that is found to agree; at least one."""
    left = dict(table)
    refused: dict[str, str] = {}
    while True:
        try:
            return Outline(tuple(_parts(left)), tuple(left), refused)
        except _Refused as found:
            # Where each lacks something else, all do: then the first one stays, and
            # alone it is in no one's way.
            most = len(left) - 1
            out = sorted(found.runs, key=list(left).index)[-most:]
            refused |= dict.fromkeys(out, found.reason)
            left = {run: row for run, row in left.items() if run not in out}


def _parts(table: Table) -> list[One | Either]:
    _refuse_strangers(table)
    support = Counter(column for row in table.values() for column in row)
    _refuse_slips(table, support)
    anchors = [c for c in sorted(support) if support[c] >= REQUIRED * len(table)]
    lacking = [run for run, row in table.items() if not row.keys() >= set(anchors)]
    if lacking:
        raise _Refused(lacking, LEFT_OUT)
    anchors = _fixed(table, anchors)
    _refuse_wanderers(table, anchors)
    parts: list[One | Either] = []
    for before, anchor in zip([None, *anchors], [*anchors, None], strict=True):
        stretch = _Stretch.between(table, before, anchor)
        if anchor is not None and _is_search(stretch, table, anchor):
            first, *others = sorted(stretch.tokens)
            parts.append(One(first, is_required=False, others=tuple(others)))
        else:
            parts += _stretch(stretch)
        if anchor is not None:
            parts.append(One(anchor, is_required=True))
    return parts


def _refuse_strangers(table: Table) -> None:
    """Runs that share too little with the one that shares most with the others."""
    common = {run: _shared(row, table) for run, row in table.items()}
    usual = table[max(common, key=lambda run: sum(common[run].values()))]
    strange = [run for run, share in _shared(usual, table).items() if share < SHARED]
    if strange:
        raise _Refused(strange, UNRELATED)


def _shared(row: Row, table: Table) -> dict[str, float]:
    """By run: the share of the steps that it has in common with `row`."""
    return {
        run: len(row.keys() & other.keys()) / most
        if (most := max(len(row), len(other)))
        else 1.0
        for run, other in table.items()
    }


def _refuse_slips(table: Table, support: Counter[int]) -> None:
    """Of many runs, those that take what hardly any other takes; never all."""
    if len(table) < MANY:
        return
    slips = {c for c, n in support.items() if n < 2 or n <= RARE * len(table)}
    slipped = [run for run, row in table.items() if slips & row.keys()]
    if slipped and len(slipped) < len(table):
        raise _Refused(slipped, ANOTHER_STEP)


def _refuse_wanderers(table: Table, anchors: Sequence[int]) -> None:
    """Runs of which most is not what all do."""
    wandering = [run for run, row in table.items() if len(anchors) < SHARED * len(row)]
    if len(wandering) == len(table):
        first = table[wandering[0]]
        wandering = [run for run, row in table.items() if row.keys() != first.keys()]
    if wandering:
        raise _Refused(wandering, UNRELATED)


def _fixed(table: Table, anchors: Sequence[int]) -> list[int]:
    """The anchors that nothing changes sides of: of two steps in two orders, the
    alignment takes one for common."""
    known = {c: token for row in table.values() for c, token in row.items()}
    others = [c for c in sorted(known) if c not in anchors][:MAX_BETWEEN]
    moved = [
        (a, b)
        for a, b in combinations(others, 2)
        if token_similarity(known[a], known[b]) >= ALIKE
        and all((a in row) != (b in row) for row in table.values())
    ]
    return [c for c in anchors if not any(a < c < b for a, b in moved)]


# --- between two anchors ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What runs do between two steps that all of them take."""

    by_way: Mapping[Columns, tuple[str, ...]]
    """The runs that take a way, most frequent way first; it may be empty."""
    tokens: Row

    @classmethod
    def between(cls, table: Table, before: int | None, after: int | None) -> "_Stretch":
        found: dict[Columns, list[str]] = defaultdict(list)
        tokens: dict[int, PathToken] = {}
        for run, row in table.items():
            within = {
                column: token
                for column, token in row.items()
                if (before is None or before < column)
                and (after is None or column < after)
            }
            tokens |= within
            found[tuple(within)].append(run)
        ranked = sorted(found, key=lambda way: -len(found[way]))
        return cls({way: tuple(found[way]) for way in ranked}, tokens)

    @property
    def ways(self) -> list[Columns]:
        """Those in which something is done."""
        return [way for way in self.by_way if way]

    def runs(self, ways: Sequence[Columns]) -> list[str]:
        """The runs that take one of the ways."""
        return [run for way in ways for run in self.by_way[way]]

    def are_alike(self, a: int, b: int) -> bool:
        """Are two columns the same step?"""
        return token_similarity(self.tokens[a], self.tokens[b]) >= ALIKE


def _stretch(stretch: _Stretch) -> list[One | Either]:
    ways = stretch.ways
    if len(stretch.tokens) > MAX_BETWEEN and len(ways) > 1:
        raise _Refused(stretch.runs(ways[1:]), UNRELATED)
    if _are_independent(stretch):
        return [One(c, is_required=False) for c in sorted(stretch.tokens)]
    _refuse_unused(stretch)
    _refuse_unexplained(stretch)
    kept = 1 if () in stretch.by_way else MAX_WAYS
    if len(ways) > kept:
        raise _Refused(stretch.runs(ways[kept:]), ANOTHER_WAY)
    return [Either(tuple((way, stretch.by_way[way]) for way in ways))]


def _is_search(stretch: _Stretch, table: Table, anchor: int) -> bool:
    """Are two and more like elements clicked, one run this one and another that,
    before one that a value picks: the tab, the folder, the page on which it is?"""
    sought = (row[anchor].rounds[0][0] for row in table.values())
    return (
        len(stretch.ways) > 1
        and all(map(is_named_by_value, sought))
        and are_of_series(list(stretch.tokens.values()))
    )


def are_of_series(tokens: Sequence[PathToken]) -> bool:
    """Are they clicks on several elements of one kind and class that no value
    names?"""
    steps = [step for token in tokens for one in token.rounds for step in one]
    if any(token.slot for token in tokens) or any(map(is_named_by_value, steps)):
        return False
    names = {step.look.name for step in steps if step.look}
    return len(names) > 1 and all(_is_of_series(steps[0], step) for step in steps)


def _is_of_series(a: Lifted, b: Lifted) -> bool:
    if a.step.does.presses != "once" or not same_kind(a, b):
        return False
    if a.look is None or b.look is None:
        return False
    return bool(a.look.classes & b.look.classes)


def _are_independent(stretch: _Stretch) -> bool:
    """Can each step be taken or left, whatever was done with the others?

    Not where runs take either one or the other: then these are ways of one choice,
    or the same steps in another order.
    """
    if len(stretch.ways) < 2:
        return True
    together = {pair for way in stretch.ways for pair in combinations(way, 2)}
    columns = sorted(stretch.tokens)
    apart = (pair for pair in combinations(columns, 2) if pair not in together)
    return not any(stretch.are_alike(*pair) for pair in apart) and _are_connected(
        columns, together
    )


def _are_connected(columns: Sequence[int], pairs: set[tuple[int, int]]) -> bool:
    """Do the pairs lead from each column to each other one?"""
    reached = {columns[0]}
    for _ in columns:
        reached |= {c for pair in pairs if reached & set(pair) for c in pair}
    return len(reached) == len(columns)


def _refuse_unused(stretch: _Stretch) -> None:
    """Ways that do without a value which another way uses: something that they did
    was not recorded."""
    used = {
        way: {slot for column in way for slot in _slots(stretch.tokens[column])}
        for way in stretch.ways
    }
    most = set().union(*used.values())
    lacking = [way for way in stretch.ways if used[way] < most]
    if lacking and any(found == most for found in used.values()):
        raise _Refused(stretch.runs(lacking), UNUSED)


def _slots(token: PathToken) -> Iterator[str]:
    if token.slot is not None:
        yield token.slot
    for step in token.rounds[0]:
        yield from (hole.slot for hole in step.holes)


def _refuse_unexplained(stretch: _Stretch) -> None:
    """Ways that do the same to other elements of the same kind are no other ways, but
    other choices, unless the same values tell which; the most frequent one stays."""
    for way, other in combinations(stretch.ways, 2):
        same_shape = len(way) == len(other) and all(
            _same_shape(stretch.tokens[a], stretch.tokens[b])
            for a, b in zip(way, other, strict=True)
        )
        explained = all(
            any(stretch.are_alike(a, b) for b in other) for a in way
        ) or all(
            _same_values(stretch.tokens[a], stretch.tokens[b])
            for a, b in zip(way, other, strict=False)
        )
        if same_shape and not explained:
            raise _Refused(stretch.runs([other]), UNEXPLAINED)


def _same_shape(a: PathToken, b: PathToken) -> bool:
    return a.slot == b.slot and _all_pairs(a, b, same_kind)


def _same_values(a: PathToken, b: PathToken) -> bool:
    """Do the same values say which elements they are about?"""
    return _all_pairs(a, b, lambda x, y: set(x.picks) == set(y.picks) != set())


def _all_pairs(
    a: PathToken, b: PathToken, agree: Callable[[Lifted, Lifted], bool]
) -> bool:
    one, other = a.rounds[0], b.rounds[0]
    return len(one) == len(other) and all(map(agree, one, other))
