"""A page at hand as the steps of a plan know it: with what is hidden in both."""

from collections.abc import Sequence

from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.texts.placeholder import BEGINS
from kgmem.model.trajectory import Element
from kgmem.paths.fits import MAY_BE_PART
from kgmem.paths.step_text import known_by_hash
from kgmem.redact import Redactor, redact_element

_LISTS = frozenset({"combobox", "listbox", "select"})


def recognisable(
    target: Element, page: Sequence[Element], redactor: Redactor
) -> tuple[Element, Sequence[Element]]:
    """The target and the page's elements, the same values hidden in the same way.

    Both as they are where the target shows nothing sensitive. A link that was stored
    as `[REDACTED:phone#1~d16.3f9ac]` is told by its hash, one that is bound to the
    caller's own number by the number, however the page writes it.
    """
    hidden = redact_element(target, redactor)  # first: placeholders keep their numbers
    if hidden is target and BEGINS not in target.model_dump_json():
        return target, page
    seen = (redact_element(element, redactor) for element in page)
    return known_by_hash(hidden), list(map(known_by_hash, seen))


def without_options(target: Element, page: Sequence[Element]) -> Element:
    """The target, called by its label alone where one list of the page has a label that
    its name begins with, and options whose texts go on with the rest of it, as
    Playwright's recorder writes it: `Role ViewerEditorOw`."""
    if not target.name or MAY_BE_PART not in target.locators:
        return target
    said = _squeezed(target.name)
    labels = [one.name for one in page if one.name and _goes_on(said, one, page)]
    if len(labels) != 1:
        return target
    kept = tuple(one for one in target.locators if one != MAY_BE_PART)
    return target.model_copy(update={"name": labels[0], "locators": kept})


def _goes_on(said: str, one: Element, page: Sequence[Element]) -> bool:
    """Is this a list, and the text its label with the texts of its options?"""
    if not one.path or kind_of(one) not in _LISTS:
        return False
    label = _squeezed(one.name or "")
    inside = (
        other.text or other.name or ""
        for other in page
        if other.path and other.path.startswith(f"{one.path}/")
    )
    return said != label and _squeezed(label + "".join(inside)).startswith(said)


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()
