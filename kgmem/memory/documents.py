"""Documents, and search over all that is known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path

from kgmem.memory.opened import Opened, Progress
from kgmem.model.document import Added, Document, DocumentReport
from kgmem.model.fact import Hit
from kgmem.model.values.arguments import (
    callback,
)


class DocumentsFace(Opened):
    """Documents, and search over all that is known."""

    def add_document(
        self,
        path: str | Path | None = None,
        *,
        text: str | None = None,
        source: str | None = None,
        app: str | None = None,
        progress: Progress | None = None,
    ) -> str:
        """Take in a Markdown, text, HTML, PDF or DOCX file, or a text; its id.

        When it returns, the document is there with its parts, the names and facts in
        them, and their vectors. `source` says where it comes from, by default the
        path; the same source again is the same document, of which only what changed is
        done again. The same content from another source is a document of its own.
        `progress(done, total)` counts its parts; interrupted, the next call goes on
        where it stopped. Raises InvalidInput for what can't be read; nothing is stored
        then.
        """
        return self._added(path, text, source, app, callback(progress)).document_id

    def _added(
        self,
        path: str | Path | None,
        text: str | None,
        source: str | None,
        app: str | None,
        progress: Progress | None = None,
    ) -> Added:
        add, about = self._open.documents, self._app(app)
        return add(self.space, path, text, source, about, progress)

    def add_documents(
        self,
        paths: Iterable[str | Path],
        *,
        app: str | None = None,
        progress: Callable[[str, int, int | None], None] | None = None,
    ) -> DocumentReport:
        """Take in files, and the documents in folders; bad ones are reported, the rest
        is stored. `progress(source, done, total)` counts the parts of each."""
        add, about = self._open.documents, self._app(app)
        return add.many(self.space, paths, about, callback(progress))

    def documents(self) -> list[Document]:
        """All documents of this space, by name."""
        return self._open.documents.documents(self.space)

    def search(
        self,
        query: str,
        *,
        kinds: Sequence[str] = ("chunk", "fact", "task", "message"),
        top_n: int = 10,
        expand: bool = True,
        app: str | None = None,
        source: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        min_score: float = 0.0,
    ) -> list[Hit]:
        """What answers `query`, best first: parts of documents, facts, tasks, messages;
        if asked for, also events and profiles of people (`event`, `profile`).

        By words, by meaning and, with `expand`, by what the graph links to what these
        find; each hit says why. `app` and `source` filter; `since` and `until` bound
        when it was written, or when a fact holds. Scores lie in 0..1 and mean the same
        for all kinds. Raises InvalidInput naming a bad argument.
        """
        from kgmem.search.request import search_request

        asked = search_request(
            self.space,
            query,
            kinds=kinds,
            top_n=top_n,
            expand=expand,
            app=app,
            source=source,
            since=since,
            until=until,
            min_score=min_score,
        )
        return self._open.search(asked)
