"""Messages in another language."""

from collections.abc import Iterator

import pytest

from kgmem import InvalidInput, Memory, Settings
from kgmem.errors import MissingExtra, NotFound, pass_through
from kgmem.messages import MessageForm, said, speak, spoken
from kgmem.model.trajectory import parse_trajectory
from kgmem.redact import redact_text
from tests.doubles import WordEmbedder


@pytest.fixture(autouse=True)
def _in_chinese() -> Iterator[None]:
    speak("zh")
    yield
    speak("en")


def test_english_is_left_as_it_is() -> None:
    speak("en")

    assert said("space: a name is needed") == "space: a name is needed"


def test_values_are_put_in_where_they_belong() -> None:
    error = NotFound("pattern p-1 has no slot 'city'")

    assert str(error) == "模式 p-1 没有槽位 'city'"


def test_values_may_hold_braces_and_what_looks_like_a_message() -> None:
    assert said("path: there is no file {x}") == "path: 没有文件 {x}"
    assert said("path: there is no file Facts") == "path: 没有文件 Facts"


def test_a_message_of_several_clauses() -> None:
    text = "KGMEM_NEO4J_URI is not set (why); set it in the environment or in .env"

    assert said(text) == "KGMEM_NEO4J_URI 没有设置（why）; 请在环境变量或 .env 中设置"


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
    assert found.to_prompt().startswith("## 记忆：reflexion_explore（置信度 0.00")


def test_settings_say_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KGMEM_LANG", "en")

    Settings.load()

    assert spoken() == "en"


@pytest.mark.parametrize(
    ("english", "message", "values"),
    [
        ("{a}: is empty", "x: is empty", {"a": "x"}),
        ("{a}: is empty", "x: is full", None),
        ("no {a} in {b}", "no fact in in space", {"a": "fact", "b": "in space"}),
        ("give {{id}} of {a}", "give {id} of 3", {"a": "3"}),
        ("ab{a}ba", "aba", None),
    ],
)
def test_a_form_finds_its_values(
    english: str, message: str, values: dict[str, str] | None
) -> None:
    assert MessageForm.of(english, "").values(message) == values
