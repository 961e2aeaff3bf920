"""An element's hash tells whether it stands in a frame."""

import json
from pathlib import Path
from typing import Any

from kgmem_formats.browsers.frames import has_hash, is_in_page

REAL = Path(__file__).parents[1] / "fixtures" / "browser_use_real.json"


def real(name: str) -> dict[str, Any]:
    """An element that browser-use wrote down."""
    entries = json.loads(REAL.read_text(encoding="utf-8"))["history"]
    every = [one for e in entries for one in e["state"]["interacted_element"] if one]
    found: dict[str, Any] = next(one for one in every if one["ax_name"] == name)
    return found


def test_the_hash_is_that_of_the_path_in_the_page() -> None:
    assert is_in_page(real("Article")) is True
    assert is_in_page(real("City")) is True


def test_the_hash_of_one_in_a_frame_is_another() -> None:
    assert real("Voucher")["frame_id"] is None  # nothing else tells
    assert is_in_page(real("Voucher")) is False


def test_other_numbers_say_nothing() -> None:
    assert is_in_page({**real("Article"), "element_hash": 1}) is None
    assert is_in_page({**real("Article"), "element_hash": 2**40}) is None
    assert not has_hash({"x_path": "html/body", "element_hash": "much"})
    assert not has_hash({"element_hash": 2**40})
