"""Patterns as skills of agents."""

import re

import yaml

from kgmem.model.exported import PatternSource
from kgmem.model.texts.template import escape
from kgmem_formats.exporters.skill import export
from tests.exporters.patterns import FIELD, GO, HOSTILE, source, step


def given() -> PatternSource:
    return source(
        step(1, "type", target=FIELD, value="{item}"),
        step(2, "click", target=GO, irreversible=True),
        bindings={"item": "tea"},
        slots={"item": {"examples": ("tea", "salt")}},
    )


def test_it_has_parameters_steps_and_limits() -> None:
    text = export(given(), {}).text

    assert "- `item`: text, such as `tea`, `salt`" in text
    assert '1. `type "{item}" into textbox "Article"`' in text
    assert "(it can't be taken back: ask before it)" in text
    assert "## Limits" in text


def test_the_head_is_yaml_with_a_plain_name() -> None:
    hostile = source(
        step(1, "click", target=GO), template=f"{escape(HOSTILE)}\n---\nname: evil"
    )
    hostile = hostile.model_copy(update={"runs": ()})

    head = export(hostile, {}).text.split("\n---\n")[0].removeprefix("---\n")

    told = yaml.safe_load(head)
    assert set(told) == {"name", "description"}
    assert re.fullmatch(r"[a-z0-9-]{1,64}", told["name"])
    assert len(told["description"]) <= 1_024


def test_no_text_leaves_its_code_span() -> None:
    hostile = source(step(1, "click", target={**GO, "name": "a `b`` <b>\n# c"}))

    (line,) = [
        one for one in export(hostile, {}).text.splitlines() if one.startswith("1. ")
    ]

    assert line == '1. ```click button "a `b`` <b> # c"```'


def test_a_secret_is_to_be_asked_for_and_never_shown() -> None:
    hidden = source(
        step(1, "type", target=FIELD, value="{pin}"),
        bindings={"pin": "[REDACTED:code#1]"},
        slots={"pin": {"sensitive": True, "examples": ("[REDACTED:code#1]",)}},
    )

    text = export(hidden, {}).text

    assert "it is secret: take it from the user" in text
    assert "REDACTED" not in text


def test_a_chinese_pattern_is_told_in_chinese() -> None:
    chinese = source(
        step(1, "type", target={**FIELD, "name": "商品"}, value="{商品}"),
        step(2, "click", target={**GO, "name": "下单"}, irreversible=True),
        template="在商店订购{商品}",
        bindings={"商品": "茶"},
        slots={"商品": {"examples": ("茶", "盐")}},
    )

    text = export(chinese, {}).text

    assert "## 参数" in text
    assert "- `商品`：内容，例如 `茶`、`盐`" in text
    assert "（无法撤回：执行前先询问" in text
    assert "## 限度" in text
    told = re.sub("`[^`]*`", "", text.split("\n---\n")[1])
    assert not re.search(r"[a-z]{3,} [a-z]{3,}", told)
