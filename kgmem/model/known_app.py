"""An app that tasks were done in, and what else it goes by."""

from collections.abc import Callable, Sequence

from kgmem.model.base import Value
from kgmem.model.keys.identity import fold_app
from kgmem.model.texts.url import url_template


class KnownApp(Value):
    """An app that tasks were done in."""

    name: str
    tasks: int = 0
    aliases: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    """Of its pages' addresses, those of most pages first."""
    titles: tuple[str, ...] = ()
    """Of its pages."""


def named_app(apps: Sequence[KnownApp], given: str) -> str | None:
    """The name of the app that is meant: by its name, an alias, a host of its
    addresses or a page's title, in any case; None where none or several are."""
    wanted = fold_app(given)
    address = _host(given)
    ways: tuple[Callable[[KnownApp], bool], ...] = (
        lambda app: wanted == fold_app(app.name),
        lambda app: wanted in map(fold_app, app.aliases),
        lambda app: bool(address) and address in app.hosts,
        lambda app: wanted in {part for one in app.titles for part in _parts(one)},
    )
    for is_called in ways:
        found = [app.name for app in apps if is_called(app)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def app_at(apps: Sequence[KnownApp], url: str) -> str | None:
    """The name of the app whose pages have this address's host; None where none or
    several have."""
    address = _host(url)
    found = [app.name for app in apps if address and address in app.hosts]
    return found[0] if len(found) == 1 else None


def _host(address: str) -> str:
    """Host with its port, as pages have it; empty for what is no address."""
    if not address.strip() or " " in address.strip():
        return ""
    return url_template(address).partition("/")[0]


def _parts(title: str) -> list[str]:
    """A title and what stands in it between bars, dashes and dots: `Issues — Trac`."""
    parts = [title]
    for mark in (" | ", " - ", " – ", " — ", " · ", ": ", "｜", "_"):
        parts = [*parts, *(one for part in parts for one in part.split(mark))]
    return [folded for one in parts if (folded := fold_app(one))]
