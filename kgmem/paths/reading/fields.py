"""Fields of a JSON value: where a value stands, and what stands there in another."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from kgmem.paths.reading.known import TaskSaid

MAX_LEAVES = 4_000
"""Values of a result that are looked at."""
MAX_WAYS = 12
"""Ways to tell the place of one of them."""
KEY = "@key"
"""In the place of a field's name: the key itself is the value."""
_IS_DATA = re.compile(r"\d{3}")
_SELECTOR = re.compile(r"\[(.*)\]", re.S)
AND = " && "

Way = tuple[tuple[str, ...], bool]
"""Keys that lead to a field, and whether they say more than its number in a list."""


def leaves(value: object) -> Iterator[tuple[tuple[object, ...], str]]:
    """Each text and number, with the keys and places that lead to it."""
    return islice(_leaves(value, ()), MAX_LEAVES)


def ways_to(value: object, path: Sequence[object], known: TaskSaid) -> list[Way]:
    """How the field at this path can be told, the surest first."""
    found: list[Way] = [((), True)]
    at = value
    for n, key in enumerate(path):
        steps = list(_steps(at, key, known, path[n + 1 :]))
        found = [
            ((*way, step), is_sure and sure)
            for step, sure in steps
            for way, is_sure in found
        ]
        found = sorted(found, key=lambda way: not way[1])[:MAX_WAYS]
        at = _inner(at, key)
    return found


def texts_along(value: object, path: Sequence[object]) -> Iterator[str]:
    """The texts of each record on the way to a field."""
    at = value
    for n, key in enumerate(path):
        inner = _inner(at, key)
        if isinstance(at, list | tuple) or is_record_map(at):
            yield from _facts(inner, path[n + 1 :]).values()
        at = inner


def values_at(value: object, at: Sequence[str]) -> list[object]:
    """What stands there; nothing where there is nothing."""
    found = [("", value)]
    for step in at:
        if step == KEY:
            found = [(key, key) for key, _ in found]
        else:
            found = [one for _, inner in found for one in _led(inner, step)]
    return [one for _, one in found]


def read_field(value: object, at: Sequence[str]) -> list[str]:
    """The texts that stand there; none where nothing does."""
    texts = map(text_of, values_at(value, at))
    return [text for text in texts if text is not None]


def text_of(value: object) -> str | None:
    """A text or number as a text."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value)


def is_record_map(value: object) -> bool:
    """Is it an object whose keys are data: ids, and not names of fields?"""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(_IS_DATA.search(str(key)) for key in value)
    )


def _leaves(
    value: object, path: tuple[object, ...]
) -> Iterator[tuple[tuple[object, ...], str]]:
    if isinstance(value, Mapping):
        is_map = is_record_map(value)
        for key, one in value.items():
            if is_map:
                yield (*path, key, KEY), str(key)
            yield from _leaves(one, (*path, key))
    elif isinstance(value, list | tuple):
        for n, one in enumerate(value):
            yield from _leaves(one, (*path, n))
    elif (text := text_of(value)) is not None:
        yield path, text


def _inner(value: object, key: object) -> object:
    if key == KEY:
        return key
    if isinstance(value, Mapping):
        return value[key]
    return value[key] if isinstance(value, list | tuple) else None  # type: ignore[call-overload]


def _steps(
    value: object, key: object, known: TaskSaid, further: Sequence[object]
) -> Iterator[tuple[str, bool]]:
    """How one of the inner values is told."""
    if key == KEY:
        yield KEY, True
    elif isinstance(value, Mapping) and not is_record_map(value):
        yield known.text(str(key)), True
    else:
        yield from _of_items(value, key, known, further)


def _of_items(
    value: object, key: object, known: TaskSaid, further: Sequence[object]
) -> Iterator[tuple[str, bool]]:
    """How an item is told from the others: by what the task says of it, by being the
    only one or the first; by words that only it has, or as the last."""
    items = _items(value)
    place = next(n for n, (own, _) in enumerate(items) if own == key)
    if isinstance(value, Mapping) and (told := known.told(str(key))):
        yield f"[{KEY}={told}]", True
    own = _facts(items[place][1], further)
    others = [_facts(one, ()) for n, (_, one) in enumerate(items) if n != place]
    told_of = {field: told for field, text in own.items() if (told := known.told(text))}
    said = _telling(list(told_of), own, others)
    for fields in said:
        yield f"[{AND.join(f'{f}={told_of[f]}' for f in fields)}]", True
    if said:
        return
    if len(items) == 1:
        yield "[*]", True
    elif place == 0 and not isinstance(value, Mapping):
        yield "[0]", True
    words = [f for f, text in own.items() if not any(map(str.isdecimal, text))]
    base = list(told_of)
    for field in words:
        if field not in told_of and _is_only((*base, field), own, others):
            told = {**told_of, field: known.text(own[field])}
            yield f"[{AND.join(f'{f}={told[f]}' for f in (*base, field))}]", False
    if not isinstance(value, Mapping):
        if place == len(items) - 1 > 0:
            yield "[-1]", False
        elif place > 0:
            yield f"[{place}]", False


def _telling(
    fields: list[str], own: Mapping[str, str], others: Sequence[Mapping[str, str]]
) -> list[tuple[str, ...]]:
    """All of these fields together, and the fewest of them that no other item has."""
    if not fields or not _is_only(fields, own, others):
        return []
    fewest = next(((f,) for f in fields if _is_only((f,), own, others)), tuple(fields))
    return list(dict.fromkeys((tuple(fields), fewest)))


def _is_only(
    fields: Sequence[str], own: Mapping[str, str], others: Sequence[Mapping[str, str]]
) -> bool:
    return not any(all(o.get(f) == own[f] for f in fields) for o in others)


def _items(value: object) -> list[tuple[object, object]]:
    if isinstance(value, Mapping):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list | tuple) else []


def _facts(item: object, without: Sequence[object]) -> dict[str, str]:
    """The texts of an item by their field, two levels deep, but for the one that is
    looked for."""
    sought = ".".join(map(str, without))
    found: dict[str, str] = {}
    for path, text in islice(_leaves(item, ()), MAX_LEAVES):
        name = ".".join(map(str, path))
        if 0 < len(path) <= 2 and name != sought and KEY not in path:
            found[name] = text
    return found


def _led(value: object, step: str) -> list[tuple[str, object]]:
    """What one key or selector leads to, with its key."""
    match = _SELECTOR.fullmatch(step)
    if match is None:
        inner = value.get(step) if isinstance(value, Mapping) else None
        return [] if inner is None else [(step, inner)]
    items = [(str(key), one) for key, one in _items(value)]
    chosen = match[1]
    if chosen == "*":
        return items if len(items) == 1 else []
    if re.fullmatch(r"-?\d+", chosen):
        n = int(chosen)
        return [items[n]] if -len(items) <= n < len(items) else []
    wanted = [one.partition("=")[::2] for one in chosen.split(AND)]
    return [(key, one) for key, one in items if _has(key, one, wanted)]


def _has(key: str, item: object, wanted: Sequence[tuple[str, str]]) -> bool:
    facts = {**_facts(item, ()), KEY: key}
    return all(
        facts.get(field, "").casefold() == text.casefold() for field, text in wanted
    )
