"""What a chat model has read of a conversation it is not shown again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgmem import Memory
from kgmem.errors import ServiceError
from kgmem.graph.people.person import Person
from kgmem_people.update import UpdatePerson
from tests.doubles import WordEmbedder

TURNS = 12


class Counting:
    """A chat model that finds nothing, and keeps the prompts."""

    model = "counting-1"

    def __init__(self) -> None:
        self.prompts: list[str] = []
        self.fails = False

    def complete(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if self.fails:
            raise ServiceError("no answer in time")
        return json.dumps({"profile": [], "events": [], "tags": []})


@pytest.fixture
def reading(tmp_path: Path) -> Any:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        yield memory, Counting()


def updating(memory: Memory, model: Counting) -> UpdatePerson:
    known = memory._open.people.known
    return replace(known, modify=replace(known.modify, model=model))


def say(memory: Memory, known: UpdatePerson, text: str) -> None:
    talk = memory.agent("a").conversation("talk")
    talk.add_many([{"role": "user", "content": text}])
    person = Person(memory.space, "a")
    known.with_messages(person, talk.messages(), talk.conversation_id)


def test_the_prompts_of_a_chat_grow_with_its_length_alone(reading: Any) -> None:
    memory, model = reading
    known = updating(memory, model)

    for n in range(TURNS):
        say(memory, known, f"Box {n} went to the shed with {'things ' * 60}")

    sizes = [len(one) for one in model.prompts]
    assert len(sizes) == TURNS
    assert max(sizes) < min(sizes) + 50
    assert "Box 11" in model.prompts[-1]
    assert "Box 10" not in model.prompts[-1]


def test_what_the_model_failed_to_read_is_shown_again(reading: Any) -> None:
    memory, model = reading
    known = updating(memory, model)
    model.fails = True
    say(memory, known, "Box 1 went to the shed")
    model.fails = False

    say(memory, known, "Box 2 went to the shed")

    assert "Box 1" in model.prompts[-1]


def test_a_message_behind_a_forgotten_one_is_shown_to_the_model(reading: Any) -> None:
    memory, model = reading
    known = updating(memory, model)
    say(memory, known, "Box 1 went to the shed")
    say(memory, known, "Box 2 went to the shed")
    agent = memory.agent("a")
    agent.forget(agent.conversation("talk").messages()[0].message_id)

    say(memory, known, "Box 3 went to the shed")

    assert "Box 3" in model.prompts[-1]
    assert "Box 2" not in model.prompts[-1]


@pytest.mark.parametrize(
    ("before", "now", "kept", "gone"),
    [
        ("I prefer tea.", "Actually, I prefer coffee now.", "coffee", "tea"),
        ("我更喜欢茶。", "我现在更喜欢咖啡。", "咖啡", "茶"),
        ("I have two children.", "I have three children now.", "three", "two"),
        ("我有两个孩子。", "我有三个孩子。", "三个", "两个"),
        (
            "Answer in English, always.",
            "From now on answer in German.",
            "German",
            "Eng",
        ),
        ("回答用中文。", "以后用英文回答。", "英文", "中文"),
    ],
)
def test_what_is_so_now_takes_the_place_of_what_was(
    tmp_path: Path, before: str, now: str, kept: str, gone: str
) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        agent = memory.agent("a", user="ann")
        agent.update_with_pipeline([{"role": "user", "content": before}])
        first = agent.get_profile_content()
        agent.update_with_pipeline([{"role": "user", "content": now}])
        second = agent.get_profile_content()

    assert gone in first
    assert kept in second
    assert gone not in second


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        ("I prefer aisle seats. I prefer tea. I prefer coffee now", "aisle coffee"),
        ("Always answer in English. From now on write mails in German", "Eng Germ"),
        ("Don't use emojis, ever. Don't use tables, ever", "emojis tables"),
    ],
)
def test_what_is_new_leaves_what_is_said_of_other_things(
    tmp_path: Path, texts: str, kept: str
) -> None:
    with Memory.open(tmp_path, embedder=WordEmbedder()) as memory:
        agent = memory.agent("a", user="ann")
        for text in texts.split(". "):
            agent.update_with_pipeline([{"role": "user", "content": text}])
        told = agent.get_profile_content()

    assert all(one in told for one in kept.split())
    assert "tea." not in told
