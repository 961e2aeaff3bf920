"""When statements of one subject and predicate hold."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from kgmem.graph.facts.timeline import (
    PastStatement,
    Period,
    Superseded,
    Timeline,
    timeline,
)

PARIS, LONDON, ROME = "Paris", "London", "Rome"


def said(
    key: str,
    object: str,
    start: int | None = None,
    end: int | None = None,
    recorded_at: int = 0,
    seen: tuple[int, ...] = (),
) -> PastStatement:
    return PastStatement(key, object, start, end, recorded_at, seen)


def single(*statements: PastStatement) -> Timeline:
    return timeline(statements, single_valued=True)


def spans(made: Timeline) -> list[tuple[str, int | None, int | None]]:
    return [(p.fact_id, p.start, p.end) for p in made.periods]


def test_a_later_object_ends_an_earlier_one() -> None:
    made = single(said("p", PARIS, 2010), said("l", LONDON, 2015))

    assert made.periods == [
        Period("p", PARIS, 2010, 2015, closed_by="l"),
        Period("l", LONDON, 2015, None),
    ]


def test_a_stated_end_after_the_next_start_is_a_contradiction() -> None:
    made = single(said("p", PARIS, 2010, 2020), said("l", LONDON, 2015))

    assert made.periods == [
        Period("p", PARIS, 2010, 2020, contradicts=("l",)),
        Period("l", LONDON, 2015, None, contradicts=("p",)),
    ]


def test_the_first_undated_statement_is_open_to_the_past() -> None:
    made = single(said("p", PARIS, recorded_at=2010), said("l", LONDON, recorded_at=15))

    assert spans(made) == [("l", None, 2010), ("p", 2010, None)]


def test_an_object_that_comes_back_holds_twice() -> None:
    made = single(
        said("p", PARIS, recorded_at=2010, seen=(2010, 2020)),
        said("l", LONDON, recorded_at=2015),
    )

    assert spans(made) == [("p", None, 2015), ("l", 2015, 2020), ("p", 2020, None)]


@pytest.mark.parametrize("single_valued", [True, False])
@pytest.mark.parametrize(
    ("less", "more", "start"),
    [
        (said("a", PARIS, 2010), said("b", PARIS, 2010, 2015), 2010),
        (said("a", PARIS, 2010), said("b", PARIS, None, 2015), 2010),
        (said("a", PARIS, None, 2015), said("b", PARIS, 2010, 2015), 2010),
        (said("a", PARIS, recorded_at=1), said("b", PARIS, 2010, 2015, 2), 2010),
        (said("a", PARIS, recorded_at=1), said("b", PARIS, None, 2015, 2), None),
    ],
)
def test_a_more_exact_statement_takes_the_place_of_a_less_exact_one(
    less: PastStatement, more: PastStatement, start: int | None, single_valued: bool
) -> None:
    made = timeline([more, less], single_valued=single_valued)

    assert spans(made) == [("b", start, 2015)]
    assert made.superseded == {"a": Superseded("b", "refined")}


@pytest.mark.parametrize("single_valued", [True, False])
def test_what_is_said_again_after_its_end_holds_again(single_valued: bool) -> None:
    made = timeline(
        [said("a", PARIS, 2010, 2012, 2011), said("b", PARIS, recorded_at=2020)],
        single_valued=single_valued,
    )

    assert spans(made) == [("a", 2010, 2012), ("b", 2020, None)]


def test_of_an_end_alone_the_start_is_the_end_of_the_one_before() -> None:
    made = single(said("p", PARIS, None, 2010), said("l", LONDON, None, 2015))

    assert spans(made) == [("p", None, 2010), ("l", 2010, 2015)]


def test_contradictions_are_bounded() -> None:
    made = single(*(said(f"f{n:04}", f"object {n}", 7) for n in range(3_000)))

    assert len(made.periods) == 3_000
    assert {len(period.contradicts) for period in made.periods} == {20}


# --- against a definition without any cleverness -------------------------------------


def expected(statements: Sequence[PastStatement], moment: int) -> set[str]:
    """The objects that hold at a moment, of dated statements without less exact ones:
    each from its start until its end or, without one, the next start of another."""
    held = set()
    for one in statements:
        assert one.start is not None
        end = one.end
        if end is None:
            starts = [o.start for o in statements if o.object != one.object]
            end = min((s for s in starts if s is not None and s > one.start), default=9)
        if one.start <= moment < end:
            held.add(one.fact_id)
    return held


def random_statements(seed: int) -> list[PastStatement]:
    made = random.Random(seed)
    starts: dict[tuple[str, int], PastStatement] = {}
    for n in range(made.randint(1, 7)):
        object, start = made.choice("ABC"), made.randrange(8)
        end = made.choice([None, None, *range(start + 1, 10)])
        starts.setdefault((object, start), said(f"f{n}", object, start, end, n))
    return list(starts.values())


def test_dated_statements_hold_as_defined() -> None:
    for seed in range(200):
        statements = random_statements(seed)

        made = single(*statements)

        for moment in range(9):
            held = {p.fact_id for p in made.periods if p.holds_at(moment)}
            assert held == expected(statements, moment), (seed, moment)


@pytest.mark.parametrize("seed", range(30))
def test_the_order_in_which_statements_come_makes_no_difference(seed: int) -> None:
    made = random.Random(seed)
    statements = [
        said(
            f"f{n}",
            made.choice("ABC"),
            made.choice([None, 1, 3, 5]),
            made.choice([None, 6, 7]),
            n,
        )
        for n in range(4)
    ]

    results = [single(*order) for order in permutations(statements)]

    assert all(result == results[0] for result in results)
