"""What is forgotten stays nowhere, and a run tells of itself alone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kgmem import InvalidInput, Memory
from kgmem.errors import ServiceError
from kgmem.facts.flow import Facts
from kgmem.ports import Token
from kgmem_people.saying.reader import ReadPerson
from tests.doubles import WordEmbedder


def home(text: str = "I live in Berlin.", days: int = 0) -> dict[str, object]:
    at = datetime(2025, 3, 1, 9, tzinfo=UTC) + timedelta(days=days)
    return {"role": "user", "content": text, "at": at, "message_id": f"{text} {days}"}


def said(*texts: str) -> list[dict[str, object]]:
    return [{"role": "user", "content": text} for text in texts]


def test_the_vector_of_the_next_message_tells_of_a_forgotten_one_no_more(
    new_home: Path,
) -> None:
    embedder = WordEmbedder()
    with Memory.open(new_home, embedder=embedder) as memory:
        agent = memory.agent("a")
        talk = agent.conversation()
        first, _ = talk.add_many(said("My cat is called Mimi", "Shoes are in the hall"))
        memory.flush()
        embedder.calls.clear()

        agent.forget(first.message_id)

    told = [one for call in embedder.calls for one in call if "Shoes" in one]
    assert told
    assert not any("Mimi" in one for one in told)


def test_tags_that_rest_on_a_forgotten_message_go_out_of_versions_and_log(
    memory: Memory,
) -> None:
    agent = memory.agent("a")
    talk = agent.conversation()
    sad, _ = talk.add_many(
        said("I am sad about the broken violin", "Shoes are in the hall")
    )
    agent.update_with_pipeline(talk)

    agent.forget(sad.message_id)

    assert not any("violin" in str(one) for one in agent.history())
    assert not any("violin" in str(one) for one in agent.get_pipeline_history())


class Waking:
    """A tagger that is not there at its first call."""

    model = "waking-1"

    def __init__(self) -> None:
        self.calls = 0

    def tag(self, text: str) -> list[Token]:
        self.calls += 1
        if self.calls == 1:
            raise ServiceError("not there yet")
        return []


def test_what_could_not_be_read_is_read_the_next_time() -> None:
    read = ReadPerson(Waking(), Waking())

    first, second = read("I live in Oslo"), read("I live in Oslo")

    assert (first.lacking, second.lacking) == ("not there yet", None)


@pytest.mark.parametrize("by", ["agent", "memory"])
def test_a_forgotten_fact_is_not_read_again(memory: Memory, by: str) -> None:
    agent = memory.agent("a")
    twice = [home(), home("I live in Berlin.", 9), home("I like tea.", 1)]
    agent.update_with_pipeline(twice)
    [fact] = [one for one in agent.facts() if one.object == "Berlin"]

    if by == "agent":
        agent.forget(fact.fact_id)
    else:
        assert memory.forget(fact_id=fact.fact_id) == 1
    agent.update_with_pipeline(twice[::2])

    assert agent.get_profile_content() == "The user likes tea."


def test_what_keeps_a_fact_out_is_kept_before_it_goes(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home()])
    [fact] = agent.facts()

    def killed(*_: object) -> None:
        raise OSError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(Facts, "erase", killed)
        with pytest.raises(OSError, match="killed"):
            agent.forget(fact.fact_id)
    memory._open.facts.erase("default", [fact.fact_id])
    agent.update_with_pipeline([home()])

    assert agent.facts() == []


def test_a_fact_goes_with_the_last_message_that_says_it(memory: Memory) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home(), home("I live in Berlin.", 9), home("Hi", 10)])
    first, second, _ = agent.conversation().messages()
    [fact] = agent.facts()

    agent.forget(second.message_id)
    after_one = agent.get_profile_content()
    agent.forget(first.message_id)

    assert fact.messages == (first.message_id, second.message_id)
    assert after_one == "The user lives in Berlin."
    assert agent.facts() == []


def test_what_is_corrected_can_be_forgotten(memory: Memory) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home()])
    [fact] = agent.facts()
    new = agent.correct(fact.fact_id, "Rome")
    newer = memory.correct_fact(new, object="Oslo")

    agent.forget(newer)
    agent.update_with_pipeline([home()])

    assert agent.get_profile_content() == ""


def test_a_rollback_does_not_know_a_forgotten_fact_again(memory: Memory) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home()])
    [fact] = agent.facts()
    memory.add_triple(
        "agent:a", "person home", "Berlin", source="crm", valid_from=fact.valid_from
    )

    agent.forget(fact.fact_id)
    agent.rollback(1)

    assert "Berlin" not in agent.get_profile_content()


@pytest.mark.parametrize("known", [False, True])
def test_a_cleared_conversation_leaves_what_was_learned_unless_asked(
    memory: Memory, known: bool
) -> None:
    agent = memory.agent("a")
    talk = agent.conversation("one")
    talk.add_many([home(), home("My bike was stolen yesterday.", 1)])
    agent.update_with_pipeline(talk)
    other = agent.conversation("two")
    other.add_many([home("I like tea.", 2)])
    agent.update_with_pipeline(other)

    count = talk.clear(known=known)

    told = agent.to_prompt()
    assert count == 2
    assert talk.messages() == []
    assert ("Berlin" in told, "bike" in told) == (not known, not known)
    assert "tea" in told


def test_no_agent_has_the_name_of_anothers_answers(memory: Memory) -> None:
    with pytest.raises(InvalidInput, match="ends with"):
        memory.agent("bob/answers")


def test_a_corrected_fact_of_a_person_is_told_as_the_profile_tells_it(
    memory: Memory,
) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home()])
    [fact] = agent.facts()

    memory.correct_fact(fact.fact_id, object="Oslo")

    assert agent.get_profile_content() == "The user lives in Oslo."


@pytest.mark.parametrize(
    "text", ["Rome", "I live in Rome now.", "The user lives in Rome."]
)
def test_a_sentence_that_corrects_a_fact_is_taken_for_its_value(
    memory: Memory, text: str
) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home()])
    [fact] = agent.facts()

    agent.correct(fact.fact_id, text)

    assert agent.get_profile_content() == "The user lives in Rome."


@pytest.mark.parametrize(
    ("known", "new", "told"),
    [
        (
            "The user is a nurse, lives in Oslo, likes tea.",
            "The user lives in Rome.",
            "The user is a nurse, lives in Rome, likes tea.",
        ),
        (
            "Lives in Oslo, works at Acme as a baker.",
            "Lives in Rome.",
            "Lives in Rome, works at Acme as a baker.",
        ),
        ("用户住在北京，喜欢喝茶。", "用户住在上海。", "用户住在上海，喜欢喝茶。"),
    ],
)
def test_a_new_description_takes_the_place_of_what_it_says_otherwise(
    memory: Memory, known: str, new: str, told: str
) -> None:
    agent = memory.agent("a")

    agent.update_profile(known)
    agent.update_profile(new)

    assert agent.get_profile_content() == told


@pytest.mark.parametrize(
    ("before", "then", "gone"),
    [
        ("I smoke a pack a day.", "I quit smoking.", "smoke"),
        ("Answer in bullet points.", "You can drop the bullets again.", "bullet"),
        ("以后都用英文回答我。", "不用再用英文了", "英文"),
    ],
)
def test_what_ends_a_habit_or_an_instruction_ends_what_has_its_words(
    memory: Memory, before: str, then: str, gone: str
) -> None:
    agent = memory.agent("a")
    agent.update_with_pipeline([home(before), home("I live in Berlin.", 1)])

    agent.update_with_pipeline([home(then, 2)])

    held = [one.object or "" for one in agent.facts() if "quit" not in one.text]
    assert not any(gone in one for one in held)
    assert "Berlin" in held


def test_a_triple_about_the_person_is_told_as_what_he_states(memory: Memory) -> None:
    memory.add_triple("agent:w", "likes", "tea")
    memory.add_triple("agent:w", "person home", "北京")

    known = memory.agent("w").get_profile_content()
    assert known == "The user likes tea.用户住在北京。"
