"""A context is told once to speak, and heard by one run at a time."""

from typing import Any

import pytest

from kgmem import InvalidInput
from kgmem.turns import at_once
from kgmem_agents.browser.recording.ears import Ears, ears_of


class Frame:
    def __init__(self) -> None:
        self.scripts: list[str] = []
        self.parent_frame = None

    def evaluate(self, script: str) -> Any:
        self.scripts.append(script)
        return {"url": "http://a/"} if "end()" in script else None


class Tab:
    def __init__(self, context: "Context") -> None:
        self.context, self.url = context, "http://a/"
        self.main_frame = Frame()
        self.frames = [self.main_frame]

    def on(self, event: str, handle: Any) -> None: ...

    def remove_listener(self, event: str, handle: Any) -> None: ...

    def is_closed(self) -> bool:
        return False


class Context:
    def __init__(self) -> None:
        self.bound: list[str] = []
        self.pages = [Tab(self)]

    def expose_binding(self, name: str, hear: Any) -> None:
        self.bound.append(name)
        self.hear = hear

    def add_init_script(self, script: str) -> None: ...

    def on(self, event: str, handle: Any) -> None: ...

    def says(self, told: str) -> Any:
        tab = self.pages[0]
        return self.hear({"page": tab, "frame": tab.main_frame}, told)


def test_a_context_is_told_once_however_often_it_is_heard() -> None:
    context = Context()
    heard: list[list[Any]] = [[], []]

    for run in heard:
        at_once(ears_of(context).listen(context.pages[0], run.append))
        context.says('{"action": "click"}')
        at_once(ears_of(context).stop(context))

    assert len(context.bound) == 1
    assert [[one["action"] for one in run] for run in heard] == [["click"], ["click"]]


def test_a_page_goes_on_only_while_it_is_heard() -> None:
    context = Context()
    ears = Ears()

    at_once(ears.listen(context.pages[0], lambda _: None))
    while_heard = context.says("{}")
    ends = at_once(ears.stop(context))

    assert while_heard is True
    assert context.says('{"action": "click"}') is False
    assert [end["url"] for end in ends] == ["http://a/"]


@pytest.mark.parametrize("noise", ["no json", "[1]", "null", 5])
def test_what_a_page_makes_up_is_not_heard(noise: Any) -> None:
    context = Context()
    heard: list[Any] = []
    at_once(Ears().listen(context.pages[0], heard.append))

    context.says(noise)

    assert heard == []


def test_a_context_that_is_heard_is_taken() -> None:
    context = Context()
    ears = Ears()
    at_once(ears.listen(context.pages[0], lambda _: None))

    with pytest.raises(InvalidInput, match="already"):
        at_once(ears.listen(context.pages[0], lambda _: None))
