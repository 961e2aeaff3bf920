"""What a run read on a page and entered later."""

import re
from collections.abc import Iterator

from kgmem.learn.histories.state import States
from kgmem.model.base import normalize
from kgmem.model.trajectory import Page


def was_read(states: States, start: int, end: int, task: str) -> bool:
    """Does a text that was entered after step `end`, and is not in the task, stand on
    a page between the steps `start` and `end`, and not on the one before them? It may
    have stood there where only addresses are known."""
    asked = normalize(task)
    entered = {
        value
        for step in states.steps[end + 1 :]
        if step.value and (value := normalize(step.value)) not in asked
    }
    if entered and states.tells_address_alone(start, end):
        return True
    looked_for = list(map(_whole, sorted(entered)))
    if looked_for and (known := states.before(start)) is not None:
        looked_for = [one for one in looked_for if not _stands_on(known, one)]
    return any(
        _stands_on(page, one)
        for n in range(start, end)
        if (page := states.after(n)) is not None
        for one in looked_for
    )


def _whole(value: str) -> re.Pattern[str]:
    """Finds the value, not as a part of a longer word; Chinese has no such marks."""
    before = r"(?<![a-z0-9])" if value[:1].isascii() and value[:1].isalnum() else ""
    after = r"(?![a-z0-9])" if value[-1:].isascii() and value[-1:].isalnum() else ""
    return re.compile(before + re.escape(value) + after)


def _stands_on(page: Page, value: re.Pattern[str]) -> bool:
    return any(value.search(text) for text in _texts(page))


def _texts(page: Page) -> Iterator[str]:
    for words in (page.title, page.hint):
        if words:
            yield normalize(words)
    for element in page.elements:
        for words in (element.name, element.text, *element.container):
            if words:
                yield normalize(words)
