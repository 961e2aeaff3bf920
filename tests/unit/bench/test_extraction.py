"""The measure of extraction, and that what was reached is kept."""

from pathlib import Path

import pytest
from kgmem_bench.facts.extraction import (
    SETS,
    LabelledSentence,
    checks,
    counted,
    measure,
    read,
    render,
)

from kgmem.errors import InvalidInput


def sentence(*facts: tuple[tuple[str, ...], tuple[str, ...]]) -> LabelledSentence:
    return LabelledSentence.model_validate(
        {
            "id": "1",
            "language": "en",
            "kind": "news",
            "text": "",
            "facts": [{"subject": a, "object": b} for a, b in facts],
        }
    )


@pytest.mark.parametrize(
    ("found", "right"),
    [
        ([("Acme", "Globex")], 1),
        ([("globex", "the ACME")], 1),  # any order, case, article
        ([("Acme Inc", "Globex")], 1),  # words around it
        ([("Acmes", "Globex")], 0),  # no whole word
        ([("Acme", "Globex"), ("Globex", "Acme")], 1),  # counts once
        ([("Acme", "Hooli")], 0),
        ([], 0),
    ],
)
def test_a_pair_is_found_if_both_ends_match(
    found: list[tuple[str, str]], right: int
) -> None:
    wanted = sentence((("Acme", "Acme Corp"), ("Globex",)))

    assert counted(wanted, found)[::2] == (1, right)


@pytest.mark.parametrize("text", ["", "{}", '[{"id": "1"}]'])
def test_a_file_that_is_no_set_is_told(tmp_path: Path, text: str) -> None:
    file = tmp_path / "set.json"
    file.write_text(text, encoding="utf-8")

    with pytest.raises(InvalidInput, match="labelled sentences at"):
        read(file)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["asked", "strangers", "judged"])
def test_what_was_reached_on_the_sentences_asked_once_is_kept(name: str) -> None:
    result = measure([SETS / f"{name}.json"], rounds=1)

    assert all(one.met for one in checks(result))
    assert "| zh, adjacent names |" in render(result)
