"""What a list offers, as far as the page that it stands on tells."""

from collections.abc import Iterator, Sequence

from kgmem.model.base import normalize
from kgmem.model.keys.element_evidence import kind_of
from kgmem.model.option import Option, options_in
from kgmem.model.trajectory import Element

_CHOICES = frozenset({"combobox", "listbox", "select"})
_ITEMS = frozenset({"radio", "option", "menuitemradio"})


def is_choice(target: Element) -> bool:
    """Is it a list to choose from, or one of its items?"""
    return kind_of(target) in _CHOICES | _ITEMS


def offered_on(page: Sequence[Element], target: Element) -> tuple[Option, ...]:
    """The options of the list that the target is, or is one of; none where fewer than
    two are told: a list that is told by what is chosen in it alone."""
    is_item = kind_of(target) in _ITEMS
    found = _items_beside(target, page) if is_item else options_beside(target, page)
    options = options_in(
        {"label": one.label(), "value": one.attributes.get("value")} for one in found
    )
    return options if len(options) > 1 else ()


def options_beside(field: Element, page: Sequence[Element]) -> list[Element]:
    """The page's options that are this field's: they stand in it, or it is named around
    them; of a page with one such field all."""
    found = [one for one in page if kind_of(one) == "option"]
    path, called = field.path, normalize(field.label())
    if path and (own := [o for o in found if (o.path or "").startswith(path)]):
        return own
    own = [o for o in found if called and called in map(normalize, o.container)]
    fields = [one for one in page if kind_of(one) in _CHOICES]
    return own or (found if len(fields) == 1 else [])


def _items_beside(target: Element, page: Sequence[Element]) -> Iterator[Element]:
    """The page's items of the target's kind in the same group: of the same name among
    those who wrote the page, or in the same part of the page."""
    kind, group = kind_of(target), _group(target)
    if group is not None:
        yield from (o for o in page if kind_of(o) == kind and _group(o) == group)


def _group(item: Element) -> object:
    if kind_of(item) == "radio" and (name := item.attributes.get("name")):
        return item.frame, name
    return (item.frame, item.container[0]) if item.nearest() else None
