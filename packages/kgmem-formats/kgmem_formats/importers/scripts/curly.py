"""JavaScript, TypeScript, Java and C# as a tree, by the grammars of tree-sitter."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kgmem import InvalidInput
from kgmem.formats import needs
from kgmem_formats.importers.scripts.counting import (
    counted_numbers,
    is_number,
    whole_number,
)
from kgmem_formats.importers.scripts.expressions import (
    Expressions,
    bound_in,
    field,
    line_of,
    names_in,
    parts,
    sound,
    text,
)
from kgmem_formats.importers.scripts.tree import (
    MAX_CODE,
    Assign,
    Checked,
    CodeNode,
    Does,
    Each,
    Function,
    If,
    Leave,
    NameNode,
    NotRead,
    Opaque,
    TryNode,
    Unread,
    With,
)

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_GRAMMARS = {
    "JavaScript": ("tree_sitter_typescript", "language_typescript"),
    "Java": ("tree_sitter_java", "language"),
    "C#": ("tree_sitter_c_sharp", "language"),
}
"""By what `language_of` says; TypeScript's reads JavaScript, too."""
_TESTS = frozenset({"Test", "TestMethod", "Fact"})


def curly_tree(code: str, language: str) -> tuple[CodeNode, ...]:
    """The statements; one that can't be read is told as that.

    Raises InvalidInput where it is too much or nested too deeply, MissingExtra where
    the grammar is not installed.
    """
    if len(code) > MAX_CODE:
        raise InvalidInput(f"code of more than {MAX_CODE >> 20} MB")
    root = _parser(language).parse(code.encode("utf-8", "replace")).root_node
    try:
        return _Statements().block(root)
    except RecursionError as error:
        raise InvalidInput("code that is nested too deeply") from error


@cache
def _parser(language: str) -> "Parser":
    package, name = _GRAMMARS[language]
    with needs("scripts", f"reading scripts in {language}"):
        from tree_sitter import Language, Parser

        return Parser(Language(getattr(import_module(package), name)()))


class _Statements(Expressions):
    def block(self, node: "Node") -> tuple[CodeNode, ...]:
        return tuple(one for part in parts(node) for one in self.statement(part))

    def statement(self, node: "Node") -> Iterable[CodeNode]:
        """What stands there; a statement that can't be read is told as that."""
        try:
            if node.type in _HOLDERS:
                return self.block(field(node, "body") or node)
            sound(node)
            if node.type in _NOTHING:
                return ()
            if node.type not in _STATEMENTS:
                raise NotRead
            return _STATEMENTS[node.type](self, node)
        except NotRead:
            return (Unread(line_of(node), tuple(names_in(node))),)

    def _body(self, node: "Node | None") -> tuple[CodeNode, ...]:
        return () if node is None else tuple(self.statement(node))

    def _export(self, node: "Node") -> Iterable[CodeNode]:
        if (declared := field(node, "declaration")) is not None:
            return self.statement(declared)
        value = field(node, "value")
        return [Does(self.expression(value), line_of(node))] if value else ()

    def _does(self, node: "Node") -> Iterable[CodeNode]:
        done, line = parts(node)[0], line_of(node)
        if "assignment_expression" not in done.type:
            return [Does(self.expression(done), line)]
        sound(done)
        sign = field(done, "operator")
        target = self.expression(field(done, "left"))
        value = self.expression(field(done, "right"))
        return [Assign((target,), value, line, text(sign) if sign else "=")]

    def _declared(self, node: "Node") -> Iterable[CodeNode]:
        found: list[CodeNode] = []
        for one in _declarators(node):
            sound(one)
            name, value = _name_and_value(one)
            if value == name:
                continue
            is_apart = "pattern" in name.type
            given = self.expression(value)
            if is_apart and name.type != "array_pattern":
                given = Opaque((given,))
            targets = tuple(map(NameNode, bound_in(name) if is_apart else [text(name)]))
            line = line_of(node)
            found.append(Assign(targets, given, line, takes_apart=is_apart))
        return found

    def _function(self, node: "Node") -> Iterable[Function]:
        marks = {
            name
            for one in node.children
            if one.type in ("modifiers", "attribute_list")
            for name in names_in(one)
        }
        if field(node, "body") is None:
            return ()
        return [self.function(node, is_test=not marks.isdisjoint(_TESTS))]

    # what happens sometimes, or more than once ----------------------------------------

    def _if(self, node: "Node") -> Iterable[CodeNode]:
        test = self.expression(field(node, "condition"))
        other = field(node, "alternative")
        if other is not None and other.type == "else_clause":
            other = parts(other)[0]
        body = self._body(field(node, "consequence"))
        return [If(test, body, self._body(other), line_of(node))]

    def _while(self, node: "Node") -> Iterable[CodeNode]:
        return [Each((), None, self._body(field(node, "body")), line_of(node))]

    def _each(self, node: "Node") -> Iterable[CodeNode]:
        name, items = field(node, "left", "name"), field(node, "right", "value")
        if name is None:
            raise NotRead
        targets = tuple(map(NameNode, bound_in(name)))
        body = self._body(field(node, "body"))
        return [Each(targets, self.expression(items), body, line_of(node))]

    def _counted(self, node: "Node") -> Iterable[CodeNode]:
        """`for (let i = 0; i < 3; i++)` as the numbers that it counts."""
        begun = field(node, "initializer", "init")
        counters = _declarators(begun) if begun else []
        if len(counters) != 1:
            raise NotRead
        counter, begun_at = _name_and_value(counters[0])
        name, first = text(counter), self.expression(begun_at)
        test = self.expression(field(node, "condition"))
        step = self._step(field(node, "increment", "update"), name)
        numbers = counted_numbers(name, first, test, step)
        body = self._body(field(node, "body"))
        return [Each((NameNode(name),), numbers, body, line_of(node))]

    def _step(self, node: "Node | None", name: str) -> int:
        if node is None:
            raise NotRead
        said = text(node).replace(" ", "")
        if said in (f"{name}++", f"++{name}"):
            return 1
        if said in (f"{name}--", f"--{name}"):
            return -1
        by = self.expression(field(node, "right"))
        sign = text(field(node, "operator"))
        if text(field(node, "left")) != name or sign not in ("+=", "-="):
            raise NotRead
        if not is_number(by):
            raise NotRead
        return whole_number(by) if sign == "+=" else -whole_number(by)

    def _try(self, node: "Node") -> Iterable[CodeNode]:
        clauses = [one for one in parts(node) if one.type == "catch_clause"]
        last = [one for one in parts(node) if one.type == "finally_clause"]
        caught = [each for one in clauses for each in self._body(field(one, "body"))]
        ends = [each for one in last for each in self._body(parts(one)[-1])]
        is_raised = any(isinstance(one, Leave) and one.how == "raise" for one in caught)
        body = self._body(field(node, "body"))
        is_caught = bool(clauses) and not is_raised
        return [TryNode(body, tuple(caught), tuple(ends), line_of(node), is_caught)]

    def _with(self, node: "Node") -> Iterable[CodeNode]:
        """`try (Playwright p = Playwright.create()) {…}`, `using (…) {…}`."""
        body = field(node, "body")
        opened = [
            each
            for one in parts(node)
            if (one != body and "declaration" in one.type) or "resource" in one.type
            for each in self._declared(one)
        ]
        return [*opened, With((), self._body(body), line_of(node))]

    # what leaves ----------------------------------------------------------------------

    def _return(self, node: "Node") -> Iterable[CodeNode]:
        given = parts(node)
        value = self.expression(given[0]) if given else None
        return [Leave("return", value, line_of(node))]

    def _throw(self, node: "Node") -> Iterable[CodeNode]:
        return [Leave("raise", None, line_of(node))]

    def _break(self, node: "Node") -> Iterable[CodeNode]:
        return [Leave(node.type.partition("_")[0], None, line_of(node))]

    def _checked(self, node: "Node") -> Iterable[CodeNode]:
        return [Checked(line_of(node))]


def _name_and_value(declarator: "Node") -> "tuple[Node, Node]":
    """What it declares and what that is; twice the name where it says nothing more."""
    named = parts(declarator)
    name, value = field(declarator, "name"), field(declarator, "value")
    return name or named[0], value or named[-1]


def _declarators(node: "Node") -> "list[Node]":
    if node.type in ("variable_declarator", "resource", "public_field_definition"):
        return [node]
    return [each for one in parts(node) for each in _declarators(one)
            if one.type in _DECLARE]  # fmt: skip


_DECLARE = frozenset({"variable_declaration", "variable_declarator", "resource"})
_HOLDERS = frozenset({
    "program", "compilation_unit", "statement_block", "block", "global_statement",
    "class_declaration", "abstract_class_declaration", "record_declaration",
    "namespace_declaration", "file_scoped_namespace_declaration", "declaration_list",
    "internal_module", "class_body",
})  # fmt: skip
"""What stands in them is read as if it stood outside."""
_NOTHING = frozenset({
    "import_statement", "import_declaration", "package_declaration", "using_directive",
    "empty_statement", "hash_bang_line", "interface_declaration", "enum_declaration",
    "type_alias_declaration", "ambient_declaration", "decorator", "attribute_list",
    "modifier", "identifier", "qualified_name", "debugger_statement",
})  # fmt: skip
_BY_READER: Mapping[Callable[[Any, "Node"], Iterable[CodeNode]], tuple[str, ...]] = {
    _Statements._export: ("export_statement",),
    _Statements._does: ("expression_statement",),
    _Statements._declared: (
        "lexical_declaration", "variable_declaration", "local_variable_declaration",
        "local_declaration_statement", "field_declaration", "public_field_definition",
    ),
    _Statements._function: (
        "function_declaration", "generator_function_declaration", "method_definition",
        "method_declaration", "constructor_declaration", "local_function_statement",
    ),
    _Statements._if: ("if_statement",),
    _Statements._while: ("while_statement", "do_statement"),
    _Statements._each: (
        "for_in_statement", "enhanced_for_statement", "foreach_statement",
    ),
    _Statements._counted: ("for_statement",),
    _Statements._try: ("try_statement",),
    _Statements._with: ("try_with_resources_statement", "using_statement"),
    _Statements._return: ("return_statement",),
    _Statements._throw: ("throw_statement",),
    _Statements._break: ("break_statement", "continue_statement"),
    _Statements._checked: ("assert_statement",),
}  # fmt: skip
_STATEMENTS = {kind: read for read, kinds in _BY_READER.items() for kind in kinds}
