"""Selenium IDE's projects: `.side`, a run for each test."""

from collections.abc import Iterator, Mapping

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import list_of, text_of
from kgmem_formats.importers.selenium_acts import SeleniumActs
from kgmem_formats.importers.selenium_blocks import CommandBlock, UnrolledBlocks


class SeleniumIde:
    """Reads each test as a run; how it went is not in the project."""

    name = "selenium-ide"
    title = "Selenium IDE project (.side)"

    def recognizes(self, source: Source) -> str | None:
        test = source.first_item("tests")
        is_project = "version" in source.first and isinstance(
            test.get("commands"), list
        )
        return "a project whose tests have commands" if is_project else None

    def read(self, source: Source) -> Iterator[ImportedRun | RefusedPart]:
        project = source.whole()
        if not isinstance(project, Mapping):
            raise InvalidInput(f"{source.name}: a project is an object with tests")
        base = text_of(project.get("url")) or ""
        tests = list_of(project.get("tests"))
        blocks = {
            text_of(test.get("name")) or "": _block(test, f"{source.name}: tests[{n}]")
            for n, test in enumerate(tests)
            if isinstance(test, Mapping)
        }
        for n, test in enumerate(tests):
            place = f"{source.name}: tests[{n}]"
            if isinstance(test, Mapping):
                yield _run(test, place, blocks, base)
            else:
                yield RefusedPart(place=place, reason="a test has commands")


def _block(test: Mapping[str, object], place: str) -> CommandBlock:
    return CommandBlock.of(f"{place}.commands", list_of(test.get("commands")))


def _run(
    test: Mapping[str, object], place: str, tests: Mapping[str, CommandBlock], base: str
) -> ImportedRun:
    acts = SeleniumActs(base)
    for one in UnrolledBlocks(acts.variables, tests).run(_block(test, place)):
        with acts.steps.reading(one.place):
            if one.reason:
                raise InvalidInput(one.reason)
            acts.take(one)
    with acts.steps.reading(place):
        acts.close()
    title = text_of(test.get("name"))
    return acts.steps.run(place, title, url=base or None)


importer = SeleniumIde()
