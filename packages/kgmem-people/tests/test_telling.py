"""Clauses in their speaker's words, and which of them are told."""

import pytest

from kgmem.errors import ConfigurationError
from kgmem_people.saying.reader import ReadPerson
from kgmem_people.saying.sorts import read_fitted
from tests.unit.facts.taggers import chinese, english, person_reader


def test_weights_that_cant_be_read_are_an_error(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (path := tmp_path / "weights.json").write_text("{}", encoding="utf-8")

    with pytest.raises(ConfigurationError, match="can't be read"):
        read_fitted(path, "en")


def test_without_the_embedder_only_what_is_of_a_kind_is_told() -> None:
    read = ReadPerson(english(), chinese())

    found = read("I'm 34 years old. I keep bees on the roof of my office.").of_self

    assert [one.predicate for one in found] == ["person age"]


@pytest.mark.parametrize(
    ("text", "told_of"),
    [
        ("I restore wooden boats in my garage.", "The user restores wooden boats"),
        (
            "My sister plays the cello in a quartet.",
            "The user's sister plays the cello",
        ),
        ("In winter I coach my team.", "The user coaches their team in winter"),
        ("I was born on Skye.", "The user was born on Skye"),
        ("I've been drawing since I was 6.", "The user has been drawing since they"),
        ("我每天五点半起来跑步。", "用户每天五点半起来跑步"),
        ("我有高血压，早上空腹吃药。", "用户早上空腹吃药"),
    ],
)
def test_lasting_clause_of_no_kind_is_told(text: str, told_of: str) -> None:
    found = person_reader()(text).said

    assert any(one.text.startswith(told_of) for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "I clicked save and it froze.",
        "I need a quick answer.",
        "I'm fuming about this.",
        "我点了保存，然后就卡死了。",
    ],
)
def test_passing_clause_is_not_told(text: str) -> None:
    assert person_reader()(text).said == ()
