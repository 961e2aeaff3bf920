"""`kgmem chat import` and `kgmem agent`."""

import json
from pathlib import Path

import pytest

from kgmem.errors import InvalidInput
from kgmem.interfaces.chat_files import conversations_in
from tests.unit.interfaces.conftest import Kgmem

OPENAI = {"messages": [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Hello"}]},
]}  # fmt: skip
SHAREGPT = [
    {
        "id": "talk-1",
        "conversations": [
            {"from": "human", "value": "你好"},
            {"from": "gpt", "value": "您好"},
        ],
    }
]


def read(path: Path, text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    path.write_text(text, encoding="utf-8")
    return [
        (name, [(one["role"], one["content"]) for one in messages])
        for name, messages in conversations_in(path)
    ]


LINES = '{"role": "user", "content": "Hi"}\n\n{"role": "assistant", "content": "Yes"}'
SESSIONS = (
    '{"session_id": "b", "role": "user", "content": "1"}\n'
    '{"session_id": "a", "role": "user", "content": "2"}'
)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("talk.jsonl", LINES, [("talk", [("user", "Hi"), ("assistant", "Yes")])]),
        ("talk.jsonl", SESSIONS, [("b", [("user", "1")]), ("a", [("user", "2")])]),
        (
            "talk.json",
            json.dumps(OPENAI),
            [("talk-0", [("system", "Be brief."), ("user", "Hello")])],
        ),
        (
            "talk.json",
            json.dumps(SHAREGPT),
            [("talk-1", [("user", "你好"), ("assistant", "您好")])],
        ),
    ],
    ids=["lines", "sessions", "openai", "sharegpt"],
)
def test_each_shape_is_read(
    tmp_path: Path, name: str, text: str, expected: list[object]
) -> None:
    assert read(tmp_path / name, text) == expected


@pytest.mark.parametrize("text", ["no json", "[1]", '{"messages": [3]}', '{"a": 1}'])
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput):
        read(tmp_path / "talk.json", text)


@pytest.mark.parametrize(
    ("language", "home", "question", "answer"),
    [
        ("en", "lives in Hamburg", "How do I send the kettle back?", "parcel shop"),
        ("zh", "住在昆明", "电热水壶怎么退货？", "寄件点"),
    ],
)
def test_sample_chat_becomes_a_profile_and_a_context(
    kgmem: Kgmem, tmp_path: Path, language: str, home: str, question: str, answer: str
) -> None:
    at = ("--home", str(tmp_path / "home"))
    kept = kgmem(
        *at, "chat", "import", "--sample", language, "--agent", "a", "--update"
    )

    shown = kgmem(*at, "agent", "show", "a").stdout
    context = kgmem(*at, "agent", "context", "a", question)

    assert kept.exit_code == 0, kept.output
    assert home in shown
    assert home in context.stdout
    assert answer in context.stdout
    assert context.stdout == context.stdout.strip() + "\n"
