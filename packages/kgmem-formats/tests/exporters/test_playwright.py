"""Patterns as tests for Playwright: what is written, and that nothing breaks out of
it."""

import ast
import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from kgmem.model.exported import PatternSource
from kgmem.model.keys.table_rows import IN_ROW
from kgmem.model.texts.template import escape
from kgmem_formats.exporters import playwright_python, playwright_typescript
from kgmem_formats.exporters.playwright_typescript import literal
from tests.exporters.patterns import FIELD, GO, HOSTILE, source, step


def python(given: PatternSource, **options: Any) -> str:
    return playwright_python.export(given, options).text


def typescript(given: PatternSource, **options: Any) -> str:
    return playwright_typescript.export(given, options).text


def body(text: str) -> str:
    """What `follow` does, in Python."""
    tree = ast.parse(text)
    found = next(
        one
        for one in tree.body
        if isinstance(one, ast.FunctionDef) and one.name == "follow"
    )
    return "\n".join(map(ast.unparse, found.body[1:]))


def assigned(text: str, name: str) -> Any:
    """The literal that a name of the module stands for."""
    for one in ast.parse(text).body:
        if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name:
            return ast.literal_eval(one.value)
    raise AssertionError(name)


def texts(text: str) -> Iterator[str]:
    """All literals of a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize(
    ("done", "written"),
    [
        (step(1, "click", target=GO), ".click()"),
        (step(1, "double_click", target=GO), ".dblclick()"),
        (step(1, "long_press", target=GO), ".click(delay=1000)"),
        (step(1, "type", target=FIELD, value="tea"), ".fill('tea')"),
        (step(1, "type", value="tea"), "page.keyboard.type('tea')"),
        (step(1, "select", target=GO, value="big"), ".select_option('big')"),
        (step(1, "check", target=GO), ".check()"),
        (step(1, "uncheck", target=GO), ".uncheck()"),
        (step(1, "key", value="Enter"), "page.keyboard.press('Enter')"),
        (step(1, "key", target=FIELD, value="Enter"), ".press('Enter')"),
        (step(1, "hover", target=GO), ".hover()"),
        (step(1, "scroll", params={"direction": "up"}), "page.mouse.wheel(0, -600)"),
        (step(1, "drag", target=GO, destination=FIELD), ".drag_to("),
        (step(1, "back"), "page.go_back()"),
        (step(1, "upload", target=GO, value="a.png"), ".set_input_files('a.png')"),
        (step(1, "wait", value="2"), "page.wait_for_timeout(2000)"),
    ],
)
def test_each_action_is_a_call(done: dict[str, Any], written: str) -> None:
    assert written in body(python(source(done)))


@pytest.mark.parametrize("action", ["open_app", "swipe", "switch", "tool", "custom"])
def test_what_no_page_can_do_fails_and_is_said(action: str) -> None:
    given = source(step(1, action, value="x", params={"name": "x"}))

    made = playwright_python.export(given, {})

    assert "pytest.fail('step 1 is done by hand" in body(made.text)
    assert made.notes == ("step 1 is nothing that a script of a page can do",)
    assert "throw new Error(" in typescript(given)


def test_a_first_step_that_opens_a_page_is_the_beginning() -> None:
    given = source(
        step(1, "navigate", value="https://a.example/?q={item}"),
        bindings={"item": "a b"},
    )

    text = body(python(given))

    assert text == "page.goto('https://a.example/?q=' + quote(values['item'], safe=''))"


def test_without_a_known_start_it_is_asked_for() -> None:
    made = playwright_python.export(source(step(1, "click", target=GO), start=None), {})

    assert assigned(made.text, "OUTSIDE") == {"(KGMEM_START)": "KGMEM_START"}
    assert "on which page it begins" in made.notes[0]


def test_values_are_parameters_and_those_of_a_run_the_case() -> None:
    given = source(
        step(1, "type", target=FIELD, value="{item}"),
        step(2, "click", target={"role": "button", "name": "Buy {item} now"}),
        bindings={"item": "tea"},
    )

    text = python(given)

    assert assigned(text, "CASES") == [{"item": "tea"}]
    assert ".fill(values['item'])" in body(text)
    assert "name='Buy ' + values['item'] + ' now'" in body(text)


def test_what_was_hidden_comes_from_the_environment() -> None:
    given = source(
        step(1, "type", target=FIELD, value="{password}"),
        step(2, "type", target=FIELD, value="to [REDACTED:phone#2]!"),
        bindings={"password": "[REDACTED:password#1]"},
        slots={"password": {"kind": "secret", "sensitive": True}},
    )

    made = playwright_python.export(given, {})

    assert assigned(made.text, "CASES") == [{}]
    outside = {"password": "KGMEM_PASSWORD", "phone 2": "KGMEM_VALUE_2"}
    assert assigned(made.text, "OUTSIDE") == outside
    assert "'to ' + values['phone 2'] + '!'" in body(made.text)
    assert len(made.notes) == 2


def test_a_loop_goes_over_the_list() -> None:
    given = source(
        step(1, "click", target={"role": "link", "name": "{item}"}, repeat_for="item"),
        bindings={"item": ["tea", "salt"]},
    )

    text = body(python(given))

    assert "for n in range(len(values['item'])):" in text
    assert "name=values['item'][n]" in text
    assert 'n < values["item"].length' in typescript(given)


def test_optional_steps_and_choices_look_first() -> None:
    given = source(
        step(1, "click", target=GO, need="optional"),
        step(2, "click", target={"role": "tab", "name": "A"}, branch="1.a"),
        step(3, "click", target={"role": "tab", "name": "B"}, branch="1.b"),
    )

    text = body(python(given))

    assert "if there(page.get_by_role('button', name='Go', exact=True)):" in text
    assert "if there(page.get_by_role('tab', name='A', exact=True)):" in text
    assert "else:\n    page.get_by_role('tab', name='B', exact=True).click()" in text


def test_what_is_expected_is_asserted() -> None:
    expect = {"url_template": "shop.example/item/{{n}}", "texts": ["Thank you"]}
    given = source(step(1, "click", target=GO, expect=expect))

    text = body(python(given))

    assert "expect(page).to_have_url(re.compile(" in text
    assert "expect(page.get_by_text('Thank you', exact=True)).to_be_visible()" in text


HOSTILE_STEPS = (
    step(1, "type",
         target={**FIELD, "name": escape(HOSTILE), "container": (escape(HOSTILE),)},
         value=escape(HOSTILE), expect={"texts": [escape(HOSTILE)]}),
    step(2, "custom", params={"name": HOSTILE}),
)  # fmt: skip


def hostile() -> PatternSource:
    return source(
        *HOSTILE_STEPS,
        step(3, "type", target=FIELD, value="{item}"),
        bindings={"item": HOSTILE},
        start=f"https://a.example/?q={HOSTILE}",
        template=f"{escape(HOSTILE)} {{item}}",
    )


def test_nothing_breaks_out_of_python() -> None:
    text = python(hostile())

    assert assigned(text, "CASES") == [{"item": HOSTILE}]
    assert HOSTILE in set(texts(text))
    assert f"https://a.example/?q={HOSTILE}" in set(texts(text))
    names = {node.id for node in ast.walk(ast.parse(text)) if type(node) is ast.Name}
    assert not names & {"a", "b", "c", "x", "y", "z"}


def test_no_line_of_typescript_ends_early() -> None:
    lines = typescript(hostile()).split("\n")

    assert [one for one in lines if "\u2028" in one or "\r" in one] == []
    holding = [one.strip() for one in lines if "*/ ${x}" in one]
    comments = [one for one in holding if one.startswith("//")]
    others = [one for one in holding if not one.startswith("//")]
    assert comments
    assert others
    for one in others:
        assert literal(HOSTILE)[1:-1] in one or "by hand" in one or "test(" in one


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
@pytest.mark.parametrize("value", [HOSTILE, "\x00\x7f\u202e", "😀\ud800", ""])
def test_a_literal_is_what_javascript_reads(value: str) -> None:
    code = f"process.stdout.write(JSON.stringify({literal(value)}))"

    told = subprocess.run(
        ["node", "-"], input=code.encode(), capture_output=True, check=True, timeout=60
    )

    assert json.loads(told.stdout) == value


def test_a_button_of_a_row_is_sought_in_that_row_alone() -> None:
    target = {**GO, "container": ["{who}"], "locators": [IN_ROW]}
    given = source(step(1, "click", target=target), bindings={"who": "hweiss"})

    found, other = body(python(given)), typescript(given)

    assert "get_by_role('button', name='Go', exact=True).and_(near(page, " in found
    assert '{ name: "Go", exact: true }).and(near(page, values["who"]))' in other
