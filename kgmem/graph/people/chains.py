"""Conversations whose messages do not hang together, put in order again: none, unless
files were lost or something else changed records."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from uuid import uuid4

from kgmem.graph.people.conversations import NAMED, delete_messages
from kgmem.graph.points import MESSAGE, put_outbox
from kgmem.graph.query_files import each, query
from kgmem.graph.store import GraphStore
from kgmem.model.values.batches import batches
from kgmem.ports import Row, Transaction

BATCH = 500
"""Messages that are adopted or deleted in one transaction."""
TORN = ("torn_chains", "miscounting_conversations", "overreaching_summaries")
"""Queries that name conversations that are not in order."""


def mend_conversations(store: GraphStore) -> None:
    """Give stray messages back to their conversations, delete those whose conversation
    is gone, and number and link what is out of order, by number and time. A summary
    that covers more than there is goes; the next message makes another one."""
    for rows in batches(store.wrong("stray_messages"), BATCH):
        _see_to_strays(store, rows)
    for key in dict.fromkeys(_out_of_order(store)):
        store.engine.write(partial(_put_in_order, key=key))


def take_out_message(store: GraphStore, space: str, key: str, message: str) -> None:
    """Delete a message of a conversation; those after it move up; the summary goes and
    the vector of the next one is made anew, as they may tell of it."""

    def work(tx: Transaction) -> None:
        _set(tx, key, {"held": uuid4().hex})
        after = tx.run(query("message_after"), {"message_id": message})
        delete_messages(space, [message], tx)
        _put_in_order(tx, key)
        put_outbox(tx, MESSAGE, tx.run(query("renew_messages"), {"rows": after}))
        [first] = tx.run(query("first_message"), {"conversation_id": key}) or [{}]
        name = " ".join(str(first.get("text") or "").split())[:NAMED]
        _set(tx, key, _UNFOLDED | {"name": name})

    store.engine.write(work)


def _see_to_strays(store: GraphStore, rows: Sequence[Row]) -> None:
    homeless = [row for row in rows if row["conversation_id"] is None]
    kept = [row["message_id"] for row in rows if row["conversation_id"] is not None]
    store.write("adopt_messages", ids=kept)
    for space in sorted({row["space"] for row in homeless}):
        ids = [row["message_id"] for row in homeless if row["space"] == space]
        store.engine.write(partial(delete_messages, space, ids))


def _out_of_order(store: GraphStore) -> Iterator[str]:
    for name in TORN:
        yield from (row["conversation_id"] for row in store.wrong(name))


def _put_in_order(tx: Transaction, key: str) -> None:
    _set(tx, key, {"held": uuid4().hex})  # it is its own until the end
    rows = tx.run(query("messages_in_order"), {"conversation_id": key})
    ids = [row["message_id"] for row in rows]
    tx.run(query("unlink_messages"), {"ids": ids})
    numbered = ({"message_id": one, "n": n} for n, one in enumerate(ids))
    each(tx, "number_messages", numbered)
    each(tx, "link_messages", ({"before": a, "after": b} for a, b in pairwise(ids)))
    counts = {"messages": len(ids), "last_message": ids[-1] if ids else None}
    folded = rows[0]["folded"] if rows else 0
    _set(tx, key, counts | (_UNFOLDED if (folded or 0) > len(ids) else {}))


_UNFOLDED: dict[str, object] = {"folded": 0, "summary": None, "summary_by": None}


def _set(tx: Transaction, key: str, props: dict[str, object]) -> None:
    tx.run(query("set_conversation"), {"conversation_id": key, "props": props})
