"""New values of a plan that would be direct, by what vectors say of their ends."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kgmem.model.experience import Stats
from kgmem.model.pattern import Pattern, PatternMatch, Slot
from kgmem.model.plan import PlanStep
from kgmem.recall.routing.by_pattern import PatternPath
from kgmem.recall.routing.decision import Decision
from kgmem.recall.routing.doubts import doubt_of_unexplained
from kgmem.recall.routing.value_ends import (
    by_ends,
    depends_on_ends,
    with_ends,
)
from kgmem.recall.stages import Trace
from tests.doubles import WordEmbedder
from tests.unit.recall.runs import request

KNOWN = ("red shoes", "green lamp", "blue chair")
DOUBTED = {"dry run": 3.0, "until six": 2.0}


def odds(value: str) -> Sequence[tuple[float, str]]:
    """As a regression would tell: it knows some tails."""
    found = [(at, end) for end, at in DOUBTED.items() if value.endswith(end)]
    return [*found, (-4.0, value.rpartition(" ")[2])] if " " in value else []


def match_of(
    value: str, *unexplained: str, known: tuple[str, ...] = KNOWN, kind: str = "text"
) -> PatternMatch:
    slot = Slot(slot_id="s", name="item", kind=kind, examples=known)
    pattern = Pattern(
        pattern_id="p", name="p", template="Order {item}", slots=(slot,), support=3
    )
    return PatternMatch(
        pattern=pattern,
        bindings={"item": value},
        unexplained=unexplained,
        further=unexplained,
    )


def told(match: PatternMatch) -> tuple[str, ...]:
    return with_ends(
        match, request(f"Order {match.bindings['item']}"), odds
    ).unexplained


def test_a_doubtful_end_is_what_nothing_explains() -> None:
    found = with_ends(match_of("grey hat dry run"), request("Order …"), odds)

    assert found.unexplained == found.further == ("dry run",)


@pytest.mark.parametrize("value", ["a very long winter coat", "hat", "red shoes"])
def test_an_end_that_is_not_doubtful_changes_nothing(value: str) -> None:
    match = match_of(value)

    assert with_ends(match, request(f"Order {value}"), odds) is match


@pytest.mark.parametrize(
    ("known", "value", "behind"),
    [
        (KNOWN, "red shoes and a hat", ("and a hat",)),
        (KNOWN, "Red shoes, size 8", (", size 8",)),
        (("张伟",), "张伟和李娜", ("和李娜",)),
        (KNOWN, "red shoestring", ()),
        (KNOWN, "old red shoes", ()),
        (("(1,2)", "(0,3)"), "(4,5) but not (1,1)", ("(4,5) but not (1,1)",)),
    ],
)
def test_what_no_known_value_has_behind_it_or_at_all_is_doubtful(
    known: tuple[str, ...], value: str, behind: tuple[str, ...]
) -> None:
    assert told(match_of(value, known=known)) == behind


def test_what_is_quoted_is_one_value() -> None:
    match = match_of("grey hat dry run")

    assert with_ends(match, request('Order "grey hat dry run"'), odds) is match


def test_values_with_a_form_end_where_it_does() -> None:
    assert not told(match_of("5 dry run", kind="number"))


def test_known_values_may_end_so_as_well() -> None:
    known = ("closed until six", "away until six", "ill until six")

    assert not told(match_of("out of office until six", known=known))
    assert told(match_of("out of office until six"))


@pytest.mark.parametrize(
    ("value", "piece", "is_left"),
    [
        ("paint and brushes", "and brushes", False),
        ("paint, the kids love it", "the kids love it", True),
        ("paint and dry run", "and dry run", True),
        ("paint and brushes", "please order", True),  # no end of it
        ("two brushes", "two brushes", True),  # all of it
        ("paint and no brushes", "and no brushes", True),
        ("paint and blue chair", "and blue chair", True),  # a known value
        ("paint tomorrow", "tomorrow", True),
        ("red lamp with brushes", "with brushes", False),
    ],
)
def test_vectors_know_better_than_words_what_ends_a_value(
    value: str, piece: str, is_left: bool
) -> None:
    assert bool(told(match_of(value, piece))) is is_left


def test_a_value_that_ends_within_a_word_stays_in_doubt() -> None:
    match, whole = match_of("炒饭除", "除"), match_of("炒饭套餐", "套餐")

    torn = with_ends(match, request("点一份炒饭除了第一个"), odds)
    found = with_ends(whole, request("点一份炒饭套餐"), odds)

    assert torn is match
    assert not found.unexplained


def direct(match: PatternMatch, *, irreversible: bool, bound: float) -> Decision:
    steps = (PlanStep(n=1, action="click", irreversible=irreversible),)
    path = PatternPath(match, steps, Stats(), bound, bound, False, True, ())
    return Decision(
        route="direct_replay", followed=path, bound=bound, checked=bound < 0.9
    )


def test_only_plans_that_are_direct_but_for_it_depend_on_ends() -> None:
    match = match_of("paint and brushes", "and brushes")
    decision = direct(match, irreversible=True, bound=0.5)
    assert decision.followed

    def doubted(*doubts: tuple[str, str]) -> Decision:
        path = replace(decision.followed, doubts=doubts)  # type: ignore[type-var]
        return Decision(route="adaptive_replay", followed=path)

    own, other = doubt_of_unexplained(match), ("it failed", "a success")
    assert depends_on_ends(decision, request("Order paint and brushes"))
    assert depends_on_ends(doubted(own), request())
    assert not depends_on_ends(doubted(own, other), request())
    assert not depends_on_ends(Decision(), request())


@pytest.mark.parametrize(
    ("value", "irreversible", "is_asked"),
    [
        ("grey cod", True, True),
        ("grey cod", False, False),
        ("grey lamp", True, False),
        ("cod", True, False),
    ],
)
def test_a_new_last_word_is_confirmed_whatever_the_successes(
    value: str, irreversible: bool, is_asked: bool
) -> None:
    decision = direct(match_of(value), irreversible=irreversible, bound=0.95)

    class Vectors:
        embedder = WordEmbedder()

    found = by_ends(
        decision,
        lambda matches: decision,
        [],
        request(f"Order {value}"),
        Vectors(),  # type: ignore[arg-type]
        Trace(),
    )

    assert found.checked is is_asked
    assert (found.bound == 0.0) is is_asked
    assert bool(found.reasons) is is_asked
