"""Whose successes count without a judge."""

import pytest

from kgmem.model.trust import DEFAULT, TrustedSources, imported_by


@pytest.mark.parametrize(
    ("setting", "source", "trusted"),
    [
        (DEFAULT, "agent", True),
        (DEFAULT, "my-bot", True),
        (DEFAULT, None, True),
        (DEFAULT, "imported", False),
        (DEFAULT, imported_by("osworld"), False),
        (DEFAULT, "Imported:OSWorld", False),
        ("*", "imported", True),
        ("agent, browser", "browser", True),
        ("agent, browser", "my-bot", False),
        ("agent, browser", None, False),
        ("bot-?", "bot-1", True),
        ("!bot*", "bot-1", False),
        ("!bot*", "agent", True),
        ("none", "agent", False),
    ],
)
def test_a_source_is_trusted_by_its_name(
    setting: str, source: str | None, trusted: bool
) -> None:
    assert (source in TrustedSources.of(setting)) is trusted
