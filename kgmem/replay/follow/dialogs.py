"""What a page asks while it is acted on: answered as in the run, or told."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from kgmem.model.plan import PlanStep
from kgmem.replay.follow.causes import Stop
from kgmem.replay.follow.driver import AnswersDialogs
from kgmem.replay.follow.page_at_hand import PageAtHand
from kgmem.turns import Turns


def answering(page: PageAtHand, step: PlanStep) -> Turns[None]:
    """The driver knows how to answer what the step raises. Raises Stop where it can't
    answer that."""
    told: Any = step.params.get("dialogs")
    dialogs: Sequence[Mapping[str, Any]] = told or ()
    driver, can = page.driver, not dialogs
    if isinstance(driver, AnswersDialogs):
        answer: bool | None = yield from page.asked(
            partial(driver.answer_next, dialogs)
        )
        can = can or answer is not False
    if not can:
        asked = in_words(dialogs)
        reason = f"the page will ask what the driver can't answer: {asked}"
        raise Stop(step, "out of reach", reason)


def unforeseen(page: PageAtHand) -> Turns[Sequence[Mapping[str, Any]]]:
    """What the page asked at the last act and nobody had foreseen."""
    if not isinstance(page.driver, AnswersDialogs):
        return ()
    asked: Sequence[Mapping[str, Any]] = yield from page.asked(page.driver.unforeseen)
    return asked


def in_words(dialogs: Sequence[Mapping[str, Any]]) -> str:
    """Kinds and messages of dialogs."""
    told = ((one.get("kind"), one.get("message")) for one in dialogs)
    return "; ".join(" ".join(str(part) for part in one if part) for one in told)
