"""Small documents are read together, and are stored as each by itself."""

from collections.abc import Sequence
from pathlib import Path

from kgmem import Memory
from kgmem.facts.documents.ahead import SMALL
from tests.doubles import WordEmbedder


def written(folder: Path, texts: Sequence[str]) -> Path:
    folder.mkdir()
    for n, text in enumerate(texts):
        (folder / f"{n:03d}.md").write_text(text, encoding="utf-8")
    return folder


def test_a_bad_document_among_small_ones_is_told_and_the_rest_is_stored(
    memory: Memory, tmp_path: Path
) -> None:
    folder = written(tmp_path / "some", ["One is here.", " ", "Three is here."])
    (folder / "003.pdf").write_bytes(b"no pdf")
    (folder / "004.md").write_text("Long words. " * (SMALL // 12 + 1), encoding="utf-8")

    report = memory.add_documents([folder])

    assert [Path(one.source).name for one in report.items] == [
        "000.md",
        "002.md",
        "004.md",
    ]
    assert [Path(one.source).name for one in report.errors] == ["001.md", "003.pdf"]


def test_together_they_name_and_state_what_they_do_one_by_one(
    memory: Memory, tmp_path: Path
) -> None:
    texts = [
        "# Paris\n\nParis is a city in France. Marie Curie lived in Paris.",
        "# Marie Curie\n\nMarie Curie was born in Warsaw.",
        "# Warsaw\n\nWarsaw is the capital of Poland. marie curie left warsaw.",
    ]
    folder = written(tmp_path / "texts", texts)

    with Memory.open(tmp_path / "other", embedder=WordEmbedder()) as other:
        for path in sorted(folder.iterdir()):
            other.add_document(path)
        memory.add_documents([folder])

        assert mentions(memory) == mentions(other)
        assert said(memory) == said(other)


def mentions(memory: Memory) -> list[tuple[str, str, int]]:
    rows = memory.cypher(
        "MATCH (c:Chunk)-[r:MENTIONS]->(e:Entity) "
        "RETURN c.text AS text, e.key AS key, r.count AS count"
    )
    return sorted((row["text"], row["key"], row["count"]) for row in rows)


def said(memory: Memory) -> list[str]:
    return sorted(fact.text for fact in memory.facts())
