"""A script as a tree: what the languages of scripts have in common.

It is parsed and looked at, never run.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields

MAX_CODE = 4 << 20
"""Characters of code that are parsed."""


class NotRead(Exception):
    """It can't be read from here."""


@dataclass(frozen=True, slots=True)
class CodeNode:
    """A part of a script."""


@dataclass(frozen=True, slots=True)
class Literal(CodeNode):
    """A text, a number, true, false or nothing."""

    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Regexp(CodeNode):
    """A pattern for texts, as its language writes it."""

    source: str
    flags: str = ""


@dataclass(frozen=True, slots=True)
class NameNode(CodeNode):
    """A variable."""

    name: str


@dataclass(frozen=True, slots=True)
class Attribute(CodeNode):
    """`base.name`."""

    base: CodeNode
    name: str


@dataclass(frozen=True, slots=True)
class Index(CodeNode):
    """`base[key]`."""

    base: CodeNode
    key: CodeNode


@dataclass(frozen=True, slots=True)
class CallNode(CodeNode):
    """`does(args, name=value)`."""

    does: CodeNode
    args: tuple[CodeNode, ...] = ()
    named: tuple[tuple[str, CodeNode], ...] = ()


@dataclass(frozen=True, slots=True)
class ListNode(CodeNode):
    """A list, tuple or array."""

    items: tuple[CodeNode, ...]


@dataclass(frozen=True, slots=True)
class MapNode(CodeNode):
    """A dictionary or object."""

    items: tuple[tuple[CodeNode, CodeNode], ...]


@dataclass(frozen=True, slots=True)
class TemplateNode(CodeNode):
    """A text with expressions in it: an f-string, a template."""

    parts: tuple[CodeNode, ...]


@dataclass(frozen=True, slots=True)
class Operation(CodeNode):
    """`left sign right`; one operand is the right one."""

    sign: str
    left: CodeNode | None
    right: CodeNode


@dataclass(frozen=True, slots=True)
class Awaited(CodeNode):
    """What has to be waited for."""

    value: CodeNode


@dataclass(frozen=True, slots=True)
class Made(CodeNode):
    """`new Kind(args) { name = value }`."""

    kind: str
    args: tuple[CodeNode, ...] = ()
    named: tuple[tuple[str, CodeNode], ...] = ()


@dataclass(frozen=True, slots=True)
class Function(CodeNode):
    """A function, named or not."""

    name: str
    params: tuple[str, ...]
    body: tuple[CodeNode, ...]
    is_test: bool = False
    line: int = 1
    gives: bool = False
    """Is its body an expression, and that what it gives?"""


@dataclass(frozen=True, slots=True)
class Opaque(CodeNode):
    """An expression of another kind, and what stands in it."""

    parts: tuple[CodeNode, ...] = ()


# --- statements -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Does(CodeNode):
    """An expression that stands as a statement."""

    value: CodeNode
    line: int


@dataclass(frozen=True, slots=True)
class Assign(CodeNode):
    """`targets = value`; several names take a list apart."""

    targets: tuple[CodeNode, ...]
    value: CodeNode
    line: int
    sign: str = "="
    takes_apart: bool = False


@dataclass(frozen=True, slots=True)
class If(CodeNode):
    """Under a condition."""

    test: CodeNode
    body: tuple[CodeNode, ...]
    otherwise: tuple[CodeNode, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Each(CodeNode):
    """For each item of a list; without one, as often as something holds."""

    targets: tuple[CodeNode, ...]
    items: CodeNode | None
    body: tuple[CodeNode, ...]
    line: int


@dataclass(frozen=True, slots=True)
class With(CodeNode):
    """A block within something that is opened and closed."""

    items: tuple[tuple[CodeNode, CodeNode | None], ...]
    body: tuple[CodeNode, ...]
    line: int


@dataclass(frozen=True, slots=True)
class TryNode(CodeNode):
    """A block whose errors are caught."""

    body: tuple[CodeNode, ...]
    caught: tuple[CodeNode, ...]
    finally_: tuple[CodeNode, ...]
    line: int
    is_caught: bool


@dataclass(frozen=True, slots=True)
class Leave(CodeNode):
    """`return value`, `break`, `continue`, `raise`."""

    how: str
    value: CodeNode | None
    line: int


@dataclass(frozen=True, slots=True)
class Checked(CodeNode):
    """`assert`: changes nothing."""

    line: int


@dataclass(frozen=True, slots=True)
class Unread(CodeNode):
    """A statement that can't be read."""

    line: int
    words: tuple[str, ...] = ()
    """The names that stand in it."""


def inside(node: CodeNode) -> Iterator[CodeNode]:
    """It and all nodes in it."""
    waiting: list[object] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, CodeNode):
            yield one
            waiting += [getattr(one, field.name) for field in fields(one)]
        elif isinstance(one, tuple):
            waiting += one
