"""Declarations of JavaScript, TypeScript, Java and C# as a tree."""

from kgmem.interfaces.importers.scripts.cursor import NotRead
from kgmem.interfaces.importers.scripts.expressions import Expressions
from kgmem.interfaces.importers.scripts.tree import (
    Assign,
    CodeNode,
    Does,
    Function,
    Literal,
    NameNode,
    Opaque,
)

_MODIFIERS = frozenset({
    "export", "default", "public", "private", "protected", "internal", "static",
    "final", "override", "sealed", "abstract", "partial", "readonly", "virtual",
    "declare", "async", "const", "let", "var", "val",
})  # fmt: skip
"""What may stand before a declaration."""
_NO_TYPES = frozenset({
    "return", "await", "throw", "new", "else", "in", "of", "typeof", "delete", "yield",
    "case", "if", "for", "while", "do", "switch", "try", "catch", "finally", "break",
    "continue",
})  # fmt: skip
"""Names that begin no declaration."""


class Declarations(Expressions):
    """Reads what is declared: variables, functions, methods."""

    def head(self, line: int) -> list[CodeNode]:
        """Goes past the head of a class: what stands in it is read as if it stood
        outside. Raises NotRead where none comes."""
        while not self.is_at("{", ";"):
            if self.peek().kind == "end":
                raise NotRead
            self.take()
        return [Does(Literal(None), line)]

    def declared(self) -> list[CodeNode]:
        """What is declared; nothing where that is no declaration."""
        begun = self.at
        line = self.peek().line
        while self.peek().text in _MODIFIERS and self.peek().kind == "name":
            if self.is_at("async") and self._is_function(1):
                break
            self.take()
        is_marked = self.at > begun
        if is_marked and self.is_at("class", "namespace", "interface", "enum"):
            return self.head(line)
        if is_marked and self.is_at("[", "{"):
            return self._taken_apart(line)
        if not self.is_at("function") and self._is_typed(0):
            self.type()
            is_marked = True
        elif self.is_at("function") and self.peek(1).kind == "name":
            return [self.function()]
        if self.peek().kind == "name" and self._is_method():
            return [self._method()]
        if not is_marked or self.peek().kind != "name":
            self.at = begun
            return []
        return self._variables(line)

    def _is_typed(self, ahead: int) -> bool:
        """Does `Type name` come, and what follows a declared name?"""
        first = self.peek(ahead)
        if first.kind != "name" or first.text in _NO_TYPES:
            return False
        begun = self.at
        self.at += ahead
        try:
            self.type()
            self.took("?")
            return self.peek().kind == "name" and self.is_at("=", ";", "(", ahead=1)
        except NotRead:
            return False
        finally:
            self.at = begun

    def _is_method(self) -> bool:
        if not self.is_at("(", ahead=1) or self.peek().text in _NO_TYPES:
            return False
        begun = self.at
        try:
            self.at = self.end_of(self.at + 1) + 1
            if self.took(":"):
                self.type()
            if self.took("throws"):
                self.type()
                while self.took(","):
                    self.type()
            return self.is_at("{", "=>") and not self._is_call_before(begun)
        except NotRead:
            return False
        finally:
            self.at = begun

    def _is_call_before(self, at: int) -> bool:
        """Is it no method, but a call and a block on the next line?"""
        return self.is_at("{") and self.peek().line > self.words[at].line + 40

    def _method(self) -> Function:
        line, name = self.peek().line, self.name()
        is_test = any(
            one.text in ("@Test", "Test", "TestMethod", "Fact")
            for one in self.words[max(self.at - 12, 0) : self.at - 1]
        )
        params = self.params()
        while not self.is_at("{", "=>"):
            if self.take().kind == "end":
                raise NotRead
        if self.took("=>"):
            body: tuple[CodeNode, ...] = (Does(self.expression(), line),)
            self.took(";")
        else:
            body = self.block()
        return Function(name, params, body, is_test=is_test, line=line)

    def _variables(self, line: int) -> list[CodeNode]:
        found: list[CodeNode] = []
        while True:
            name = self.name()
            self.took("!", "?")
            if self.took(":"):
                self.type()
            if self.took("="):
                found.append(Assign((NameNode(name),), self.expression(), line))
            if not self.took(","):
                self.took(";")
                return found or [Does(Literal(None), line)]

    def _taken_apart(self, line: int) -> list[CodeNode]:
        end = self.end_of(self.at)
        names = tuple(
            NameNode(one.text)
            for n, one in enumerate(self.words[self.at : end], self.at)
            if one.kind == "name" and self.words[n + 1].text != ":"
        )
        is_list = self.is_at("[")
        self.at = end + 1
        self.need("=")
        value = self.expression()
        self.took(";")
        if not is_list:
            value = Opaque((value,))
        return [Assign(names, value, line, takes_apart=True)]
