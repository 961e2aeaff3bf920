"""Which of a field's options a value means."""

from collections.abc import Iterator, Mapping, Sequence

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.trajectory import Element

_CHOICES = frozenset({"combobox", "listbox", "select"})


def options_of(
    field: Element, given: object, page: Sequence[Element]
) -> list[tuple[str, str | None]]:
    """Name and own value of each option that a field is known to have; `given` is the
    field as the driver tells it."""
    return list(_listed(given)) or [
        (one.name or one.text or "", one.attributes.get("value"))
        for one in _beside(field, page)
        if one.label()
    ]


def option_like(value: str, options: Sequence[tuple[str, str | None]]) -> str | None:
    """What is to be chosen for this value: the option of that name, else the only one
    whose name is the same but for case, white space and the form of its letters."""
    if any(value in option for option in options):
        return value
    like = [name for name, _ in options if normalize(name) == normalize(value)]
    return like[0] if len(set(like)) == 1 else None


def _listed(given: object) -> Iterator[tuple[str, str | None]]:
    """Options that stand in the field itself."""
    told = given.get("options") if isinstance(given, Mapping) else None
    for one in told if isinstance(told, list | tuple) else ():
        if isinstance(one, str):
            yield one, None
        elif isinstance(one, Mapping) and (name := one.get("name") or one.get("label")):
            yield str(name), one.get("value")


def _beside(field: Element, page: Sequence[Element]) -> list[Element]:
    """The page's options that are this field's: they stand in it, or it is named around
    them; of a page with one such field all."""
    found = [one for one in page if kind_of(one) == "option"]
    path, called = field.path, normalize(field.label())
    if path and (own := [o for o in found if (o.path or "").startswith(path)]):
        return own
    own = [o for o in found if called and called in map(normalize, o.container)]
    fields = [one for one in page if kind_of(one) in _CHOICES]
    return own or (found if len(fields) == 1 else [])
