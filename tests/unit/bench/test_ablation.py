"""Rules are switched off from outside, and put back."""

import pytest
from kgmem_bench.ablation.ablation import RULES
from kgmem_bench.ablation.left_out import LeftOut, left_out
from kgmem_bench.ablation.switch import found, off


@pytest.mark.slow
def test_the_place_of_each_rule_is_there_and_changes_when_it_is_off() -> None:
    for rule in RULES:
        owner, name, thing = found(rule)

        with off(rule):
            there = vars(owner)[name]

        assert there is not thing, rule.place
        assert vars(owner)[name] is thing, rule.place


def test_a_weight_for_a_set_is_chosen_on_the_others() -> None:
    scores = {1.0: {"a": 0.5, "b": 0.5, "c": 0.5}, 2.0: {"a": 0.1, "b": 0.9, "c": 0.5}}

    chosen = left_out(scores, shipped=1.0)

    assert chosen == [
        LeftOut("a", 2.0, 0.1, 0.5),
        LeftOut("b", 1.0, 0.5, 0.5),
        LeftOut("c", 1.0, 0.5, 0.5),
    ]
