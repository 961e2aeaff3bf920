"""Playwright's recorder: `playwright codegen --target jsonl`."""

from collections.abc import Iterator, Mapping

from kgmem import ImportedRun, RefusedPart, Source
from kgmem_formats.importers.playwright.acts import address_of
from kgmem_formats.importers.playwright.recording import OPTIONS, Recording
from kgmem_formats.importers.steps import object_of


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
        reading, url = Recording(), None
        for place, value in reading.steps.records(source):
            with reading.steps.reading(place):
                line = object_of(value)
                reading.hear(line)
                url = url or address_of(line.get("url"))
        yield reading.steps.run(source.name, url=url)


importer = PlaywrightCodegen()
