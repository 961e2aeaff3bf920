"""Dicts and lists that stay as they are: what frozen values hold."""

from collections.abc import Callable
from typing import Never, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def frozen(value: object) -> object:
    """The value with its dicts and lists, at any depth, as such that refuse a change;
    others are left as they are."""
    if type(value) is dict:
        if not value:
            return _NOTHING
        if any(type(one) in _CHANGEABLE for one in value.values()):
            return FrozenDict({k: frozen(one) for k, one in value.items()})
        return FrozenDict(value)
    return FrozenList(map(frozen, value)) if type(value) is list else value


def _refuse(self: object, *_: object, **__: object) -> Never:
    raise TypeError(
        "a value is never changed, as others may hold it too: make a new one, with "
        "dict(…), list(…) or model_copy(update=…)"
    )


class FrozenDict(dict[K, V]):
    """A dict that refuses changes; `dict(…)` of it is one that does not."""

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return FrozenDict, (dict(self),)


class FrozenList(list[V]):
    """A list that refuses changes; `list(…)` of it is one that does not."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = remove = _refuse
    clear = pop = reverse = sort = _refuse

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return FrozenList, (list(self),)


_CHANGEABLE = frozenset({dict, list})
_NOTHING: FrozenDict[object, object] = FrozenDict()
