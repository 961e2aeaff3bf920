"""docs/cli.md shows every command, and its help as it is."""

import pytest

from tests.unit.interfaces.help_texts import DOCUMENT, commands, help_of, shown


def test_every_command_is_shown_once() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")

    assert sorted(shown(document)) == sorted(commands())


@pytest.mark.parametrize("command", list(commands()))
def test_help_is_the_present_one(command: str) -> None:
    found = shown(DOCUMENT.read_text(encoding="utf-8"))

    assert found.get(command) == help_of(command), (
        "run `uv run python -m tests.unit.interfaces.help_texts`"
    )
