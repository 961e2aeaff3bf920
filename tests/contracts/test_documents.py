"""What a memory promises about documents, on every pair of stores."""

import pytest

from kgmem import Memory
from kgmem.ports import Row
from tests.doubles import WordEmbedder

HANDBOOK = """# Orders

Orders can be cancelled within two days.

## Refunds

Refunds go back to the card. Alice Smith works at Acme Corp.

## Shipping

Parcels leave the warehouse in Hamburg every morning.
"""
CHINESE = """# 订单手册

订单提交后两天之内可以取消。

## 退款

退款会在七个工作日之内退回。客服中心位于上海。
"""


def texts(memory: Memory) -> list[str]:
    """The parts of all documents, in their order."""
    rows = memory.cypher(
        "MATCH (c:Chunk) WHERE c.space = $space RETURN c.text AS text, c.n AS n "
        "ORDER BY c.document_id, c.n"
    )
    return [row["text"] for row in rows]


def chain(memory: Memory) -> list[tuple[int, int]]:
    rows = memory.cypher(
        "MATCH (a:Chunk)-[:NEXT]->(b:Chunk) WHERE a.space = $space "
        "RETURN a.n AS a, b.n AS b ORDER BY a, b"
    )
    return [(row["a"], row["b"]) for row in rows]


def keys(memory: Memory, label: str, key: str) -> set[str]:
    rows = memory.cypher(
        f"MATCH (x:{label}) WHERE x.space = $space RETURN x.{key} AS key"
    )
    return {row["key"] for row in rows}


class TestDocuments:
    """Inherit it and give the fixture `memory`, empty."""

    def test_document_is_there_with_its_parts_and_vectors(self, memory: Memory) -> None:
        document_id = memory.add_document(text=HANDBOOK, source="handbook.md")

        document = memory.documents()[0]
        stats = memory.stats()
        assert document.document_id == document_id
        assert (document.name, document.source) == ("Orders", "handbook.md")
        assert (document.status, document.chunks) == ("ready", 3)
        assert stats["chunks"] == 3
        assert stats["waiting"] == 0
        assert memory.doctor().ok

    def test_the_same_again_changes_nothing(self, memory: Memory) -> None:
        first = memory.add_document(text=HANDBOOK, source="handbook.md")
        before = memory.documents()

        again = memory.add_document(text=HANDBOOK, source="handbook.md")

        assert again == first
        assert memory.documents() == before

    def test_copy_stays_when_the_first_one_changes(self, memory: Memory) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md")
        copy = memory.add_document(text=HANDBOOK, source="copy.md")
        both = memory.search("Refunds", kinds=("chunk",))

        memory.add_document(text="# Orders\n\nClosed.", source="handbook.md")

        assert len({hit.text for hit in both}) == len(both)
        hits = memory.search("Refunds", kinds=("chunk",), source="copy.md")
        assert {hit.document_id for hit in hits} == {copy}
        assert memory.facts("Alice Smith")[0].sources == ("copy.md",)
        assert [one.source for one in memory.documents()] == ["copy.md", "handbook.md"]

    def test_change_keeps_what_stays_and_drops_what_went(self, memory: Memory) -> None:
        document_id = memory.add_document(text=HANDBOOK, source="handbook.md")
        before = keys(memory, "Chunk", "chunk_id")
        changed = HANDBOOK.replace("two days", "three days").replace(
            "## Shipping", "## Returns\n\nReturns are free.\n\n## Shipping"
        )

        again = memory.add_document(text=changed, source="handbook.md")

        after = keys(memory, "Chunk", "chunk_id")
        assert again == document_id
        assert len(before & after) == 2
        assert len(after) == 4
        assert "three days" in texts(memory)[0]
        assert texts(memory)[2] == "Returns are free."
        assert chain(memory) == [(0, 1), (1, 2), (2, 3)]
        assert memory.stats()["points"] == 4 + memory.stats()["facts"]
        assert memory.doctor().ok

    def test_names_lead_to_entities(self, memory: Memory) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md")

        rows = memory.cypher(
            "MATCH (c:Chunk)-[m:MENTIONS]->(e:Entity) WHERE c.space = $space "
            "RETURN e.name AS name, c.n AS n ORDER BY name, n"
        )
        about = memory.cypher(
            "MATCH (d:Document)-[:ABOUT]->(e:Entity) WHERE d.space = $space "
            "RETURN e.name AS name"
        )
        assert {"name": "Acme Corp", "n": 1} in rows
        assert {"name": "Hamburg", "n": 2} in rows
        assert about == [{"name": "Orders"}]

    def test_facts_are_stated_by_their_part(self, memory: Memory) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md")

        facts = memory.facts("Alice Smith")
        rows = memory.cypher(
            "MATCH (c:Chunk)-[:STATES]->(f:Fact) WHERE c.space = $space "
            "RETURN c.n AS n, f.fact_id AS fact_id"
        )
        assert [(f.subject, f.predicate, f.object) for f in facts] == [
            ("Alice Smith", "works at", "Acme Corp")
        ]
        assert facts[0].source == "handbook.md"
        assert facts[0].confidence < 1
        assert {"n": 1, "fact_id": facts[0].fact_id} in rows

    def test_forgotten_document_leaves_nothing(self, memory: Memory) -> None:
        document_id = memory.add_document(text=HANDBOOK, source="handbook.md")

        gone = memory.forget(document_id=document_id)
        memory.flush()

        stats = memory.stats()
        counted = ("documents", "chunks", "facts", "entities", "points", "waiting")
        assert gone == 3
        assert {name: stats[name] for name in counted} == dict.fromkeys(counted, 0)
        assert memory.doctor().ok

    def test_what_a_document_no_longer_says_is_history(self, memory: Memory) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md")
        known_at = memory.facts("Alice Smith")[0].recorded_at

        changed = HANDBOOK.replace("Alice Smith works at Acme Corp.", "")
        memory.add_document(text=changed, source="handbook.md")

        assert memory.facts("Alice Smith") == []
        assert len(memory.facts("Alice Smith", known_at=known_at)) == 1

    def test_fact_of_two_documents_goes_with_the_last_one(self, memory: Memory) -> None:
        said = "# Team\n\nAlice Smith works at Acme Corp."
        memory.add_document(text=HANDBOOK, source="handbook.md")
        memory.add_document(text=said, source="team.md")
        both = memory.facts("Alice Smith")[0].sources

        memory.add_document(text="# Team\n\nNobody is left.", source="team.md")
        one = memory.facts("Alice Smith")[0].sources
        memory.add_document(text="# Orders\n\nClosed.", source="handbook.md")

        assert set(both) == {"handbook.md", "team.md"}
        assert one == ("handbook.md",)
        assert memory.facts("Alice Smith") == []

    def test_another_app_is_found_by_the_index_too(self, memory: Memory) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md", app="shop")

        memory.add_document(text=HANDBOOK, source="handbook.md", app="bank")

        def found(app: str) -> int:
            return len(memory.search("Refunds", kinds=("chunk",), app=app))

        rows = memory.cypher("MATCH (c:Chunk) WHERE c.space = $space RETURN c.app AS a")
        assert {row["a"] for row in rows} == {"bank"}
        assert (found("shop"), found("bank")) == (0, 3)
        assert memory.doctor().ok

    def test_same_words_twice_are_two_parts(self, memory: Memory) -> None:
        part = f"## Notice\n\n{'Keep the doors closed. ' * 12}\n\n"
        other = f"## Other\n\n{'Mind the gap between them. ' * 12}\n\n"
        memory.add_document(text=part + other + part, source="a.md")
        before = keys(memory, "Chunk", "chunk_id")

        memory.add_document(text=part + part + other, source="a.md")

        assert len(before) == 3
        assert keys(memory, "Chunk", "chunk_id") == before
        assert [text.split()[0] for text in texts(memory)] == ["Keep", "Keep", "Mind"]
        assert chain(memory) == [(0, 1), (1, 2)]

    def test_forgotten_document_leaves_no_history_either(self, memory: Memory) -> None:
        memory.add_fact("Bob Jones lives in Paris", source="handbook.md")
        document_id = memory.add_document(text=HANDBOOK, source="handbook.md")
        memory.add_document(text="# Orders\n\nClosed.", source="handbook.md")

        memory.forget(document_id=document_id)

        rows = memory.cypher("MATCH (f:Fact) WHERE f.space = $space RETURN f.text AS t")
        assert [row["t"] for row in rows] == ["Bob Jones lives in Paris"]
        assert "Alice Smith" not in keys(memory, "Entity", "name")
        assert memory.doctor().ok

    def test_spaces_are_apart(self, memory: Memory) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md")
        other = memory.in_space("other")

        other.add_document(text=HANDBOOK, source="handbook.md")
        other.forget(document_id=other.documents()[0].document_id)

        assert len(memory.documents()) == 1
        assert other.documents() == []
        assert memory.stats()["chunks"] == 3

    def test_secrets_do_not_reach_the_stores(self, memory: Memory) -> None:
        memory.add_document(
            text="# Access\n\nThe password is hunter2-Zebra!9 for the staging shop."
            "\n\n| user | password |\n|---|---|\n| bob | hunter2Xy |"
            "\n\n## Password\n\nhunter2Yz",
            source="https://user:hunter2-Zebra!9@example.com/a.md",
        )

        rows: list[Row] = memory.cypher(
            "MATCH (n) WHERE n.space = $space RETURN properties(n) AS props"
        )
        assert "hunter2" not in str(rows)

    def test_import_that_was_interrupted_goes_on(self, memory: Memory) -> None:
        text = "\n\n".join(f"## Part {n}\n\n{'Words of it. ' * 20}" for n in range(90))
        seen: list[int] = []

        def stop(done: int, total: int | None) -> None:
            seen.append(done)
            if done >= 32:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            memory.add_document(text=text, source="long.md", progress=stop)
        before = keys(memory, "Chunk", "chunk_id")
        status = memory.documents()[0].status
        memory.add_document(text=text, source="long.md")

        assert (seen, status) == ([32], "indexing")
        assert before < keys(memory, "Chunk", "chunk_id")
        assert memory.documents()[0].status == "ready"
        assert memory.stats()["chunks"] == 90
        assert memory.doctor().ok

    def test_another_embedder_takes_up_documents_and_facts(
        self, memory: Memory
    ) -> None:
        memory.add_document(text=HANDBOOK, source="handbook.md")
        memory.add_fact("Refunds need a receipt.")
        before = memory.stats()["points"]

        points = memory.reindex(embedder=WordEmbedder("words-2"))

        kinds = {hit.kind for hit in memory.search("refunds go back to the card")}
        assert points == before
        assert kinds == {"chunk", "fact"}
        assert memory.doctor().ok
