"""Playwright's recorder: `playwright codegen --target jsonl`."""

from collections.abc import Iterator, Mapping

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.playwright_acts import (
    PageAct,
    add_act,
    address_of,
    first_text,
    led_to,
    modifiers_of,
    snake,
)
from kgmem.interfaces.importers.playwright_options import BY_VALUE, chosen_options
from kgmem.interfaces.importers.selectors import playwright_element
from kgmem.interfaces.importers.steps import Steps, object_of, whole_of
from kgmem.learn.importing.importer import ImportedRun
from kgmem.learn.importing.source import Source
from kgmem.model.imported import RefusedPart
from kgmem.model.values.json_read import text_of

QUIET = ("openPage", "closePage", "assert")
"""What is not done to a page begins so."""
OPTIONS = "contextOptions"


class PlaywrightCodegen:
    """Reads one recording: neither its task nor its outcome is in it."""

    name = "playwright-codegen"
    title = "Playwright codegen (JSON Lines)"

    def recognizes(self, source: Source) -> str | None:
        if source.shape != "lines":
            return None
        first, *others = source.sample
        is_headed = isinstance(first, Mapping) and OPTIONS in first
        is_recorded = any(
            isinstance(one, Mapping) and {"name", "signals"} <= one.keys()
            for one in others
        )
        if is_headed and is_recorded:
            return "its first line has contextOptions, the others name and signals"
        return None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        steps, url = Steps(), None
        for place, value in steps.records(source):
            with steps.reading(place):
                line = object_of(value)
                add_line(steps, line)
                url = url or address_of(line.get("url"))
        yield steps.run(source.name, url=url)


def add_line(steps: Steps, line: Mapping[str, object]) -> None:
    """The step of a recorded action; the first line's options are none."""
    name = line.get("name")
    if OPTIONS in line or (isinstance(name, str) and name.startswith(QUIET)):
        return
    if not isinstance(name, str):
        raise InvalidInput("an action is named by name")
    for value in _values(steps, line):
        add_act(steps, _act(name, line, value))


def _act(name: str, line: Mapping[str, object], value: str | None) -> PageAct:
    selector = text_of(line.get("selector"))
    return PageAct(
        snake(name),
        playwright_element(selector) if selector else None,
        value,
        modifiers_of(line.get("modifiers")),
        text_of(line.get("button")) or "left",
        whole_of(line.get("clickCount") or 1),
        fields={"page_after": led_to(line.get("signals"))},
    )


def _values(steps: Steps, line: Mapping[str, object]) -> Iterator[str | None]:
    """What is entered: one text, or each of the options that are chosen."""
    if "options" not in line:
        yield first_text(*map(line.get, ("text", "key", "url", "files")))
        return
    for option in chosen_options((line["options"],), {}):
        steps.guess_if(option.by_value, BY_VALUE)
        yield option.text


importer = PlaywrightCodegen()
