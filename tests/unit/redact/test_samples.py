"""Secrets of random values in sentences and fields, and what only looks like them."""

from collections import Counter
from itertools import cycle
from pathlib import Path

import pytest

from kgmem.model.trajectory import parse_trajectory
from kgmem.redact import Redactor, redact_text, redact_trajectory
from tests.secret_samples import KINDS, samples

FIXTURES = Path(__file__).parents[2] / "fixtures" / "redact"
LOOKALIKES = [
    line
    for language in ("en", "zh")
    for line in (FIXTURES / f"lookalikes_{language}.txt")
    .read_text("utf-8")
    .splitlines()
]
TYPES = ["text", "email", "tel", "number", "search", "url", "password", None]


def test_no_sentence_leaves_anything_of_a_secret() -> None:
    leaks = [
        one.said
        for one in samples(seed=1, rounds=5)
        if any(canary in redact_text(one.said) for canary in one.canaries)
    ]

    assert leaks == []


def test_a_field_s_name_is_enough() -> None:
    leaks = [
        (one.field, one.raw)
        for one in samples(seed=2, rounds=1)
        if any(c in Redactor().text(one.raw, field=one.field) for c in one.canaries)
    ]

    assert leaks == []


def test_hundreds_of_look_alikes_stay() -> None:
    assert len(LOOKALIKES) > 390

    changed = [line for line in LOOKALIKES if redact_text(line) != line]

    assert changed == []


def test_look_alikes_stay_in_one_text_as_well() -> None:
    """What stands in the next line is no value of what is named in this one."""
    text = "\n\n".join(f"{line}." for line in LOOKALIKES)

    kinds = Counter(p.split("#")[0] for p in redact_text(text).split("[REDACTED:")[1:])

    assert kinds == {}


@pytest.mark.parametrize(
    ("kind", "type_"), list(zip(KINDS, cycle(TYPES), strict=False))
)
def test_the_type_of_an_input_does_not_switch_off_its_name(
    kind: str, type_: str | None
) -> None:
    sample = next(one for one in samples(seed=4, rounds=1) if one.kind == kind)
    named = {"name": sample.field, "value": sample.raw}
    attributes = named | ({"type": type_} if type_ else {})
    target = {"tag": "input", "name": "Field", "attributes": attributes}
    nested = {"fields": [{**attributes, "tag": "input"}]}
    run = {
        "task": "fill it in",
        "steps": [
            {"action": "click", "target": target, "params": nested},
            {"action": "type", "target": target, "value": sample.raw},
        ],
    }

    hidden = redact_trajectory(parse_trajectory(run), Redactor()).model_dump_json()

    assert not any(canary in hidden for canary in sample.canaries)


@pytest.mark.parametrize("type_", ["button", "submit", "checkbox", "radio"])
def test_what_is_pressed_keeps_its_words(type_: str) -> None:
    button = {"tag": "input", "type": type_, "name": "password", "value": "Reset it"}

    hidden = redact_trajectory(
        parse_trajectory(
            {"task": "x", "steps": [{"action": "click", "target": button}]}
        ),
        Redactor(),
    )

    assert "Reset it" in hidden.model_dump_json()


HOSTILE = [
    "密保答案是", "security answer: ", "answer ", "security question ", "母亲的姓名",
    "recovery code: a1b2-", "backup codes 1a2b ", "seed phrase ", "seed phrase lumber ",
    "lumber ", "助 ", "助记词 ", "wallet the ", "bearer", "Bearer 是", "key=",
    "key:a1b2",
    "\uff14", "\u200b", "4\u200b", "\u00a0", "4111  ", "AB12-CD34-", "DE89 3704 ",
    "cvv1",
    "~", "[REDACTED:phone#1~d16.abcde]", "a1b2-", "1. lumber, ",
]  # fmt: skip


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.slow
def test_a_very_long_line_ends(unit: str) -> None:
    text = (unit * (200_000 // len(unit) + 1))[:200_000]

    assert Redactor().text(text)
