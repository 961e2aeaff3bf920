"""What texts have between the units that they share: values, or other words."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

from kgmem.generalize.wording.units import Unit
from kgmem.language.stemming import stem
from kgmem.model.kind import form_of

Content = Sequence[Unit]

UNUSED = 5
"""Different contents that may be values though no run uses them."""


@dataclass(frozen=True, slots=True)
class GapValue:
    """A value in a gap."""

    slot: int
    """Which of the gap's slots, from 0."""
    start: int
    end: int
    """In units of the gap's content."""


def pieces(
    contents: Sequence[Content], texts: Sequence[int], unused: bool
) -> list[list[GapValue]]:
    """The values in each of a gap's contents, of which so many texts have it.

    `unused`: some of the texts have runs, and none uses anything of the gap.
    """
    if _is_wording(contents, texts, unused):
        return [[] for _ in contents]
    parts = _typed_parts(contents)
    if parts is not None:
        return parts
    return [[GapValue(0, 0, len(c))] if c else [] for c in contents]


def holds_values(content: Content) -> bool:
    """Is there more than function words and marks?"""
    return any(not unit.is_empty for unit in content)


def _is_wording(
    contents: Sequence[Content], texts: Sequence[int], unused: bool
) -> bool:
    """Are these ways to say the same, rather than values?"""
    variants: Counter[tuple[str, ...]] = Counter()
    for content, n in zip(contents, texts, strict=True):
        variants[_folds(content)] += n
    if len(variants.keys() - {()}) < 2 or len(set(map(_meaning, contents))) < 2:
        return True
    usual = max(variants.values()) / sum(texts)
    repeated = 2 * len(variants) <= sum(texts) or usual >= 0.5
    few = len(variants) < UNUSED and not _mostly(_is_named, contents)
    may_be = few or repeated or () in variants
    return unused and may_be and not _mostly(_is_typed, contents)


def _mostly(holds: Callable[[Content], bool], contents: Sequence[Content]) -> bool:
    return 2 * sum(map(holds, contents)) >= len(contents)


def _is_typed(content: Content) -> bool:
    return any(unit.kind not in ("word", "mark") for unit in content)


def _is_named(content: Content) -> bool:
    return any(unit.is_name for unit in content)


def _meaning(content: Content) -> tuple[str, ...]:
    """Its words without endings, and without those that say little."""
    return tuple(stem(unit.fold) for unit in content if not unit.is_empty)


def _folds(content: Content) -> tuple[str, ...]:
    return tuple(unit.fold for unit in content)


def _typed_parts(contents: Sequence[Content]) -> list[list[GapValue]] | None:
    """Neighbouring values that types part, where they do in all contents alike."""
    forms = [_form(content) for content in contents]
    kinds = [kind for kind, _, _ in forms[0]]
    if len(kinds) < 2 or not any(map(_ends_by_itself, kinds)):
        return None
    if any([kind for kind, _, _ in form] != kinds for form in forms):
        return None
    found: list[list[GapValue]] = [[] for _ in contents]
    for slot in range(len(kinds)):
        places = [form[slot][1:] for form in forms]
        inside = [c[a:b] for c, (a, b) in zip(contents, places, strict=True)]
        if not _is_wording(inside, [1] * len(inside), unused=False):
            for one, (a, b) in zip(found, places, strict=True):
                one.append(GapValue(slot, a, b))
    return found


def _form(content: Content) -> list[tuple[str, int, int]]:
    """Kind, start and end of its typed values, its marks and the words between."""
    form = []
    for kind, run in groupby(range(len(content)), key=lambda n: _part(content[n])):
        places = list(run)
        form.append((kind, places[0], places[-1] + 1))
    return form


def _part(unit: Unit) -> str:
    if unit.kind == "mark":
        return unit.fold
    return unit.kind if _ends_by_itself(unit.kind) else "words"


def _ends_by_itself(kind: str) -> bool:
    """Does a value of it end where its form ends?"""
    return form_of(kind).ends in ("form", "marks")
