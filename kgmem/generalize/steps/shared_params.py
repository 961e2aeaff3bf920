"""How steps are done, beside what they are done to: parameters that steps share."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem.model.base import to_json
from kgmem.model.keys.whereabouts import is_same_tab, shared_place
from kgmem.paths.declared import ASKS, DIALOGS, OPTIONAL

_Params = Mapping[str, Any]

HOW = ("button", "modifiers", "direction", ASKS)
"""Parameters in which steps that are the same agree."""
TAB = "tab"


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
