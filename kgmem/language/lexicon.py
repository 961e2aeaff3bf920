"""Words that say what something is for, in all languages alike."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from kgmem.language.vocabulary import written
from kgmem.model.trajectory import Element

REMEMBERED = 1024
"""Short texts of which a lexicon knows where its terms stand: runs of a kind have the
same elements."""


@dataclass(frozen=True, slots=True)
class Terms:
    """Fragments of regular expressions over folded text.

    A term does not count right after one of `after` or right before one of `before`
    ("undo" + "send", "支付" + "方式").
    """

    terms: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Terms of one meaning: `spaced` ones match whole words, the others anywhere."""

    spaced: Terms = Terms()
    unspaced: Terms = Terms()
    _latin: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _han: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _known: Callable[[str], int | None] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_latin", _as_words(self.spaced))
        object.__setattr__(self, "_han", _anywhere(self.unspaced))
        object.__setattr__(self, "_known", lru_cache(REMEMBERED)(self._place))

    def place(self, text: str) -> int | None:
        """Where the first term begins in the folded text; None without one."""
        return self._known(text) if len(text) <= MAX_REMEMBERED else self._place(text)

    def _place(self, text: str) -> int | None:
        folded = fold(text)
        found = [
            match.start()
            for pattern in (self._latin, self._han)
            if (match := pattern.search(folded))
        ]
        return min(found, default=None)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and self.place(text) is not None


def lexicon(role: str) -> Lexicon:
    """The terms of a role in all languages."""
    return Lexicon(_terms(role, spaced=True), _terms(role, spaced=False))


def _terms(role: str, *, spaced: bool) -> Terms:
    return Terms(
        *(
            written(f"{role}.{part}", spaced=spaced)
            for part in ("terms", "after", "before")
        )
    )


def _as_words(given: Terms) -> re.Pattern[str]:
    # Look-behinds must have one width each.
    after = "".join(rf"(?<!\b{word} )" for word in given.after)
    not_before = rf"(?! (?:{_either(given.before)})\b)" if given.before else ""
    return _compiled(given, rf"(?<![a-z0-9]){after}", rf"(?![a-z0-9]){not_before}")


def _anywhere(given: Terms) -> re.Pattern[str]:
    after = "".join(f"(?<!{word})" for word in given.after)
    not_before = f"(?!{_either(given.before)})" if given.before else ""
    return _compiled(given, after, not_before)


def _compiled(given: Terms, before: str, behind: str) -> re.Pattern[str]:
    terms = _either(given.terms)
    return re.compile(f"{before}(?:{terms}){behind}" if terms else r"(?!)")


def _either(terms: Iterable[str]) -> str:
    return "|".join(terms)


MAX_LOOKED_AT = 2_000
"""Characters of a text in which a term is looked for."""
MAX_REMEMBERED = 200
"""Characters of the longest text whose folding is remembered: each lexicon asks for it,
and what elements are called comes again in each run."""


def fold(text: str) -> str:
    """Lower case, NFKC, with `camelCase`, `snake_case` and `kebab-case` as words."""
    return _folded(text) if len(text) <= MAX_REMEMBERED else _folded.__wrapped__(text)


@lru_cache(maxsize=2048)
def _folded(text: str) -> str:
    wide = unicodedata.normalize("NFKC", text[:MAX_LOOKED_AT])
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", wide)
    return re.sub(r"[\s_\-]+", " ", spaced).casefold().strip()


def wordings(element: Element | None) -> tuple[str, ...]:
    """What an element is called: name, text, labels, chosen ids; none twice."""
    if element is None:
        return ()
    given = (
        element.name,
        element.text,
        *(
            element.attributes.get(key)
            for key in ("aria-label", "label", "placeholder", "title", "alt", "value")
        ),
        element.test_id,
        element.attributes.get("id"),
        element.attributes.get("name"),
    )
    return tuple(dict.fromkeys(words for words in given if words and words.strip()))


SEARCH = lexicon("search")
"""Words on a field or button that searches."""

CONFIRM = lexicon("confirm")
"""Words on a control that commits to what was entered."""


def confirms(element: Element | None) -> bool:
    """Is the element called so that pressing it commits to what was entered?"""
    return any(words in CONFIRM for words in wordings(element)[:1])


UNDO = lexicon("undo")
"""Words on a control that takes back the step before."""
