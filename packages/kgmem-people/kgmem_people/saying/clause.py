"""What a clause may tell: of whom, in words of its own, and as one of the kinds."""

from dataclasses import dataclass
from typing import Literal

from kgmem.people import tokens
from kgmem_people.person import SPEAKER, Said, is_kin, of_another

Asserted = Literal["yes", "no", "denied", "unsure"]
"""Does its writer say that it is so?"""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause about somebody, ready to be weighed."""

    own: Said
    """All that it says, in its speaker's words as they are told of another."""
    words: str
    """As it stands in the text."""
    asserted: Asserted = "yes"
    typed: tuple[Said, ...] = ()
    """What it says of kinds whose values have a form."""
    denied: tuple[Said, ...] = ()
    """What is not so if it is so, as it would be said if it were."""

    @property
    def holds(self) -> bool:
        """Does its form say that it, or its opposite, is so?"""
        return self.asserted != "no"

    @property
    def text(self) -> str:
        """What it says, with the name of whom it is about."""
        return of_another(self.own).text

    @property
    def tells(self) -> tuple[Said, ...]:
        """What it says if it holds."""
        return self.typed or (self.own,)

    @property
    def signs(self) -> set[str]:
        """What is weighed of it beside its words."""
        about = self.own.about
        whose = "kin" if is_kin(about) else "name"
        roles = {f"role {one.predicate.split(' ')[1]}" for one in self.typed}
        words = {f"word {one}" for one in tokens(self.words)}
        return (
            roles
            | words
            | {
                f"about {'speaker' if about == SPEAKER else whose}",
                f"asserted {self.asserted}",
                f"ends {bool(self.denied)}",
            }
        )
