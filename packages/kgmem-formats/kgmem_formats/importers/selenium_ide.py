"""Selenium IDE's projects: `.side`, a run for each test."""

from collections.abc import Iterator, Mapping

from kgmem import ImportedRun, InvalidInput, RefusedPart, Source
from kgmem.formats import list_of, text_of
from kgmem_formats.importers.selenium_acts import SeleniumActs
from kgmem_formats.importers.steps import object_of


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
        for n, test in enumerate(list_of(project.get("tests"))):
            place = f"{source.name}: tests[{n}]"
            if not isinstance(test, Mapping):
                yield RefusedPart(place=place, reason="a test has commands")
                continue
            acts = SeleniumActs(base)
            for at, command in enumerate(list_of(test.get("commands"))):
                with acts.steps.reading(f"{place}.commands[{at}]"):
                    acts.take(object_of(command))
            with acts.steps.reading(place):
                acts.close()
            yield acts.steps.run(place, text_of(test.get("name")), url=base or None)


importer = SeleniumIde()
