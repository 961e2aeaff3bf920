"""The kinds of tasks that end in an answer, and what of each is shown and asked."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from kgmem_bench.agents.values import LANGUAGES, LEARNED, Language
from kgmem_bench.answers.judge import Form, Truth, typed
from kgmem_bench.answers.pools import FILES, POOLS, Pool

App = Literal["desk", "trac", "admin"]
Change = Literal[
    "same", "sorted", "longer", "column", "renamed", "paged", "absent", "ambiguous"
]
"""What is otherwise than when it was shown: nothing but the value; the order; 30 more
rows; another column between; ids and classes; pages; the record is not there; there are
two."""
CHANGES: Sequence[Change] = get_args(Change)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of task in one language."""

    name: str
    what: str
    app: App
    language: Language
    pool: Pool
    record: Sequence[str]
    """The table, the column of the name, and one that must differ between records."""
    form: Form
    truth: str
    """A query with the parameter `value`."""
    texts: Mapping[str, Any]
    changes: Sequence[Change]
    """Of each request, in turn; none where there is no such change."""

    def ask(self, value: str) -> str:
        """The text of a task."""
        return str(self.texts["ask"]).format(value=value)

    def walk(self, value: str) -> Sequence[str]:
        """What a person clicks or enters."""
        return [move.format(value=value) for move in self.texts["walk"]]

    def says(self, value: str, truth: Truth) -> str:
        """What a person answers at the end."""
        answer = typed(truth, self.form, self.language, self.texts)
        return str(self.texts.get("says", "{answer}")).format(
            value=value, answer=answer
        )

    @property
    def shown(self) -> Sequence[str]:
        """The values that it is shown with; the last one is not there where that may be
        the answer."""
        is_last_absent = self.form == "truth"
        return (*self.pool.base[: LEARNED - is_last_absent],) + (
            (self.pool.names[-2],) * is_last_absent
        )

    def asked(self) -> Iterator[tuple[Change, str]]:
        """What is asked, each with a value of its own."""
        for n, change in enumerate(self.changes, LEARNED):
            yield change, self.pool.absent if change == "absent" else self.pool.names[n]


def _kinds() -> Iterator[Kind]:
    told = tomllib.loads((FILES / "kinds.toml").read_text("utf-8"))
    for name, one in told.items():
        missing = one.get("without", ())
        changes: list[Change] = [it for it in CHANGES if it not in missing]
        changes += ["same"] * len(missing)
        for language in LANGUAGES:
            pool = POOLS[one["pool"]][language]
            yield Kind(
                name=name, what=one["what"], app=one["app"], language=language,
                pool=pool, record=one["record"], form=one["is"], truth=one["truth"],
                texts=one[language], changes=changes,
            )  # fmt: skip


KINDS: Sequence[Kind] = tuple(_kinds())
