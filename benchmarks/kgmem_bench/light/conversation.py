"""What it takes to keep a message."""

from functools import partial
from itertools import chain, islice
from pathlib import Path

from kgmem.lab import Embedder
from kgmem_bench.conversation.dialogs import dialogs
from kgmem_bench.light.cost import Cost, cost
from kgmem_bench.stores.stand import settings_for_bench, stand

WARM = 20
"""Messages that are kept before anything is measured."""


def keeping(home: Path, embedder: Embedder, messages: int) -> Cost:
    """Keep the messages of made dialogs one by one, as a talk brings them."""
    lists = (dialog.messages for n in range(messages) for dialog in dialogs(n, 1))
    said = list(islice(chain.from_iterable(lists), WARM + messages))
    with stand(settings_for_bench(home, "arcadedb"), embedder) as at:
        talk = at.memory.agent("ada").conversation("talk")
        calls = [partial(talk.add, one.role, one.text) for one in said]
        cost(at, calls[:WARM])
        return cost(at, calls[WARM:])
