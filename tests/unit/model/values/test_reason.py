"""Reasons are values whose texts go by a code, in two languages."""

import re
import string
import tomllib
from pathlib import Path

import pytest

import kgmem
from kgmem import messages
from kgmem.messages import speak
from kgmem.model.values.reason import Doubt
from kgmem.recall.routing.decision import FAILS

PACKAGE = Path(kgmem.__file__).parent
TABLE = Path(messages.__file__).with_name("reasons.toml")
ENGLISH, CHINESE = tomllib.loads(TABLE.read_text("utf-8")).values()


def _values(texts: list[str]) -> list[set[str]]:
    parsed = map(string.Formatter().parse, texts)
    return [{f"{name}!{how}" for _, name, _, how in one if name} for one in parsed]


def test_both_languages_have_the_same_reasons_with_the_same_values() -> None:
    english = {code: _values(texts) for code, texts in ENGLISH.items()}
    chinese = {code: _values(texts) for code, texts in CHINESE.items()}

    assert english == chinese


def test_each_code_is_told_somewhere_and_each_told_one_is_known() -> None:
    code = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    calls = r'(?:Reason\.of|Doubt\.of|decision\.tell|Misfit|Unfounded)\(\s*"(\w+)"'
    whys = re.findall(r'Doubt\.because\(\s*"(\w+)",\s*"(\w+)"', code)

    told = {*re.findall(calls, code), *(code for both in whys for code in both), FAILS}
    assert told == ENGLISH.keys()


@pytest.mark.parametrize(
    ("language", "why", "wanted"),
    [
        ("en", "'x{y}' names no city", "the city in the task"),
        ("zh", "'x{y}' 没有指明 city", "任务中写明 city"),
    ],
)
def test_a_reason_is_told_in_the_language_spoken(
    language: str, why: str, wanted: str
) -> None:
    doubt = Doubt.of("unnamed", value="x{y}", name="city")
    speak(language)

    told = str(doubt), doubt.wanted
    speak("en")

    assert told == (why, wanted)
