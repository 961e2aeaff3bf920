"""Names that the graph may know a text by, and what is found without a reader."""

from kgmem.facts.names import MAX_CANDIDATES, KnownNamesAlone, candidate_keys


def test_candidates_are_bounded() -> None:
    text = " and ".join(f"Alpha{n} Beta" for n in range(1_000)) + " X" + "y" * 500

    assert 0 < len(candidate_keys(text)) <= MAX_CANDIDATES


def test_without_a_reader_known_names_are_found_and_why_no_more() -> None:
    reader = KnownNamesAlone("kgmem-people is not installed")
    [text] = reader.tag(["昨天用微信支付买了 globex rocket。"])

    found = reader.read(text, {"微信支付": "app", "globex rocket": None})

    assert {one.name for one in found.mentions} == {"微信支付", "globex rocket"}
    assert found.triples == ()
    assert found.note == "kgmem-people is not installed"
    assert reader.capabilities()["degraded"] == ["kgmem-people is not installed"]
