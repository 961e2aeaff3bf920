"""Expressions of JavaScript, TypeScript, Java and C# as a tree."""

from collections.abc import Callable

from kgmem.interfaces.importers.scripts.cursor import Cursor, NotRead
from kgmem.interfaces.importers.scripts.tokens import CodeToken, tokens
from kgmem.interfaces.importers.scripts.tree import (
    MAX_NESTING,
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
    Opaque,
    Operation,
    Regexp,
    TemplateNode,
)

_WORDS = {"true": True, "false": False, "null": None, "undefined": None}
_ARROWS = ("=>", "->")
_BINDS = {
    "??": 1, "||": 2, "&&": 3, "==": 4, "===": 4, "!=": 4, "!==": 4, "<": 5, ">": 5,
    "<=": 5, ">=": 5, "instanceof": 5, "in": 5, "+": 6, "-": 6, "*": 7, "/": 7, "%": 7,
    "|": 2, "&": 3,
}  # fmt: skip
"""How tightly a sign binds."""
_EQUAL = {"===": "==", "!==": "!="}


class Expressions(Cursor):
    """Reads expressions; what blocks hold is read by whoever reads statements."""

    depth = 0

    def block(self) -> tuple[CodeNode, ...]:
        """The statements between brackets."""
        raise NotRead

    def expression(self) -> CodeNode:
        """The expression that comes. Raises NotRead where there is none."""
        self.depth += 1
        try:
            if self.depth > MAX_NESTING:
                raise NotRead
            return self._chosen()
        finally:
            self.depth -= 1

    def _chosen(self) -> CodeNode:
        """`test ? one : other`, or what stands there without that."""
        test = self._operation(0)
        if not self.took("?"):
            return test
        one = self.expression()
        self.need(":")
        return Opaque((test, one, self.expression()))

    def _operation(self, above: int) -> CodeNode:
        left = self._operand()
        while True:
            word = self.peek()
            binds = _BINDS.get(word.text, 0) if word.kind in ("sign", "name") else 0
            if binds <= above or (word.text == "in" and above == 0 and self._is_loop):
                return left
            self.take()
            sign = _EQUAL.get(word.text, word.text)
            left = Operation(sign, left, self._operation(binds))

    _is_loop = False
    """Is it the head of a loop, where `in` is no operation?"""

    def _operand(self) -> CodeNode:
        if self.took("await"):
            return Awaited(self._operand())
        if self.took("!", "typeof", "void", "~", "yield"):
            return Opaque((self._operand(),))
        if self.took("-"):
            return Operation("-", None, self._operand())
        if self.took("++", "--", "..."):
            return Opaque((self._operand(),))
        self.took("+")
        return self._followed(self._primary())

    def _followed(self, node: CodeNode) -> CodeNode:
        """With the calls and names that follow it."""
        while True:
            if self.took(".", "?."):
                if self.is_at("<"):
                    self.skip_generic()
                node = Attribute(node, self.name())
            elif self.is_at("("):
                node = self._call(node)
            elif self.took("["):
                node = Index(node, self.expression())
                self.need("]")
            elif self.is_at("<") and self._is_generic_call():
                self.skip_generic()
            elif self.is_at("!") and not self.is_at("=", ahead=1):
                self.take()
            elif self.took("as", "satisfies"):
                self.type()
            elif self.took("++", "--"):
                node = Opaque((node,))
            else:
                return node

    def _is_generic_call(self) -> bool:
        begun = self.at
        is_one = self.skip_generic() and self.is_at("(")
        self.at = begun
        return is_one

    def type(self) -> None:
        """Goes past the name of a type."""
        if self.is_at("{", "(", "["):
            self.at = self.end_of(self.at) + 1
        else:
            self.take()
        while self.took("."):
            self.name()
        if self.is_at("<"):
            self.skip_generic()
        while self.is_at("[") and self.is_at("]", ahead=1):
            self.at += 2
        if self.took("|", "&"):
            self.type()

    def _call(self, does: CodeNode) -> CallNode:
        args: list[CodeNode] = []
        named: list[tuple[str, CodeNode]] = []
        self.need("(")
        while not self.took(")"):
            if self.peek().kind == "name" and self.is_at(":", ahead=1):
                name = self.name()
                self.take()
                named.append((name, self.expression()))
            else:
                args.append(self.expression())
            if not self.took(",") and not self.is_at(")"):
                raise NotRead
        return CallNode(does, tuple(args), tuple(named))

    def _primary(self) -> CodeNode:
        word = self.peek()
        readers: dict[str, Callable[[], CodeNode]] = {
            "text": lambda: Literal(self.take().text),
            "number": lambda: _number(self.take().text),
            "regexp": lambda: Regexp(word.text, self.take().flags),
            "template": lambda: _joined(self.take()),
            "name": self._named,
            "sign": self._bracket,
        }
        if word.kind not in readers:
            raise NotRead
        return readers[word.kind]()

    def _named(self) -> CodeNode:
        if self.is_at("async") and self._is_function(1):
            self.take()
            return self.function()
        if self.is_at("function") or self._is_function(0):
            return self.function()
        if self.took("new"):
            return self._made()
        name = self.take().text
        return Literal(_WORDS[name]) if name in _WORDS else NameNode(name)

    def _is_function(self, ahead: int) -> bool:
        """Does `x =>` or `(…) =>` come?"""
        if self.is_at("function", ahead=ahead):
            return True
        if self.is_at("(", ahead=ahead):
            end = self.end_of(self.at + ahead)
            return self.is_at(*_ARROWS, ahead=end + 1 - self.at)
        is_name = self.peek(ahead).kind == "name"
        return is_name and self.is_at(*_ARROWS, ahead=ahead + 1)

    def function(self) -> Function:
        """`(page) => …`, `function (page) {…}`."""
        line = self.peek().line
        if self.took("function"):
            self.took("*")
            name = self.name() if self.peek().kind == "name" else ""
            params = self.params()
            return Function(name, params, self.block(), line=line)
        params = self.params() if self.is_at("(") else (self.name(),)
        self.take()
        if self.is_at("{"):
            return Function("", params, self.block(), line=line)
        body = (Does(self.expression(), line),)
        return Function("", params, body, line=line, gives=True)

    def params(self) -> tuple[str, ...]:
        """The names of a function's parameters."""
        end = self.end_of(self.at)
        inside = [*self.words[self.at + 1 : end], CodeToken("sign", ",", 0)]
        self.at = end + 1
        found: list[str] = []
        kept: list[CodeToken] = []
        depth = 0
        for word in inside:
            if word.kind == "sign":
                depth += (word.text in "([{<") - (word.text in ")]}>")
            if word.kind == "sign" and word.text == "," and not depth:
                found += _param(kept)
                kept = []
            else:
                kept.append(word)
        return tuple(found)

    def _bracket(self) -> CodeNode:
        if self.is_at("(") and self._is_function(0):
            return self.function()
        if self.took("("):
            inside = self.expression()
            self.need(")")
            return inside
        if self.took("["):
            return ListNode(self.items("]"))
        if self.took("{"):
            return self._mapped()
        raise NotRead

    def items(self, end: str) -> tuple[CodeNode, ...]:
        """Expressions up to a bracket, that is taken, too."""
        found: list[CodeNode] = []
        while not self.took(end):
            found.append(self.expression())
            if not self.took(",") and not self.is_at(end):
                raise NotRead
        return tuple(found)

    def _mapped(self) -> CodeNode:
        """`{ key: value, key = value }`, or a list `{ one, other }`."""
        pairs: list[tuple[CodeNode, CodeNode]] = []
        alone: list[CodeNode] = []
        is_whole = True
        while not self.took("}"):
            if self.is_at("..."):
                alone.append(self.expression())
                is_whole = False
            elif self.is_at(":", "=", ahead=1):
                key = Literal(self.take().text)
                self.take()
                pairs.append((key, self.expression()))
            else:
                alone.append(self.expression())
                if self.is_at("{"):  # a method
                    alone.append(Function("", (), self.block()))
            if not self.took(",") and not self.is_at("}"):
                raise NotRead
        if not is_whole:
            return Opaque((*alone, *(value for _, value in pairs)))
        if alone and not pairs and not all(isinstance(one, NameNode) for one in alone):
            return ListNode(tuple(alone))
        short = [(Literal(one.name), one) for one in alone if isinstance(one, NameNode)]
        return MapNode((*pairs, *short))

    def _made(self) -> CodeNode:
        """`new Kind(…) {…}`, `new[] {…}`."""
        kind = ""
        while self.peek().kind == "name":
            kind = self.take().text
            if not self.took("."):
                break
        if self.is_at("<"):
            self.skip_generic()
        if self.took("["):
            sizes = self.items("]")
            return ListNode(self.items("}")) if self.took("{") else Opaque(sizes)
        args = self._call(NameNode(kind)).args if self.is_at("(") else ()
        named: tuple[tuple[str, CodeNode], ...] = ()
        if self.took("{"):
            given = self._mapped()
            if isinstance(given, ListNode):
                return given
            if not isinstance(given, MapNode):
                return Opaque((given,))
            named = tuple((str(_value(key)), one) for key, one in given.items)
        return Made(kind, args, named)


def _value(node: CodeNode) -> object:
    return node.value if isinstance(node, Literal) else None


MAX_DIGITS = 300
"""Of a number."""


def _number(text: str) -> Literal:
    plain = text.replace("_", "")
    if len(plain) > MAX_DIGITS:
        raise NotRead
    if plain[:2] in ("0x", "0X"):
        return Literal(int(plain, 16))
    plain = plain.rstrip("fFdDmMLln")
    return Literal(int(plain) if plain.isdigit() else float(plain))


def _joined(word: CodeToken) -> CodeNode:
    parts = [
        _inside(part) if is_code else Literal(part) for is_code, part in word.parts
    ]
    return TemplateNode(tuple(parts))


def _inside(code: str) -> CodeNode:
    """The expression in a template; with a format it can't be worked out."""
    reader = Expressions(tokens(code))
    found = reader.expression()
    return found if reader.peek().kind == "end" else Opaque((found,))


def _param(words: list[CodeToken]) -> list[str]:
    """The names that a parameter gives."""
    if not words:
        return []
    if words[0].text in ("{", "["):
        end = next(n for n, one in enumerate(words) if one.text in ("}", "]"))
        inside = words[1:end]
        return [
            one.text
            for n, one in enumerate(inside)
            if one.kind == "name"
            and not (n + 1 < len(inside) and inside[n + 1].text == ":")
        ]
    names: list[str] = []
    for one in words:
        if one.text in (":", "=") or (one.text == "?" and names):
            break
        if one.kind == "name":
            names.append(one.text)
    return names[-1:]
