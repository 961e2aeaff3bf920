"""ChatGPT's and Claude's exports -> messages, as the chat showed them last."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

from kgmem import InvalidInput

Fields = dict[str, Any]
UNSAID = frozenset({"thoughts", "reasoning_recap", "user_editable_context",
                    "model_editable_context"})  # fmt: skip
"""Contents of ChatGPT's messages that nobody said."""
PICTURES = {"image_asset_pointer": "[image]", "audio_asset_pointer": "[audio]",
            "video_container_asset_pointer": "[video]"}  # fmt: skip


def exported(value: object, where: str) -> Iterator[Fields] | None:
    """The messages of a conversation as ChatGPT or Claude exports it; None for any
    other. Raises InvalidInput naming the broken one."""
    if isinstance(value, Mapping) and isinstance(value.get("mapping"), Mapping):
        return _of_chatgpt(value, where)
    if isinstance(value, Mapping) and isinstance(value.get("chat_messages"), list):
        return _of_claude(value, where)
    return None


def _of_chatgpt(given: Mapping[str, Any], where: str) -> Iterator[Fields]:
    """The messages from the first to `current_node`: of answers that were asked for
    anew, and questions that were put anew, the last."""
    with _as_exported(where):
        for key in _branch(given, where):
            message = given["mapping"][key].get("message")
            if isinstance(message, Mapping):
                yield from _said_to_chatgpt(message, key, f"{where}, node {key}")


def _branch(given: Mapping[str, Any], where: str) -> list[str]:
    """Nodes from the root to the one at which the chat stands."""
    nodes: Mapping[str, Any] = given["mapping"]
    at = given.get("current_node") or _latest(nodes)
    path: list[str] = []
    while at is not None:
        node = nodes.get(at)
        if not isinstance(node, Mapping):
            raise InvalidInput(f"{where}: node {at} is not there")
        if at in path:
            raise InvalidInput(f"{where}: node {at} is its own parent")
        path.append(at)
        at = node.get("parent")
    return path[::-1]


def _latest(nodes: Mapping[str, Any]) -> str | None:
    """The leaf that was said last."""

    def said_at(key: str) -> float:
        message = nodes[key].get("message")
        at = message.get("create_time") if isinstance(message, Mapping) else None
        return float(at or 0)

    known = [key for key, one in nodes.items() if isinstance(one, Mapping)]
    leaves = [key for key in known if not nodes[key].get("children")]
    return max(leaves, key=said_at, default=None)


def _said_to_chatgpt(
    message: Mapping[str, Any], key: str, where: str
) -> Iterator[Fields]:
    author, content = message.get("author"), message.get("content")
    if not isinstance(author, Mapping) or not isinstance(content, Mapping):
        raise InvalidInput(f"{where}: a message has an author and content")
    hidden = (message.get("metadata") or {}).get("is_visually_hidden_from_conversation")
    text = _text_of_chatgpt(content)
    if hidden or not text or content.get("content_type") in UNSAID:
        return
    is_call = message.get("recipient") not in (None, "all")
    yield {
        "role": author.get("role"),
        "content": text,
        "at": _moment(message.get("create_time"), where),
        "kind": "tool_call" if is_call else "text",
        "message_id": str(message.get("id") or key),
    }


def _text_of_chatgpt(content: Mapping[str, Any]) -> str:
    parts = content.get("parts")
    if not isinstance(parts, list):
        return str(content.get("text") or content.get("result") or "").strip()
    return "\n".join(filter(None, map(_part, parts))).strip()


def _part(given: object) -> str:
    if isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        return ""
    text = given.get("text")
    return str(text or PICTURES.get(str(given.get("content_type")), ""))


def _of_claude(given: Mapping[str, Any], where: str) -> Iterator[Fields]:
    """The messages in their order: texts, and the names of attached files."""
    with _as_exported(where):
        for n, one in enumerate(given["chat_messages"], 1):
            place = f"{where}, message {n}"
            if not isinstance(one, Mapping) or "sender" not in one:
                raise InvalidInput(f"{place}: a message has a sender")
            if text := _text_of_claude(one):
                fields = {
                    "role": "user" if one["sender"] == "human" else one["sender"],
                    "content": text,
                    "at": _moment(one.get("created_at"), place),
                }
                key = one.get("uuid")
                yield {**fields, "message_id": str(key)} if key else fields


def _text_of_claude(message: Mapping[str, Any]) -> str:
    blocks = message.get("content")
    listed = [one for one in blocks or () if isinstance(one, Mapping)]
    texts = [str(one.get("text") or "") for one in listed if one.get("type") == "text"]
    told = [*texts] if any(texts) else [str(message.get("text") or "")]
    for name in ("attachments", "files"):
        files = [one for one in message.get(name) or () if isinstance(one, Mapping)]
        told += [f"[file: {one.get('file_name')}]" for one in files]
    return "\n".join(filter(None, told)).strip()


@contextmanager
def _as_exported(where: str) -> Iterator[None]:
    """Raises InvalidInput naming the conversation for parts of other types than an
    export has."""
    try:
        yield
    except (TypeError, ValueError, AttributeError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(
            f"{where}: is not as ChatGPT and Claude export it ({error})"
        ) from error


def _moment(given: object, where: str) -> datetime | None:
    """A time as seconds or as ISO 8601."""
    try:
        if given is None:
            return None
        if isinstance(given, int | float):
            return datetime.fromtimestamp(given, UTC)
        return datetime.fromisoformat(str(given).replace("Z", "+00:00"))
    except (ValueError, OverflowError, OSError) as error:
        raise InvalidInput(f"{where}: {str(given)[:40]!r} is no time") from error
