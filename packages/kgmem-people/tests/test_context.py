"""A context tells what matters, what has changed, and the days that are asked for."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.memory.agents import AgentMemory

LONG_AGO = datetime(2025, 1, 3, 9, tzinfo=UTC)
FILL = "Thanks, that is good to know, I shall think about it for a while."


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    with Memory.open(tmp_path) as opened:
        yield opened


def said(text: str, at: datetime = LONG_AGO, role: str = "user") -> dict[str, object]:
    return {"role": role, "content": text, "at": at}


def test_what_answers_goes_before_what_was_said_last(memory: Memory) -> None:
    talk = memory.agent("a").conversation()
    key = "The spare key of the cabin lies under the third step."
    talk.add_many([said(key), *(said(FILL, role="assistant") for _ in range(7))])

    context = memory.agent("a").context("Where is the spare key?", budget_tokens=120)

    assert key in context.text
    assert context.text.count(FILL) >= 1


def moved(agent: AgentMemory) -> None:
    agent.save_conversation([said("I live in Berlin.")], "first")
    later = LONG_AGO + timedelta(days=40)
    agent.save_conversation([said("I live in Rome.", later)], "second")
    for one in ("first", "second"):
        agent.update_with_pipeline(agent.conversation(one))
    agent.conversation("third").add("user", "Hello", at=later + timedelta(days=1))


def test_beside_what_is_so_no_longer_stands_what_is_and_since_when(
    memory: Memory,
) -> None:
    agent = memory.agent("a")
    moved(agent)

    text = agent.context("Does the user live in Berlin?").text

    [old] = [one for one in text.splitlines() if one.startswith("- 2025-01-03")]
    assert old.endswith(
        "I live in Berlin. [changed 2025-02-12: The user lives in Rome]"
    )
    assert "- 2025-02-12: User: I live in Rome." in text
    assert text.count("The user lives in Rome") == 2


@pytest.mark.parametrize("how", ["retracted", "corrected"])
def test_beside_what_was_taken_back_stands_that_it_was(
    memory: Memory, how: str
) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([said("I live in Berlin.")])
    [home] = agent.facts()

    if how == "retracted":
        memory.retract_fact(home.fact_id)
    else:
        agent.correct(home.fact_id, "Rome")
    text = agent.context("Does the user live in Berlin?").text

    expected = {
        "retracted": "I live in Berlin. [no longer so: The user lives in Berlin]",
        "corrected": "I live in Berlin. [changed 2025-01-03: The user lives in Rome]",
    }
    assert expected[how] in text


def test_a_fact_leads_to_its_message_that_the_words_do_not_find(memory: Memory) -> None:
    agent = memory.agent("a")
    agent.save_conversation(
        [said(f"Parcel {n} went to the depot") for n in range(60)], "parcels"
    )
    agent.save_conversation([said("I'm a nurse, nights mostly.")], "work")
    agent.update_with_pipeline(agent.conversation("work"))
    agent.conversation("last").add("user", "Good morning")

    context = agent.context("What is the user's job?")

    [piece] = [one for one in context.pieces if "I'm a nurse" in one.text]
    assert any("graph" in str(why.kind) for why in piece.why)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("What did I say yesterday?", "The boiler is loud"),
        ("昨天我说了什么？", "The boiler is loud"),
        ("What did I say?", "Bread is out"),
    ],
)
def test_a_question_of_days_is_answered_by_them(
    memory: Memory, query: str, told: str
) -> None:
    agent = memory.agent("a")
    now = datetime.now(UTC)
    days = (("The cat sleeps", 5), ("The boiler is loud", 1), ("Bread is out", 0))
    for text, ago in days:
        lines = [said(f"{text}, part {n}", now - timedelta(days=ago)) for n in range(4)]
        agent.save_conversation(lines, f"{ago} days ago")

    text = agent.context(query, budget_tokens=140).text

    assert text.count(told) >= 3
    assert "cat" not in text or "yesterday" not in query
