"""Small chats that come with the package, to try conversations on; made, nobody's."""

from pathlib import Path

TALKS = Path(__file__).parent / "talks"


def sample_chats() -> list[str]:
    """The languages that there is a chat in."""
    return sorted(path.stem for path in TALKS.glob("*.jsonl"))


def sample_chat(language: str) -> Path:
    """The file of the chat in one of `sample_chats`."""
    return TALKS / f"{language}.jsonl"
