"""Words of a language stand in its file under `kgmem/language`, by role."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "kgmem"
HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
NO_WORDS_OF_A_LANGUAGE = {
    "bench": "made tasks and the texts of its pages",
    "samples": "tasks of the demonstration",
    "interfaces": "messages and help",
}
"""Rooms whose texts are no words that code looks for, with the reason."""
HOLDING = {
    "model/texts/url.py",  # stands below the tables, which it can't ask
}
"""Files that hold words of Chinese: none may be added, and one that has moved its words
has to go."""


def test_no_other_file_holds_words_of_chinese() -> None:
    holding = {
        file.relative_to(ROOT).as_posix()
        for file in ROOT.rglob("*.py")
        if file.relative_to(ROOT).parts[0] not in NO_WORDS_OF_A_LANGUAGE
        and any(map(HAN.search, _literals(file.read_text(encoding="utf-8"))))
    }

    assert holding == HOLDING


def test_a_docstring_is_no_literal_but_a_list_of_words_is() -> None:
    source = '"""搜索"""\nX = 1\n"""搜索"""\nWORDS = ("搜索", f"{X}找")\n'

    assert list(_literals(source)) == ["搜索", "找"]


def _literals(source: str) -> Iterator[str]:
    """The strings of a module that are no documentation."""
    tree = ast.parse(source)
    documentation = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documentation:
                yield text
