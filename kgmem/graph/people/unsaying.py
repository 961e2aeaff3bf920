"""What was forgotten, taken out of the versions and the log of an agent."""

import json
import re
from collections.abc import Sequence

from kgmem.graph.query_files import each
from kgmem.graph.store import GraphStore
from kgmem.model.keys.identity import agent_key
from kgmem.ports import Row, Transaction

_MARKS = re.compile(r"(?:[.。]\s*){2,}")


def unsay(store: GraphStore, space: str, agent: str, texts: Sequence[str]) -> None:
    """Take texts out of earlier profiles and events, and empty log lines with them."""
    told = [text.rstrip(".。") for text in texts if text.strip()]
    if not told:
        return
    key = agent_key(space, agent)
    versions = [
        clean
        for row in store.read("version_texts", agent_id=key)
        if (clean := _without(row, told)) != row
    ]
    logs = [
        {"key": row["key"]}
        for row in store.read("log_texts", agent_id=key)
        if any(_has(row[name], one) for one in told for name in ("input", "output"))
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


def _says(text: str, told: Sequence[str]) -> bool:
    return any(one in text for one in told)


def _has(stored: str | None, text: str) -> bool:
    return stored is not None and json.dumps(text, ensure_ascii=False)[1:-1] in stored
