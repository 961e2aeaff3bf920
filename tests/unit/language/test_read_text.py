"""What is read in a text stays with it."""

from kgmem.language.read_text import part_of_text, read_text


def test_each_part_of_a_text_is_read_once() -> None:
    looked: list[str] = []

    @part_of_text
    def size(text: str) -> int:
        looked.append(text)
        return len(text)

    @part_of_text
    def first(text: str) -> str:
        return text[:1]

    found = [size("one more"), first("one more"), size("one" + " more")]

    assert found == [8, "o", 8]
    assert looked == ["one more"]
    assert sorted(map(str, read_text("one more").parts.values())) == ["8", "o"]
