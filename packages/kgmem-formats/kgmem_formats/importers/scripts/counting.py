"""The numbers that a loop counts."""

from kgmem_formats.importers.scripts.tree import (
    CodeNode,
    ListNode,
    Literal,
    NameNode,
    NotRead,
    Opaque,
    Operation,
)

MAX_TIMES = 1_000
"""A loop that counts further is not unrolled."""


def counted_numbers(name: str, first: CodeNode, test: CodeNode, step: int) -> CodeNode:
    """The numbers that are counted; unknown where a bound is no number."""
    if not (isinstance(test, Operation) and test.left == NameNode(name)):
        return Opaque()
    if not is_number(first) or not is_number(test.right) or not step:
        return Opaque()
    last = whole_number(test.right) + {"<=": 1, ">=": -1}.get(test.sign, 0)
    if test.sign not in ("<", "<=", ">", ">="):
        return Opaque()
    counted = range(whole_number(first), last, step)
    if len(counted) > MAX_TIMES:
        return Opaque()
    return ListNode(tuple(map(Literal, counted)))


def is_number(node: CodeNode) -> bool:
    return isinstance(node, Literal) and type(node.value) is int


def whole_number(node: CodeNode) -> int:
    value = node.value if isinstance(node, Literal) else None
    if not isinstance(value, int):
        raise NotRead
    return value
