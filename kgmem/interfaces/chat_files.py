"""A file of messages -> conversations: JSON Lines, OpenAI's and ShareGPT's shapes."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

from kgmem.errors import InvalidInput
from kgmem.model.values.arguments import refuse_special

ROLES: Mapping[str, str] = {
    "human": "user",
    "gpt": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "developer": "system",
    "function": "tool",
    "observation": "tool",
}
"""How other tools call a role."""
SESSION = ("session_id", "session", "conversation_id", "id")
"""What names a conversation, in the order in which they are asked."""
FIELDS = ("at", "kind", "metadata", "message_id")


def conversations_in(
    path: Path, session: str | None = None
) -> list[tuple[str, list[dict[str, object]]]]:
    """Sessions with their messages, in the order of the file; one without a name is
    called `session` or, like the file, by its place.

    Each message has an id of its words and its place, unless it brings one: the same
    file again gives the same. Raises InvalidInput naming the first bad line."""
    refuse_special(path)
    found: dict[str, list[dict[str, object]]] = {}
    for n, value in _values(path):
        for name, message in _messages(value, session, path.stem, n):
            found.setdefault(name, []).append(message)
    return [(name, list(_with_ids(messages))) for name, messages in found.items()]


def _values(path: Path) -> Iterator[tuple[int, object]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: can't be read as UTF-8 text") from error
    try:
        whole = json.loads(text)
    except ValueError:
        yield from _lines(path, text)
        return
    yield from enumerate(_parts(whole))


def _parts(whole: object) -> list[object]:
    """Conversations of a list of them; a list of messages is one."""
    if isinstance(whole, list) and not any(map(_is_message, whole)):
        return whole
    return [whole]


def _lines(path: Path, text: str) -> Iterator[tuple[int, object]]:
    for n, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield n, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InvalidInput(f"{path}, line {n}: no JSON") from error


def _is_message(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, Mapping) and bool({"role", "from"} & value.keys())


def _messages(
    value: object, session: str | None, stem: str, n: int
) -> Iterator[tuple[str, dict[str, object]]]:
    if _is_message(value):
        yield _named(value) or session or stem, _message(value)
        return
    listed: object = value
    name = session or stem
    if isinstance(value, Mapping):
        listed = value.get("messages") or value.get("conversations")
        name = _named(value) or session or f"{stem}-{n}"
    if not isinstance(listed, list):
        raise InvalidInput(f"{stem}, item {n}: neither a message nor a conversation")
    for one in listed:
        if not _is_message(one):
            raise InvalidInput(f"{stem}, item {n}: a message has a role and content")
        yield name, _message(one)


def _named(value: Mapping[str, object]) -> str | None:
    return next((str(value[key]) for key in SESSION if value.get(key)), None)


def _message(given: Mapping[str, object]) -> dict[str, object]:
    role = str(given.get("role") or given.get("from")).casefold()
    kept = {name: given[name] for name in FIELDS if given.get(name) is not None}
    if "timestamp" in given and "at" not in kept:
        kept["at"] = given["timestamp"]
    return {
        **kept,
        "role": ROLES.get(role, role),
        "content": _content(given.get("content", given.get("value"))),
    }


def _content(given: object) -> object:
    """The text; of OpenAI's parts those that are texts."""
    if not isinstance(given, list):
        return given if given else "[empty]"
    texts: Iterable[str] = (
        str(one["text"]) for one in given if isinstance(one, Mapping) and "text" in one
    )
    return "\n".join(texts) or "[no text]"


def _with_ids(messages: Iterable[dict[str, object]]) -> Iterator[dict[str, object]]:
    for n, one in enumerate(messages):
        said = json.dumps([n, one["role"], one["content"]], default=str)
        yield {"message_id": hashlib.sha256(said.encode()).hexdigest(), **one}
