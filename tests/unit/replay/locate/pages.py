"""Elements and steps in few words: a page is a list of them."""

from typing import Any

import pytest

from kgmem.model.action import Action
from kgmem.model.plan import PlanStep
from kgmem.model.trajectory import Element

Given = dict[str, Any]


def el(
    kind: str | None, called: str | None = None, *around: str, a: str = "", **more: Any
) -> Given:
    """An element: its role, or `<tag`; its name, or the tag's text; what stands around
    it; attributes as `id=x; class=y z`; `p`: its path below `/html/body/`."""
    given: Given = dict(more)
    if kind and kind.startswith("<"):
        given |= {"tag": kind[1:], **({} if called is None else {"text": called})}
    elif kind:
        given |= {"role": kind, "name": called}
    if "p" in given:
        given["path"] = f"/html/body/{given.pop('p')}"
    if a:
        given["attributes"] = dict(one.split("=", 1) for one in a.split("; "))
    return given | ({"container": list(around)} if around else {})


def button(name: str | None, *around: str, **more: Any) -> Given:
    return el("button", name, *around, **more)


def field(name: str | None = None, *around: str, **more: Any) -> Given:
    return el("textbox", name, *around, **more)


def row(person: str, *names: str, **more: Any) -> list[Given]:
    """The buttons of a table's row."""
    around = f"{person} {' '.join(names)}"
    return [button(name, around, "Users", **more) for name in names]


def step(target: Given | Element, action: Action = "click", **more: Any) -> PlanStep:
    return PlanStep(n=1, action=action, target=Element.model_validate(target), **more)


def case(
    what: str, target: Given, page: list[Given], index: int | None, *action: Action,
    **more: Any,
) -> Any:  # fmt: skip
    """A row of a table: the target, the page, and which of its elements is meant."""
    return pytest.param(step(target, *action, **more), page, index, id=what)
