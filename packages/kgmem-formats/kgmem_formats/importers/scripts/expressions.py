"""Expressions of JavaScript, TypeScript, Java and C# as a tree."""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from kgmem_formats.importers.scripts.texts import dedented, unescaped
from kgmem_formats.importers.scripts.tree import (
    Attribute,
    Awaited,
    CallNode,
    CodeNode,
    Does,
    Function,
    Index,
    ListNode,
    Literal,
    Made,
    MapNode,
    NameNode,
    NotRead,
    Opaque,
    Operation,
    Regexp,
    TemplateNode,
)

if TYPE_CHECKING:
    from tree_sitter import Node

_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_EQUAL = {"===": "==", "!==": "!="}
_ARROWED = frozenset({"arrow_function", "lambda_expression"})
MAX_DIGITS = 300
"""Of a number."""


class Expressions:
    """Reads expressions; what blocks hold is read by whoever reads statements."""

    _bound: CodeNode | None = None
    """What stands before C#'s `?.`."""

    def block(self, node: "Node") -> tuple[CodeNode, ...]:
        """The statements between brackets."""
        raise NotImplementedError

    def expression(self, node: "Node | None") -> CodeNode:
        """One that the grammar found. Raises NotRead where it is broken."""
        if node is None:
            raise NotRead
        sound(node)
        read = _READERS.get(node.type)
        if read is not None:
            return read(self, node)
        return Opaque(tuple(map(self.expression, parts(node))))

    # names, calls ---------------------------------------------------------------------

    def _name(self, node: "Node") -> CodeNode:
        name = text(node)
        return Literal(_WORDS[name]) if name in _WORDS else NameNode(name)

    def _attribute(self, node: "Node") -> CodeNode:
        base = field(node, "object", "expression")
        return Attribute(self.expression(base), _last_name(node))

    def _conditional(self, node: "Node") -> CodeNode:
        before, self._bound = self._bound, self.expression(field(node, "condition"))
        try:
            return self.expression(parts(node)[-1])
        finally:
            self._bound = before

    def _binding(self, node: "Node") -> CodeNode:
        if self._bound is None:
            raise NotRead
        return Attribute(self._bound, _last_name(node))

    def _index(self, node: "Node") -> CodeNode:
        base, key = field(node, "object", "array", "expression"), parts(node)[-1]
        while key.type in ("bracketed_argument_list", "argument"):
            key = parts(key)[-1]
        return Index(self.expression(base), self.expression(key))

    def _call(self, node: "Node") -> CodeNode:
        does: CodeNode
        if (name := field(node, "name")) is not None:  # Java's
            base = field(node, "object")
            does = NameNode(text(name))
            if base is not None:
                does = Attribute(self.expression(base), text(name))
        else:
            does = self.expression(field(node, "function"))
        args, named = self._arguments(field(node, "arguments"))
        return CallNode(does, args, named)

    def _arguments(
        self, node: "Node | None"
    ) -> tuple[tuple[CodeNode, ...], tuple[tuple[str, CodeNode], ...]]:
        if node is None:
            return (), ()
        sound(node)
        if not node.type.startswith("argument"):
            return (self.expression(node),), ()
        args: list[CodeNode] = []
        named: list[tuple[str, CodeNode]] = []
        for one in parts(node):
            name = field(one, "name") if one.type == "argument" else None
            value = self.expression(parts(one)[-1] if one.type == "argument" else one)
            if name is None:
                args.append(value)
            else:
                named.append((text(name), value))
        return tuple(args), tuple(named)

    def _made(self, node: "Node") -> CodeNode:
        """`new Kind(…) {…}`."""
        kind = field(node, "constructor", "type")
        # C# names no field where it names no type.
        at = {one.type: one for one in parts(node)}
        given = field(node, "arguments") or at.get("argument_list")
        filled = field(node, "initializer") or at.get("initializer_expression")
        args, _ = self._arguments(given)
        filling = parts(filled) if filled is not None else []
        if filled is not None and any(
            one.type != "assignment_expression" for one in filling
        ):
            return self._items(filled)
        named: list[tuple[str, CodeNode]] = []
        for one in filling:
            left, right = field(one, "left"), field(one, "right")
            if left is None or left.type != "identifier":
                return Opaque((self.expression(right),))
            named.append((text(left), self.expression(right)))
        name = text(kind).partition("<")[0].rpartition(".")[2] if kind else ""
        return Made(name, args, tuple(named))

    def _array(self, node: "Node") -> CodeNode:
        """`new[] {…}`, `new int[] {…}`."""
        filled = [one for one in parts(node) if "initializer" in one.type]
        return self._items(filled[0]) if filled else Opaque()

    # values ---------------------------------------------------------------------------

    def _items(self, node: "Node") -> CodeNode:
        return ListNode(tuple(map(self.expression, parts(node))))

    def _mapped(self, node: "Node") -> CodeNode:
        pairs: list[tuple[CodeNode, CodeNode]] = []
        is_whole = True
        for one in parts(node):
            sound(one)
            key = field(one, "key", "name")
            if one.type == "shorthand_property_identifier":
                pairs.append((Literal(text(one)), NameNode(text(one))))
                continue
            is_method = one.type == "method_definition"
            is_whole &= key is not None and key.type != "computed_property_name"
            value = self.function(one) if is_method else self.expression(parts(one)[-1])
            written = self.expression(key) if key and key.type == "string" else None
            pairs.append((written or Literal(text(key) if key else None), value))
        if not is_whole:
            return Opaque(tuple(value for _, value in pairs))
        return MapNode(tuple(pairs))

    def _number(self, node: "Node") -> CodeNode:
        plain = text(node).replace("_", "")
        if len(plain) > MAX_DIGITS:
            raise NotRead
        if plain[:2] in ("0x", "0X"):
            return Literal(int(plain.rstrip("lL"), 16))
        plain = plain.rstrip("fFdDmMLlnuU")
        try:
            return Literal(int(plain) if plain.isdecimal() else float(plain))
        except ValueError:
            raise NotRead from None

    def _regexp(self, node: "Node") -> CodeNode:
        flags = field(node, "flags")
        return Regexp(text(field(node, "pattern")), text(flags) if flags else "")

    def _text(self, node: "Node") -> CodeNode:
        raw = text(node)
        if raw.startswith("@"):
            return Literal(raw[2:-1].replace('""', '"'))
        if raw.startswith('"""'):
            inner = dedented(raw.strip('"'))
            return Literal(inner if "raw" in node.type else unescaped(inner))
        return Literal(unescaped(raw[1:-1]))

    def _template(self, node: "Node") -> CodeNode:
        """A text with expressions in it; one with a format can't be worked out."""
        meant = str if "@" in text(node)[:3] else unescaped
        told = [one for one in node.children if one.type in _SAID | _HOLES]
        found: list[CodeNode] = []
        for is_said, some in groupby(told, lambda one: one.type in _SAID):
            if is_said:
                found.append(Literal(meant("".join(map(text, some)))))
            else:
                found += map(self._hole, some)
        return TemplateNode(tuple(found))

    def _hole(self, node: "Node") -> CodeNode:
        sound(node)
        inside = [one for one in parts(node) if one.type != "interpolation_brace"]
        value = self.expression(inside[0] if inside else None)
        return Opaque((value,)) if len(inside) > 1 else value

    # what is worked out ---------------------------------------------------------------

    def _operation(self, node: "Node") -> CodeNode:
        sign = text(field(node, "operator"))
        left = self.expression(field(node, "left"))
        right = self.expression(field(node, "right"))
        return Operation(_EQUAL.get(sign, sign), left, right)

    def _signed(self, node: "Node") -> CodeNode:
        sign, value = text(node.children[0]), self.expression(parts(node)[-1])
        if sign == "-":
            return Operation("-", None, value)
        return value if sign == "+" else Opaque((value,))

    def _postfixed(self, node: "Node") -> CodeNode:
        value = self.expression(parts(node)[0])
        return value if text(node.children[-1]) == "!" else Opaque((value,))

    def _awaited(self, node: "Node") -> CodeNode:
        return Awaited(self.expression(parts(node)[0]))

    def _first(self, node: "Node") -> CodeNode:
        return self.expression(parts(node)[0])

    def _last(self, node: "Node") -> CodeNode:
        return self.expression(parts(node)[-1])

    def function(self, node: "Node", *, is_test: bool = False) -> Function:
        """`(page) => …`, `function (page) {…}`, a method."""
        name, body = field(node, "name"), field(node, "body")
        line = line_of(name or node)
        params = tuple(_params(field(node, "parameters", "parameter")))
        if body is None:
            raise NotRead
        is_block = body.type in ("statement_block", "block", "constructor_body")
        if body.type == "arrow_expression_clause":
            body = parts(body)[0]
        return Function(
            text(name) if name else "",
            params,
            self.block(body) if is_block else (Does(self.expression(body), line),),
            is_test=is_test,
            line=line,
            gives=not is_block and node.type in _ARROWED,
        )


# --- nodes of the grammars ------------------------------------------------------------


def text(node: "Node | None") -> str:
    """What is written there. Raises NotRead where nothing is."""
    if node is None or node.text is None:
        raise NotRead
    return node.text.decode("utf-8", "replace")


def line_of(node: "Node") -> int:
    """From 1."""
    return node.start_point[0] + 1


def field(node: "Node", *names: str) -> "Node | None":
    """The part that has one of these names in its grammar."""
    found = map(node.child_by_field_name, names)
    return next((one for one in found if one is not None), None)


def parts(node: "Node") -> "list[Node]":
    """All that is no sign and no comment."""
    return [one for one in node.named_children if "comment" not in one.type]


def sound(node: "Node") -> None:
    """Raises NotRead where the grammar had to guess at something right below it."""
    if node.is_error or node.is_missing:
        raise NotRead
    if node.has_error and any(one.is_error or one.is_missing for one in node.children):
        raise NotRead


def names_in(node: "Node") -> Iterator[str]:
    """All names that stand in it."""
    if node.type.endswith("identifier"):
        yield text(node)
    for one in node.named_children:
        yield from names_in(one)


def bound_in(node: "Node") -> Iterator[str]:
    """The names that a pattern or a parameter gives."""
    inner = field(node, "pattern", "name", "value" if "pair" in node.type else "left")
    if inner is not None:
        yield from bound_in(inner)
    elif node.type in ("identifier", "shorthand_property_identifier_pattern"):
        yield text(node)
    else:
        for one in parts(node):
            yield from bound_in(one)


def _params(node: "Node | None") -> Iterator[str]:
    return iter(()) if node is None else bound_in(node)


def _last_name(node: "Node") -> str:
    name = field(node, "property", "field", "name")
    if name is not None and name.type == "generic_name":
        name = parts(name)[0]
    return text(name)


_SAID = frozenset({"string_fragment", "string_content", "escape_sequence"})
_HOLES = frozenset({"template_substitution", "interpolation"})
_Reader = Callable[[Any, "Node"], CodeNode]
_BY_READER: Mapping[_Reader, tuple[str, ...]] = {
    Expressions._name: (
        "identifier", "this", "super", "true", "false", "null", "undefined",
        "null_literal", "boolean_literal", "type_identifier", "property_identifier",
        "predefined_type", "base",
    ),
    Expressions._attribute: (
        "member_expression", "member_access_expression", "field_access",
    ),
    Expressions._conditional: ("conditional_access_expression",),
    Expressions._binding: ("member_binding_expression",),
    Expressions._index: (
        "subscript_expression", "array_access", "element_access_expression",
    ),
    Expressions._call: (
        "call_expression", "method_invocation", "invocation_expression",
    ),
    Expressions._made: (
        "new_expression", "object_creation_expression",
        "implicit_object_creation_expression",
    ),
    Expressions._array: (
        "array_creation_expression", "implicit_array_creation_expression",
    ),
    Expressions._items: (
        "array", "array_initializer", "initializer_expression", "collection_expression",
    ),
    Expressions._mapped: ("object",),
    Expressions._number: (
        "number", "decimal_integer_literal", "hex_integer_literal",
        "decimal_floating_point_literal", "integer_literal", "real_literal",
    ),
    Expressions._regexp: ("regex",),
    Expressions._text: (
        "string", "string_literal", "character_literal", "verbatim_string_literal",
        "raw_string_literal",
    ),
    Expressions._template: ("template_string", "interpolated_string_expression"),
    Expressions._operation: ("binary_expression",),
    Expressions._signed: ("unary_expression", "prefix_unary_expression"),
    Expressions._postfixed: ("postfix_unary_expression",),
    Expressions._awaited: ("await_expression",),
    Expressions._first: (
        "parenthesized_expression", "as_expression", "satisfies_expression",
        "non_null_expression", "collection_element", "expression_element",
    ),
    Expressions._last: ("cast_expression", "type_assertion"),
    Expressions.function: (
        "arrow_function", "lambda_expression", "function_expression",
        "anonymous_method_expression",
    ),
}  # fmt: skip
_READERS = {kind: read for read, kinds in _BY_READER.items() for kind in kinds}
