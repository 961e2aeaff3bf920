"""From drafts to statements."""

import pytest

from kgmem.errors import InvalidInput
from kgmem.facts.flow import parsed
from kgmem.facts.say.statements import is_value, statement_of
from kgmem.graph.facts.statement import Statement
from kgmem.redact import Redactor


def statement(**given: object) -> Statement:
    whole = {"subject": "Alice", "predicate": "likes", "object": "tea", **given}
    return statement_of(parsed(whole), Redactor())


@pytest.mark.parametrize(
    "text",
    ["42", "-3.5", "1,200", "¥1,299", "3.5 kg", "三百元", "2019-05-03", "2019年5月3日",
     "May 3, 2019", "12:30", "1.2.3", "https://a.example/x?y", "a.b@example.org",
     "true", "否", "x" * 81],
)  # fmt: skip
def test_values(text: str) -> None:
    assert is_value(text)


@pytest.mark.parametrize(
    "text",
    ["Paris", "null", "None", "iPhone 15", "B-2", "三亚", "May", "2 Unlimited Band",
     "C++", "x" * 80, "已发货", "😀", "'}) DETACH DELETE n //"],
)  # fmt: skip
def test_names(text: str) -> None:
    assert not is_value(text)


def test_a_period_that_ends_before_it_begins_names_both_bounds() -> None:
    with pytest.raises(InvalidInput, match=r"valid_to.*2019.*valid_from.*2020"):
        statement(valid_from="2020-01-01", valid_to="2019-01-01")


@pytest.mark.parametrize("missing", ["subject", "predicate", "object"])
def test_half_a_triple_names_what_is_missing(missing: str) -> None:
    with pytest.raises(InvalidInput, match=missing):
        statement(**{missing: None})


def test_every_field_is_redacted() -> None:
    secret = "sk-proj-" + "a1B2c3D4e5F6g7H8" * 3

    made = statement(
        subject=f"key {secret}",
        object=f"is {secret}",
        content=f"the key {secret}",
        keywords=[secret],
        source=f"from {secret}",
    )

    assert secret not in repr(made)
    assert "REDACTED" in repr(made)


def test_the_value_of_a_sensitive_predicate_is_redacted() -> None:
    assert "hunter2secret" not in repr(
        statement(predicate="password", object="hunter2secret")
    )
    assert "hunter2secret" not in repr(
        statement(predicate="密码", object="hunter2secret")
    )


def test_the_value_of_a_sensitive_subject_is_redacted() -> None:
    made = statement(subject="Bob's password", predicate="is", object="sunflower")

    assert "sunflower" not in repr(made)
    assert statement(subject="Password reset", predicate="is", object="slow").object
