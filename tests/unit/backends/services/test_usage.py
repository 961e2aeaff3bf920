"""Tokens and costs as different services tell them."""

from typing import Any

import pytest

from kgmem.backends.services.usage import Prices, Usage, tokens_of


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


def test_one_price_is_enough() -> None:
    usage = Usage(Prices(prompt=0.1))

    usage.meter({"usage": {"total_tokens": 500_000}})

    assert usage.report()["cost"] == pytest.approx(0.05)


def test_without_prices_no_cost_is_told() -> None:
    usage = Usage()

    usage.meter({"usage": {"total_tokens": 500_000}})

    assert usage.report()["cost"] is None


def test_answers_without_a_count_are_counted_as_such() -> None:
    usage = Usage()

    usage.meter({})
    usage.wait(1.25)

    report = usage.report()
    assert (report["unmetered"], report["total_tokens"]) == (1, 0)
    assert report["waited_seconds"] == 1.25
