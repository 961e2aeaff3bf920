"""A file of messages -> conversations: exports of ChatGPT and Claude, OpenAI's and
ShareGPT's shapes, JSON Lines."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

from kgmem import InvalidInput
from kgmem.formats import MessageDraft, draft_of, refuse_special
from kgmem_formats.chats.exports import Fields, exported

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
SESSION = ("session_id", "session", "conversation_id", "uuid", "id")
"""What names a conversation, in the order in which they are asked."""
FIELDS = ("at", "kind", "metadata", "message_id")

Conversations = dict[str, list[MessageDraft]]


def conversations_in(path: Path, session: str | None = None) -> Conversations:
    """The messages of each session, in the order of the file; one without a name is
    called `session` or, like the file, by its place.

    Each message has an id of its words and its place, unless it brings one: the same
    file again gives the same. Raises InvalidInput naming the first bad place."""
    refuse_special(path)
    found: dict[str, list[tuple[str, Fields]]] = {}
    for n, where, value in _values(path):
        named = _named(value) or session
        if _is_message(value):
            found.setdefault(named or path.stem, []).append((where, _message(value)))
        else:
            key = named or (path.stem if n is None else f"{path.stem}-{n}")
            found.setdefault(key, []).extend(_messages(value, where))
    return {name: list(_drafts(listed)) for name, listed in found.items()}


def _values(path: Path) -> Iterator[tuple[int | None, str, object]]:
    """Messages or conversations, with their number and their place in words."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: can't be read as UTF-8 text") from error
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from _lines(path, text)
        return
    if isinstance(whole, list) and any(map(_is_message, whole)):
        yield None, path.name, whole
        return
    for n, one in enumerate(whole if isinstance(whole, list) else [whole]):
        yield n, f"{path.name}, conversation {n + 1}", one


def _lines(path: Path, text: str) -> Iterator[tuple[int, str, object]]:
    for n, line in enumerate(text.split("\n"), 1):
        if line.strip():
            where = f"{path.name}, line {n}"
            try:
                yield n, where, json.loads(line)
            except (ValueError, RecursionError) as error:
                raise InvalidInput(f"{where}: no JSON") from error


def _is_message(value: object) -> TypeGuard[Mapping[str, object]]:
    return isinstance(value, Mapping) and bool({"role", "from"} & value.keys())


def _named(value: object) -> str | None:
    found = value if isinstance(value, Mapping) else {}
    return next((str(found[key]) for key in SESSION if found.get(key)), None)


def _messages(value: object, where: str) -> Iterator[tuple[str, Fields]]:
    """The messages of a conversation, in whatever shape, with their places."""
    if (given := exported(value, where)) is not None:
        for n, fields in enumerate(given, 1):
            yield f"{where}, message {n}", fields
        return
    listed: object = value
    if isinstance(value, Mapping):
        listed = value.get("messages", value.get("conversations"))
    if not isinstance(listed, list):
        raise InvalidInput(f"{where}: neither a message nor a conversation")
    for n, one in enumerate(listed, 1):
        place = f"{where}, message {n}"
        if not _is_message(one):
            raise InvalidInput(f"{place}: a message has a role and content")
        yield place, _message(one)


def _message(given: Mapping[str, object]) -> Fields:
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


def _drafts(messages: Iterable[tuple[str, Fields]]) -> Iterator[MessageDraft]:
    for n, (where, one) in enumerate(messages):
        said = json.dumps([n, one["role"], one["content"]], default=str)
        key = hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()
        yield draft_of({"message_id": key, **one}, where)
