"""JavaScript, TypeScript, Java and C# as a tree."""

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.scripts.counting import (
    counted_numbers,
    is_number,
    whole_number,
)
from kgmem.interfaces.importers.scripts.cursor import NotRead
from kgmem.interfaces.importers.scripts.declarations import Declarations
from kgmem.interfaces.importers.scripts.tokens import tokens
from kgmem.interfaces.importers.scripts.tree import (
    Assign,
    CodeNode,
    Does,
    Each,
    If,
    Leave,
    NameNode,
    TryNode,
    Unread,
    With,
)

_ASSIGNS = ("=", "+=", "-=", "*=", "/=", "??=")


def curly_tree(code: str) -> tuple[CodeNode, ...]:
    """The statements. Raises InvalidInput where it is no code."""
    reader = _Statements(tokens(code))
    found: list[CodeNode] = []
    try:
        while reader.peek().kind != "end":
            if not reader.took("}"):
                found += reader.statement()
    except RecursionError as error:
        raise InvalidInput("code that is nested too deeply") from error
    return tuple(found)


class _Statements(Declarations):
    def block(self) -> tuple[CodeNode, ...]:
        """The statements between brackets."""
        self.depth += 1
        self.need("{")
        found: list[CodeNode] = []
        while not self.took("}"):
            if self.peek().kind == "end":
                raise NotRead
            found += self.statement()
        self.depth -= 1
        return tuple(found)

    def statement(self) -> list[CodeNode]:
        """The statement that comes; one that can't be read is told as that."""
        begun, depth = self.at, self.depth
        line = self.peek().line
        try:
            return self._statement()
        except (NotRead, InvalidInput, StopIteration):
            self.at, self.depth = begun, depth
            self._past()
            words = self.words[begun : self.at]
            return [
                Unread(line, tuple(one.text for one in words if one.kind == "name"))
            ]

    def _past(self) -> None:
        """Goes past a statement: to its `;`, or behind its brackets."""
        while self.peek().kind != "end":
            if self.is_at("(", "[", "{"):
                is_block = self.is_at("{")
                try:
                    self.at = self.end_of(self.at) + 1
                except NotRead:
                    self.at = len(self.words) - 1
                if is_block and not self.is_at(")", ",", ".", ";"):
                    return
            elif self.is_at("}") or self.take().text == ";":
                return

    def _statement(self) -> list[CodeNode]:
        word = self.peek()
        if self.took(";"):
            return []
        if self.is_at("await") and self.is_at("using", ahead=1):
            word = self.take() and self.peek()
        if word.text.startswith("@") and word.kind == "name":
            self.take()
            if self.is_at("("):
                self.at = self.end_of(self.at) + 1
            return []
        if self.is_at("[") and self._is_mark():
            self.at = self.end_of(self.at) + 1
            return []
        if self.is_at("{"):
            return list(self.block())
        reader = (
            getattr(self, f"_read_{word.text}", None) if word.kind == "name" else None
        )
        if reader is not None:
            found: list[CodeNode] = reader()
            return found
        return self.declared() or self._done()

    def _is_mark(self) -> bool:
        """C#'s `[Test]` before what it says something of."""
        after = self.end_of(self.at) + 1 - self.at
        follows = self.peek(after)
        return follows.kind == "name" or follows.text == "["

    # what begins with a word of the language's own ------------------------------------

    def _read_import(self) -> list[CodeNode]:
        if self.is_at("(", ".", ahead=1):
            return self._done()
        line = self.peek().line
        while self.peek().kind != "end" and not self.took(";"):
            if self.peek().line > line and self.is_at("import", "const", "test", "let"):
                break
            if self.is_at("{"):
                self.at = self.end_of(self.at)
            line = self.take().line
        return []

    _read_package = _read_import

    def _read_using(self) -> list[CodeNode]:
        if self.is_at("(", ahead=1):
            return self._resources()
        if self.is_at("var", "await", ahead=1) or self._is_typed(1):
            self.take()
            return self.declared() or self._done()
        return self._read_import()

    def _read_namespace(self) -> list[CodeNode]:
        return self.head(self.peek().line)

    _read_class = _read_namespace

    def _read_if(self) -> list[CodeNode]:
        line = self.take().line
        self.need("(")
        test = self.expression()
        self.need(")")
        body = self._body()
        otherwise = self._body() if self.took("else") else ()
        return [If(test, body, otherwise, line)]

    def _body(self) -> tuple[CodeNode, ...]:
        return self.block() if self.is_at("{") else tuple(self.statement())

    def _read_while(self) -> list[CodeNode]:
        line = self.take().line
        self.need("(")
        self.expression()
        self.need(")")
        return [Each((), None, self._body(), line)]

    def _read_do(self) -> list[CodeNode]:
        line = self.take().line
        body = self._body()
        self.need("while")
        self.need("(")
        self.expression()
        self.need(")")
        return [Each((), None, body, line)]

    def _read_foreach(self) -> list[CodeNode]:
        return self._read_for()

    def _read_for(self) -> list[CodeNode]:
        line = self.take().line
        self.took("await")
        end = self.end_of(self.at)
        self.need("(")
        inside = self.words[self.at : end]
        if any(one.text == ";" and one.kind == "sign" for one in inside):
            targets, items = self._counted()
        else:
            targets, items = self._listed()
        if self.at != end:
            raise NotRead
        self.at = end + 1
        return [Each(targets, items, self._body(), line)]

    def _listed(self) -> tuple[tuple[CodeNode, ...], CodeNode]:
        """`const x of items`, `String x : items`, `var x in items`."""
        names: list[CodeNode] = []
        while not self.took("of", "in", ":"):
            word = self.take()
            if word.kind == "end":
                raise NotRead
            if word.kind == "name":
                names.append(NameNode(word.text))
            is_last = self.is_at("of", "in", ":", ",", "]")
            if word.kind == "name" and not is_last:
                names.pop()
        return tuple(names), self.expression()

    def _counted(self) -> tuple[tuple[CodeNode, ...], CodeNode]:
        """`let i = 0; i < 3; i++` as the numbers that it counts."""
        while self.peek(1).text != "=":
            if self.is_at(";") or self.peek().kind == "end":
                raise NotRead
            self.take()
        name = self.name()
        self.need("=")
        first = self.expression()
        self.need(";")
        test = self.expression()
        self.need(";")
        step = self._step(name)
        counted = counted_numbers(name, first, test, step)
        return (NameNode(name),), counted

    def _step(self, name: str) -> int:
        if self.took("++", "--"):
            sign = self.words[self.at - 1].text
            self.need(name)
            return 1 if sign == "++" else -1
        self.need(name)
        if self.took("++"):
            return 1
        if self.took("--"):
            return -1
        sign = self.take().text
        by = self.expression()
        if sign not in ("+=", "-=") or not is_number(by):
            raise NotRead
        return whole_number(by) if sign == "+=" else -whole_number(by)

    def _read_try(self) -> list[CodeNode]:
        line = self.peek().line
        if self.is_at("(", ahead=1):
            return self._resources()
        self.take()
        body = self.block()
        caught: list[CodeNode] = []
        is_caught = False
        while self.took("catch"):
            is_caught = True
            if self.is_at("("):
                self.at = self.end_of(self.at) + 1
            caught += self.block()
        is_caught &= not any(
            isinstance(one, Leave) and one.how == "raise" for one in caught
        )
        last = self.block() if self.took("finally") else ()
        return [TryNode(body, tuple(caught), last, line, is_caught)]

    def _resources(self) -> list[CodeNode]:
        """`try (Playwright p = Playwright.create()) {…}`, `using (…) {…}`."""
        line = self.take().line
        end = self.end_of(self.at)
        self.need("(")
        opened: list[CodeNode] = []
        while self.at < end:
            opened += self.declared() or self._done()
            self.took(";")
        self.at = end + 1
        return [*opened, With((), self._body(), line)]

    def _read_return(self) -> list[CodeNode]:
        line = self.take().line
        is_bare = self.is_at(";", "}") or self.peek().line > line
        value = None if is_bare else self.expression()
        self.took(";")
        return [Leave("return", value, line)]

    def _read_throw(self) -> list[CodeNode]:
        line = self.take().line
        self.expression()
        self.took(";")
        return [Leave("raise", None, line)]

    def _read_break(self) -> list[CodeNode]:
        word = self.take()
        self.took(";")
        return [Leave(word.text, None, word.line)]

    _read_continue = _read_break

    def _done(self) -> list[CodeNode]:
        line = self.peek().line
        value = self.expression()
        if self.is_at(*_ASSIGNS):
            sign = self.take().text
            given = self.expression()
            self.took(";")
            return [Assign((value,), given, line, sign)]
        if not (self.took(";") or self.is_at("}") or self._is_new_line()):
            raise NotRead
        return [Does(value, line)]

    def _is_new_line(self) -> bool:
        is_end = self.peek().kind == "end" or self.is_at(")")
        return is_end or self.peek().line > self.words[self.at - 1].line
