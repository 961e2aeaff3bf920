"""A package that is not installed is named, with the line that installs it."""

import sys
from pathlib import Path

import pytest

from kgmem import ConfigurationError, Memory, MissingExtra, Settings
from kgmem.backends.taggers import spacy as spacy_tagger
from kgmem.extras import EXTRAS, brought, needs
from kgmem.wiring import engine_of, index_of, knowing
from tests.doubles import WordEmbedder

READERS = {"a.html": ("html", "lxml"), "a.pdf": ("pdf", "pypdf")} | {
    "a.docx": ("docx", "docx")
}


def without(monkeypatch: pytest.MonkeyPatch, module: str, loaded_by: str) -> None:
    """As if `module` was not installed, for the one file that imports it."""
    monkeypatch.delitem(sys.modules, loaded_by, raising=False)
    for name in list(sys.modules):
        if name.startswith(f"{module}."):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, module, None)


@pytest.mark.parametrize("name", READERS)
def test_a_document_names_the_extra_that_reads_it(
    name: str, new_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, module = READERS[name]
    without(monkeypatch, module, f"kgmem.backends.readers.{reader}")
    file = tmp_path / name
    file.write_text("<html><p>Milan is in Italy.</p></html>", encoding="utf-8")

    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        with pytest.raises(MissingExtra, match=r'pip install "kgmem\[documents\]"'):
            memory.add_document(file)

        assert memory.documents() == []


def test_a_graph_server_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "neo4j", "kgmem_servers.neo4j")
    settings = Settings.load(
        graph="neo4j", neo4j_uri="bolt://localhost:1", neo4j_password="x" * 8
    )

    with pytest.raises(MissingExtra, match=r"KGMEM_GRAPH.*kgmem\[servers\]") as caught:
        engine_of(settings)

    assert caught.value.extra == "servers"
    assert isinstance(caught.value, ConfigurationError)


def test_a_vector_server_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("qdrant_calls", "qdrant_collections", "qdrant_requests"):
        without(monkeypatch, "qdrant_client", f"kgmem_servers.{file}")
    without(monkeypatch, "qdrant_client", "kgmem_servers.qdrant")
    settings = Settings.load(vectors="qdrant", qdrant_url="http://localhost:1")

    with pytest.raises(MissingExtra, match=r"KGMEM_VECTORS.*kgmem\[servers\]"):
        index_of(settings)


def test_capabilities_tell_what_is_not_installed(
    new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("lxml", "spacy"):
        monkeypatch.setitem(sys.modules, module, None)

    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        found = memory.capabilities()

    assert found["missing_extras"] == {
        "documents": 'pip install "kgmem[documents]"',
        "language": 'pip install "kgmem[language]"',
    }
    assert [note for note in found["degraded"] if "kgmem[language]" in note]


def test_without_the_english_tagger_facts_are_still_said_and_chinese_is_read(
    new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    monkeypatch.setattr(spacy_tagger, "_load", spacy_tagger._load.__wrapped__)

    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        memory.add_fact("Milan is the capital of Lombardy.")
        memory.add_fact("米兰位于意大利。")
        kept = memory.facts()

    assert {one.text for one in kept} >= {"Milan is the capital of Lombardy."}
    assert "意大利" in {one.object for one in kept}


def without_people(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where kgmem-people is not installed."""

    def brought(group: str, name: str, extra: str, what: str) -> object:
        raise MissingExtra(extra, what, "kgmem-people")

    monkeypatch.setattr(knowing, "brought", brought)


def test_the_core_alone_keeps_and_finds_documents_and_says_what_it_lacks(
    new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_people(monkeypatch)

    with Memory.open(new_home, embedder=WordEmbedder()) as memory:
        memory.add_triple("Taobao", "login needs", "a text message")
        memory.add_document(text="Taobao closes unpaid orders.", source="rules.md")
        [hit] = memory.search("unpaid orders", kinds=["chunk"])
        degraded = memory.capabilities()["degraded"]

    assert hit.text == "Taobao closes unpaid orders."
    assert [note for note in degraded if "kgmem[people]" in note]


def test_reading_that_was_asked_for_needs_its_package(
    new_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_people(monkeypatch)
    settings = Settings.load(extraction="rules")

    with (
        Memory.open(new_home, settings=settings, embedder=WordEmbedder()) as memory,
        pytest.raises(MissingExtra, match=r"kgmem\[people\]"),
    ):
        memory.add_document(text="Rome lies in Italy.", source="rome.md")


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_own_module_that_is_missing_is_no_extra(extra: str) -> None:
    with pytest.raises(ModuleNotFoundError), needs(extra, "it"):
        import kgmem.not_there  # noqa: F401


def test_what_no_package_brings_names_its_extra() -> None:
    with pytest.raises(MissingExtra, match=r"kgmem\[serve\]") as lacking:
        brought("kgmem.made_up", "url", "serve", "Memory.connect(url)")

    assert lacking.value.extra == "serve"
