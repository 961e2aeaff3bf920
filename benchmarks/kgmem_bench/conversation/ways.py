"""Ways to find what was said: kgmem's search, and what it is compared with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kgmem.lab import Found, VectorQuery, sparse_query
from kgmem_bench.common.stand import SPACE, Stand
from kgmem_bench.conversation.dialogs import Dialog

TOP = 10
"""Messages that are looked at."""
MINE = "search_conversations"


@dataclass(frozen=True, slots=True)
class Asking:
    """A filled memory and one of the dialogs in it."""

    at: Stand
    dialog: Dialog
    place_of: Mapping[str, int]
    """A message's place, by its id in the memory."""

    def found(self, text: str) -> Found:
        """What meaning and words give, each by itself, among the dialog's messages."""
        query = VectorQuery(
            SPACE,
            ("message",),
            TOP,
            dense=self.at.embedder.embed([text])[0].tolist(),
            sparse=sparse_query(text),
            where={"source": f"agent:{self.dialog.key}"},
        )
        return self.at.index.search("facts", [query])[0]


Way = Callable[[str, Asking], Sequence[int]]
"""Places of messages for a question, the best first."""


def _words(text: str, asking: Asking) -> Sequence[int]:
    return [asking.place_of[hit.point_id] for hit in asking.found(text).sparse]


def _meaning(text: str, asking: Asking) -> Sequence[int]:
    return [asking.place_of[hit.point_id] for hit in asking.found(text).dense]


def _last(text: str, asking: Asking) -> Sequence[int]:
    return list(reversed(range(len(asking.dialog.messages))))[:TOP]


def _mine(text: str, asking: Asking) -> Sequence[int]:
    agent = asking.at.memory.agent(asking.dialog.key)
    hits = agent.search_conversations(text, limit=TOP)
    return [asking.place_of[hit.id] for hit in hits]


WAYS: Mapping[str, Way] = {
    "last messages": _last,
    "words (BM25)": _words,
    "meaning (cosine)": _meaning,
    MINE: _mine,
}
