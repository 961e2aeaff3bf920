"""What it takes to keep a message."""

from collections.abc import Iterator
from functools import partial
from itertools import count, islice
from pathlib import Path

from kgmem.lab import Embedder
from kgmem_bench.common.stand import settings_for_bench, stand
from kgmem_bench.conversation.dialogs import LANGUAGES, Said, dialogs
from kgmem_bench.light.cost import Cost, cost

WARM = 20
"""Messages that are kept before anything is measured."""


def keeping(home: Path, embedder: Embedder, messages: int) -> Cost:
    """Keep the messages of made dialogs one by one, as a talk brings them."""
    said = list(islice(_both_languages(), WARM + messages))
    with stand(settings_for_bench(home), embedder) as at:
        talk = at.memory.agent("ada").conversation("talk")
        calls = [partial(talk.add, one.role, one.text) for one in said]
        cost(at, calls[:WARM])
        return cost(at, calls[WARM:])


def _both_languages() -> Iterator[Said]:
    """Messages of made dialogs, one of each language in turn."""
    for seed in count():
        made = {one.language: one.messages for one in dialogs(seed, 1)}
        for said in zip(*(made[language] for language in LANGUAGES), strict=False):
            yield from said
