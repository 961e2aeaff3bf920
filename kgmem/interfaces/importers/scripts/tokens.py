"""The words of JavaScript, TypeScript, Java and C#."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kgmem.errors import InvalidInput
from kgmem.interfaces.importers.scripts.texts import unescaped
from kgmem.interfaces.importers.scripts.tree import MAX_CODE

Kind = Literal["name", "text", "number", "regexp", "template", "sign", "end"]


@dataclass(frozen=True, slots=True)
class CodeToken:
    """One word."""

    kind: Kind
    text: str
    line: int
    flags: str = ""
    parts: tuple[tuple[bool, str], ...] = ()
    """Of a template: is it code, and the text or code."""


_SPACE = re.compile(r"(?:\s+|//[^\n]*|/\*.*?(?:\*/|\Z)|^#[^\n]*)+", re.S | re.M)
_NAME = re.compile(r"(?:[^\W\d]|\$)(?:\w|\$)*|@[A-Za-z_][\w.]*|#[A-Za-z_]\w*")
_NUMBER = re.compile(
    r"0[xX][0-9A-Fa-f]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?[fFdDmMLln]?"
)
_TEXT = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"", re.S)
_BLOCK = re.compile(r'"""(.*?)"""', re.S)
_VERBATIM = re.compile(r'@"((?:[^"]|"")*)"')
_REGEXP = re.compile(r"/((?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)/([a-z]*)")
_SIGN = re.compile(
    r"===|!==|\.\.\.|\?\?=|=>|->|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|\+=|-=|\*=|/="
    r"|::|[-+*/%=<>!?:;,.(){}\[\]&|^~@#\\]"
)
_BEFORE_VALUE = frozenset({"return", "await", "typeof", "case", "of", "in", "yield"})
"""Names after which no division stands."""


def tokens(code: str) -> list[CodeToken]:
    """The words of the code, and one that ends them. Raises InvalidInput where there
    are none such."""
    if len(code) > MAX_CODE:
        raise InvalidInput(f"code of more than {MAX_CODE >> 20} MB")
    found = list(_Words(code).all())
    return [*found, CodeToken("end", "", found[-1].line if found else 1)]


class _Words:
    def __init__(self, code: str) -> None:
        self._code, self._at, self._line = code, 0, 1
        self._last: CodeToken | None = None

    def all(self) -> Iterator[CodeToken]:
        while True:
            self._take(_SPACE)
            if self._at >= len(self._code):
                return
            self._last = self._next()
            yield self._last

    def _next(self) -> CodeToken:
        line = self._line
        if self._code.startswith("`", self._at):
            return CodeToken("template", "", line, parts=self._template("`", "${"))
        if self._code.startswith(('$"', '$@"', '@$"'), self._at):
            return self._interpolated(line)
        if (match := self._take(_BLOCK)) is not None:
            return CodeToken("text", _dedented(match[1]), line)
        if (match := self._take(_VERBATIM)) is not None:
            return CodeToken("text", match[1].replace('""', '"'), line)
        if (match := self._take(_TEXT)) is not None:
            raw = match[1] if match[1] is not None else match[2]
            return CodeToken("text", unescaped(raw), line)
        if (match := self._take(_NUMBER)) is not None:
            return CodeToken("number", match[0], line)
        if self._may_be_regexp() and (match := self._take(_REGEXP)) is not None:
            return CodeToken("regexp", match[1], line, flags=match[2])
        if (match := self._take(_NAME)) is not None:
            return CodeToken("name", match[0], line)
        if (match := self._take(_SIGN)) is not None:
            return CodeToken("sign", match[0], line)
        raise InvalidInput(f"line {line}: not code that can be parsed")

    def _may_be_regexp(self) -> bool:
        last = self._last
        if last is None:
            return True
        if last.kind == "name":
            return last.text in _BEFORE_VALUE
        return last.kind == "sign" and last.text not in (")", "]", "}")

    def _interpolated(self, line: int) -> CodeToken:
        """C#'s `$"Hello {who}"`."""
        head = self._code.index('"', self._at)
        is_verbatim = "@" in self._code[self._at : head]
        self._at = head
        parts = self._template('"', "{", is_verbatim=is_verbatim)
        return CodeToken("template", "", line, parts=parts)

    def _template(
        self, quote: str, opening: str, *, is_verbatim: bool = False
    ) -> tuple[tuple[bool, str], ...]:
        parts: list[tuple[bool, str]] = []
        begun = at = self._at + 1
        code = self._code
        text = ""
        while at < len(code) and code[at] != quote:
            if code[at] == "\\" and not is_verbatim:
                text += code[at : at + 2]
                at += 2
            elif opening == "{" and code.startswith(("{{", "}}"), at):
                text += code[at]
                at += 2
            elif code.startswith(opening, at):
                end = _closing(code, at + len(opening))
                parts += [(False, text), (True, code[at + len(opening) : end])]
                text, at = "", end + 1
            else:
                text += code[at]
                at += 1
        if at >= len(code):
            raise InvalidInput(f"line {self._line}: a text that does not end")
        parts.append((False, text))
        self._line += code.count("\n", begun, at)
        self._at = at + 1
        return tuple(
            (is_code, part if is_code or is_verbatim else unescaped(part))
            for is_code, part in parts
            if part
        )

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        match = pattern.match(self._code, self._at)
        if match is not None:
            self._at = match.end()
            self._line += match[0].count("\n")
        return match


def _closing(code: str, at: int) -> int:
    """Where the bracket closes that was opened before."""
    depth = 1
    while at < len(code):
        if (text := _TEXT.match(code, at)) is not None:
            at = text.end()
            continue
        depth += {"{": 1, "}": -1}.get(code[at], 0)
        if not depth:
            return at
        at += 1
    raise InvalidInput("a bracket in a text that is not closed")


def _dedented(raw: str) -> str:
    """A text of several lines without the room before them."""
    lines = raw.split("\n")
    if len(lines) == 1:
        return raw
    kept = lines[1:]
    room = min((len(one) - len(one.lstrip()) for one in kept if one.strip()), default=0)
    text = "\n".join(one[room:] for one in kept)
    return text[:-1] if text.endswith("\n") else text
