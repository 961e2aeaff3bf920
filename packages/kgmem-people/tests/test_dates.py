"""Days that messages and questions name, by when they are said."""

from datetime import UTC, datetime

import pytest

from kgmem_people.dates import dated, days_asked

NOW = datetime(2026, 3, 11, 15, tzinfo=UTC)  # a Wednesday


def days(found: tuple[datetime, datetime] | None) -> tuple[str, str] | None:
    return (f"{found[0]:%m-%d}", f"{found[1]:%m-%d}") if found else None


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did I say yesterday?", ("03-10", "03-11")),
        ("我上周说了什么", ("03-02", "03-09")),
        ("What happened in February?", ("02-01", "03-01")),
        ("二月我去了哪里", ("02-01", "03-01")),
        ("Since last week, what changed?", ("03-02", "03-12")),
        ("What is on tomorrow?", None),
        ("May I ask you something?", None),
        ("Where do I live?", None),
    ],
)
def test_a_question_is_about_days_that_it_names(
    question: str, expected: tuple[str, str] | None
) -> None:
    assert days(days_asked(question, NOW)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I saw Ann yesterday.", "I saw Ann yesterday (2026-03-10)."),
        ("下个月三号考试", "下个月三号（2026-04-03）考试"),
        ("We moved last month", "We moved last month (2026-02)"),
        ("It was in 2019", "It was in 2019"),
        ("next week I fly", "next week (2026-03-16/2026-03-22) I fly"),
    ],
)
def test_days_stand_beside_the_words(text: str, expected: str) -> None:
    assert dated(text, NOW) == expected
