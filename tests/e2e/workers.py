"""Processes that work with a memory until they are killed, and say what is done.

`python -m tests.e2e.workers WORK FOLDER START`: a line on stdout for each act.
With KGMEM_GRAPH=neo4j they work there.
"""

import itertools
import sys
import time
from collections.abc import Iterator
from typing import Any

from kgmem import Memory
from kgmem.index import new_links, similar
from tests.doubles import WordEmbedder

KINDS = ("Search for {}", "Delete the note {}", "Share {} with everyone", "Pin {}")


def say(line: object) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def ordering(n: int) -> dict[str, Any]:
    """Run `n`: its words, its shared and its own elements."""
    search = {"role": "textbox", "name": "Search"}
    row = {"role": "button", "name": f"Row {n % 50}"}
    return {
        "task": f"Order item {n} in shop {n % 7}",
        "app": f"shop{n % 7}",
        "outcome": "failure" if n % 5 == 0 else "success",
        "source_task_id": f"run-{n}",
        "steps": [
            {"action": "click", "target": search},
            {"action": "type", "target": search, "value": f"item {n}"},
            {"action": "click", "target": row},
        ],
    }


def of_a_kind(n: int) -> dict[str, Any]:
    """Run `n` of one of the kinds, with a value of its own."""
    kind = n % len(KINDS)
    value = f"thing {chr(97 + n % 26)}{n}"
    field = {"role": "textbox", "name": f"Field {kind}"}
    return {
        "task": KINDS[kind].format(value),
        "app": f"app{n % 3}",
        "outcome": "success",
        "source_task_id": f"run-{n}",
        "steps": [
            {"action": "type", "target": field, "value": value},
            {"action": "click", "target": {"role": "button", "name": f"Do {kind}"}},
        ],
    }


def document(n: int) -> str:
    """A document with a few parts, a name of its own and one that all share."""
    parts = [
        f"## Part {part}\n\nStation {n} stands in Hamburg. Its platform {part} is "
        f"open. {'Trains leave every hour. ' * 12}"
        for part in range(6)
    ]
    return f"# Station {n}\n\n" + "\n\n".join(parts)


def town(n: int) -> str:
    """Where the person lives by message n; another place each time."""
    return f"Town{chr(65 + n // 26 % 26)}{chr(97 + n % 26)}"


def learns(memory: Memory, start: int) -> Iterator[object]:
    """One by one and in batches."""
    for n in itertools.count(start, 4):
        for k in range(3):
            memory.learn(ordering(n + k))
            yield f"run-{n + k}"
        memory.learn_many([ordering(n + k) for k in (3, 1_000_003, 2_000_003)])
        yield from (f"run-{n + k}" for k in (3, 1_000_003, 2_000_003))


def generalizes(memory: Memory, start: int) -> Iterator[object]:
    """Learns and generalizes in turns; a word before and after each job."""
    for n in itertools.count(start, 24):
        memory.learn_many([of_a_kind(n + k) for k in range(24)])
        yield "begin"
        memory.generalize()
        yield "end"


def imports(memory: Memory, start: int) -> Iterator[object]:
    for n in itertools.count(start):
        memory.add_document(text=document(n), source=f"station-{n}.md")
        yield f"document station-{n}.md"
        yield f"fact {memory.add_triple(f'Line {n}', 'serves', f'Station {n}')}"


def links(memory: Memory, _: int) -> Iterator[object]:
    """Makes the links which learning left, page by page and slowly."""
    new_links.LINK_LIMIT, similar.PAGE = 0, 4
    step = {"action": "click", "target": {"role": "button", "name": "Find"}}
    run = {"app": "shop", "outcome": "success", "steps": [step]}
    memory.learn_many([{**run, "task": f"find mouse number {n}"} for n in range(40)])
    memory.flush()

    def told(done: int, _: int | None) -> None:
        say(done)
        time.sleep(0.2)

    memory._open.link_similar(memory.space, progress=told)
    yield "all"


def talks(memory: Memory, start: int) -> Iterator[object]:
    conversation = memory.agent("a").conversation("s")
    for n in itertools.count(start):
        text = f"Item {n} goes to shop {n % 7}"
        conversation.add("user", text, message_id=str(n))
        yield text


def updates(memory: Memory, start: int) -> Iterator[object]:
    """Talks, folds and updates what is known of a person."""
    agent = memory.agent("a")
    conversation = agent.conversation("s")
    for n in itertools.count(start):
        text = f"I live in {town(n)}. Parcel {n} goes to shop {n % 7}."
        conversation.add("user", text, message_id=str(n))
        agent.update_with_pipeline(conversation)
        yield n


WORKS = {
    "learns": (learns, {}),
    "generalizes": (generalizes, {"generalize_after": 0}),
    "imports": (imports, {}),
    "links": (links, {"generalize_after": 0}),
    "talks": (talks, {}),
    "updates": (updates, {"fold_beyond": 4, "fold_keep": 2}),
}
"""What each does, and with which settings."""


def main(work: str, folder: str, start: str) -> None:
    do, settings = WORKS[work]
    given = {"home": folder, **settings}
    with Memory.connect(settings=given, embedder=WordEmbedder()) as memory:
        for done in do(memory, int(start)):
            say(done)


if __name__ == "__main__":
    main(*sys.argv[1:])
