"""Calls of a trace that look at a page: what each reads."""

from collections.abc import Mapping

from kgmem import InvalidInput
from kgmem.formats import list_of, mapping_of
from kgmem_formats.importers.steps import PRESENT, VALUE

COUNT, LIST, PRESENCE = "count", "list", "presence"
RESULTS: Mapping[str, str] = {
    "inner_text": VALUE,
    "text_content": VALUE,
    "input_value": VALUE,
    "is_visible": PRESENCE,
    "query_count": COUNT,
}
"""Methods, and what their result is."""
EXPECTED: Mapping[str, tuple[str, str]] = {
    "to.have.text": (VALUE, "expectedText"),
    "to.have.value": (VALUE, "expectedText"),
    "to.have.text.array": (LIST, "expectedText"),
    "to.have.count": (COUNT, "expectedNumber"),
    "to.be.visible": (PRESENCE, ""),
}
"""Assertions that passed, what they read, and the parameter that tells it."""
LISTS = frozenset({
    "ee => ee.map(e => e.textContent || '')",
    "ee => ee.map(e => e.innerText)",
})  # fmt: skip
"""Code in the page that a locator's own methods give all texts by."""


def looked_at(
    method: str, params: Mapping[str, object], result: Mapping[str, object]
) -> tuple[str, str] | None:
    """What of an element a call read, and the value; None where no step tells it.
    Raises InvalidInput for code of the caller's own."""
    value = result.get("value")
    if method == "eval_on_selector_all":
        if params.get("expression") not in LISTS:
            raise InvalidInput(f"{method[:60]!r} of a page, which no step tells")
        items = list_of(mapping_of(value).get("a"))
        return LIST, "\n".join(str(mapping_of(one).get("s", "")) for one in items)
    if method in RESULTS:
        is_told = value is not None and value is not False
        told = PRESENT if value is True else str(value)
        return (RESULTS[method], told) if is_told else None
    reads = EXPECTED.get(str(params.get("expression")))
    if reads is None or params.get("isNot"):
        return None
    of, name = reads
    if name == "expectedText":
        texts = [mapping_of(one).get("string") for one in list_of(params.get(name))]
        found = "\n".join(one for one in texts if isinstance(one, str))
        return (of, found) if found else None
    return of, str(params.get(name)) if name else PRESENT
