"""A text is an option by its label, its own word, or a form of one of them."""

import pytest

from kgmem.language.options import option_meant
from kgmem.model.option import options_in

SEVERITY = ["Minor", "Major", "Release blocker"]


@pytest.mark.parametrize(
    ("text", "options", "label"),
    [
        ("Major", SEVERITY, "Major"),
        ("  MAJOR ", SEVERITY, "Major"),
        ("release blockers", SEVERITY, "Release blocker"),
        ("releaseblocker", SEVERITY, "Release blocker"),
        ("in progress", ["Open", "In-Progress"], "In-Progress"),
        ("bugs", ["Bug", "Feature"], "Bug"),
        ("high", ["1 - High", "2 - Low"], "1 - High"),
        ("顺丰", ["顺丰", "圆通"], "顺丰"),
        ("ＥＭＳ", ["EMS", "SF"], "EMS"),
        ("sf", [{"label": "顺丰", "value": "sf"}, "圆通"], "顺丰"),
        ("minor", ["minor", "Minor"], "minor"),
        ("MINOR", ["minor", "Minor"], None),
        ("room", ["Room 1", "Room 2"], None),
        ("urgent", SEVERITY, None),
        ("blocker", SEVERITY, None),
        ("", SEVERITY, None),
        ("…", SEVERITY, None),
        ("Major", [], None),
    ],
)
def test_the_option_that_a_text_means(
    text: str, options: list[object], label: str | None
) -> None:
    found = option_meant(text, options_in(options))

    assert (found.label if found else None) == label
