"""Tasks that end in an answer: what is asked, and what counts as right."""

from typing import Any

import pytest
from kgmem_bench.answers.judge import Form, judged
from kgmem_bench.answers.kinds import CHANGES, KINDS


def test_every_kind_is_asked_for_values_that_nobody_showed() -> None:
    assert len({kind.name for kind in KINDS}) == 12
    for kind in KINDS:
        asked = [value for _, value in kind.asked()]
        assert len({*asked, *kind.shown}) == len(CHANGES) + len(kind.shown)


@pytest.mark.parametrize(
    ("answer", "truths", "form", "verdict"),
    [
        (3, [3], "count", "right"),
        ("$1,240.50", [1240.5], "amount", "right"),
        ("ships within 4 days", [4], "number", "wrong"),
        ("2027-05-03", ["2027-05-03"], "date", "right"),
        (["Bob", "Ann"], [["Ann", "Bob"]], "list", "right"),
        (["Ann"], [["Ann", "Bob"]], "list", "wrong"),
        (False, [False], "truth", "right"),
        (7, [4], "number", "of an old run"),
        (4, [4, 5], "number", "wrong"),
        (7, [], "count", "of an old run"),
        (0, [], "count", "absent"),
    ],
)
def test_an_answer_is_judged_by_the_database(
    answer: Any, truths: Any, form: Form, verdict: str
) -> None:
    assert judged(answer, truths, [7], form) == verdict
