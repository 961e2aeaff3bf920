"""Selenium IDE's blocks: what is done in them, in the order in which it is done."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from kgmem import InvalidInput
from kgmem.formats import MAX_STEPS, parsed
from kgmem_formats.importers.steps import ODD, whole_of
from kgmem_formats.importers.variables import Variables

MAX_DEPTH = 20
_OPENS = frozenset({"if", "times", "forEach", "while", "do"})
_CLOSES = frozenset({"end", "repeatIf"})
_TOO_LONG = f"the commands behind the first {MAX_STEPS:,} when loops are unrolled"
_BY_THE_PAGE = "how often it is done, or whether, is only known when it is run"
_TWO_WAYS = "which of its ways was gone is only known when it is run"

Command = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlacedCommand:
    """A command, and where it stands; a reason where it can't be followed."""

    place: str
    command: Command
    optional: bool = False
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class CommandBlock:
    """Commands that stand together: those of a test, or of a part of it."""

    place: str
    """Of the list: `tests[0].commands`."""
    commands: Sequence[object]
    start: int
    end: int

    @classmethod
    def of(cls, place: str, commands: Sequence[object]) -> "CommandBlock":
        """All of the commands."""
        return cls(place, commands, 0, len(commands))

    def within(self, start: int, end: int) -> "CommandBlock":
        """A part of it."""
        return CommandBlock(self.place, self.commands, start, end)

    def depths(self, start: int) -> Iterator[tuple[int, object, int]]:
        """Number and name of each command from there on, and in how many blocks one is
        behind it."""
        depth = 0
        for n in range(start, self.end):
            kind = kind_of(self.commands[n])
            depth += (kind in _OPENS) - (kind in _CLOSES)
            yield n, kind, depth

    def closed(self, start: int) -> int:
        """Behind the end of the block that begins there. Raises InvalidInput if it has
        none."""
        for n, _, depth in self.depths(start):
            if not depth:
                return n + 1
        raise InvalidInput("a block that nothing ends")


def kind_of(command: object) -> object:
    """What a command is called; None for one that is left out, or is none."""
    if not isinstance(command, Mapping) or command.get("skip") is True:
        return None
    return command.get("command")


@dataclass
class UnrolledBlocks:
    """Unrolls the commands of a test, while the variables change."""

    variables: Variables
    tests: Mapping[str, CommandBlock]
    """The tests of the project, by name."""
    left: int = MAX_STEPS
    _running: list[str] = field(default_factory=list)

    def run(
        self, block: CommandBlock, optional: bool = False
    ) -> Iterator[PlacedCommand]:
        """The commands one after the other, each block as it was done."""
        at = block.start
        while at < block.end and self.left >= 0:
            command, here = block.commands[at], f"{block.place}[{at}]"
            end = at + 1
            if not isinstance(command, Mapping):
                yield PlacedCommand(here, {}, optional, ODD)
            elif (kind := kind_of(command)) in _OPENS or kind == "run":
                try:
                    end = block.end  # where nothing closes it
                    end = at + 1 if kind == "run" else block.closed(at)
                    yield from self._opened(
                        command, block.within(at + 1, end), optional
                    )
                except InvalidInput as error:
                    yield PlacedCommand(here, command, optional, str(error))
            else:
                self.left -= 1
                reason = _TOO_LONG if self.left < 0 else None
                yield PlacedCommand(here, command, optional, reason)
            at = end

    def _opened(
        self, opening: Command, inner: CommandBlock, optional: bool
    ) -> Iterator[PlacedCommand]:
        kind, body = opening["command"], inner.within(inner.start, inner.end - 1)
        target = str(opening.get("target") or "")
        if kind == "run":
            yield from self._another(target, optional)
        elif kind == "if":
            if any(k in ("else", "elseIf") and d == 0 for _, k, d in _own(body)):
                raise InvalidInput(_TWO_WAYS)
            yield from self._inside("", body, optional=True)
        elif kind == "times":
            for _ in range(self._times(target)):
                yield from self._inside("", body, optional)
        elif kind == "forEach":
            for item in self._items(target):
                self.variables.known[str(opening.get("value") or "")] = item
                yield from self._inside("", body, optional)
        else:
            raise InvalidInput(_BY_THE_PAGE)

    def _another(self, name: str, optional: bool) -> Iterator[PlacedCommand]:
        found = self.tests.get(name)
        if found is None:
            raise InvalidInput(f"the project has no test {name[:60]!r}")
        if name in self._running:
            raise InvalidInput("a test that runs itself")
        yield from self._inside(name, found, optional)

    def _inside(
        self, name: str, block: CommandBlock, optional: bool
    ) -> Iterator[PlacedCommand]:
        with self._deeper(name):
            yield from self.run(block, optional)

    @contextmanager
    def _deeper(self, name: str) -> Iterator[None]:
        if len(self._running) >= MAX_DEPTH:
            raise InvalidInput(f"more than {MAX_DEPTH} blocks in one another")
        self._running.append(name)
        try:
            yield
        finally:
            self._running.pop()

    def _times(self, target: str) -> int:
        text = self.variables.filled(target).text.strip()
        if not text.isdigit():
            raise InvalidInput(_BY_THE_PAGE)
        return min(whole_of(text), MAX_STEPS + 1)

    def _items(self, target: str) -> list[object]:
        name = target.strip().removeprefix("${").removesuffix("}")
        found = self.variables.thing(name)
        found = parsed(found) if isinstance(found, str) else found
        if not isinstance(found, list):
            raise InvalidInput(_BY_THE_PAGE)
        return found[: MAX_STEPS + 1]


def _own(body: CommandBlock) -> Iterator[tuple[int, object, int]]:
    return body.depths(body.start)
