"""What a clause may tell: of whom, in words of its own, and as one of the kinds."""

from dataclasses import dataclass

from kgmem_people.person import Said, of_another


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause about somebody, ready to be weighed."""

    own: Said
    """All that it says, in its speaker's words as they are told of another."""
    words: str
    """As it stands in the text."""
    signs: frozenset[str]
    """What is seen of it."""
    typed: tuple[Said, ...] = ()
    """What it says of kinds whose values have a form."""
    asserted: bool = True
    """Does its form say that it is so?"""
    denied: tuple[Said, ...] = ()
    """What is not so if it is so, as it would be said if it were."""

    @property
    def text(self) -> str:
        """What it says, with the name of whom it is about."""
        return of_another(self.own).text

    @property
    def tells(self) -> tuple[Said, ...]:
        """What it says if it holds."""
        return self.typed or (self.own,)
