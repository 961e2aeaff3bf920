"""Why a route is taken: values until somebody reads them."""

from dataclasses import dataclass, replace
from typing import Self

from kgmem.messages import by_code


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a route is taken; told in the language that is spoken when it is read."""

    code: str
    values: tuple[tuple[str, object], ...] = ()

    @classmethod
    def of(cls, code: str, **values: object) -> Self:
        """The reason of this code with its values."""
        return cls(code, tuple(values.items()))

    def __str__(self) -> str:
        why, _ = by_code(self.code)
        return why.format_map(dict(self.values))

    @property
    def wanted(self) -> str:
        """What a better route would need; empty if nothing is told of it."""
        _, wanted = by_code(self.code)
        return wanted.format_map(dict(self.values))


@dataclass(frozen=True, slots=True)
class Doubt(Reason):
    """A reason against a replay as it is. Its code says what would take it away."""

    about: tuple[str, ...] = ()
    """The task's words that it is about; none where it is about the path."""

    @classmethod
    def because(cls, code: str, why: str, **values: object) -> Self:
        """The doubt of this code for a reason with a code and values of its own."""
        return cls.of(code, why=Reason.of(why, **values))

    def on(self, *words: str) -> Self:
        """The doubt about these words of the task."""
        return replace(self, about=words)
