"""Values of a task in a check of its effect."""

import pytest

from kgmem.model.effect import EffectCheck
from kgmem.replay.effects.filled import ready


def check(**told: object) -> EffectCheck:
    return EffectCheck.model_validate(told)


def test_in_an_address_they_are_encoded() -> None:
    made = ready(check(kind="http", at="https://a.example/o/{id}"), {"id": "../x?y"})

    assert made.check.at == "https://a.example/o/..%2Fx%3Fy"


def test_in_a_query_they_are_parameters() -> None:
    asked = check(kind="sql", at="a.db", query="select 1 from o where id = {id}")

    made = ready(asked, {"id": "7' or 1"})

    assert made.check.query == "select 1 from o where id = :p0"
    assert made.values == {"p0": "7' or 1"}


@pytest.mark.parametrize("value", ["../x", "a/b", "..", "a\\b"])
def test_in_a_files_name_they_are_no_path(value: str) -> None:
    made = ready(check(kind="file", at="/out/{name}.txt"), {"name": value})

    assert made.fault == f"{value!r} is no name of a file"


def test_a_value_that_lacks_is_told() -> None:
    made = ready(check(kind="file", at="/out/{name}.txt"), {})

    assert made.fault == "no value for name"
