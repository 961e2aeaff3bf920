"""How a person goes to an answer; and what is read there by place, without a memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgmem_bench.answers.judge import Form

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE_MS = 1_500
NEXT = ("Next", "下一页", "Show more", "加载更多", "»", "→")
"""What leads to more of a list."""
_PLACES = """([text, isRow]) => {
  const short = one => one.innerText?.replace(/\\s+/g, " ").trim() ?? "";
  const all = [...document.querySelectorAll(isRow ? "main tr" : "main *, #content *")];
  const seen = all.filter(one => one.checkVisibility());
  const found = isRow ? all.at(-1) : seen.findLast(one => short(one) == text)
    ?? seen.findLast(one => short(one).includes(text));
  if (!found) return null;
  const steps = [], names = [];
  for (let one = found; one !== document.body; one = one.parentElement) {
    const nth = [...one.parentElement.children].indexOf(one) + 1;
    const id = one.id && !/\\d/.test(one.id) ? "#" + CSS.escape(one.id) : "";
    const classes = [...one.classList].map(name => "." + CSS.escape(name)).join("");
    steps.unshift(`${one.localName}:nth-child(${nth})`);
    names.unshift(one.localName + id + classes);
  }
  return [steps.join(" > "), names.join(" > ")];
}"""
_READ = """selector => [...document.querySelectorAll(selector)].map(
  one => one.innerText.replace(/\\s+/g, " ").trim())"""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a shown answer stood, as selectors."""

    same_place: str
    """Every element of the way by its number."""
    same_path: str
    """Every element by its tag, id and classes."""


def go(page: "Page", moves: Sequence[str]) -> None:
    """Do them; the way to more of a list is taken where something is not there.
    Raises LookupError."""
    from playwright.sync_api import Error

    for move in moves:
        name, entered, value = move.partition(" = ")
        try:
            if not entered:
                _press(page, name)
            elif name.startswith("#"):
                page.fill(name, value)
            else:
                field = page.get_by_label(name)
                field.select_option(value, timeout=PATIENCE_MS)
        except Error as error:
            raise LookupError(str(error)) from error
        page.wait_for_load_state()


def _press(page: "Page", name: str) -> None:
    for _ in range(20):
        found = _called(page, name)
        if found.count():
            found.first.click()
            return
        more = [it for it in (_called(page, it) for it in NEXT) if it.count()]
        if not more:
            break
        more[0].first.click()
        page.wait_for_load_state("networkidle")
    raise LookupError(f"not on the page: {name}")


def _called(page: "Page", name: str) -> Any:
    found = page.get_by_role("link", name=name, exact=True)
    for role in ("button", "tab"):
        found = found.or_(page.get_by_role(role, name=name, exact=True))
    return found


def places(page: "Page", text: str, form: Form) -> Places | None:
    """Where the text stands, of a count the last row; None where nothing does."""
    found = page.evaluate(_PLACES, [text, form == "count"])
    return Places(*found) if found else None


def read(page: "Page", selector: str, form: Form) -> Any:
    """What stands there, as an answer of the form; None where nothing does."""
    texts = page.evaluate(_READ, selector)
    if form == "truth":
        return bool(texts)
    if form == "count":
        return len(texts) or None
    return (texts if form == "list" else texts[0]) if texts else None
