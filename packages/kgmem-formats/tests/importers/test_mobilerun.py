"""Recordings and macros of other tools: each word is used, harmless or refused."""

from typing import Any

from kgmem import ImportedRun, Source
from kgmem_formats.importers import mobilerun


def read(reader: Any, given: Any) -> ImportedRun:
    (run,) = reader.read(Source.of(given))
    assert isinstance(run, ImportedRun)
    return run


def done(run: ImportedRun) -> list[Any]:
    return list(run.run["steps"])


# phones -------------------------------------------------------------------------------


def phone(*actions: dict[str, Any]) -> ImportedRun:
    return read(mobilerun.importer, {"description": "Greet", "actions": list(actions)})


def test_a_tap_is_told_by_the_words_that_the_macro_has() -> None:
    run = phone(
        {"action_type": "tap", "x": 5, "y": 9, "element_text": "Send",
         "element_bounds": "0,0,20,20", "element_index": 3},
        {"action_type": "wait", "duration": 2.5},
    )  # fmt: skip

    assert (done(run)[0].target.text, done(run)[0].target.box.width) == ("Send", 20)
    assert done(run)[1].value == "2.5"
    assert not run.guessed
