"""Changed versions of Trac: what a release or a setting does to a known way."""

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from kgmem_bench.trac.site import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

ChangeName = Literal["field", "labels", "ids", "Chinese"]
"""A field of its own on tickets and another order of the navigation; other labels in
the navigation (both are settings of Trac); other ids everywhere; all words that Trac's
own Chinese translation has, put into the page (Trac itself would need Babel for it)."""
CHANGES: tuple[ChangeName, ...] = get_args(ChangeName)

_IDS = """() => {
  const other = (id) => id.endsWith('-r2') ? id : id + '-r2';
  for (const one of document.querySelectorAll('[id]')) one.id = other(one.id);
  for (const one of document.querySelectorAll('label[for]'))
    one.htmlFor = other(one.htmlFor);
}"""
_TEXTS = """() => {
  const texts = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.add(walker.currentNode.data.trim());
  for (const one of document.querySelectorAll('input[type=submit], input[type=button]'))
    texts.add(one.value);
  return [...texts].filter((text) => text && text.length < 200);
}"""
_PUT = """(said) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.data.trim();
    if (said[text]) node.data = node.data.replace(text, said[text]);
  }
  for (const one of document.querySelectorAll('input[type=submit], input[type=button]'))
    if (said[one.value]) one.value = said[one.value];
}"""


@dataclass(frozen=True, slots=True)
class SiteChange:
    """What is different."""

    name: ChangeName
    settings: Settings
    dress: "Callable[[Page], None] | None" = None
    """What is done to each page, where no setting does it."""


def site_change(name: ChangeName) -> SiteChange:
    """The change of this name."""
    return SiteChange(name, _SETTINGS.get(name, {}), _DRESSES.get(name))


_SETTINGS: Mapping[ChangeName, Settings] = {
    "field": {
        "ticket-custom": {
            "customer": "text",
            "customer.label": "Customer",
            "customer.order": "0",
        },
        "mainnav": {"admin.order": "0.5", "newticket.order": "0.7"},
    },
    "labels": {
        "mainnav": {
            "newticket.label": "Report",
            "tickets.label": "Browse",
            "roadmap.label": "Plan",
            "admin.label": "Manage",
        },
        "metanav": {"prefs.label": "My settings"},
    },
}


def _rename_ids(page: "Page") -> None:
    page.evaluate(_IDS)


def _translate(page: "Page") -> None:
    say = _chinese().gettext
    said = {text: say(text) for text in page.evaluate(_TEXTS)}
    page.evaluate(_PUT, {text: new for text, new in said.items() if new != text})


@cache
def _chinese() -> gettext.NullTranslations:
    """Trac's own translation."""
    folder = Path(str(files("trac"))) / "locale"
    return gettext.translation("messages", folder, ["zh_CN"])


_DRESSES: "Mapping[ChangeName, Callable[[Page], None]]" = {
    "ids": _rename_ids,
    "Chinese": _translate,
}
