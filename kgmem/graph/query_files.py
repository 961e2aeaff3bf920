"""The Cypher that the store runs: named blocks of `queries/*.cypher`.

A block is a line `// name: experiences_of`, comments that say what it gives, and
the query. Comments travel to the server with the query.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from kgmem.errors import ConfigurationError
from kgmem.ports import Row, Transaction

FOLDER = Path(__file__).parent / "queries"
_NAME = re.compile(r"^// name: *(\S+) *$", re.MULTILINE)


@cache
def load() -> Mapping[str, str]:
    """Query text by name. Raises ConfigurationError for a duplicate or an empty
    block, naming the file."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.cypher")):
        parts = _NAME.split(path.read_text(encoding="utf-8"))[1:]
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            body = text.strip().rstrip(";").strip()
            if name in found or not body:
                raise ConfigurationError(f"{path.name}: query {name} twice or empty")
            found[name] = body
    return MappingProxyType(found)


def query(name: str) -> str:
    """The text of one named query."""
    return load()[name]


def each(
    tx: Transaction, name: str, rows: Iterable[Row], **params: object
) -> list[Row]:
    """Run a named query on all rows at once, or not at all for none."""
    listed = list(rows)
    return tx.run(query(name), {"rows": listed, **params}) if listed else []
