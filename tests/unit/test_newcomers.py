"""What newcomers got wrong: each answer names the cure, in both languages."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kgmem import KgmemError, Memory, Settings
from kgmem.interfaces.cli import cli
from kgmem.messages import speak, spoken
from kgmem.replay.follow.flow import follow
from tests.doubles import WordEmbedder

Wrong = Callable[[Any], object]
"""A call of a memory, its types not checked."""
FOLLOW: Callable[..., object] = follow


def run(**step: Any) -> dict[str, Any]:
    return {
        "task": "Open settings",
        "app": "phone",
        "outcome": "success",
        "steps": [{"action": "click", "target": {"name": "Gear"}, **step}],
    }


CALLS: dict[str, tuple[Wrong, str, str]] = {
    name: (wrong, english, chinese)
    for name, wrong, english, chinese in (
        (
            "press",
            lambda m: m.learn(run(action="press")),
            "did you mean 'click' / 'key'?",
            "'click' / 'key'？",
        ),
        (
            "fill",
            lambda m: m.learn(run(action="fill")),
            "did you mean 'type'?",
            "是否想写 'type'？",
        ),
        (
            "tap",
            lambda m: m.learn(run(action="tap")),
            "did you mean 'click'?",
            "是否想写 'click'？",
        ),
        (
            "goto",
            lambda m: m.learn(run(action="goto")),
            "did you mean 'navigate'?",
            "是否想写 'navigate'？",
        ),
        (
            "target as text",
            lambda m: m.learn(run(target="Gear")),
            'such as {"name": "Save"}',
            '例如 {"name": "Save"}',
        ),
        (
            "selector",
            lambda m: m.learn(run(selector="#gear")),
            '"kind": "css"',
            "步骤的 target 里",
        ),
        (
            "list learned",
            lambda m: m.learn([run()]),
            "not list: learn_many takes many",
            "多次运行用 learn_many",
        ),
        (
            "text learned",
            lambda m: m.learn("runs.jsonl"),
            "not str: learn_from reads files",
            "从文件读取用 learn_from",
        ),
        (
            "outcome",
            lambda m: m.report(None),
            "report(plan, outcome): outcome is missing",
            "缺少 outcome",
        ),
        (
            "report",
            lambda m: m.report(None, "success"),
            "a recall without a plan",
            "没有方案",
        ),
        (
            "app",
            lambda m: m.recall("Open settings", "phone"),
            "argument 2 needs its name; the names are app,",
            "第 2 个参数要写明参数名; 参数名有 app,",
        ),
        (
            "argument",
            lambda m: m.recall("Open settings", apps="phone"),
            "did you mean 'app'?",
            "是否想写 'app'？",
        ),
        (
            "text added",
            lambda m: m.add_document("The door is open."),
            "a text is given as text=…",
            "文本请用 text=… 给出",
        ),
        (
            "long text",
            lambda m: m.add_document("The door is open. " * 30),
            "a text is given as text=…",
            "text=…",
        ),
        (
            "app unknown",
            lambda m: m.generalize("fone"),
            "no 'fone' here; did you mean 'phone'?",
            "没有 'fone'; 是否想写 'phone'？",
        ),
        (
            "another app",
            lambda m: m.generalize("bank"),
            "no 'bank' here; there are: 'phone'",
            "没有 'bank'; 有：'phone'",
        ),
        (
            "label",
            lambda m: m.cypher("MATCH (t:Tasks) RETURN t.text"),
            "no 'Tasks' here; did you mean 'Task'?",
            "是否想写 'Task'？",
        ),
        (
            "type",
            lambda m: m.cypher("MATCH ()-[:NEX]->(s) RETURN s.n"),
            "did you mean 'NEXT'?",
            "是否想写 'NEXT'？",
        ),
        (
            "follow",
            lambda m: FOLLOW(m, None, None),
            "a recall without a plan",
            "没有方案",
        ),
        (
            "driver",
            lambda m: FOLLOW(m, None),
            "follow(memory, plan, driver): driver is missing",
            "缺少 driver",
        ),
        ("twice", lambda m: m.recall("Open", task="Open"), "given twice", "重复"),
    )
}


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    home: Path = tmp_path_factory.mktemp("newcomers") / "m"
    with Memory.open(home, embedder=WordEmbedder()) as memory:
        memory.learn(run())
        memory.generalize()
        yield memory


@pytest.fixture(params=["en", "zh"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    before = spoken()
    speak(request.param)
    yield request.param
    speak(before)


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_is_told_with_its_cure(
    memory: Memory, name: str, language: str
) -> None:
    wrong, english, chinese = CALLS[name]

    with pytest.raises(KgmemError) as caught:
        wrong(memory)

    assert (english if language == "en" else chinese) in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        (["stats", "--home", "m"],
         "--home goes before the command: kgmem --home … stats",
         "--home 要写在命令之前：kgmem --home … stats"),
        (["fact", "retract", "--space", "s", "1"], "kgmem --space … fact retract",
         "kgmem --space … fact retract"),
        (["fact", "add", "Ann likes tea"],
         "SUBJECT PREDICATE OBJECT, or --text 'Ann likes tea'",
         "SUBJECT PREDICATE OBJECT，或 --text 'Ann likes tea'"),
    ],
)  # fmt: skip
def test_a_wrong_command_is_told_with_the_right_one(
    arguments: list[str],
    english: str,
    chinese: str,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KGMEM_LANG", language)

    done = CliRunner().invoke(cli, arguments, prog_name="kgmem")

    assert done.exit_code == 2
    assert (english if language == "en" else chinese) in done.output


@pytest.mark.parametrize("place", ["environment", ".env"])
def test_a_misspelt_setting_is_refused(
    place: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == ".env":
        Path(".env").write_text("KGMEM_NEO4J_URL=bolt://localhost\nOTHER=1\n")
    else:
        monkeypatch.setenv("KGMEM_NEO4J_URL", "bolt://localhost")
    meant = "did you mean" if language == "en" else "是否想写"

    with pytest.raises(KgmemError, match=rf"KGMEM_NEO4J_URL: {meant} KGMEM_NEO4J_URI"):
        Settings.load()


def test_variables_of_others_are_none_of_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in (
        *("KGMEM_TEST_NEO4J_URI", "KGMEM_CHROMIUM", "NEO4J"),
        *("KGMEM_PASSWORD", "KGMEM_CODE", "KGMEM_API_KEY", "KGMEM_MODEL"),
    ):
        monkeypatch.setenv(name, "x")

    assert Settings.load().neo4j_uri is None


def test_a_static_method_takes_no_memory(memory: Memory, tmp_path: Path) -> None:
    file = tmp_path / "notes.md"
    file.write_text("The door is open.")

    assert not memory.is_export(file)
