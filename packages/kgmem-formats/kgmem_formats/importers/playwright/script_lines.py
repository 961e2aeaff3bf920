"""JavaScript of Playwright's recorder -> the same lines in Python's grammar."""

import ast
import re
from collections.abc import Iterator

from kgmem_formats.importers.playwright.recorded import DISMISSES, EXPECTS

_PIECE = re.compile(
    r"""(?P<gap>\s+|//[^\n]*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<template>`[^`]*`)
    |/(?P<pattern>(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+)/(?P<flags>[a-z]*)
    |(?P<key>[A-Za-z]\w*)(?=\s*:)|(?P<word>[A-Za-z_]\w*)|(?P<sign>.)""",
    re.X | re.S,
)
_WORDS = {"true": "True", "false": "False", "const": "", "DISMISSES": DISMISSES}
_OPENS = re.compile(
    r"test(?P<how>\.\w+)?\(\s*(?P<title>'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"),"
    r"[^\n]*\basync\b[^\n]*=>\s*\{|\(async \(\) => \{"
)
"""Where a test begins, or all that the file does."""
_ENDS = re.compile(r"\}\)(?:\(\))?")
_QUIET = re.compile(
    r"[\s;]+|//[^\n]*|import [^\n]*|const \{[^\n]*\} = require\([^\n]*"
    r"|(?=(?P<rest>test\.use\())"
)
"""What is no line of a run; `rest`: to its end."""
_DIALOG = re.compile(
    r"(\w+\.once\('dialog', )dialog => \{\s*(?:console\.log\([^\n]*\n\s*)?"
    r"dialog\.dismiss\(\)\.catch\(\(\) => \{\}\);\s*\}\);?"
)

Script = tuple[str, list[ast.stmt]]
"""The title and the lines of a run: of a test, a function, or all of a file."""


def odd(line: int) -> ast.stmt:
    """A line that the recorder does not write."""
    return ast.Raise(lineno=line)


def javascript(code: str) -> Iterator[Script]:
    """The file's lines outside of tests, and then its tests. One that is skipped, or
    expected to fail, begins with an odd line."""
    scripts: list[Script] = [("", [])]
    body, at, line = scripts[0][1], 0, 1
    while at < len(code):
        end = _end(code, at)
        if (quiet := _QUIET.match(code, at)) and quiet["rest"] is None:
            end = quiet.end()
        elif opened := _OPENS.match(code, at):
            end = opened.end()
            if opened["title"]:
                body = [] if opened["how"] in (None, ".only") else [odd(line)]
                scripts.append((ast.literal_eval(opened["title"]), body))
        elif ended := _ENDS.match(code, at):
            end, body = ended.end(), scripts[0][1]
        elif not quiet:
            statement = _parsed(code[at:end], line)
            if not (isinstance(statement, ast.Raise) and EXPECTS.match(code, at)):
                body.append(statement)
        line += code.count("\n", at, end)
        at = end
    yield from scripts


def _end(code: str, start: int) -> int:
    """Where the statement ends that begins there."""
    depth = 0
    for piece in _PIECE.finditer(code, start):
        if sign := piece["sign"]:
            depth += (sign in "([{") - (sign in ")]}")
            if depth <= 0 and sign in ";}":
                return piece.end()
    return len(code)


def _parsed(statement: str, number: int) -> ast.stmt:
    code = _DIALOG.sub(r"\1DISMISSES);", statement)
    code = "".join(map(_python, _PIECE.finditer(code)))
    try:
        [line] = ast.parse(code.strip().rstrip(";")).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return odd(number)
    line.lineno = number
    return line


def _python(piece: re.Match[str]) -> str:
    if piece["pattern"]:
        flags = {"": "", "i": ", re.I"}.get(piece["flags"], ", 0")
        return f"re.compile({piece['pattern']!r}{flags})"
    if piece["key"]:
        return repr(piece["key"])
    if piece["template"]:
        return repr(piece["template"][1:-1]) if "$" not in piece["template"] else "?"
    if piece["word"]:
        return _WORDS.get(piece["word"], piece["word"])
    return " " if piece["gap"] else piece[0]
