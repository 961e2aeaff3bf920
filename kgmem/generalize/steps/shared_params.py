"""What steps share: parameters that say how they are done, names and places of what
they are done to."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgmem.generalize.steps.lift import without_transforms
from kgmem.model.base import normalize, to_json
from kgmem.model.keys.whereabouts import WITHIN, hosts_in, is_same_tab, shared_place
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Element, Locator
from kgmem.paths.declared import ASKS, DIALOGS, OPTIONAL, TAB

_Params = Mapping[str, Any]

HOW = ("button", "modifiers", "direction", ASKS)
"""Parameters in which steps that are the same agree."""


def are_done_alike(one: _Params, other: _Params) -> bool:
    """With the same button and keys, in the same tab, and with the same answers to what
    the page asks."""
    if not is_same_tab(str(one.get(TAB) or ""), str(other.get(TAB) or "")):
        return False
    same = all(to_json(one.get(key)) == to_json(other.get(key)) for key in HOW)
    return same and _answers(one) == _answers(other)


def shared_params(every: Sequence[_Params]) -> dict[str, object]:
    """What all of them say."""
    first, *others = every
    shared: dict[str, object] = {
        key: value
        for key, value in first.items()
        if all(to_json(one.get(key)) == to_json(value) for one in others)
    }
    if tab := shared_place([str(one.get(TAB) or "") for one in every]):
        shared[TAB] = tab
    if any(one.get(OPTIONAL) for one in every):
        shared[OPTIONAL] = True
    if dialogs := [*zip(*(one.get(DIALOGS) or () for one in every), strict=False)]:
        shared[DIALOGS] = [_shared(told) for told in dialogs]
    return shared


def _shared(told: Sequence[_Params]) -> dict[str, object]:
    """A dialog, with the message that it shows each time, if it is the same."""
    first, *others = told
    return {k: v for k, v in first.items() if all(one.get(k) == v for one in others)}


def _answers(params: _Params) -> list[tuple[object, bool]]:
    told = params.get(DIALOGS) or ()
    return [(one.get("kind"), bool(one.get("accept"))) for one in told]


# --- names and places ----------------------------------------------------------------


def shared_text(
    texts: Sequence[str | None], rest_is_data: bool = False
) -> tuple[str | None, bool]:
    """The template that all have, else the slot that all hold; and whether that is
    only a part of the text.

    `rest_is_data`: what stands beside a value is another one with another value.
    """
    first = texts[0]
    if first is None or any(text is None for text in texts):
        return None, False
    if len({normalize(text or "") for text in texts}) == 1 and not rest_is_data:
        return first, False
    if len({without_transforms(text or "") for text in texts}) == 1:
        return Counter(texts).most_common(1)[0][0], False
    held = {templates.holes(text) for text in texts}
    if len(held) == 1 and len(next(iter(held))) != 1:
        return (first, False) if rest_is_data else (None, False)
    only = common_hole(texts)
    return only, any(text != only for text in texts) if only else False


def common_hole(texts: Sequence[str | None]) -> str | None:
    """The one hole that stands in all the texts: beside it stands another value in
    some, as in `Mute` and `Mute @ann`."""
    common = set.intersection(*(set(templates.holes(text or "")) for text in texts))
    return str(common.pop()) if len(common) == 1 else None


def value_alone(text: str | None, is_part: bool) -> tuple[str | None, bool]:
    """The one value in a text."""
    only = common_hole([text]) if text else None
    return (only, is_part or only != text) if only else (text, is_part)


def shared_places(targets: Sequence[Element]) -> Iterator[Locator]:
    """Selectors of what they stand in, of the hosts of shadow roots too."""
    first, *others = [
        {one.value for one in target.locators if one.kind == WITHIN}
        | ({hosts} if (hosts := hosts_in(target.path)) else set())
        for target in targets
    ]
    for value in sorted(first.intersection(*others)):
        yield Locator(kind=WITHIN, value=value)
