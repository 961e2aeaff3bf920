"""Chrome's Recorder: each type of step and field is used, harmless or refused."""

from typing import Any

import pytest

from kgmem import ImportedRun, Source
from kgmem_formats.importers import chrome_words as words
from kgmem_formats.importers.chrome_recorder import importer

AT = [["aria/Order"], ["#order"]]
BASE = {"type", "timeout", "assertedEvents", "target"}
POINTED = BASE | {"frame", "selectors"}
PRESSED = POINTED | {"deviceType", "button", "offsetX", "offsetY"}
VOCABULARY = {
    "change": POINTED | {"value"},
    "click": PRESSED | {"duration"},
    "close": BASE,
    "customStep": BASE | {"name", "parameters", "frame"},
    "doubleClick": PRESSED,
    "emulateNetworkConditions": BASE | {"download", "upload", "latency"},
    "hover": POINTED,
    "keyDown": BASE | {"key"},
    "keyUp": BASE | {"key"},
    "navigate": BASE | {"url"},
    "scroll": POINTED | {"x", "y"},
    "setViewport": BASE | {"width", "height", "isMobile", "hasTouch"},
    "waitForElement": POINTED | {"operator", "count", "visible", "properties"},
    "waitForExpression": BASE | {"frame", "expression"},
}
"""What the recorder's own schema has."""
TWO = {
    "target": ("https://a.example/", "https://b.example/"),
    "frame": ([0], [1]), "selectors": ([["#a"]], [["#b"]]),
    "assertedEvents": ([{"type": "navigation", "url": "https://c.example/"}], []),
    "button": ("primary", "secondary"), "offsetX": (1, 2), "offsetY": (1, 2),
    "duration": (10, 900), "value": ("a", "b"), "key": ("a", "b"), "x": (1, 2),
    "y": (1, 2), "url": ("https://a.example/", "https://b.example/"),
    "properties": ({"innerText": "3"}, {"innerText": "4"}), "count": (2, 3),
    "operator": ("==", ">="), "visible": (True, False),
    "name": ("a", "b"), "parameters": ({"a": 1}, {"a": 2}),
}  # fmt: skip
"""Two values of each field that counts."""


def read(*steps: dict[str, Any], **flow: Any) -> ImportedRun:
    given = {"title": "Order", "steps": list(steps), **flow}
    (run,) = importer.read(Source.of(given))
    assert isinstance(run, ImportedRun)
    return run


def done(run: ImportedRun) -> list[Any]:
    return list(run.run["steps"])


def test_each_type_and_field_stands_in_one_list() -> None:
    assert set(VOCABULARY) == words.TYPES.every()
    for kind, told in words.FIELDS.items():
        assert told.every() == VOCABULARY[kind]
        assert not told.used & told.harmless.keys()


@pytest.mark.parametrize(
    "named",
    [
        f"{kind}.{field}"
        for kind, told in words.FIELDS.items()
        for field in sorted(told.used - {"type"})
    ],
)
def test_each_field_that_is_used_counts(named: str) -> None:
    kind, field = named.split(".")
    plain = {
        "type": kind,
        "url": "https://a.example/",
        "key": "a",
        "value": "a",
        "x": 5,
    }
    given = {name: plain[name] for name in VOCABULARY[kind] & plain.keys()}
    if "selectors" in VOCABULARY[kind]:
        given["selectors"] = [["canvas#a"]]
    if kind == "waitForElement":
        given |= {"count": 2} if field == "operator" else {"visible": True}
    if field in ("offsetX", "offsetY"):
        given |= {"offsetX": 0, "offsetY": 0}
    before = [{"type": "keyDown", "key": "a"}] if kind == "keyUp" else []
    behind = [{"type": "keyUp", "key": "Shift"}] if kind == "keyDown" else []

    one, other = (
        read(*before, {**given, field: value}, *behind) for value in TWO[field]
    )

    assert kind == "keyUp" or one.run != other.run


def test_an_unknown_type_field_or_event_is_refused_by_its_place() -> None:
    run = read(
        {"type": "somersault"},
        {"type": "click", "selectors": AT, "odd": 1},
        {"type": "click", "selectors": AT, "assertedEvents": [{"type": "download"}]},
        {"type": "click", "selectors": AT, "button": "back"},
        {"type": "click"},
    )

    assert [one.place for one in run.refused] == [
        f"object: steps[{n}]" for n in range(5)
    ]
    assert not done(run)


def test_keys_that_are_held_are_chords_and_modifiers() -> None:
    run = read(
        {"type": "keyDown", "key": "ControlLeft"}, {"type": "keyDown", "key": "KeyS"},
        {"type": "keyUp", "key": "KeyS"}, {"type": "click", "selectors": AT},
        {"type": "keyUp", "key": "ControlLeft"}, {"type": "keyDown", "key": "Tab"},
        {"type": "click", "selectors": AT, "button": "secondary"},
    )  # fmt: skip

    assert [(one.action, one.value, one.params) for one in done(run)] == [
        ("key", "Control+s", {}),
        ("click", None, {"modifiers": ["Control"]}),
        ("key", "Tab", {}),
        ("click", None, {"button": "right"}),
    ]


def test_signs_that_are_keyed_one_by_one_are_one_text() -> None:
    keys = [
        {"type": kind, "key": key}
        for key in ("Shift", "H", "i", " ", "u", "Enter", "x")
        for kind in ("keyDown", "keyUp")
    ]

    steps = read(*keys).run["steps"]

    assert [(one.action, one.value) for one in steps] == [
        ("type", "Hi u"),
        ("key", "Enter"),
        ("type", "x"),
    ]


def test_a_scroll_is_told_by_its_direction() -> None:
    run = read(
        {"type": "scroll", "x": 500, "y": 0}, {"type": "scroll", "x": 500, "y": 300},
        {"type": "scroll", "x": 500, "y": 100}, {"type": "scroll", "x": 500, "y": 100},
        {"type": "scroll", "y": 40, "selectors": [["#list"]]},
    )  # fmt: skip

    assert [tuple(one.params.values()) for one in done(run)] == [
        ("right", 500.0), ("down", 300.0), ("up", 200.0), ("down", 40.0),
    ]  # fmt: skip
    assert done(run)[-1].target.attributes["id"] == "list"


def test_frames_and_tabs_are_a_part_of_the_target() -> None:
    run = read(
        {"type": "click", "selectors": AT, "target": "main", "frame": [0, 1]},
        {"type": "click", "selectors": AT, "target": "https://shop.example/terms"},
        {"type": "keyDown", "key": "Enter", "target": "https://shop.example/terms"},
    )

    first, second, third = done(run)
    assert (first.target.frame, first.target.tab) == ("index=0 >> index=1", None)
    assert second.target.tab == "order=1 & url=https://shop.example/terms"
    assert third.params["tab"] == second.target.tab


@pytest.mark.parametrize(
    ("selectors", "action"),
    [([["select#size"]], "select"), ([["aria/Gift[role=\"checkbox\"]"]], "check"),
     ([["input[type=file]"]], "upload"), ([["aria/Article"]], "type")],
)  # fmt: skip
def test_a_change_is_what_its_selectors_say(
    selectors: list[list[str]], action: str
) -> None:
    (step,) = done(read({"type": "change", "selectors": selectors, "value": "l"}))

    assert step.action == action


def test_what_is_waited_for_is_read_where_more_is_told_than_that_it_is_there() -> None:
    wait = {"type": "waitForElement", "selectors": [["#total"]]}

    run = read(
        {"type": "navigate", "url": "https://a.example/"},
        {**wait, "properties": {"textContent": "21 EUR"}},
        {**wait, "count": 3, "operator": "=="},
        {**wait, "count": 3, "operator": ">="},
        {**wait, "visible": True},
        wait,
    )

    assert run.refused == ()
    reads = [(step.params["of"], step.value) for step in done(run)[1:]]
    assert reads == [("value", "21 EUR"), ("count", "3"), ("presence", "true")]
