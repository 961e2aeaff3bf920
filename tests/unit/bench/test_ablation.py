"""Rules are switched off from outside, and put back."""

import pytest
from kgmem_bench.ablation.ablation import (
    RULES,
    AblationResult,
    Change,
    RuleWorth,
    measured,
)
from kgmem_bench.ablation.ablation_report import to_markdown
from kgmem_bench.ablation.left_out import WEIGHTS, LeftOut, left_out
from kgmem_bench.ablation.neutral import answers, be, without
from kgmem_bench.ablation.part import Part
from kgmem_bench.ablation.switch import Rule, found, is_number, off, watched
from kgmem_bench.common.report import machine

from kgmem import Element, InvalidInput, Step
from kgmem.lab import tidy
from kgmem.paths import walk

LOOKING = "kgmem.paths.tidy:_RULES"
WAIT = Step(action="wait", value="1")
PRESS = Step(action="click", target=Element(role="button", name="Save"))


@pytest.mark.slow
def test_the_place_of_each_rule_is_there_and_changes_when_it_is_off() -> None:
    for rule in RULES:
        owner, name, thing = found(rule)

        with off(rule):
            there = vars(owner)[name]

        assert there is not thing, rule.place
        assert vars(owner)[name] is thing, rule.place


def test_rules_have_names_of_their_own() -> None:
    names = [rule.name for rule in RULES]

    assert len(set(names)) == len(names)


def test_without_its_rule_a_path_keeps_what_the_rule_drops() -> None:
    rule = Rule("paths", "waiting", LOOKING, without("_without_looking"))

    with off(rule):
        kept = tidy([WAIT, PRESS])

    assert kept == (0, 1)
    assert tidy([WAIT, PRESS]) == (1,)


def test_a_rule_is_off_wherever_its_function_was_imported() -> None:
    place = "kgmem.paths.tidy:tidy"
    rule = Rule("paths", "tidying", place, answers((0, 1)))

    with off(rule):
        kept = walk.recorded([WAIT, PRESS]).kept

    assert kept == (0, 1)
    assert walk.recorded([WAIT, PRESS]).kept == (1,)


def test_a_watched_rule_answers_as_ever_and_tells_how_often_it_mattered() -> None:
    place = "kgmem.paths.tidy:_is_label"
    rule = Rule("paths", "labels", place, answers(False))
    label = Element(tag="label", name="Red")
    clicks = [Step(action="click", target=label)] * 2

    with watched([rule]) as moved:
        kept = tidy([*clicks, PRESS])

    assert kept == (0, 2)
    assert moved["labels"] > 0


def kept(steps: list[Step]) -> Part:
    """A set of one run: how many of its steps tidying keeps."""
    return Part("made", lambda: {"kept": float(len(tidy(steps)))})


def silent(_: str) -> None:
    """Nobody reads it."""


def test_what_changes_without_a_rule_is_told() -> None:
    rule = Rule("paths", "waiting", LOOKING, without("_without_looking"))

    base, (worth,) = measured([kept([WAIT, PRESS])], [rule], silent)

    assert base == {"made": {"kept": 1.0}}
    assert worth.changes == (Change("made", "kept", 1.0, 2.0),)


def test_a_rule_that_moves_nothing_is_not_measured_again() -> None:
    rule = Rule("paths", "labels", "kgmem.paths.tidy:_is_label", answers(False))

    _, (worth,) = measured([kept([WAIT, PRESS])], [rule], silent)

    assert (worth.moved, worth.changes, worth.failed) == ({}, (), None)


def test_what_leans_on_a_rule_is_told() -> None:
    rule = Rule("paths", "rules", LOOKING, be(3))

    _, (worth,) = measured([kept([PRESS])], [rule], silent)

    assert worth.failed is not None
    assert "TypeError" in worth.failed


def test_the_table_says_what_is_lost_and_what_is_won() -> None:
    lost = Change("mail", "pair F1", 0.5, 0.25)
    won = Change("mail", "direct and wrong", 2.0, 1.0)
    worth = RuleWorth("doubts", "long", "a:b", {"mail": 3}, (lost, won), None, 1.0)
    result = AblationResult("ablation", machine(), "words", "data", False, {}, [worth])

    line = to_markdown(result).splitlines()[-1]

    assert line == ("| long | mail, pair F1 -0.25 | mail, direct and wrong -1 | 1 |")


def test_a_weight_for_a_set_is_chosen_on_the_others() -> None:
    scores = {1.0: {"a": 0.5, "b": 0.5, "c": 0.5}, 2.0: {"a": 0.1, "b": 0.9, "c": 0.5}}

    chosen = left_out(scores, shipped=1.0)

    assert chosen == [
        LeftOut("a", 2.0, 0.1, 0.5),
        LeftOut("b", 1.0, 0.5, 0.5),
        LeftOut("c", 1.0, 0.5, 0.5),
    ]


def test_the_weight_that_ships_is_among_those_that_are_tried() -> None:
    for place, values in WEIGHTS:
        assert found(Rule("weights", place, place, be(0)))[2] in values, place


def test_a_place_that_is_not_there_is_told() -> None:
    rule = Rule("paths", "gone", "kgmem.paths.tidy:gone", be(1))

    with pytest.raises(InvalidInput, match="gone"), off(rule):
        pass


def test_numbers_are_known_from_functions() -> None:
    number = Rule("steps", "n", "kgmem.generalize.steps.outline:RARE", be(0.0))
    function = Rule("steps", "f", "kgmem.paths.tidy:_is_label", answers(False))

    assert is_number(number)
    assert not is_number(function)
