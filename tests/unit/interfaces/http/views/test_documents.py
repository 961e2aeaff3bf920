"""Documents and their parts, in pages."""

from fastapi.testclient import TestClient

from kgmem import Memory


def test_documents_come_by_name_and_by_words(
    memory: Memory, client: TestClient
) -> None:
    for name in ("b", "a", "c"):
        memory.add_document(text=f"About {name}.", source=f"{name}.txt")

    first = client.get("/v1/views/documents", params={"limit": 2}).json()
    more = {"limit": 2, "after": first["next"]}
    rest = client.get("/v1/views/documents", params=more).json()
    found = client.get("/v1/views/documents", params={"q": "B.TXT"}).json()["items"]

    sources = [one["source"] for one in (*first["items"], *rest["items"])]
    assert sources == ["a.txt", "b.txt", "c.txt"]
    assert rest["next"] is None
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


def test_document_of_another_space_is_not_there(
    memory: Memory, client: TestClient
) -> None:
    document = memory.in_space("other").add_document(text="Words.", source="a.txt")

    answer = client.get(f"/v1/views/documents/{document}")
    chunks = client.get(f"/v1/views/documents/{document}/chunks").json()

    assert answer.status_code == 404
    assert chunks["items"] == []
