"""Words come from files by role, and another language is another file."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kgmem.errors import ConfigurationError
from kgmem.language import vocabulary

GERMAN = Path(__file__).parents[2] / "fixtures" / "languages"
ASK = """
import json, sys
from pathlib import Path
from kgmem.language import vocabulary
vocabulary.FOLDERS += map(Path, sys.argv[1:])
from kgmem.language.intent import intent_of
from kgmem.language.irreversible import is_irreversible
from kgmem.language.items import split_items
from kgmem.language.tokenizer import keywords
from kgmem.learn.histories.action_words import VERBS
from kgmem.matching.anchor_words import POLAR, weight
from kgmem_people.reading.dates import read_period
from kgmem.language import amounts, moments, numerals
from kgmem.language.typed import typed_spans
from kgmem.redact.scan import scan
from kgmem.model.trajectory import Element
from datetime import date
def acts(name):
    return is_irreversible("click", Element(name=name), None)
print(json.dumps({
    "negation": weight("nicht") == weight("not"),
    "irreversible": acts("Jetzt kaufen"),
    "not irreversible": acts("nicht kaufen") or acts("kaufen verlauf"),
    "intent": intent_of("Loesche den Ordner"),
    "nothing": split_items("nichts")[0],
    "keywords": keywords("suche die Lampe mit Fuss"),
    "verb": "klicke" in VERBS["click"],
    "numbers": [numerals.read_whole(said) for said in ("sieben", "einundzwanzig")],
    "spelled": numerals.spelled(42, "de") if "de" in numerals.SPELLING else None,
    "kinds": [one.kind for one in typed_spans("zwölf Minuten, dreißig Euro")],
    "date": moments.read_date("3 Oktober 2026") == moments.Date(2026, 10, 3),
    "yesterday": read_period("gestern", date(2026, 5, 2)) is not None,
    "hidden": sorted({one.value for one in scan("Das Passwort lautet hunter2x9")}),
    "english number": numerals.spelled(21, "en"),
    "english": acts("Pay now"),
    "chinese": acts("删除"),
}))
"""


def _answers(*folders: Path) -> dict[str, object]:
    """In an interpreter of its own, since words are read once."""
    command = [sys.executable, "-c", ASK, *map(str, folders)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    answers: dict[str, object] = json.loads(done.stdout)
    return answers


@pytest.mark.slow
def test_a_third_language_is_a_file() -> None:
    with_german, without = _answers(GERMAN), _answers()

    assert with_german == {
        "negation": True,
        "irreversible": True,
        "not irreversible": False,
        "intent": "delete",
        "nothing": [],
        "keywords": ["Lampe", "Fuss"],
        "verb": True,
        "numbers": [7, 21],
        "spelled": "zweiundvierzig",
        "kinds": ["quantity", "money"],
        "date": True,
        "yesterday": True,
        "hidden": ["hunter2x9"],
        "english number": "twenty-one",
        "english": True,
        "chinese": True,
    }
    assert without["negation"] is False
    assert without["irreversible"] is False
    assert without["intent"] is None
    assert without["numbers"] == [None, None]
    assert (without["date"], without["yesterday"]) == (False, False)
    assert (without["english"], without["chinese"]) == (True, True)


def test_a_role_without_words_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="no language has words"):
        vocabulary.words("no such role")


def test_a_file_has_to_say_how_the_language_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "xx.toml").write_text('negation = ["no"]\n', encoding="utf-8")
    monkeypatch.setattr(vocabulary, "FOLDERS", [tmp_path])

    with pytest.raises(ConfigurationError, match="spaced"):
        vocabulary.languages.__wrapped__()
