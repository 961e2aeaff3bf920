"""Names for slots: from the field that a value fills, the words beside it, its kind."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kgmem.language import chinese, vocabulary
from kgmem.language.stopwords import CHINESE, CHINESE_VERBS, ENGLISH, ENGLISH_VERBS
from kgmem.language.typed import kind_of
from kgmem.language.vocabulary import either
from kgmem.language.words import HAN, MARKS, words
from kgmem.matching.introducing import introduces
from kgmem.matching.turning import VERB_FORMS
from kgmem.messages import phrase
from kgmem.model.base import language_of
from kgmem.model.kind import KINDS, form_of
from kgmem.model.pattern import PatternStep
from kgmem.model.texts import template as templates
from kgmem.model.texts.template import Hole, holes, parts

LONGEST = 24
"""Characters of a slot's name."""
_FIELD = re.compile(
    rf"(?<=.)(?:{either('control.field', spaced=False)}"
    rf"|\b(?:{either('control.field', spaced=True)}))$",
    re.I,
)
"""What a field's label says of the field, not of the value."""
_LABELS = ("aria-label", "placeholder", "title", "alt")
_CODES = ("name", "id")
"""Attributes by which those who wrote the page call a field."""


def slot_names(
    keys: Sequence[str],
    kinds: Mapping[str, str],
    template: str,
    steps: Sequence[PatternStep],
) -> dict[str, str]:
    """A distinct name for each slot key; `template` and `steps` name slots by key."""
    used: Counter[str] = Counter()
    names: dict[str, str] = {}
    for key in keys:
        candidates = _candidates(key, kinds[key], template, steps)
        name = next(filter(None, map(_tidy, candidates)), "value")
        used[name] += 1
        names[key] = name if used[name] == 1 else f"{name}_{used[name]}"
    return names


def _candidates(
    key: str, kind: str, template: str, steps: Sequence[PatternStep]
) -> Iterator[str]:
    if form_of(kind).is_app:
        yield _called(kind, "en")
    for step in steps:
        yield from _argument_names(key, step.params)
    labels = [label for step in steps for label in _labels(step, key)]
    yield from filter(None, map(_of_value, labels))
    yield _word_beside(key, template)
    yield from (_word_beside(key, item) for step in steps for item in _items(step))
    language = language_of(templates.bare(template))
    if form_of(kind).has_form:
        yield _called(kind, language)
    yield from filter(_is_word, labels)
    yield from (_named_by(label, "") for label in _labels_around(key, steps))
    yield _called(kind, language)


def _called(kind: str, language: str) -> str:
    return phrase(f"kind.{kind if kind in KINDS else 'text'}", language)


def _argument_names(key: str, value: object, name: str = "") -> Iterator[str]:
    """Names of the arguments of a tool call that hold the slot."""
    if isinstance(value, str):
        if _names(value, key):
            yield name
    elif isinstance(value, Mapping):
        for inner, item in value.items():
            yield from _argument_names(key, item, str(inner))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _argument_names(key, item, name)


def code_name(slot: str, steps: Sequence[PatternStep]) -> str:
    """What those who wrote the page call the field that the slot's value is put into,
    or chosen in; empty where nothing tells."""
    for step in steps:
        target = step.target
        held = (step.value, target.name or target.text) if target else ()
        if target and any(_names(text, slot) for text in held):
            codes = (code_words(target.attributes.get(one, "")) for one in _CODES)
            if found := next(filter(None, codes), ""):
                return _tidy(found)
    return ""


def _items(step: PatternStep) -> Iterator[str]:
    """What an element is called that is told by a value and a word, as `{} 商家`."""
    text = step.target and (step.target.name or step.target.text)
    if text and language_of(templates.bare(text)) == "zh":
        yield text


def _labels_around(key: str, steps: Sequence[PatternStep]) -> Iterator[str]:
    """The first words of what is pressed before and after the value is typed, where no
    field is known that it is typed into."""
    for n, step in enumerate(steps):
        if step.target is None and step.does.edits and _names(step.value, key):
            for other in (*steps[n - 1 : n], *steps[n + 1 : n + 2]):
                if other.does.presses and other.target and other.target.name:
                    yield from chinese.words(other.target.name)[:1]


def _labels(step: PatternStep, key: str) -> Iterator[str]:
    """What the field is called that the value is put into, or the list that it is
    chosen from: by what is shown of it, then by what its writers call it."""
    target = step.target
    if target is None:
        return
    is_item = bool(target.options) and _names(target.name or target.text, key)
    if not is_item and not (step.does.edits and _names(step.value, key)):
        return
    is_listed = step.does.enters == "option" and target.name == target.text
    own = None if is_listed else target.name  # what is in a list is no name of it
    said = target.attributes
    shown = [target.nearest()] if is_item else [own, *map(said.get, _LABELS)]
    codes = (code_words(said.get(one, "")) for one in _CODES[: 1 if is_item else None])
    yield from (one for one in (*shown, *codes) if one and not holes(one))


_CODE = re.compile(r"[^\W\d_]{2,}")
_EXAMPLE = re.compile(r"\d|@|://")
_ASIDE = re.compile(r"(?<=\w)\s*[(（\[:：*,，].*", re.DOTALL)


def code_words(text: str) -> str:
    """The words of a name such as `user[phoneNumber]`; none of one that counts or is
    made up."""
    words_of = _CODE.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text.split("[")[-1]))
    said = " ".join(words_of)
    return "" if _EXAMPLE.search(text) or not _is_word(said) else said


_SPOKEN = re.compile(r"[^\W\d_bcdfghjklmnpqrstvwxz]", re.I)


def _is_word(text: str) -> bool:
    """Can it be said, as `tt` and `btn` can't?"""
    return _SPOKEN.search(text) is not None


def _of_value(label: str) -> str:
    """What a label says of the value: `收件人` of `请输入收件人`, `phone number` of
    "Enter your phone number (optional)"; nothing where it only says what to do, or
    gives an example."""
    said = _FIELD.sub("", _ASIDE.sub("", label.strip()))
    if language_of(said) == "zh":
        found = chinese.words(said)
        while found and found[0] in _DOING:
            del found[0]
        return "".join(found)
    if _EXAMPLE.search(said) or not _is_word(said):
        return ""
    found = [word.fold for word in words(said) if not word.is_mark]
    while found and (found[0] in ENGLISH or found[0] in ENGLISH_VERBS):
        del found[0]
    return " ".join(found)


_DOING = CHINESE | CHINESE_VERBS | vocabulary.word_set("slot.doing")
"""Words at the beginning of a Chinese label or clause that say what to do."""


def _word_beside(key: str, template: str) -> str:
    """The content word before the hole, else the one after it."""
    found = parts(template)
    for place, part in enumerate(found):
        if isinstance(part, Hole) and part.slot == key:
            before = found[place - 1] if place else ""
            after = found[place + 1] if place + 1 < len(found) else ""
            if named := _named_by(str(before), str(after)):
                return named
            is_label = str(before).rstrip().endswith((":", "："))
            opening = place == 1 and len(_content(str(before))) == 1 and not is_label
            # A wording's one word before the slot is what to do: "Tick a {…}".
            return ("" if opening else _last_noun(before)) or _first_noun(after)
    return ""


def _content(text: str) -> list[str]:
    """Its words that say something."""
    found = (word.fold for word in words(text) if not word.is_mark)
    return [fold for fold in found if fold not in ENGLISH and fold not in CHINESE]


def _named_by(before: str, after: str) -> str:
    """What people call a value by what stands right before or behind it in a language
    without blanks, where a short word tells it: `从` the place of departure."""
    said = before.rstrip()
    run = _HAN_END.search(said)  # from {…} and from 上海{…} are both where it begins
    last = chinese.known_words(run[0])[-1] if run else ""
    near = said.removesuffix(last) if last and chinese.is_name(last) else said
    for table, is_there in (
        ("slot.behind", after.lstrip().startswith),
        ("slot.before", near.endswith),
    ):
        told = [
            (len(word), name)
            for name in vocabulary.roles(table)
            for word in vocabulary.words(f"{table}.{name}")
            if is_there(word)
        ]
        if told:
            return max(told)[1]
    return ""


def _last_noun(literal: str | Hole) -> str:
    """The word right before, over function words and marks; Han: up to two."""
    return "" if isinstance(literal, Hole) else _nearest(literal, reverse=True)


def _first_noun(literal: str | Hole) -> str:
    return "" if isinstance(literal, Hole) else _nearest(literal, reverse=False)


_HAN_END = re.compile(f"[{HAN}]+$")


def _last_han_noun(literal: str) -> str:
    """The word of two or more Han characters right before, over function words; none
    that begins its clause, which says what to do."""
    run = _HAN_END.search(literal.rstrip())
    found = chinese.known_words(run[0]) if run else []
    while found and found[-1] in CHINESE:
        found.pop()
    found = _with_whole_last(found, literal)
    before = [word for word in found[:-1] if word not in _ASKING]
    if not before or len(found[-1]) < 2 or found[-1] in _DOING:
        return ""
    is_field = kind_of(found[-1]) == "text" and not chinese.is_name(found[-1])
    return found[-1] if is_field and not chinese.is_relating(found[-1]) else ""


def _with_whole_last(found: list[str], literal: str) -> list[str]:
    """The words, the last one whole where it is a single sign behind another word or
    letters: 号 of 公众号, 主 of `up主`."""
    if not found or len(found[-1]) > 1 or chinese.is_relating(found[-1]):
        return found
    if whole := _SIGNED.search(literal[: literal.rindex(found[-1])]):
        return [*found, whole[0] + found[-1]]
    if len(found) < 2 or len(found[-2]) < 2 or chinese.is_relating(found[-2]):
        return found
    return [*found[:-2], found[-2] + found[-1]]


_SIGNED = re.compile(r"[A-Za-z]+$")


def _first_han_noun(literal: str) -> str:
    """The first word of a run of Han characters right behind, if it names something: of
    a single sign where it is all of the run."""
    run = _HAN_BEGIN.match(literal.lstrip())
    first = chinese.known_words(run[0])[0] if run else ""
    if not run or first in CHINESE or first in _DOING or chinese.is_relating(first):
        return ""
    is_word = len(first) > 1 or (first == run[0] and chinese.names_thing(first))
    return first if is_word and not chinese.is_name(first) else ""


_HAN_BEGIN = re.compile(f"[{HAN}]+")

_ASKING = vocabulary.word_set("slot.asking")


_ENDS = frozenset(".,;!?。，；！？、")


def _nearest(literal: str, *, reverse: bool) -> str:
    if reverse and _HAN_END.search(literal.rstrip()):
        return _last_han_noun(literal)
    if not reverse and _HAN_BEGIN.match(literal.lstrip()):
        return _first_han_noun(literal)
    found = words(literal)
    for place in reversed(range(len(found))) if reverse else range(len(found)):
        word = found[place]
        if introduces(word.fold) or word.fold in _ENDS:
            return ""  # "price of {…}": it is no price
        if word.is_mark or word.fold in ENGLISH or word.fold in CHINESE:
            continue
        if word.fold in ENGLISH_VERBS or word.fold in VERB_FORMS:
            return ""
        if not word.fold.isascii() and len(word.fold) == 1:
            return ""  # a lone Han character is half a word
        return word.fold if word.fold.isalpha() else ""
    return ""


def _tidy(name: str) -> str:
    """One short word of letters and digits, parts joined by `_`."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    joined = "_".join(re.findall(rf"[\w{MARKS}]+", split.casefold()))
    if len(joined) > LONGEST:
        joined = joined[: LONGEST + 1].rpartition("_")[0] or joined[:LONGEST]
    return joined.strip("_")


def _names(text: str | None, key: str) -> bool:
    return any(hole.slot == key for hole in holes(text))
