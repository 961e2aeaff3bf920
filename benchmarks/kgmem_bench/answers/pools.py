"""What the tasks are about: made from lists, the same at each run."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import product

from kgmem_bench.agents.values import LANGUAGES, Language

FILES = files("kgmem_bench.answers") / "files"
BASE, MORE = 16, 30
"""Records that are there at first, and that come to them in longer lists."""
_STRIDE = 19
"""So many pairs on is the next record: both halves of a name are other ones."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Names of records, in the order in which they are in the database."""

    names: Sequence[str]

    @property
    def base(self) -> Sequence[str]:
        """Those that are there at first."""
        return self.names[:BASE]

    @property
    def more(self) -> Sequence[str]:
        """Those of longer lists."""
        return self.names[BASE : BASE + MORE]

    @property
    def absent(self) -> str:
        """One that never is there."""
        return self.names[-1]


def _pool(lists: Sequence[Sequence[str]]) -> Pool:
    pairs = [first + second for first, second in product(*lists)]
    return Pool([pairs[n * _STRIDE % len(pairs)] for n in range(len(pairs))])


POOLS: Mapping[str, Mapping[Language, Pool]] = {
    name: {language: _pool(lists[language]) for language in LANGUAGES}
    for name, lists in tomllib.loads((FILES / "pools.toml").read_text("utf-8")).items()
}
