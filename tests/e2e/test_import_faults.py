"""Documents that can't be read, and services and stores that fail while they are."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from kgmem import InvalidInput, Memory
from kgmem.facts.documents.flow import Documents
from kgmem.model.document import Added
from kgmem_servers.services.embedding import HttpEmbedder
from kgmem_servers.services.rerank import HttpReranker
from tests.contracts.test_documents import HANDBOOK, chain, keys, texts
from tests.doubles import WordEmbedder
from tests.service_doubles import Clock, client
from tests.unit.backends.readers.pdfs import pdf, scanned_pdf

pytestmark = pytest.mark.slow

NOTHING = {"documents": 0, "chunks": 0, "facts": 0, "entities": 0, "waiting": 0}
QUICK = {"extraction": "off"}


def opened(folder: Path, embedder: Any = None, **settings: Any) -> Memory:
    return Memory.open(
        folder, embedder=embedder or WordEmbedder(), settings={**QUICK, **settings}
    )


def add(memory: Memory, *args: Any, **more: Any) -> Added:
    """What became of a document, as `kgmem import` tells it."""
    documents: Documents = memory._open.documents
    return documents(memory.space, *args, **more)


def counts(memory: Memory) -> dict[str, Any]:
    stats = memory.stats()
    return {name: stats[name] for name in NOTHING}


def long_text(parts: int) -> str:
    return "\n\n".join(
        f"## Part {n}\n\n{f'Line {n} of it says something. ' * 12}"
        for n in range(parts)
    )


def in_threads(*works: Callable[[], object]) -> list[BaseException]:
    """What the works raise, all of them running at once."""
    raised: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:  # shown by the main thread
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


# Files that are not what they seem ----------------------------------------------------

BAD_FILES: dict[str, tuple[bytes, str]] = {
    "empty.md": (b"", "is empty"),
    "blank.txt": (b" \n\t\n", "is empty"),
    "binary.md": (bytes(range(256)) * 40, "binary file of another kind"),
    "broken.pdf": (b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog", "qpdf"),
    "scanned.pdf": (scanned_pdf(), "ocrmypdf"),
    "cut.pdf": (pdf(["One page of text."])[:200], "save it again"),
    "broken.docx": (b"PK\x03\x04" + b"\0" * 400, "broken.docx"),
    "old.doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "as .docx"),
    "comment.html": (b"<html><!-- nothing but this --></html>", "holds no text"),
}


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """A memory in which nothing ever arrives."""
    with opened(tmp_path_factory.mktemp("empty")) as memory:
        yield memory


@pytest.mark.parametrize("name", BAD_FILES)
def test_bad_file_is_refused_with_the_cure(
    empty: Memory, tmp_path: Path, name: str
) -> None:
    content, cure = BAD_FILES[name]
    (tmp_path / name).write_bytes(content)

    with pytest.raises(InvalidInput, match=cure):
        empty.add_document(tmp_path / name)

    assert counts(empty) == NOTHING


def test_file_that_changes_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgmem.facts.documents.given.IN_MEMORY", 1_000)
    monkeypatch.setattr("kgmem.facts.documents.flow.IN_MEMORY", 1_000)
    path = tmp_path / "log.txt"
    path.write_text(long_text(100))

    def grow(done: int, total: int | None) -> None:
        with path.open("a") as file:
            file.write("\n\nOne more line.")

    with opened(tmp_path / "memory") as memory:
        with pytest.raises(InvalidInput, match="import it again"):
            memory.add_document(path, progress=grow)
        nothing = counts(memory)
        memory.add_document(path)

        assert nothing == NOTHING
        assert texts(memory)[-1].endswith("One more line.")


# Interruptions ------------------------------------------------------------------------


def test_interrupted_at_any_batch_and_changed_meanwhile(tmp_path: Path) -> None:
    rounds = 6
    with opened(tmp_path / "memory") as memory:
        for round_ in range(rounds):
            text = long_text(200).replace("Line 7 ", f"Line {round_} ")
            stop_at = 32 * (round_ + 1) if round_ < rounds - 1 else 999

            def stop(done: int, total: int | None, stop_at: int = stop_at) -> None:
                if done >= stop_at:
                    raise KeyboardInterrupt

            try:
                add(memory, text=text, source="long.md", progress=stop)
            except KeyboardInterrupt:
                assert memory.documents()[0].status == "indexing"

        (document,) = memory.documents()
        assert (document.status, document.chunks) == ("ready", 200)
        assert f"Line {rounds - 1} of it" in texts(memory)[7]
        assert [text.split()[1] for text in texts(memory)[8:]] == [
            str(n) for n in range(8, 200)
        ]
        assert chain(memory) == [(n, n + 1) for n in range(199)]
        assert memory.stats()["chunks"] == memory.stats()["points"] == 200
        assert memory.doctor().ok


def test_facts_of_a_part_that_was_not_written_do_not_stay(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    with opened(tmp_path / "memory", extraction="rules") as memory:
        documents = memory._open.documents

        def kill(*args: object) -> None:
            raise Killed

        write = type(documents.store).write_chunks
        memory.add_triple("Bob Jones", "works at", "Acme Corp", source="hr")
        for text in (HANDBOOK, HANDBOOK.replace("Alice Smith", "Bob Jones")):
            type(documents.store).write_chunks = kill  # type: ignore[method-assign]
            try:
                with pytest.raises(Killed):
                    memory.add_document(text=text, source="handbook.md")
            finally:
                type(documents.store).write_chunks = write  # type: ignore[method-assign]
        stated = {fact.subject for fact in memory.facts()}

        memory.forget(document_id=memory.documents()[0].document_id)

        assert stated == {"Alice Smith", "Bob Jones"}
        assert [fact.sources for fact in memory.facts()] == [("hr",)]
        assert {"Alice Smith"} & keys(memory, "Entity", "name") == set()


# Several at once ----------------------------------------------------------------------


def test_other_processes_change_what_is_being_written(tmp_path: Path) -> None:
    with opened(tmp_path / "memory") as memory:
        store = memory._open.documents.store
        document_id = memory.add_document(text=long_text(40), source="a.md")
        disturbed: list[int] = []

        def disturb(done: int, total: int | None) -> None:
            if len(disturbed) < 2 and done >= 64:
                disturbed.append(done)
                store.put(memory.space, document_id, {"content_hash": "another"})
                ids = list(keys(memory, "Chunk", "chunk_id"))
                store.delete_chunks(memory.space, ids[:10])

        add(memory, text=long_text(90), source="a.md", progress=disturb)

        assert len(disturbed) == 2
        assert len(texts(memory)) == memory.documents()[0].chunks == 90
        assert chain(memory) == [(n, n + 1) for n in range(89)]
        assert memory.documents()[0].status == "ready"


def parts(memory: Memory, document_id: str) -> int:
    rows = memory.cypher(
        "MATCH (:Document {document_id: $id})-[:HAS_CHUNK]->(c:Chunk) "
        "RETURN count(c) AS n",
        id=document_id,
    )
    return int(rows[0]["n"])


# Stores and services that fail --------------------------------------------------------


class Service:
    """An embedding service that can go wrong in several ways."""

    def __init__(self) -> None:
        self.fault: str | None = None
        self.asked = 0

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        texts = json.loads(request.content).get("input", [])
        vectors = WordEmbedder().embed(texts).tolist()
        match self.fault:
            case "dimensions":
                vectors = [vector[:-1] for vector in vectors]
            case "nan":
                body = json.dumps({"data": [{"index": 0, "embedding": [None] * 64}]})
                return httpx.Response(200, content=body.replace("null", "NaN"))
            case "half":
                vectors = vectors[: len(vectors) // 2]
            case "nothing":
                raise httpx.ReadTimeout("no answer")
            case "busy":
                return httpx.Response(429, headers={"retry-after": "1"})
            case "refused" if any("Hamburg" in text for text in texts):
                return httpx.Response(400, json={"error": {"message": "not this one"}})
        rows = [{"index": n, "embedding": v} for n, v in enumerate(vectors)]
        return httpx.Response(200, json={"data": rows})


@pytest.mark.parametrize("fault", ["dimensions", "nan", "half", "nothing", "busy"])
def test_embedding_service_that_fails_during_an_import(
    tmp_path: Path, fault: str
) -> None:
    service, clock = Service(), Clock()
    embedder = HttpEmbedder(client(service, clock=clock), "m", 64)

    with opened(tmp_path / "memory", embedder) as memory:
        service.fault = fault
        added = add(memory, text=HANDBOOK, source="handbook.md")
        found = memory.search("cancelled within two days", kinds=("chunk",))
        waiting = memory.stats()["waiting"]
        service.fault = None
        clock.now += 3_600  # so long that a service that failed is asked again
        memory.flush()
        later = memory.search("cancelled within two days", kinds=("chunk",))

        assert (added.status, added.chunks, added.vectors) == ("stored", 3, "pending")
        assert waiting > 0
        assert memory.documents()[0].status == "ready"
        assert later[0].text == "Orders can be cancelled within two days."
        assert found == [] or fault == "half"  # asked one by one, it gave what it had
        assert memory.doctor().ok


def test_secret_in_a_query_reaches_no_service_and_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sent: list[str] = []
    service = Service()

    def keeping(request: httpx.Request) -> httpx.Response:
        sent.append(request.content.decode())
        return service(request)

    embedder = HttpEmbedder(client(keeping), "m", 64)
    reranker = HttpReranker(client(keeping, "rerank"), "r")
    with opened(tmp_path / "m", embedder) as memory, caplog.at_level("DEBUG"):
        parts = memory._open
        memory.add_document(text=HANDBOOK, source="handbook.md")
        search = replace(parts.search, reranker=reranker)
        hits = Memory(replace(parts, search=search), memory.space).search(
            "Hamburg with the password: hunter2-Zebra!9"
        )
        memory.recall("Go to Hamburg with the password: hunter2-Zebra!9")

    assert hits
    assert len(sent) >= 3
    assert "Zebra" not in "".join(sent) + caplog.text + str(hits)


# Facts that are none, and names that look like something else -------------------------
