"""Documents and their parts, in pages."""

from fastapi.testclient import TestClient

from kgmem import Memory


def test_documents_are_found_by_words(memory: Memory, client: TestClient) -> None:
    for name in ("b", "a"):
        memory.add_document(text=f"About {name}.", source=f"{name}.txt")

    found = client.get("/v1/views/documents", params={"q": "B.TXT"}).json()["items"]

    assert [one["source"] for one in found] == ["b.txt"]


def test_parts_come_in_order_with_what_they_state(
    memory: Memory, client: TestClient
) -> None:
    sections = "\n\n".join(
        f"# Part {n}\n\nAnn Lee lives in Rome. " + "More words are here. " * 80
        for n in range(3)
    )
    document = memory.add_document(text=sections, source="notes.md")
    path = f"/v1/views/documents/{document}"

    first = client.get(f"{path}/chunks", params={"limit": 1}).json()
    more = {"limit": 200, "after": first["next"]}
    rest = client.get(f"{path}/chunks", params=more).json()

    chunks = [*first["items"], *rest["items"]]
    assert [one["n"] for one in chunks] == list(range(len(chunks)))
    assert len(chunks) == client.get(path).json()["chunks"] > 1
    assert [fact["text"] for fact in chunks[0]["facts"] if "Rome" in fact["text"]]
