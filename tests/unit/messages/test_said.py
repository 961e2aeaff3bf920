"""Messages in another language."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kgmem import InvalidInput, Memory
from kgmem.errors import MissingExtra, pass_through
from kgmem.messages import said, speak
from kgmem.model.trajectory import parse_trajectory
from kgmem.redact import redact_text
from tests.doubles import WordEmbedder


@pytest.fixture(autouse=True)
def _in_chinese() -> Iterator[None]:
    speak("zh")
    yield
    speak("en")


def test_values_may_hold_braces_and_what_looks_like_a_message() -> None:
    assert said("path: there is no file {x}") == "path: 没有文件 {x}"
    assert said("path: there is no file Facts") == "path: 没有文件 Facts"


def test_what_pydantic_passes_on() -> None:
    with pytest.raises(InvalidInput) as raised:
        parse_trajectory({"task": "x", "steps": [{"action": "clik"}]})

    said_so = str(raised.value)
    assert said_so.startswith(
        "trajectory: steps[0].action: 未知的动作 'clik'; 是否想写 'click'？已知的有："
    )


def test_an_error_of_its_own_form_is_chinese_too() -> None:
    error = MissingExtra("servers", "Neo4j", "neo4j")

    assert str(error) == 'Neo4j 需要 neo4j，但没有安装：pip install "kgmem[servers]"'


def test_the_gate_for_secrets_sees_the_message_first() -> None:
    seen: list[str] = []
    pass_through(lambda text: seen.append(text) or text)
    try:
        shown = str(InvalidInput("space: a name is needed"))
    finally:
        pass_through(redact_text)

    assert (seen, shown) == (["space: a name is needed"], "space: 需要名称")


def test_a_recall_gives_its_reasons_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGMEM_LANG", "zh")
    with Memory.open("memory", embedder=WordEmbedder()) as memory:
        found = memory.recall("打开购物车")

    assert found.reasons == ("没有已知的相似任务",)
    assert found.wanted == ("这个任务的一次执行记录",)
    assert found.to_prompt().startswith("## 记忆：reflexion_explore（熟悉度 0.00")


def test_until_when_a_fact_held_is_told_in_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGMEM_LANG", "zh")
    days = datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 3, 1, tzinfo=UTC)
    with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
        memory.declare_predicate("lives in", single_valued=True)
        for day, place in zip(days, ("Oslo", "Rome"), strict=True):
            memory.add_triple("Ann", "lives in", place, valid_from=day)

        [fact] = memory.facts("Ann", as_of=datetime(2026, 2, 1, tzinfo=UTC))

    assert fact.why[0].told.startswith("成立到 2026-03-01")
    assert str(fact.why[0]).startswith("holds until 2026-03-01")


def test_that_more_facts_contradict_one_is_told_in_chinese(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KGMEM_LANG", "zh")
    day = datetime(2026, 1, 1, tzinfo=UTC)
    with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:
        memory.declare_predicate("lives in", single_valued=True)
        for place in ("Oslo", "Rome", "Bonn", "Lyon", "Kyiv"):
            memory.add_triple("Ann", "lives in", place, valid_from=day)

        first, *_ = memory.facts("Ann", as_of=day)

    told = first.why[-1]
    assert told.endswith("; and 1 more")
    assert told.told.endswith("；另有 1 条")
