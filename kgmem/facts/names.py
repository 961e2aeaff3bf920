"""Names that the graph may know a text by: keys of its runs of words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgmem.language import chinese
from kgmem.language.stopwords import CHINESE, ENGLISH
from kgmem.model.fact import Extraction, Mention
from kgmem.model.keys.identity import entity_key

KnownNames = Mapping[str, str | None]
"""Kind by `entity_key`, of names that the graph holds."""
Candidate = tuple[str, int, int]
"""A key, and where in the text its name begins and ends."""

MAX_NAME = 80
"""Characters of a name; what is longer is a sentence."""
MAX_CANDIDATES = 4_000
"""Keys of one text that the graph is asked for, the first ones."""
KNOWN_WORDS = 7
"""Words of the longest known name that is looked for, and in Chinese its pieces."""

HAN = r"\u3007\u3400-\u4dbf\u4e00-\u9fff"


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


def known_names(text: str, known: KnownNames) -> list[Mention]:
    """Where it has names that the graph knows; they may overlap."""
    if not known:
        return []
    return [
        Mention(name=text[start:end], start=start, end=end, kind=known[key])
        for key, start, end in candidate_keys(text)
        if key in known and len(key) > 1
    ]


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text of which nothing is read ahead."""

    text: str


@dataclass(frozen=True, slots=True)
class KnownNamesAlone:
    """Finds the names that the graph holds, and no statements."""

    lacking: str
    """Why no more is found."""

    def tag(self, texts: Sequence[str]) -> list[PlainText]:
        """The texts as they are."""
        return [PlainText(text) for text in texts]

    def read(self, text: PlainText, known: KnownNames) -> Extraction:
        """The names in it that are known."""
        found = tuple(known_names(text.text, known))
        return Extraction(mentions=found, note=self.lacking)

    def capabilities(self) -> dict[str, object]:
        """Nothing reads texts, and why."""
        nothing = dict.fromkeys(("english", "chinese", "chat"))
        return {**nothing, "degraded": [self.lacking]}
