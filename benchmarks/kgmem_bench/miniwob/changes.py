"""Changed versions of pages: what a site's next release does to a recorded path."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from kgmem_bench.miniwob.server import Rewrite
from kgmem_bench.pages.driver import Driver

ChangeName = Literal["block", "ids", "labels", "fields"]
"""A block with a button and a text field inserted above; ids renamed; buttons
relabelled; fields wrapped and put in another order."""
CHANGES: tuple[ChangeName, ...] = get_args(ChangeName)

_BLOCK = """() => {
  const block = document.createElement('div');
  block.innerHTML = '<p>News by mail?</p><input type="text" placeholder="Address">'
    + '<button>Subscribe</button>';
  document.querySelector('#area').before(block);
  return 1;
}"""

_LABELS = """labels => {
  let changed = 0;
  for (const button of document.querySelectorAll('#area button')) {
    const label = labels[button.textContent.trim()];
    if (label) { button.textContent = label; changed++; }
  }
  return changed;
}"""
NEW_LABELS = {"Submit": "Send form", "Login": "Sign in", "Search": "Look up"}
"""Of buttons that mean the same in each episode; a button whose label the task chooses
from would be another button."""

_FIELDS = """() => {
  const area = document.querySelector('#area');
  const shown = (one) => one.checkVisibility() && one.offsetWidth > 1;
  const controls = (part) =>
    [...part.querySelectorAll('input, textarea, select, button')].filter(shown);
  const unit = (control) => {
    let at = control;
    while (at.parentElement !== area && controls(at.parentElement).length === 1)
      at = at.parentElement;
    return at;
  };
  const cells = controls(area).map(unit).map((part) => {
    const cell = document.createElement('div');
    cell.className = 'cell';
    part.replaceWith(cell);
    cell.append(part);
    return cell;
  });
  // Where the task counts fields of one kind, another order is another task.
  const counts = /\\d(st|nd|rd|th)\\b/.test(document.querySelector('#query').innerText);
  const kind = (cell) => controls(cell).map((one) => one.tagName + one.type).join();
  for (const parent of new Set(cells.map((cell) => cell.parentElement))) {
    const group = cells.filter((cell) => cell.parentElement === parent);
    if (counts && new Set(group.map(kind)).size === 1) continue;
    const marks = group.map((cell) => {
      const mark = document.createComment('');
      cell.replaceWith(mark);
      return mark;
    });
    group.reverse().forEach((cell, n) => marks[n].replaceWith(cell));
  }
  return cells.length;
}"""


@dataclass(frozen=True, slots=True)
class PageChange:
    """What is done to a page."""

    name: ChangeName
    rewrite: Rewrite
    """Of its source."""
    apply: Callable[[Driver], int]
    """To the page once its episode began; says how many parts it changed."""


def _run(script: str, argument: object, driver: Driver) -> int:
    return int(driver.page.evaluate(script, argument))


def _renamed(driver: Driver) -> int:
    """How many renamed ids the page shows."""
    names = [one["attributes"].get("id", "") for one in driver.view().elements]
    return sum(_NEW_ID.match(name) is not None for name in names)


def page_change(name: ChangeName) -> PageChange:
    """The change of this name."""
    if name == "ids":
        return PageChange(name, rename_ids, _renamed)
    scripts = {
        "block": partial(_run, _BLOCK, None),
        "labels": partial(_run, _LABELS, NEW_LABELS),
        "fields": partial(_run, _FIELDS, None),
    }
    return PageChange(name, str, scripts[name])


# --- ids ---------------------------------------------------------------------------

_GIVEN = re.compile(
    r"""\bid\s*=\s*["']([A-Za-z][\w-]*)|"""
    r"""(?:attr|setAttribute)\(\s*['"]id['"]\s*,\s*['"]([A-Za-z][\w-]*)"""
)
"""Where a page's source gives an id, or the part of one that is not counted."""
_FRAME = frozenset({"wrap", "query", "area"})
"""Ids that the frame around the task uses."""
_OTHER_VALUE = re.compile(
    r"""(?:\b(?!id=|for=)[\w-]+=|[Cc]lass(?:Name)?\(\s*|"""
    r"""(?:attr|setAttribute)\(\s*['"](?!id['"])[\w-]+['"]\s*,\s*)$"""
)
"""What stands before a quoted word that is no id: another attribute, a class."""
_REACH = 40
"""Characters before a word that are looked at for that."""
_SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
_NEW_ID = re.compile(rf"x(?:{'|'.join(_SYLLABLES)}){{3}}")


def rename_ids(source: str) -> str:
    """The page's source with another id wherever it gives or names one of its own."""
    for old in sorted(_given_ids(source), key=len, reverse=True):
        source = _renamed_in(source, old, new_id(old))
    return source


def _given_ids(source: str) -> set[str]:
    found = {a or b for a, b in _GIVEN.findall(source)}
    return found - _FRAME


def _renamed_in(source: str, old: str, new: str) -> str:
    counted = "" if old.endswith("-") else r"\d"
    by_mark = rf"#{re.escape(old)}(?![A-Za-z_{counted}-])"
    source = re.sub(by_mark, f"#{new}", source)
    # A number may be put after it: then the script's quote closes, not the attribute's.
    quoted = rf"""(?P<quote>["']){re.escape(old)}(?P<end>["']|(?=\d*["']))"""

    def other(match: re.Match[str]) -> str:
        before = source[max(0, match.start() - _REACH) : match.start()]
        if _OTHER_VALUE.search(before):
            return match[0]
        return f"{match['quote']}{new}{match['end']}"

    return re.sub(quoted, other, source)


def new_id(old: str) -> str:
    """A made-up word for it, always the same; a hyphen at its end stays."""
    digest = hashlib.sha256(old.encode()).digest()
    word = "".join(_SYLLABLES[byte % len(_SYLLABLES)] for byte in digest[:3])
    return f"x{word}" + ("-" if old.endswith("-") else "")
