"""Tasks in Android apps with the whole screen before each step."""

import itertools
from collections.abc import Iterator
from html.parser import HTMLParser

from kgmem import Action, Element, Page, Step, Trajectory
from kgmem.samples import Sample
from kgmem_bench.data_sets.reading import Row, stable_id
from kgmem_bench.data_sets.roles import NAMED_BY_CONTENT, role_of

SET = "autodroid"

_NO_TEXT = "null"
_FINISHED = -1


def sample(row: Row) -> Sample:
    """The labelled path of one row; a success if its last label says finished."""
    screens = row["profile"]
    finished = bool(screens) and screens[-1]["label"][0] == _FINISHED
    run = Trajectory(
        task=row["task"],
        steps=tuple(_steps(screens)),
        outcome="success" if finished else "unknown",
        judge="labels by people",
        app=row["app"],
        locale="en",
        source=SET,
        source_task_id=stable_id(SET, row["id"]),
    )
    return Sample(run, SET)


def _steps(screens: list[Row]) -> Iterator[Step]:
    pages = [page(screen["state"], screen.get("state_str")) for screen in screens]
    following = itertools.zip_longest(screens, pages, pages[1:])
    for screen, before, after in following:
        number, text = screen["label"]
        if number == _FINISHED:
            return
        yield _step(number, None if text == _NO_TEXT else text, before, after)


def _step(number: int, text: str | None, before: Page, after: Page | None) -> Step:
    target = next((e for e in before.elements if e.element_id == number), None)
    changed = after is not None and after.elements != before.elements
    return Step(
        action="type" if text is not None else _tap(target),
        target=target,
        value=text,
        page_before=before,
        page_after=after,
        # Same elements is no proof: the screen's text leaves out much of it.
        effect=True if changed else None,
    )


def _tap(target: Element | None) -> Action:
    if target is None or target.role != "checkbox":
        return "click"
    return "uncheck" if target.attributes.get("checked") == "true" else "check"


def page(state: str, reference: str | None = None) -> Page:
    """The screen that an HTML-like `state` describes; `element_id` is its number."""
    parser = _Screen()
    parser.feed(state)
    parser.close()
    return Page(elements=tuple(parser.elements), dom_ref=reference)


class _Screen(HTMLParser):
    """Collects flat elements; `<br>` parts the texts inside of one."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self._tag: str | None = None
        self._attributes: dict[str, str] = {}
        self._texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self._texts.append(" ")
            return
        self._tag, self._texts = tag, []
        self._attributes = {name: value or "" for name, value in attrs}

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == self._tag:
            words = " ".join("".join(self._texts).split()) or None
            self.elements.append(_element(tag, self._attributes, words))
            self._tag = None


def _element(tag: str, given: dict[str, str], words: str | None) -> Element:
    """Words inside of a text field may be its hint or its content: no name."""
    role = role_of(tag)
    number = given.get("id", "")
    hidden = ("id", "text")
    return Element(
        element_id=int(number) if number.isdigit() else number or None,
        tag=tag,
        role=role,
        name=given.get("text") or (words if role in NAMED_BY_CONTENT else None),
        text=words,
        attributes={k: v.lower() for k, v in given.items() if k not in hidden},
    )
