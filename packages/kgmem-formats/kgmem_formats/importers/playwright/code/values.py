"""What the variables of a script hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kgmem import InvalidInput
from kgmem_formats.importers.playwright.tabs import TabPlace
from kgmem_formats.importers.scripts.tree import Function


@dataclass(frozen=True, slots=True)
class AskedText:
    """A text with parts that only the caller knows, in curly brackets."""

    text: str
    asks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unknown:
    """What can't be worked out; `name`: what the caller may be asked for."""

    name: str | None = None


@dataclass(frozen=True, slots=True)
class RegexpValue:
    """A regular expression."""

    source: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class PagePart:
    """A page, a frame or what a locator finds in one."""

    tab: TabPlace
    frames: tuple[Mapping[str, object], ...] = ()
    parts: tuple[str, ...] = ()
    """Of a selector; none: the page or frame itself."""
    is_frame: bool = False
    """Is it what stands in the frame that the parts find?"""

    @property
    def is_page(self) -> bool:
        """Is it the page or a frame, no element of it?"""
        return not self.parts

    def within(self, *parts: str) -> "PagePart":
        """What these parts find in it."""
        return replace(self, parts=(*self.parts, *parts))


@dataclass(frozen=True, slots=True)
class InputDevice:
    """A page's keyboard, mouse or touchscreen."""

    kind: str
    tab: TabPlace


@dataclass(frozen=True, slots=True)
class Spot:
    """A number that is worked out of where an element stands: a multiple of its sides
    and more. `x` of a box has `whole` 1."""

    place: PagePart
    axis: str
    whole: float = 0
    side: float = 0
    more: float = 0


@dataclass(frozen=True, slots=True)
class BoxOf:
    """Where an element stands."""

    place: PagePart


@dataclass(eq=False)
class Awaiting:
    """What a script waits for while it does something."""

    kind: str
    tab: TabPlace
    since: int
    """Steps that there were when it began to wait."""
    value: object = None


@dataclass(frozen=True, slots=True)
class Answering:
    """A dialog, in the function that answers it."""

    answers: list[Mapping[str, object]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FileChoice:
    """A file chooser that an element opened."""

    since: int
    tab: TabPlace


@dataclass(frozen=True, slots=True)
class Downloaded:
    """A file that came."""


@dataclass(frozen=True, slots=True)
class Browsing:
    """Playwright, its browser, a context of it."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method of something, not called yet."""

    owner: object
    name: str


@dataclass(frozen=True, slots=True)
class WrittenFunction:
    """A function of the script, with what it sees."""

    function: Function
    scope: "Scope"


@dataclass(eq=False)
class Scope:
    """Names and what they hold, by the functions that they stand in."""

    held: dict[str, object] = field(default_factory=dict)
    outer: "Scope | None" = None

    def get(self, name: str) -> object:
        """What it holds; KeyError where it is not known."""
        if name in self.held:
            return self.held[name]
        if self.outer is None:
            raise KeyError(name)
        return self.outer.get(name)

    def put(self, name: str, value: object) -> None:
        """Where it is known already, else here."""
        at: Scope | None = self
        while at is not None:
            if name in at.held:
                at.held[name] = value
                return
            at = at.outer
        self.held[name] = value


ACTING = (PagePart, InputDevice, Browsing, Answering, FileChoice, Awaiting, TabPlace)
"""Values through which something is done to a page."""


def literal_text(value: object, what: str) -> str:
    """The text. Raises InvalidInput where it isn't known while reading."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidInput(f"{what} is no literal text: it is not run")
    return str(value)


MAX_TEXT = 100_000
"""Characters of a text that is put together."""


def joined(parts: list[object]) -> object:
    """Texts, one after the other; what is not known is asked for by its name."""
    text, asks = "", dict[str, None]()
    for one in parts:
        if isinstance(one, Unknown):
            if one.name is None:
                return Unknown()
            text += "{" + one.name + "}"
            asks[one.name] = None
        elif isinstance(one, AskedText):
            text += one.text
            asks.update(dict.fromkeys(one.asks))
        elif isinstance(one, str | int | float) and not isinstance(one, bool):
            text += str(one)
        else:
            return Unknown()
        if len(text) > MAX_TEXT:
            raise InvalidInput("a text that grows without an end")
    return AskedText(text, tuple(asks)) if asks else text
