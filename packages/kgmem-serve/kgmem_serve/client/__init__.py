"""A memory that a server owns: the same names and shapes, over HTTP."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, Self, cast

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from kgmem import (
    AgentMemory,
    ConfigurationError,
    Conversation,
    DocumentReport,
    ExportReport,
    FactReport,
    ImportReport,
    LearnReport,
    Memory,
    MemoryClosed,
    Outcome,
    SourceReport,
)
from kgmem.ports import Embedder
from kgmem.serving import (
    Added,
    Redactor,
    callback,
    file_path,
    flag,
    optional_text,
    refuse_special,
    space_name,
)
from kgmem_serve.client.agents import RemoteAgent
from kgmem_serve.client.batches import Receipt, parts
from kgmem_serve.client.calls import Progress, ask, asking, received, refuse_object
from kgmem_serve.client.files import (
    download_into,
    each_document,
    sent_document,
    sent_file,
)
from kgmem_serve.client.recording import RemoteDrafts, RemoteLearn
from kgmem_serve.wire.connection import Connection, WireCall
from kgmem_serve.wire.names import in_path
from kgmem_serve.wire.shapes import shape_of

if TYPE_CHECKING:
    import networkx as nx

    from kgmem import Recording, Settings


class _Who(TypedDict):
    """Of an answer to `/v1/whoami` what is used."""

    space: str


_IMPORTED: TypeAdapter[ImportReport] = TypeAdapter(ImportReport)
_WHO: TypeAdapter[_Who] = TypeAdapter(_Who)
_PLAIN: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])


@asking("memory")
class RemoteMemory(Memory):
    """Learned runs of one space, kept by a server; `Memory.connect(url)` gives it."""

    _kind = "memory"

    def __init__(
        self,
        connection: Connection,
        settings: Settings,
        space: str | None = None,
    ) -> None:
        self._connection: Connection | None = connection
        self._settings = settings
        self._owner = True
        self._asked = space
        """The space that requests name; None: the only one of the key."""
        self.space: str = self._whoami()

    # opening and closing ----------------------------------------------------------

    def in_space(self, space: str) -> Self:
        """Another tenant of the same server; closing it leaves this one open."""
        named = space_name(space)
        other = copy.copy(self)
        other._owner, other._asked, other.space = False, named, named
        other._sending  # noqa: B018  # raises if closed
        return other

    def close(self) -> None:
        """Let go of the connections; a second call does nothing."""
        connection, self._connection = self._connection, None
        if connection is not None and self._owner:
            connection.close()

    @property
    def settings(self) -> Settings:
        """What it was connected with."""
        self._sending  # noqa: B018  # raises if closed
        return self._settings

    def spaces(self) -> list[str]:
        """The names of the spaces that hold something and that the key is for."""
        told = received(_PLAIN, self._send(WireCall("/v1/spaces", method="GET")))
        return list(told["spaces"])

    # runs -------------------------------------------------------------------------

    def learn_many(
        self, trajectories: Iterable[Any], *, progress: Progress | None = None
    ) -> LearnReport:
        """As in process, in parts of a bounded size."""
        return self._in_parts("trajectories", trajectories, progress).learned()

    def learn_from(
        self,
        source: Any,
        format: str = "auto",
        *,
        task: str | None = None,
        app: str | None = None,
        outcome: Outcome | None = None,
        progress: Progress | None = None,
    ) -> SourceReport:
        """As in process: files are read here, their runs are learned there."""
        from kgmem import Source
        from kgmem.serving import Asked, checked_text, learn_from

        named = checked_text("format", format, "give the name of a reader, or auto")
        asked, told = Asked.of(task, app, outcome), callback(progress)
        learn = _LearnsMany(self)
        return learn_from(learn, self.space, Source.of(source), named, asked, told)

    def record(
        self,
        task: str,
        *,
        app: str | None = None,
        url: str | None = None,
        source: str = "agent",
    ) -> Recording:
        """A run to be told step by step; each step is durable on the server."""
        from kgmem import Recording

        drafts = RemoteDrafts(self._sending, self.space)
        head = {"task": task, "app": app, "url": url, "source": source}
        return Recording(RemoteLearn(drafts), drafts, head)

    # agents -----------------------------------------------------------------------

    def _agent(self, scope: Any, locale: Any = None) -> RemoteAgent:
        return RemoteAgent(self, scope, locale)

    def agents(self) -> list[AgentMemory]:
        """All agents of this space, by name."""
        told = received(_PLAIN, self._send(WireCall("/v1/agents", method="GET")))
        return [self.agent(agent) for agent in told["agents"]]

    def _agent_of(self, memory_id: str) -> AgentMemory:
        path = f"/v1/memories/{in_path(memory_id)}"
        told = received(_PLAIN, self._send(WireCall(path, method="GET")))
        return self.agent(told["agent_id"])

    def _conversation_of(self, conversation_id: str) -> Conversation:
        path = f"/v1/conversations/{in_path(conversation_id)}"
        told = received(_PLAIN, self._send(WireCall(path, method="GET")))
        return self.agent(told["agent_id"]).conversation(told["session_id"])

    # facts and documents ----------------------------------------------------------

    def add_facts(
        self, drafts: Iterable[Any], *, progress: Progress | None = None
    ) -> FactReport:
        """As in process, in parts of a bounded size."""
        return self._in_parts("drafts", drafts, progress).stated()

    def import_facts(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> FactReport:
        """As in process: the file is read here, its facts are kept there."""
        from kgmem.serving import facts_of_file

        told = callback(progress)
        return facts_of_file(
            file_path(path), lambda drafts: self.add_facts(drafts, progress=told)
        )

    def add_documents(
        self,
        paths: Iterable[str | Path],
        *,
        app: str | None = None,
        progress: Callable[[str, int, int | None], None] | None = None,
    ) -> DocumentReport:
        """As in process; the content of the files is sent."""
        start = time.perf_counter()
        told, about = callback(progress), optional_text("app", app)

        def send(path: Path) -> Added:
            return self._added(path, None, None, about)

        items, errors = each_document(paths, send, told)
        seconds = time.perf_counter() - start
        return DocumentReport(items=tuple(items), errors=tuple(errors), seconds=seconds)

    def _added(
        self,
        path: str | Path | None,
        text: str | None,
        source: str | None,
        app: str | None,
        progress: Progress | None = None,
    ) -> Added:
        about = optional_text("app", app)
        sending, space = self._sending, self._asked
        added = sent_document(sending, space, path, text, source, about)
        if progress:
            progress(added.chunks, added.chunks)
        return added

    # looking after it -------------------------------------------------------------

    def graph_of(self, **given: Any) -> nx.MultiDiGraph:
        """As in process."""
        import networkx as nx

        told = ask(self, Memory.graph_of, given)
        graph = nx.node_link_graph(told, multigraph=True, directed=True, edges="edges")
        return cast("nx.MultiDiGraph", graph)

    def reindex(
        self, *, embedder: Embedder | None = None, progress: Progress | None = None
    ) -> int:
        """As in process, for the embedder of the server: another one is set there."""
        refuse_object("embedder", embedder)
        told = callback(progress)
        count: int = ask(self, Memory.reindex, {})
        if told:
            told(count, count)
        return count

    def export_to(
        self,
        path: str | Path,
        *,
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> ExportReport:
        """Write all of this space into a file here."""
        target, told = file_path(path), callback(progress)
        params = {"packed": str(target.suffix.lower() == ".gz")}
        request = WireCall("/v1/export", space=self._asked, method="GET", params=params)
        replacing = flag("overwrite", overwrite)
        receipt = download_into(self._sending, request, target, overwrite=replacing)
        report = ExportReport.model_validate({**receipt, "path": str(target)})
        if told:
            lines = sum(report.nodes.values()) or report.runs
            told(lines, lines)
        return report

    def import_from(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> ImportReport:
        """Take up an export of a space of this name; its content is sent."""
        source, told = file_path(path), callback(progress)
        refuse_special(source)
        body = sent_file(self._sending, self._asked, "import", source)
        report = received(_IMPORTED, body).model_copy(update={"path": str(source)})
        if told:
            stored = sum(report.stored.values())
            told(stored, stored)
        return report

    # asking -----------------------------------------------------------------------

    def _ask(self, name: str, request: Callable[[str], WireCall]) -> bytes:
        return self._send(request(f"/v1/{name}"))

    def _send(
        self, request: WireCall, params: Mapping[str, str] | None = None
    ) -> bytes:
        more = {**request.params, **(params or {})}
        return self._sending(replace(request, space=self._asked, params=more))

    def _in_parts(
        self, name: str, given: Iterable[Any], progress: Progress | None
    ) -> Receipt:
        verb = "learn_many" if name == "trajectories" else "add_facts"
        receipt = Receipt(given, callback(progress))
        for part in parts(name, given):
            path = f"/v1/{verb}"
            request = WireCall(path, part.content, is_repeatable=False, is_long=True)
            answer = shape_of(getattr(Memory, verb)).answer
            receipt.add(part, received(answer, self._send(request)))
        return receipt

    def _whoami(self) -> str:
        told = self._send(WireCall("/v1/whoami", method="GET"))
        return received(_WHO, told)["space"]

    def _without_secrets(self, name: str, given: object) -> str | None:
        text = optional_text(name, given)
        return text and Redactor().text(text)

    @property
    def _sending(self) -> Connection:
        if self._connection is None:
            raise MemoryClosed("this memory was closed; open it again")
        return self._connection

    @property
    def _seeing(self) -> Any:
        """Effects are looked at from here, as the settings here allow it."""
        from kgmem.serving import seeing_of

        return seeing_of(self.settings)

    @property
    def _open(self) -> NoReturn:
        self._sending  # noqa: B018  # raises if closed
        raise ConfigurationError(
            "this is not served over HTTP; open the memory where it is kept"
        )


class _LearnsMany:
    """What learns the runs that were read from a file."""

    def __init__(self, memory: RemoteMemory) -> None:
        self._memory = memory

    def many(
        self, given: Iterable[object], space: str, *, progress: Progress | None = None
    ) -> LearnReport:
        """Store runs; a bad one is reported and the rest goes on."""
        return self._memory.learn_many(given, progress=progress)
