"""What a clause may tell: of whom, in words of its own, and as one of the kinds."""

from dataclasses import dataclass
from typing import Literal

from kgmem_people.person import Said

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
