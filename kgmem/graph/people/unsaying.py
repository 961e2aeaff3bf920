"""What was forgotten, taken out of the versions and the log of an agent."""

import json
import re
from collections.abc import Sequence

from kgmem.graph.query_files import each
from kgmem.graph.store import GraphStore
from kgmem.model.keys.identity import agent_key
from kgmem.ports import Row, Transaction

_MARKS = re.compile(r"(?:[.。]\s*){2,}")


def unsay(
    store: GraphStore,
    space: str,
    agent: str,
    texts: Sequence[str],
    message: str | None = None,
) -> None:
    """Take texts out of earlier profiles and events, and tags that rest on a message;
    what of log lines has them is emptied."""
    told = [text.rstrip(".。") for text in texts if text.strip()]
    if not told and message is None:
        return
    key = agent_key(space, agent)
    versions = [
        clean
        for row in store.read("version_texts", agent_id=key)
        if (clean := _without_tags(_without(row, told), message)) != row
    ]
    logs = [
        clean
        for row in store.read("log_texts", agent_id=key)
        if (clean := _emptied(row, told, message)) != row
    ]

    def work(tx: Transaction) -> None:
        each(tx, "set_version_texts", iter(versions))
        each(tx, "empty_logs", iter(logs))

    store.engine.write(work)


def _without(row: Row, told: Sequence[str]) -> Row:
    profile, body = row["profile"] or "", json.loads(row["body"] or "{}")
    for one in told:
        profile = profile.replace(one, "")
    kept = [one for one in body.get("events", ()) if not _says(one["text"], told)]
    if "events" in body and len(kept) != len(body["events"]):
        body["events"] = kept
        row = {**row, "body": json.dumps(body, ensure_ascii=False)}
    if profile == (row["profile"] or ""):
        return row
    left = _MARKS.sub(lambda marks: marks[0].strip()[0] + " ", profile)
    return {**row, "profile": left.strip(" .。")}


def _without_tags(row: Row, message: str | None) -> Row:
    body = json.loads(row["body"] or "{}")
    tags = body.get("tags", ())
    kept = [one for one in tags if message not in one["message_ids"]]
    if len(kept) == len(tags):
        return row
    return {**row, "body": json.dumps({**body, "tags": kept}, ensure_ascii=False)}


def _emptied(row: Row, told: Sequence[str], message: str | None) -> Row:
    """Ids of messages tell nothing: only what was made of them has to go."""
    clean = dict(row)
    if any(_has(row["input"], one) for one in told):
        clean["input"] = None
    if any(_has(row["output"], one) for one in (*told, *filter(None, [message]))):
        clean["output"] = None
    return clean


def _says(text: str, told: Sequence[str]) -> bool:
    return any(one in text for one in told)


def _has(stored: str | None, text: str) -> bool:
    return stored is not None and json.dumps(text, ensure_ascii=False)[1:-1] in stored
