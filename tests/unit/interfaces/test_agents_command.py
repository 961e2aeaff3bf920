"""`kgmem chat import` and `kgmem agent`."""

import json
from pathlib import Path

import pytest

from kgmem.errors import InvalidInput
from kgmem.interfaces.chat_files import conversations_in

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


def test_lines_of_messages_are_one_conversation(tmp_path: Path) -> None:
    lines = (
        '{"role": "user", "content": "Hi"}\n\n{"role": "assistant", "content": "Yes"}'
    )

    found = read(tmp_path / "talk.jsonl", lines)

    assert found == [("talk", [("user", "Hi"), ("assistant", "Yes")])]


def test_lines_may_name_their_session(tmp_path: Path) -> None:
    lines = (
        '{"session_id": "b", "role": "user", "content": "1"}\n'
        '{"session_id": "a", "role": "user", "content": "2"}'
    )

    found = read(tmp_path / "talk.jsonl", lines)

    assert found == [("b", [("user", "1")]), ("a", [("user", "2")])]


def test_openai_shape_is_read(tmp_path: Path) -> None:
    found = read(tmp_path / "talk.json", json.dumps(OPENAI))

    assert found == [("talk-0", [("system", "Be brief."), ("user", "Hello")])]


def test_sharegpt_shape_is_read(tmp_path: Path) -> None:
    found = read(tmp_path / "talk.json", json.dumps(SHAREGPT))

    assert found == [("talk-1", [("user", "你好"), ("assistant", "您好")])]


def test_same_words_twice_have_two_ids(tmp_path: Path) -> None:
    path = tmp_path / "talk.jsonl"
    path.write_text('{"role": "user", "content": "Yes"}\n' * 2, encoding="utf-8")

    [(_, messages)] = conversations_in(path)

    assert len({one["message_id"] for one in messages}) == 2
    assert conversations_in(path) == [("talk", messages)]


@pytest.mark.parametrize("text", ["no json", "[1]", '{"messages": [3]}', '{"a": 1}'])
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput):
        read(tmp_path / "talk.json", text)
