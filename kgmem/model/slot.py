"""A variable part of a kind of task."""

from kgmem.model.base import Value
from kgmem.model.option import Option
from kgmem.model.source import ValueSource


class Slot(Value):
    """A variable part of a pattern."""

    slot_id: str
    name: str
    kind: str
    """A name of `kgmem.model.kind.KINDS`: date, money, email, …"""
    is_list: bool = False
    sensitive: bool = False
    transform: str | None = None
    """How the text's value becomes the step's, a name of `kgmem.matching.transform`."""
    examples: tuple[str, ...] = ()
    """Values that it had; none of one that is asked for, which no text told."""
    options: tuple[Option, ...] = ()
    """What the list offers that its value is chosen from."""
    has_more: bool = False
    """May that list have others? Runs saw different ones, or a long one."""
    asked: bool = False
    """It is in no wording: no text tells its value, and runs entered other ones, or had
    read it before. A plan asks for it."""
    reads: tuple[ValueSource, ...] = ()
    """Where all runs had read its value, of a slot that is asked for: of one step,
    whatever they are told by. Their texts may hold `{slot}`."""

    @property
    def is_closed(self) -> bool:
        """Is its value one of the options, and nothing else?"""
        return bool(self.options) and not self.has_more

    @property
    def labels(self) -> list[str]:
        """What the options are called."""
        return list(dict.fromkeys(one.label for one in self.options))
