"""A pattern as a script in no language yet: what each format's writer walks over."""

from dataclasses import dataclass
from typing import Literal

from kgmem import Box
from kgmem_formats.exporters.parameters import Parameters, ParameterUse, Words

Verb = Literal[
    "press", "press_twice", "press_long", "fill", "write", "choose", "upload", "tick",
    "untick", "hover", "move", "key", "go", "back", "scroll", "wait",
]  # fmt: skip
WayKind = Literal[
    "role", "label", "placeholder", "test_id", "text", "css", "xpath", "around",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class LocatorWay:
    """One way to find an element."""

    kind: WayKind
    words: Words
    role: str | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Where:
    """An element, by the ways that are known, best first."""

    ways: tuple[LocatorWay, ...] = ()
    """Each tells it by itself; the first that finds something counts."""
    also: tuple[LocatorWay, ...] = ()
    """What tells it from its like: what is around it, its place."""
    box: Box | None = None
    """Where it stood."""
    frame: str | None = None
    row: LocatorWay | None = None
    """What the row that it stands in holds: it is in no other one."""

    @property
    def spot(self) -> tuple[float, float] | None:
        """Its middle, in CSS pixels."""
        box = self.box
        return (box.x + box.width / 2, box.y + box.height / 2) if box else None


@dataclass(frozen=True, slots=True)
class ScriptAct:
    """Something that is done."""

    n: int
    """Of the pattern's step."""
    verb: Verb
    at: Where | None = None
    words: Words = ()
    """What is entered, pressed or opened; milliseconds, or pixels."""
    to: Where | None = None
    """Where a move ends."""


@dataclass(frozen=True, slots=True)
class AddressCheck:
    """Another page is shown."""

    pattern: str
    """A regular expression that Python and JavaScript read alike."""


@dataclass(frozen=True, slots=True)
class ShownCheck:
    """Something is seen."""

    at: Where


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to know about what follows."""

    text: str


@dataclass(frozen=True, slots=True)
class ByHand:
    """A step that no browser can do: the script ends here, and says so."""

    n: int
    what: str


@dataclass(frozen=True, slots=True)
class IfThere:
    """Ways that exclude each other; the first whose element is there is gone. None as
    an element: otherwise."""

    ways: tuple[tuple[Where | None, tuple["Op", ...]], ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    """For each item of a list, or so many times."""

    over: ParameterUse
    body: tuple["Op", ...]


@dataclass(frozen=True, slots=True)
class UntilShown:
    """Again and again, perhaps not at all, until something is there."""

    at: Where
    body: tuple["Op", ...]


Op = (
    ScriptAct
    | AddressCheck
    | ShownCheck
    | Remark
    | ByHand
    | IfThere
    | ForEach
    | UntilShown
)


@dataclass(frozen=True, slots=True)
class Script:
    """What is done, from an address on, with what is given."""

    title: str
    start: str | None
    """Where it begins; None: nothing says where, or its first step does."""
    opens: bool
    """Does its first step say where it begins?"""
    body: tuple[Op, ...]
    parameters: Parameters
    notes: tuple[str, ...]
