"""Each prompt is there in Chinese, and a Chinese one holds no English sentence."""

import json
import re
import string
from collections.abc import Iterator

import pytest

from kgmem import Trajectory
from kgmem.learn.distill.by_chat import refine
from kgmem.messages import speak
from kgmem.prompts import Prompt, load
from kgmem.resources import folder

FOLDER = folder("prompts")
NAMES = sorted(
    path.relative_to(FOLDER).with_suffix("").as_posix()
    for path in FOLDER.rglob("*.md")
    if path.suffixes == [".md"]
)
ENGLISH = re.compile(r"[A-Za-z']+(?: [A-Za-z']+){2,}")
"""Three English words in a row."""


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    speak("en")


def in_both(name: str) -> tuple[Prompt, Prompt]:
    speak("en")
    english = load(name)
    speak("zh")
    return english, load(name)


@pytest.mark.parametrize("name", NAMES)
def test_no_english_sentence(name: str) -> None:
    english, chinese = in_both(name)

    assert ENGLISH.search(english.body)
    assert not ENGLISH.search(chinese.body + chinese.purpose)


@pytest.mark.parametrize("name", NAMES)
def test_places_keys_and_rules_are_the_same(name: str) -> None:
    english, chinese = in_both(name)

    for what in (_places, _keys, _rules):
        assert what(chinese.body) == what(english.body)
    assert chinese.returns == english.returns


def _places(body: str) -> set[str]:
    return set(string.Template(body).get_identifiers())


def _keys(body: str) -> list[str]:
    return re.findall(r'"([a-z_]+)":', body)


def _rules(body: str) -> list[str]:
    return re.findall(r"^\d\.", body, re.M)


class Chat:
    """Keeps every step, and the prompts."""

    model = "scripted-1"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def complete(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return json.dumps({"task": "点一份牛肉面", "keep": [1]})


def test_nor_does_one_that_is_filled_in() -> None:
    speak("zh")
    chat = Chat()
    run = Trajectory.model_validate(
        {"task": "点一份牛肉面", "steps": [{"action": "type", "value": "牛肉面"}]}
    )

    refine(run, frozenset(), chat)

    assert "点一份牛肉面" in chat.prompts[0]
    assert not ENGLISH.search(chat.prompts[0])
