"""How an attempt to follow a known path ended."""

from dataclasses import dataclass
from typing import Literal

Ending = Literal["succeeded", "wrong", "unfinished", "handed over", "declined"]
"""succeeded; wrong: it ended the episode with a failure; unfinished: all was done and
the episode went on; handed over: it stopped on the way, nothing ended; declined:
nothing was done at all."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt."""

    ending: Ending
    actions: int = 0
    route: str = ""
    """As the memory advised; empty where none was asked."""
    reason: str = ""
    """Why it declined or stopped."""

    @property
    def was_started(self) -> bool:
        """Was anything done to the page?"""
        return self.actions > 0


def stopped(actions: int, reason: str, route: str = "") -> Attempt:
    """One that did not go to the end."""
    ending: Ending = "handed over" if actions else "declined"
    return Attempt(ending, actions, route, reason)
