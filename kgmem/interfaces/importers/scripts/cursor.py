"""A place among the words of a script, and how to go on from there."""

from collections.abc import Sequence

from kgmem.interfaces.importers.scripts.tokens import CodeToken

OPENING = {"(": ")", "[": "]", "{": "}"}
CLOSING = frozenset(OPENING.values())


MAX_GENERIC = 100
"""Words between `<` and `>` of a type."""


class NotRead(Exception):
    """It can't be read from here."""


class Cursor:
    """Reads words one after the other."""

    def __init__(self, words: Sequence[CodeToken]) -> None:
        self.words = words
        self.at = 0

    def peek(self, ahead: int = 0) -> CodeToken:
        """The word that comes, or one after it."""
        return self.words[min(self.at + ahead, len(self.words) - 1)]

    def take(self) -> CodeToken:
        """The next word."""
        word = self.peek()
        self.at += word.kind != "end"
        return word

    def is_at(self, *texts: str, ahead: int = 0) -> bool:
        """Does one of these names or signs come?"""
        word = self.peek(ahead)
        return word.kind in ("name", "sign") and word.text in texts

    def took(self, *texts: str) -> bool:
        """The same, and goes past it."""
        is_there = self.is_at(*texts)
        self.at += is_there
        return is_there

    def need(self, text: str) -> None:
        """Goes past it. Raises NotRead where something else comes."""
        if not self.took(text):
            raise NotRead

    def name(self) -> str:
        """The name that comes. Raises NotRead where it is none."""
        if self.peek().kind != "name":
            raise NotRead
        return self.take().text

    def end_of(self, at: int) -> int:
        """The place of the bracket that closes the one at this place."""
        depth = 0
        for place in range(at, len(self.words)):
            word = self.words[place]
            if word.kind == "sign":
                depth += (word.text in OPENING) - (word.text in CLOSING)
                if not depth:
                    return place
        raise NotRead

    def skip_generic(self) -> bool:
        """Goes past `<Type, Other>`, if that comes."""
        depth, at = 0, self.at
        while True:
            word = self.words[min(at, len(self.words) - 1)]
            if word.text == "<":
                depth += 1
            elif word.text == ">":
                depth -= 1
            elif word.kind != "name" and word.text not in (
                ",",
                ".",
                "?",
                "[",
                "]",
                "|",
            ):
                return False
            at += 1
            if not depth:
                break
            if at > self.at + MAX_GENERIC:
                return False
        is_there = at > self.at
        self.at = at
        return is_there
