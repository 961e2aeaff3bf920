"""Templates: text with `{slots}`; a literal brace is written twice."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

_PART = re.compile(r"(\{\{)|(\}\})|\{([^{}|]{1,80})(?:\|([^{}|]{1,80}))?\}")


@dataclass(frozen=True, slots=True)
class Hole:
    """A slot's place in a template."""

    slot: str
    transform: str | None = None
    """`{slot|transform}` names one that differs from the slot's own."""

    def __str__(self) -> str:
        return (
            f"{{{self.slot}|{self.transform}}}"
            if self.transform
            else f"{{{self.slot}}}"
        )


def escape(text: str) -> str:
    """The text as a literal part of a template."""
    return text.replace("{", "{{").replace("}", "}}")


@lru_cache(maxsize=8192)
def parts(template: str) -> tuple[str | Hole, ...]:
    """Literals (unescaped, none empty) and holes, in order."""
    return tuple(_merged(_raw_parts(template)))


def holes(template: str | None) -> tuple[Hole, ...]:
    """Its holes, in order."""
    return tuple(p for p in parts(template or "") if isinstance(p, Hole))


def fill(template: str, value: Callable[[Hole], str]) -> str:
    """The template with each hole replaced by what `value` gives for it."""
    return "".join(p if isinstance(p, str) else value(p) for p in parts(template))


@lru_cache(1 << 12)
def bare(template: str) -> str:
    """The template with a mark in the place of each hole."""
    return fill(template, lambda _: "…")


def rename(template: str, names: Callable[[str], str]) -> str:
    """The template with its slots renamed."""
    return "".join(
        escape(p) if isinstance(p, str) else str(Hole(names(p.slot), p.transform))
        for p in parts(template)
    )


def _raw_parts(template: str) -> Iterator[str | Hole]:
    end = 0
    for match in _PART.finditer(template):
        yield template[end : match.start()]
        end = match.end()
        if match[1] or match[2]:
            yield match[0][0]
        else:
            yield Hole(match[3], match[4])
    yield template[end:]


def _merged(raw: Iterator[str | Hole]) -> Iterator[str | Hole]:
    literal = ""
    for part in raw:
        if isinstance(part, str):
            literal += part
            continue
        if literal:
            yield literal
        literal = ""
        yield part
    if literal:
        yield literal
