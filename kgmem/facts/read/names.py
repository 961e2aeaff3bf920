"""What a text names: people, places, organizations, works, products, codes.

What `names_en` and `names_zh` find in their languages meets here with the names that
the graph knows, titles in quotation marks, and codes. No pronouns, days, months, bare
numbers, or words that only label a control.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from kgmem.facts.read.codes import codes, with_version
from kgmem.language import chinese
from kgmem.language.moments import MONTHS
from kgmem.language.stopwords import CHINESE, CHINESE_VERBS, ENGLISH, ENGLISH_VERBS
from kgmem.language.vocabulary import word_set, written
from kgmem.model.fact import Mention
from kgmem.model.keys.identity import entity_key

Known = Mapping[str, str | None]
"""Kind by `entity_key`, of names that the graph holds."""
Candidate = tuple[str, int, int]
"""A key, and where in the text its name begins and ends."""

MAX_NAME = 80
"""Characters of a name; what is longer is a sentence."""
MAX_MENTIONS = 64
"""Mentions of one text, the first ones."""
MAX_CANDIDATES = 4_000
"""Keys of one text that the graph is asked for, the first ones."""
KNOWN_WORDS = 7
"""Words of the longest known name that is looked for, and in Chinese its pieces."""

NO_NAMES = frozenset(
    word.casefold()
    for month in (*MONTHS, *written("weekday", spaced=True))
    for word in (month, month[:3], f"{month}s")
) | word_set("control.label")
"""Days, months, and words that label controls and notes."""
HAN = r"\u3007\u3400-\u4dbf\u4e00-\u9fff"
_QUOTED = re.compile(
    r"《(?P<work>[^《》\n]{1,60})》"
    r"|[「『](?P<han>[^「」『』。！？\n]{2,30})[」』]"
    r"|[“\"](?P<quote>[^“”\"\n.!?。！？]{2,60})[”\"]"
)


# --- all together ----------------------------------------------------------------


def mentions(
    text: str, found: Iterable[Mention], known: Known | None = None
) -> tuple[Mention, ...]:
    """What `text` names, in its order: what was found in its language, what the graph
    knows, what stands in quotation marks, and codes.

    Of names that overlap the longest counts; of those that are as long a known name or
    a code. A name with a version counts beside the name alone, and so does
    `Ed Wood (film)` where it is known or all of the text, and a known name of several
    words, or of an app, within a longer one that is not known.
    """
    sure = list(codes(text))
    others = _apart(_kept([*_quoted(text), *found]), sure)
    familiar = _known_names(text, known or {})
    picked = _longest([*familiar, *sure, *others])
    beside = [one for name in picked if (one := with_version(text, name))]
    beside += [
        _bare(text, name) for name in picked if bare_name(name.name) != name.name
    ]
    beside += _within(picked, familiar)
    beside += _with_parenthesis(text, picked, known or {})
    both = sorted([*picked, *beside], key=lambda one: (one.start, one.end))
    return tuple(both[:MAX_MENTIONS])


def _apart(names: Iterable[Mention], sure: Iterable[Mention]) -> list[Mention]:
    """Names that no code is a part of: in "Read FR-001" the tagger sees one name."""
    taken = _places(sure)
    return [one for one in names if taken.keys().isdisjoint(range(one.start, one.end))]


def _within(
    picked: Iterable[Mention], familiar: Sequence[Mention]
) -> Iterator[Mention]:
    """League of Nations in "President of the League of Nations", and the app in what
    it has: one word of another name is seldom what that word names alone."""
    known = {(one.start, one.end) for one in familiar}
    over = _places(one for one in picked if (one.start, one.end) not in known)
    for name in familiar:
        longer = over.get(name.start)
        alone = " " in name.name or name.kind == "app"
        if alone and longer is not None and name.end <= longer.end:
            yield name


def _places(names: Iterable[Mention]) -> dict[int, Mention]:
    """By each character of theirs; of names that overlap the last one."""
    return {place: one for one in names for place in range(one.start, one.end)}


def _bare(text: str, name: Mention) -> Mention:
    end = name.start + len(bare_name(name.name))
    return mention_at(text, name.start, end, name.kind)


def bare_name(name: str) -> str:
    """`Ed Wood` of `Ed Wood (film)`."""
    return re.sub(r"\s?[(（][^()（）]{1,60}[)）]$", "", name) or name


@lru_cache(maxsize=32)  # asked for once before the graph is read, and once after
def candidate_keys(text: str, *, small: bool = True) -> tuple[Candidate, ...]:
    """Keys under which the graph may know what `text` names, with their places.

    Runs of up to KNOWN_WORDS words that neither begin nor end with a function word, and
    of up to LONGEST_CUT Chinese characters. Without `small`, none whose first or last
    word begins with a small letter.
    """
    candidates: list[Candidate] = []
    has_bracket = "(" in text or "（" in text
    for run in _runs(text, small):
        for first, (start, _, opens) in enumerate(run):
            if not opens:
                continue
            for _, end, closes in run[first : first + KNOWN_WORDS]:
                if not closes:
                    continue
                close = _with_bracket(text, start, end) if has_bracket else end
                if close - start <= MAX_NAME:
                    key = entity_key(text[start:close])
                    candidates.append((key, start, close))
            if len(candidates) >= MAX_CANDIDATES:
                return tuple(candidates[:MAX_CANDIDATES])
    both = dict.fromkeys([*candidates, *_by_characters(text)])
    return tuple(both)[:MAX_CANDIDATES]


def _by_characters(text: str) -> Iterator[Candidate]:
    """Short runs of Chinese characters: a name that is known may have been cut apart,
    as 张三 is in 给张三发邮件."""
    for match in _HAN_RUN.finditer(text):
        for start in range(match.start(), match.end() - 1):
            for end in range(start + 2, min(start + LONGEST_CUT, match.end()) + 1):
                yield entity_key(text[start:end]), start, end


def _with_bracket(text: str, start: int, end: int) -> int:
    """The end with the parenthesis that closes one in between."""
    opened = text.find("(", start, end) >= 0 or text.find("（", start, end) >= 0
    return end + 1 if opened and text[end : end + 1] in ("）", ")") else end


LONGEST_CUT = 4
"""Characters of most Chinese names of people, places and products."""
_HAN_RUN = re.compile(f"[{HAN}]{{2,}}")
_WORD = re.compile(
    rf"(?P<han>[{HAN}]+)|[^\W_{HAN}]+(?:['’.&+#_-]+[^\W_{HAN}]+)*[+#]{{0,2}}"
)
_WITHIN = re.compile(r"[ \t·•&/:,.'’+-]{0,3}|\s\(|[(（]")
"""What may stand between two words of a name."""
_Piece = tuple[int, int, bool]
"""From where to where, and whether a name may begin or end there."""


def _runs(text: str, small: bool) -> Iterator[list[_Piece]]:
    """Words that nothing but white space and marks of names stands between."""
    run: list[_Piece] = []
    before = 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        between = text[before:start]
        if run and between != " " and not _WITHIN.fullmatch(between):
            yield run
            run = []
        if match.lastgroup:
            run += _chinese_pieces(match[0], start)
        else:
            run.append((start, end, _is_end(match[0], small)))
        before = end
    if run:
        yield run


def _is_end(word: str, small: bool) -> bool:
    """May a name begin or end with it?"""
    if not small and word[0].islower():
        return False
    folded = word.casefold()
    plain = folded not in ENGLISH or (len(folded) > 1 and word.isupper())
    return plain and len(folded) <= MAX_NAME


def _chinese_pieces(run: str, at: int) -> Iterator[_Piece]:
    for word in chinese.words(run):
        yield at, at + len(word), word not in CHINESE
        at += len(word)


def _known_names(text: str, known: Known) -> list[Mention]:
    if not known:
        return []
    return [
        Mention(name=text[start:end], start=start, end=end, kind=known[key])
        for key, start, end in candidate_keys(text)
        if key in known and len(key) > 1
    ]


def _with_parenthesis(
    text: str, names: Sequence[Mention], known: Known
) -> Iterator[Mention]:
    for name in names:
        match = re.match(
            r"\s?[(（][^()（）\n]{1,60}[)）]", text[name.end : name.end + 64]
        )
        if not match:
            continue
        whole = text[name.start : name.end + match.end()]
        key = entity_key(whole)
        if key in known or whole == text.strip():
            yield mention_at(text, name.start, name.end + match.end(), known.get(key))


def _quoted(text: str) -> Iterator[Mention]:
    """What stands in title marks, and in quotation marks if it looks like a title."""
    for match in _QUOTED.finditer(text):
        group = match.lastgroup or "quote"
        start, end = match.span(group)
        if group != "quote" or _is_title(match[group]):
            yield mention_at(text, start, end, "work" if group == "work" else None)


def _is_title(words: str) -> bool:
    """A capital, or a few Chinese characters: longer ones are what somebody says."""
    return words[0].isupper() or bool(re.fullmatch(f"[{HAN}·]{{2,8}}", words))


def mention_at(text: str, start: int, end: int, kind: str | None = None) -> Mention:
    """The name at a place of the text."""
    return Mention(name=text[start:end], start=start, end=end, kind=kind)


def _kept(found: Iterable[Mention]) -> list[Mention]:
    return [one for one in map(_without_stop, found) if _is_name(one.name)]


def _without_stop(name: Mention) -> Mention:
    """Without the sentence's full stop; that of U.S. is its own."""
    head = name.name.rstrip(".,;:!?")
    if head == name.name or "." in head:
        return name
    return name.model_copy(update={"name": head, "end": name.start + len(head)})


def has_capital(word: str) -> bool:
    """Is one of its letters a capital?"""
    return any(character.isupper() for character in word)


def _is_name(name: str) -> bool:
    key = entity_key(name)
    return (
        0 < len(key) <= MAX_NAME
        and (len(key) > 1 or not key.isascii())
        and any(character.isalpha() for character in key)
        and key not in NO_NAMES
        and key not in ENGLISH
        and key not in ENGLISH_VERBS
        and key not in CHINESE
        and key not in CHINESE_VERBS
    )


def _longest(found: Sequence[Mention]) -> list[Mention]:
    """Mentions that don't overlap: the longest, of equal ones the first."""
    taken: list[Mention] = []
    covered: set[int] = set()
    for one in sorted(found, key=lambda one: one.start - one.end):
        places = range(one.start, one.end)
        if covered.isdisjoint(places):
            covered.update(places)
            taken.append(one)
    return taken
