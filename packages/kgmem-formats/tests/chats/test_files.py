"""Each shape of a file of messages is read, anything else is refused with its place."""

import json
from pathlib import Path

import pytest

from kgmem.errors import InvalidInput
from kgmem_formats.chats.files import conversations_in

HERE = Path(__file__).parent
OPENAI = {"messages": [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Hello"}]},
]}  # fmt: skip
SHAREGPT = [
    {"id": "talk-1",
     "conversations": [{"from": "human", "value": "你好"},
                       {"from": "gpt", "value": "您好"}]}
]  # fmt: skip


def read(path: Path, text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    path.write_text(text, encoding="utf-8")
    return [
        (name, [(one.role, one.content) for one in messages])
        for name, messages in conversations_in(path).items()
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
        ("talk.json", json.dumps(OPENAI),
         [("talk-0", [("system", "Be brief."), ("user", "Hello")])]),
        ("talk.json", json.dumps(SHAREGPT),
         [("talk-1", [("user", "你好"), ("assistant", "您好")])]),
    ],
    ids=["lines", "sessions", "openai", "sharegpt"],
)  # fmt: skip
def test_each_shape_is_read(
    tmp_path: Path, name: str, text: str, expected: list[object]
) -> None:
    assert read(tmp_path / name, text) == expected


@pytest.mark.parametrize("text", ["no json", "[1]", '{"messages": [3]}', '{"a": 1}'])
def test_anything_else_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput):
        read(tmp_path / "talk.json", text)


def test_chatgpt_tells_the_branch_that_the_chat_shows() -> None:
    found = conversations_in(HERE / "chatgpt.json")

    trip, kettle = found.values()
    assert list(found) == ["conv-trip", "conv-kettle"]
    assert [(one.role, one.content.split("\n")[0], one.kind) for one in trip] == [
        ("user", "I live in Lisbon. What's the weather tomorrow?", "text"),
        ("assistant", "search('weather Lisbon')", "tool_call"),
        ("tool", "Sunny, 21 degrees", "text"),
        ("assistant", "Sunny, 21 degrees.", "text"),
    ]
    assert f"{trip[0].at:%Y-%m-%d %H:%M}" == "2025-03-01 09:00"
    assert [one.content for one in kettle] == [
        "[image]\n这个电水壶怎么用？我的密码: hunter2-secret",
        "先加水，再按开关。",
    ]


def test_claude_tells_texts_and_names_of_files() -> None:
    [(name, messages)] = conversations_in(HERE / "claude.json").items()

    assert name == "c0ffee00-0000-4000-8000-000000000001"
    assert [(one.role, one.content, one.message_id) for one in messages] == [
        ("user", "Summarize this, please.\n[file: notes.txt]", "m-1"),
        ("assistant", "They tell of a garden.\nShall I go on?", "m-2"),
        ("user", "我下周去昆明出差。", "m-3"),
    ]
    assert f"{messages[2].at:%Y-%m-%d}" == "2025-04-02"


def _chatgpt(**changes: object) -> str:
    node = {"message": None, "parent": None, "children": []}
    return json.dumps([{"mapping": {"a": node}, "current_node": "a", **changes}])


LOOP = {"a": {"parent": "b"}, "b": {"parent": "a"}}
NO_AUTHOR = {"a": {"message": {"content": {"parts": ["Hi"]}}, "parent": None}}
LISTED = {
    "a": {"message": {"author": {"role": "user"}, "content": {"parts": ["Hi"]},
                      "metadata": ["x"]}}
}  # fmt: skip
TEXT_TIME = {key: {"message": {"create_time": "noon"}} for key in "ab"}
NO_TIME = {
    "a": {"message": {"author": {"role": "user"}, "content": {"parts": ["Hi"]},
                      "create_time": 1e300}}
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"role": "user", "content": "Hi"}\n{"role": ', "talk.json, line 2: no JSON"),
        ('[{"role": "user", "content": "a"}, 3]', "message 2: a message has a role"),
        ('[{"messages": []}, {"messages": [{"role": "king", "content": "x"}]}]',
         "talk.json, conversation 2, message 1: .*role"),
        (_chatgpt(current_node="z"), "conversation 1: node z is not there"),
        (_chatgpt(mapping=LOOP), "node a is its own parent"),
        (_chatgpt(mapping=NO_AUTHOR), "node a: a message has an author"),
        (_chatgpt(mapping=NO_TIME), "node a: .* is no time"),
        (_chatgpt(current_node=["a"]), "conversation 1: is not as"),
        (_chatgpt(mapping=TEXT_TIME, current_node=None), "conversation 1: is not as"),
        (_chatgpt(mapping=LISTED), "conversation 1: is not as"),
        ('[{"chat_messages": [{"sender": "human", "content": 3}]}]',
         "conversation 1: is not as"),
        ('[{"chat_messages": [{"text": "Hi"}]}]', "message 1: a message has a sender"),
        ('[{"role": "king", "content": "x"}]', "talk.json, message 1: .*role"),
    ],
)  # fmt: skip
def test_bad_input_is_told_with_its_place(
    tmp_path: Path, text: str, place: str
) -> None:
    path = tmp_path / "talk.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInput, match=place):
        conversations_in(path)


def test_an_empty_chat_has_no_messages(tmp_path: Path) -> None:
    path = tmp_path / "talk.json"
    path.write_text(_chatgpt(), encoding="utf-8")

    assert conversations_in(path) == {"talk-0": []}


def test_without_a_current_node_the_latest_leaf_counts(tmp_path: Path) -> None:
    nodes = {"r": {"parent": None, "children": ["x", "y"]}}
    for key, at in (("x", 2.0), ("y", 1.0)):
        said = {"author": {"role": "user"}, "content": {"parts": [key]}}
        message = {**said, "create_time": at}
        nodes[key] = {"parent": "r", "children": [], "message": message}
    path = tmp_path / "talk.json"
    path.write_text(_chatgpt(mapping=nodes, current_node=None), encoding="utf-8")

    [messages] = conversations_in(path).values()

    assert [one.content for one in messages] == ["x"]
