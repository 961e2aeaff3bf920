"""Checks of effects that make no sense are refused with what they lack."""

import pytest
from pydantic import ValidationError

from kgmem.model.effect import EffectCheck


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"kind": "http", "at": "shop.example/o"}, "needs an address"),
        ({"kind": "http", "at": "https://{host}/o"}, "names its host itself"),
        ({"kind": "http", "at": "https://a:b@shop.example/"}, "no password"),
        ({"kind": "sql", "at": "a.db"}, "needs a query"),
        ({"kind": "sql", "at": "a.db", "query": "delete from o"}, "needs a query"),
        ({"kind": "page", "at": "https://shop.example/"},
         "says what the page contains"),
        ({"kind": "http", "at": "https://a.example", "headers": {"A": "Bearer x"}},
         "environment variable"),
        ({"kind": "file", "at": "a", "query": "select 1"}, "neither query nor headers"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(told: dict[str, object], fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        EffectCheck.model_validate(told)
