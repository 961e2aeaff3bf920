"""LangGraph's SqliteStore with an index; a namespace for each application."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from langgraph.store.sqlite import SqliteStore
from protocol import Answer, Embed, System, Task, serve

DIMENSIONS = 384


class Store(System):
    """`put`, `search`."""

    def __init__(self, folder: Path, embed: Embed) -> None:
        made = SqliteStore.from_conn_string(
            str(folder / "store.db"),
            index={"dims": DIMENSIONS, "embed": embed, "fields": ["text"]},
        )
        self._open = ExitStack()
        self._store = self._open.enter_context(made)
        self._store.setup()

    def add(self, tasks: Sequence[Task]) -> None:
        for task in tasks:
            space = (task["app"].replace(".", " "),)
            self._store.put(space, task["id"], {"text": task["text"]})

    def find(self, text: str, app: str) -> Answer:
        hits = self._store.search((app.replace(".", " "),), query=text, limit=5)
        return {"ids": [hit.key for hit in hits]}


if __name__ == "__main__":
    serve(Store)
