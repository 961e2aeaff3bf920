"""Rules are switched off from outside, and put back."""

import pytest
from kgmem_bench.ablation.ablation import (
    RULES,
    Change,
    measured,
)
from kgmem_bench.ablation.left_out import LeftOut, left_out
from kgmem_bench.ablation.neutral import answers, without
from kgmem_bench.ablation.part import Part
from kgmem_bench.ablation.switch import Rule, found, off, watched

from kgmem import Element, Step
from kgmem.lab import tidy

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


def test_without_its_rule_a_path_keeps_what_the_rule_drops() -> None:
    rule = Rule("paths", "waiting", LOOKING, without("_without_looking"))

    with off(rule):
        kept = tidy([WAIT, PRESS])

    assert kept == (0, 1)
    assert tidy([WAIT, PRESS]) == (1,)


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


def test_a_weight_for_a_set_is_chosen_on_the_others() -> None:
    scores = {1.0: {"a": 0.5, "b": 0.5, "c": 0.5}, 2.0: {"a": 0.1, "b": 0.9, "c": 0.5}}

    chosen = left_out(scores, shipped=1.0)

    assert chosen == [
        LeftOut("a", 2.0, 0.1, 0.5),
        LeftOut("b", 1.0, 0.5, 0.5),
        LeftOut("c", 1.0, 0.5, 0.5),
    ]
