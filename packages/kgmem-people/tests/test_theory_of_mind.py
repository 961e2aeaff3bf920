"""What messages suggest by rules: little, each with its quote."""

from datetime import UTC, datetime, timedelta

import pytest

from kgmem.model.conversation import Message
from kgmem_people.modification import modification
from kgmem_people.theory_of_mind import kept, theory_of_mind, trends
from tests.unit.facts.taggers import person_reader

READ = person_reader()
AT = datetime(2026, 3, 11, 15, tzinfo=UTC)


def said(*texts: str, days: int = 0) -> list[Message]:
    at = AT + timedelta(days=days)
    return [
        Message(message_id=f"m{days}.{n}", role="user", content=one, at=at)
        for n, one in enumerate(texts)
    ]


def moods(messages: list[Message]) -> list[tuple[str, str]]:
    tags = theory_of_mind(messages, READ)
    return [(one.value, one.quote) for one in tags if one.aspect == "mood"]


@pytest.mark.parametrize(
    ("text", "felt"),
    [
        ("Fine. I am worried about it.", [("worried", "I am worried about it.")]),
        ("我很担心考试。", [("worried", "我很担心考试。")]),
        ("I am not worried.", []),
        ("I'm no longer sad", []),
        ("She is sad", []),
        ("My sister is sad", []),
        ("Are you sad?", []),
        ("我不担心", []),
    ],
)
def test_feelings_are_the_speakers_own(text: str, felt: list[tuple[str, str]]) -> None:
    assert moods(said(text)) == felt


def test_tags_are_kept_over_conversations_and_moods_turn() -> None:
    first = theory_of_mind(said("I am worried.", "I feel nervous."), READ)
    then = theory_of_mind(said("I am happy!", "So glad.", days=9), READ)

    known = kept(kept([], first), then)
    again = kept(known, then)

    assert again == known
    assert {one.value for one in known} == {"worried", "happy"}
    [turn] = trends(known, [])
    assert (turn.value, turn.since) == ("worried → happy", AT)


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("Hi! How are you today friend?", []),
        ("I think it is fine. It was nice there.", []),
        ("I saw the dentist yesterday. It hurt a lot. Can you book a table for two?",
         ["I saw the dentist yesterday (2026-03-10).",
          "Can you book a table for two?"]),
        ("昨天去了迪士尼。真好玩！", ["昨天（2026-03-10）去了迪士尼。"]),
    ],
)  # fmt: skip
def test_events_are_what_happened_or_is_asked_for(text: str, events: list[str]) -> None:
    found = sorted(modification("a", said(text), READ).events, key=lambda one: one.at)

    told = [one.text.split(": ")[-1].split("：")[-1] for one in found]
    assert [one for one in told if "hurt" not in one] == events
