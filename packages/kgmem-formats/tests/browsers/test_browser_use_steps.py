"""What browser-use's actions did, as steps."""

import json
from pathlib import Path
from typing import Any

import pytest

from kgmem.errors import InvalidInput
from kgmem.model.trajectory import Step
from kgmem_formats.browsers.browser_use_steps import BrowserUseReader

REAL = Path(__file__).parents[1] / "fixtures" / "browser_use_real.json"


def field(name: str = "City", **more: Any) -> dict[str, Any]:
    return {
        "node_name": "INPUT",
        "attributes": {"id": name.lower()},
        "x_path": f"html/body/{name.lower()}",
        "ax_name": name,
        **more,
    }


def entry(
    action: dict[str, Any], element: dict[str, Any] | None = None, said: str = ""
) -> dict[str, Any]:
    return {
        "model_output": {"next_goal": "go on", "action": [action]},
        "result": [{"extracted_content": said}],
        "state": {"url": "https://shop.example/", "interacted_element": [element]},
    }


def read(*entries: dict[str, Any]) -> list[Step]:
    reader = BrowserUseReader()
    return [
        step
        for one in entries
        for action in reader.actions(one, "history")
        for step in reader.steps(action)
    ]


def done(action: dict[str, Any], element: dict[str, Any] | None = None) -> Step:
    (step,) = read(entry(action, element))
    return step


@pytest.mark.parametrize("name", ["input", "input_text"])
def test_a_text_goes_into_its_field(name: str) -> None:
    step = done({name: {"index": 4, "text": "Oslo", "clear": True}}, field())

    assert step.target is not None
    assert (step.action, step.value, step.target.name) == ("type", "Oslo", "City")
    assert step.target.path == "/html/body[1]/city[1]"
    assert step.params == {}


def test_a_secret_is_asked_for() -> None:
    step = done({"input": {"index": 4, "text": "<secret>x_password</secret>"}}, field())

    assert step.value == "{x_password}"
    assert step.params == {"asks": ["x_password"]}


def test_a_text_behind_another_is_refused() -> None:
    more = entry({"input": {"index": 4, "text": "Oslo", "clear": False}}, field())

    assert read(more)[0].value == "Oslo"  # the field was empty
    with pytest.raises(InvalidInput, match="adds"):
        read(more, more)


def test_several_keys_are_several_steps() -> None:
    steps = read(entry({"send_keys": {"keys": "Tab Tab Enter"}}))

    assert [(one.action, one.value) for one in steps] == [
        ("key", "Tab"),
        ("key", "Tab"),
        ("key", "Enter"),
    ]


def test_a_chord_is_one_step_and_words_are_typed() -> None:
    assert done({"send_keys": {"keys": "ctrl+s"}}).value == "Control+s"
    assert done({"send_keys": {"keys": "red lamp"}}).action == "type"


@pytest.mark.parametrize(
    "action",
    [
        {"extract": {"query": "price"}},
        {"write_file": {"file_name": "todo.md", "content": "- order"}},
        {"screenshot": {"file_name": None}},
        {"dropdown_options": {"index": 3}},
        {"find_text": {"text": "Order"}},
        {"close": {"tab_id": "ab12"}},
    ],
)
def test_what_only_looks_is_no_step(action: dict[str, Any]) -> None:
    assert read(entry(action)) == []


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ({"evaluate": {"code": "order()"}}, "not run"),
        ({"click": {"index": 3, "force": True}}, "not known: force"),
        ({"switch": {"tab_id": "ab12"}}, "which tab"),
        ({"search": {"query": "a", "engine": "other"}}, "no address"),
        ({"search": {"query": "<secret>x</secret>"}}, "secret"),
        ({"click": {}}, "element is not told"),
    ],
)
def test_what_can_not_be_kept_is_refused(action: dict[str, Any], why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        read(entry(action))


def test_where_it_goes() -> None:
    assert (
        done({"go_to_url": {"url": "https://a.example"}}).value == "https://a.example"
    )
    assert done({"search_google": {"query": "red lamp"}}).value == (
        "https://www.google.com/search?q=red+lamp&udm=14"
    )
    assert done({"go_back": {}}).action == "back"
    assert done({"wait": {"seconds": 3}}).value == "3"


def test_how_far_it_scrolls() -> None:
    assert done({"scroll": {"down": False, "pages": 0.5}}).params == {
        "direction": "up",
        "by": 500,
    }
    assert done({"scroll_down": {"amount": 120}}).params["by"] == 120


def test_held_keys_and_places() -> None:
    held = done({"click": {"index": 1, "while_holding_ctrl": True}}, field())
    placed = done({"click": {"coordinate_x": 30, "coordinate_y": 40}})

    assert held.params == {"modifiers": ["Control"]}
    assert placed.target is not None
    assert placed.target.box is not None
    assert (placed.target.box.x, placed.target.box.y) == (30, 40)


def test_an_old_drag_between_two_selectors() -> None:
    step = done({"drag_drop": {"element_source": "#a", "element_target": "#b"}})

    assert step.action == "drag"
    assert step.destination is not None
    assert step.destination.locators[0].value == "#b"


def test_actions_behind_the_last_result_were_not_done() -> None:
    two = entry({"click": {"index": 1}}, field())
    two["model_output"]["action"].append({"click": {"index": 2}})

    assert len(read(two)) == 1


@pytest.mark.parametrize(
    "said",
    [
        'Clicked li "Oranges"',
        'Clicked span role=option "Oranges" id=o',
        "🖱️  Clicked button with index 5: Oranges",
    ],
)
def test_an_answer_tells_what_was_clicked(said: str) -> None:
    nameless = {"node_name": "LI", "x_path": "html/body/ul/li[3]", "attributes": {}}

    (step,) = read(entry({"click": {"index": 5}}, nameless, said))

    assert step.target is not None
    assert step.target.name == "Oranges"


def test_the_beginning_of_a_text_is_no_name() -> None:
    (step,) = read(
        entry({"click": {"index": 5}}, None, 'Clicked li "Oranges and le..."')
    )

    assert step.target is not None
    assert step.target.name is None


def test_what_failed_says_so() -> None:
    failed = entry({"click": {"index": 1}}, field())
    failed["result"] = [{"error": "it is gone"}]

    (step,) = read(failed)

    assert (step.success, step.error) == (False, "it is gone")


def test_a_path_through_a_frame_tells_the_frame() -> None:
    step = done(
        {"click": {"index": 1}}, field(x_path="html/body/iframe[2]/html/body/input")
    )

    assert step.target is not None
    assert step.target.frame == "xpath=/html/body[1]/iframe[2]"
    assert step.target.path == "/html/body[1]/input[1]"


@pytest.mark.parametrize(
    "more",
    [
        {"frame_id": "F1"},
        {
            "entire_parent_branch_path": [
                "html",
                "body",
                "iframe",
                "html",
                "body",
                "input",
            ]
        },
    ],
)
def test_a_frame_that_is_not_told_is_refused(more: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match="frame"):
        done({"click": {"index": 1}}, field(**more))


def test_a_tool_of_the_callers_keeps_its_arguments() -> None:
    step = done({"save_order": {"number": 5, "note": "x"}})

    assert step.action == "tool"
    assert step.params == {"name": "save_order", "number": 5, "note": "x"}


def test_a_real_run_is_read_with_its_tabs_and_without_its_frame() -> None:
    entries = json.loads(REAL.read_text(encoding="utf-8"))["history"]
    reader, steps, refused = BrowserUseReader(), list[Step](), list[str]()

    for one in entries:
        for action in reader.actions(one, "h") if one["model_output"] else ():
            try:
                steps += reader.steps(action)
            except InvalidInput as error:
                refused.append(str(error))

    targets = [step.target for step in steps if step.target]
    assert len(refused) == 1
    assert "frame" in refused[0]
    assert [one.label() for one in targets] == [
        "Article", "City", "Size", "Apples", "Terms", "Accept", "Order",
    ]  # fmt: skip
    assert [one.tab for one in targets] == [
        *[None] * 5, "order=1 & opener=0 & url=http://shop.example/other.html", None,
    ]  # fmt: skip


def test_what_was_extracted_in_a_line_is_read() -> None:
    said = "<query>\nprice\n</query>\n<result>\n{}\n</result>"

    def extracted(result: str) -> list[Step]:
        told = entry({"extract": {"query": "price"}})
        return read({**told, "result": [{"extracted_content": said.format(result)}]})

    (step,) = extracted("21 EUR")
    assert (step.action, step.value, step.as_) == ("read", "21 EUR", "answer")
    assert extracted("| a | b |\n| 1 | 2 |") == []
