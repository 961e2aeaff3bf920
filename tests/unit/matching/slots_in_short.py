"""Slots as tables of sentences tell them."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kgmem.model.option import options_in
from kgmem.model.pattern import Slot


def slot(name: str, told: str = "") -> Slot:
    """A slot from `kind: example | example`: a text unless a kind is told; "list"
    stands before it where the slot takes several, "one of" before the options of a
    list, which has others where one is "…"."""
    kinds, is_told, examples = f"{told} ".partition(": ")
    if not is_told:
        kinds, examples = "", told
    offers, is_list = kinds == "one of", kinds.startswith("list")
    kind = kinds.removeprefix("list").strip() if not offers else ""
    values = [one.strip() for one in examples.split("|")] if examples.strip() else []
    options = [one for one in values if one != "…"] if offers else []
    return Slot(
        slot_id=name,
        name=name,
        kind=kind or "text",
        examples=options[:1] if offers else values,
        is_list=is_list,
        options=options_in(options),
        has_more="…" in values,
    )


def slots(told: Mapping[str, str]) -> list[Slot]:
    return [slot(*one) for one in told.items()]


def table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
