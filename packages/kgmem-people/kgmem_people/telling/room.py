"""pieces -> a text of sections that fits into a budget of tokens."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kgmem import InvalidInput, Piece, Why
from kgmem.people import Language, PieceKind, phrase, shown
from kgmem_people.sentences import shortened

PER_TOKEN = 3
"""ASCII characters that are taken for a token: a tokenizer needs about four; any other
character counts for two."""
ORDER: tuple[PieceKind, ...] = (
    "profile",
    "event",
    "summary",
    "fact",
    "entity",
    "chunk",
    "experience",
    "message",
)
"""How the text is laid out."""

Count = Callable[[str], int]
Rank = tuple[float, int]
"""The place of a piece among those of its kind, the lowest first."""


def estimate(text: str) -> int:
    """Tokens of a text, rather too many than too few."""
    plain = sum(ch.isascii() for ch in text)
    return math.ceil(plain / PER_TOKEN) + 2 * (len(text) - plain)


@dataclass(slots=True)
class Room:
    """Pieces that have a place, as long as the text of all of them fits."""

    budget: int
    count: Count
    language: Language
    placed: list[tuple[Rank, Piece]] = field(default_factory=list)
    left_out: set[tuple[str, str | None]] = field(default_factory=set)
    """Kind and id of the pieces that had no room."""

    def place(self, piece: Piece, rank: Rank = (0.0, 0), share: float = 1.0) -> bool:
        """Take a piece, if it fits and is not there yet."""
        key = (piece.kind, piece.id)
        if piece.id is not None and self.holds(piece.id):
            return False
        if piece.tokens > share * self.budget or self._over(piece, rank):
            self.left_out.add(key)
            return False
        self.left_out.discard(key)
        self.placed.append((rank, piece))
        return True

    def place_short(self, kind: PieceKind, text: str, why: Why, share: float) -> None:
        """Take as many of a text's first sentences as fit into a share."""
        if not text:
            return
        tokens, fits = self.count(text), int(share * self.budget)
        if tokens > fits:
            text = shortened(text, len(text) * fits // tokens)
        if text:
            self.place(self.piece(kind, text, (why,), None))

    def piece(
        self, kind: PieceKind, text: str, why: Iterable[Why], key: str | None
    ) -> Piece:
        """A piece with its tokens."""
        tokens = self.count(text)
        return Piece(kind=kind, text=text, why=tuple(why), tokens=tokens, id=key)

    def holds(self, key: str) -> bool:
        """Has the piece of this id a place?"""
        return any(one.id == key for _, one in self.placed)

    def pieces(self) -> list[Piece]:
        """Those that have a place, in the order in which they got it."""
        return [one for _, one in self.placed]

    def of(self, kind: PieceKind) -> list[Piece]:
        """Those of a kind that have a place."""
        return [one for one in self.pieces() if one.kind == kind]

    def text(self) -> str:
        """All of them, section by section."""
        return self._text(self.placed)

    def _over(self, piece: Piece, rank: Rank) -> bool:
        return self.count(self._text([*self.placed, (rank, piece)])) > self.budget

    def _text(self, placed: Sequence[tuple[Rank, Piece]]) -> str:
        parts = []
        for kind in ORDER:
            texts = [
                one.text
                for _, one in sorted(placed, key=lambda pair: pair[0])
                if one.kind == kind
            ]
            if texts:
                parts.append(_section(kind, texts, self.language))
        return "\n\n".join(parts)


def _section(kind: PieceKind, texts: Sequence[str], language: Language) -> str:
    heading = f"## {phrase(f'heading.{kind}', language)}"
    listed = kind not in ("profile", "summary")
    return "\n".join([heading, *(f"- {one}" if listed else one for one in texts)])


def checked(count: Count) -> Count:
    """The same; it raises InvalidInput where it gives no number of tokens."""

    def counted(text: str) -> int:
        number = count(text)
        if isinstance(number, bool) or not isinstance(number, int) or number < 0:
            raise InvalidInput(
                f"count: it has to give a whole number of tokens, not {shown(number)}"
            )
        return number

    return counted
