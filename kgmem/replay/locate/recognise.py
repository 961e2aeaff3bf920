"""A page at hand as the steps of a plan know it: with what is hidden in both."""

from collections.abc import Sequence

from kgmem.model.texts.placeholder import BEGINS
from kgmem.model.trajectory import Element
from kgmem.paths.step_text import known_by_hash
from kgmem.redact import Redactor, redact_element


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
