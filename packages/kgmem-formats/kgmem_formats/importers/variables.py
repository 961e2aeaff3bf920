"""Values that a recording has names for: known from it, or asked for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from kgmem import InvalidInput

_ODD = re.compile(r"\W+")
_STEP = re.compile(r"\.?(\w+)|\[(\d+)\]|\[[\"']([^\"']+)[\"']\]")


@dataclass(frozen=True, slots=True)
class FilledText:
    """A text whose known variables are put in; `{x}` stands for one to ask for."""

    text: str
    asks: tuple[str, ...] = ()

    def params(self) -> dict[str, object]:
        """What a step says of it."""
        return {"asks": list(self.asks)} if self.asks else {}

    def literal(self) -> str:
        """The text. Raises InvalidInput where it lacks a value."""
        if self.asks:
            names = ", ".join(self.asks)
            raise InvalidInput(f"{names}: nothing in the file tells this value")
        return self.text


@dataclass
class Variables:
    """The variables of a run, and how a text names one."""

    form: re.Pattern[str]
    """Its first group is the name."""
    known: dict[str, object] = field(default_factory=dict)

    def filled(self, text: str) -> FilledText:
        """The text with what is known. Raises InvalidInput where one that is asked for
        is written like something else in the text."""
        asks: dict[str, str] = {}
        parts = self.form.split(text)
        step = self.form.groups + 1
        for n in range(1, len(parts), step):
            found = self.value(parts[n])
            if found is None:
                ask = _ODD.sub("_", parts[n]).strip("_") or "value"
                asks[parts[n]] = ask
                found = f"{{{ask}}}"
            parts[n] = found
        literal = parts[::step]
        if any(f"{{{ask}}}" in part for ask in asks.values() for part in literal):
            raise InvalidInput("a value to ask for is written like a text beside it")
        told = [part for n, part in enumerate(parts) if n % step < 2]
        return FilledText("".join(told), tuple(dict.fromkeys(asks.values())))

    def value(self, name: str) -> str | None:
        """The value as text; None where nothing tells it."""
        found = self.thing(name)
        if found is None or isinstance(found, Mapping | list):
            return None
        return str(found).lower() if isinstance(found, bool) else str(found)

    def thing(self, name: str) -> object:
        """The value, or the part of it that the name leads to: `order.rows[0].no`."""
        if name in self.known:
            return self.known[name]
        first, *steps = [next(filter(None, one)) for one in _STEP.findall(name)] or [""]
        found: object = self.known.get(first)
        for step in steps:
            if isinstance(found, Mapping):
                found = found.get(step)
            elif isinstance(found, list) and step.isdigit() and int(step) < len(found):
                found = found[int(step)]
            else:
                return None
        return found
