"""A text in plain small letters, with the way back: names are looked for in it."""

from unicodedata import category, combining, normalize

from kgmem.redact.views import TextView

_OTHERWISE = {
    "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ß": "ss",
    "þ": "th", "ə": "e", "ی": "ي", "ى": "ي", "ک": "ك", "ة": "ه", "’": "'", "ʻ": "'",
}  # fmt: skip
"""Letters that have no decomposition, and those of two keyboards for one."""
_COMPOSED = range(0xAC00, 0xD7A4)
"""Syllables of Korean, which would come apart."""


class _Table(dict[int, str]):
    """The plain form of each character, found at the first question."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _plain(chr(code))
        return found


_TABLE = _Table()


def plain(text: str) -> str:
    """The text without case, accents, widths and characters that nobody sees."""
    return text.lower() if text.isascii() else text.translate(_TABLE)


def plain_view(text: str) -> TextView:
    """The same with the places in `text` where its characters stand."""
    found = plain(text)
    if text.isascii():
        return TextView(found)
    origins = [at for at, char in enumerate(text) for _ in _TABLE[ord(char)]]
    return TextView(found, [*origins, len(text)])


def _plain(char: str) -> str:
    if ord(char) in _COMPOSED:
        return char
    letters = normalize("NFKD", char.lower())
    return "".join(
        _OTHERWISE.get(letter, letter)
        for letter in letters
        if not combining(letter) and category(letter) != "Cf"
    )
