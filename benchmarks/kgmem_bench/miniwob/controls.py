"""Walk-throughs of the control tasks, whose answers stand on the page alone. The
explorer, which types words of the task, can't find them: a person shows them."""

import re
from operator import add, mul, sub
from typing import TYPE_CHECKING

from kgmem_bench.pages.driver import Act
from kgmem_bench.pages.episode import Episode
from kgmem_bench.pages.shorten import Walked, walk

if TYPE_CHECKING:
    from playwright.sync_api import Page

_OPERATORS = {"+": add, "-": sub, "x": mul}
_PROBLEM = re.compile(r"(\d+) ([-+x]) (\d+) =")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th) word")


def demonstrate(episode: Episode, name: str) -> Walked:
    """The answer typed and sent, in a fresh episode."""
    answer = _ANSWERS[name](episode.driver.page, episode.task)
    elements = episode.driver.view().elements
    field = next(one["path"] for one in elements if one["role"] == "textbox")
    button = next(one["path"] for one in elements if one["role"] == "button")
    return walk(episode, [Act("type", field, answer), Act("click", button)])


def _result(page: "Page", task: str) -> str:
    match = _PROBLEM.search(page.inner_text("#math-problem"))
    assert match is not None, "the page shows no problem"
    left, operator, right = match.groups()
    return str(_OPERATORS[operator](int(left), int(right)))


def _nth_word(page: "Page", task: str) -> str:
    match = _ORDINAL.search(task)
    assert match is not None, "the task names no word"
    word = page.inner_text("#area p").split()[int(match[1]) - 1]
    return re.sub(r"[^a-zA-Z]+", "", word)


_ANSWERS = {"simple-arithmetic": _result, "find-word": _nth_word}
