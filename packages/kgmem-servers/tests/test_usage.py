"""Tokens and costs as different services tell them."""

from typing import Any

import pytest

from kgmem_servers.services.usage import Prices, Usage, tokens_of


@pytest.mark.parametrize(
    ("answer", "tokens"),
    [
        ({"usage": {"prompt_tokens": 9, "total_tokens": 9}}, (9, 0, 9)),
        (
            {"usage": {"prompt_tokens": 7, "completion_tokens": 5, "total_tokens": 12}},
            (7, 5, 12),
        ),
        ({"usage": {"input_tokens": 7, "output_tokens": 5}}, (7, 5, 12)),
        ({"usage": {"total_tokens": 31}}, (31, 0, 31)),
        ({"usage": {"total_tokens": 12.0}}, (12, 0, 12)),
        ({"meta": {"tokens": {"input_tokens": 40}}}, (40, 0, 40)),
        ({"tokens": {"input_tokens": 41, "output_tokens": 0}}, (41, 0, 41)),
        ({"meta": {"billed_units": {"search_units": 1}}}, None),
        ({"usage": None}, None),
        ({"usage": []}, None),
        ({"usage": {"prompt_tokens": -1}}, None),
        ({"usage": {"total_tokens": float("inf")}}, None),
        ({"meta": "v2"}, None),
        ({}, None),
    ],
)
def test_tokens_of_an_answer(
    answer: dict[str, Any], tokens: tuple[int, int, int] | None
) -> None:
    assert tokens_of(answer) == tokens


def test_cost_by_the_prices_of_both_directions() -> None:
    usage = Usage(Prices(prompt=0.5, completion=2.0))

    usage.meter({"usage": {"prompt_tokens": 1_000_000, "completion_tokens": 250_000}})

    assert usage.report()["cost"] == pytest.approx(1.0)
