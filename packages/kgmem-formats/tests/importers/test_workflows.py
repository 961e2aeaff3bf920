"""Recordings and macros of other tools: each word is used, harmless or refused."""

from typing import Any

from kgmem import ImportedRun, Source
from kgmem_formats.importers import mobilerun, workflow_use


def read(reader: Any, given: Any) -> ImportedRun:
    (run,) = reader.read(Source.of(given))
    assert isinstance(run, ImportedRun)
    return run


def done(run: ImportedRun) -> list[Any]:
    return list(run.run["steps"])


# workflow-use -------------------------------------------------------------------------


def workflow(*steps: dict[str, Any], asks: tuple[str, ...] = ()) -> ImportedRun:
    schema = [{"name": name, "type": "string", "required": True} for name in asks]
    given = {"name": "Form", "input_schema": schema, "steps": list(steps)}
    return read(workflow_use.importer, given)


def test_a_slot_of_a_workflow_is_asked_for() -> None:
    run = workflow(
        {"type": "navigation", "url": "https://a.example/{team}"},
        {"type": "input", "cssSelector": "input#first", "value": "{first}",
         "xpath": 'id("first")', "elementTag": "INPUT"},
        {"type": "input", "cssSelector": "#note", "value": "use {braces}"},
        {"type": "click", "target_text": "{first}"},
        asks=("first", "team"),
    )  # fmt: skip

    assert [(one.value, one.params.get("asks")) for one in done(run)] == [
        ("https://a.example/{team}", ["team"]), ("{first}", ["first"]),
        ("use {braces}", None), (None, ["first"]),
    ]  # fmt: skip
    assert done(run)[1].target.attributes["id"] == "first"
    assert done(run)[3].target.name == "{first}"


def test_words_of_a_workflow_are_used_harmless_or_refused() -> None:
    run = workflow(
        {"type": "click", "target_text": "Edit (item 2 of 3) (in Orders)"},
        {"type": "select_change", "target_text": "Size", "selectedText": "large"},
        {"type": "key_press", "key": "Enter"}, {"type": "scroll", "scrollX": 0,
         "scrollY": -200}, {"type": "go_back"},
        {"type": "extract", "extractionGoal": "the price"},
        {"type": "agent", "task": "Choose the best"}, {"type": "somersault"},
        {"type": "click", "target_text": "Go", "odd": 1},
    )  # fmt: skip

    assert [one.action for one in done(run)] == [
        "click", "select", "key", "scroll", "back",
    ]  # fmt: skip
    first = done(run)[0].target
    assert (first.name, first.container) == ("Edit", ("Orders",))
    assert [one.place for one in run.refused] == [
        f"object: steps[{n}]" for n in (6, 7, 8)
    ]


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
