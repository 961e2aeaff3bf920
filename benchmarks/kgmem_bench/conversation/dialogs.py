"""Made dialogs with gold evidence: the same ones for the same seed.

A person talks with an assistant for weeks. Between small talk they say things that are
asked for later, some of them twice, as they change; and the same of other things.
"""

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Sort = Literal["single", "pair", "changed"]
SORTS: tuple[Sort, ...] = ("single", "pair", "changed")
START = datetime(2025, 1, 6, 8, tzinfo=UTC)
APART = timedelta(hours=5)
"""Between two messages."""
HARD = 2
"""Sayings of the same form about other things, for each that is asked for."""
FILLERS = {"name": "names", "town": "towns", "thing": "things", "dish": "dishes"}
"""Lists that a dialog draws from without repetition."""


@dataclass(frozen=True, slots=True)
class Said:
    """A message."""

    n: int
    role: Literal["user", "assistant"]
    text: str

    @property
    def at(self) -> datetime:
        """When it was said."""
        return START + self.n * APART

    @property
    def key(self) -> str:
        """Its id in its conversation."""
        return f"m{self.n}"

    def draft(self) -> dict[str, Any]:
        """As a memory takes it."""
        return {
            "role": self.role,
            "content": self.text,
            "at": self.at,
            "message_id": self.key,
        }


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and the messages that answer it."""

    text: str
    sort: Sort
    evidence: tuple[int, ...]
    """Places of these messages, the earlier first; of a fact that changed the old one
    and the new one."""
    named: tuple[str, ...]
    """Names, codes and places in them."""


@dataclass(frozen=True, slots=True)
class SelfFact:
    """Something that the person says of himself, and what it changes to."""

    predicate: str
    values: tuple[str, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dialog:
    """A conversation with what may be asked of it."""

    key: str
    language: Language
    messages: tuple[Said, ...]
    questions: tuple[Question, ...]
    facts: tuple[SelfFact, ...]


@cache
def templates(language: Language) -> Mapping[str, Any]:
    """What is said in a language."""
    text = files("kgmem_bench").joinpath("data/dialogs.toml").read_text("utf-8")
    found: Mapping[str, Any] = tomllib.loads(text)[language]
    return found


def dialogs(seed: int, each: int, length: int = 120) -> Iterator[Dialog]:
    """`each` dialogs of either language, of `length` messages."""
    for language in LANGUAGES:
        for n in range(each):
            yield _Making(seed, language, n, length).dialog()


class _Making:
    """A dialog on its way."""

    def __init__(self, seed: int, language: Language, n: int, length: int) -> None:
        self.draw = random.Random(f"{seed}/{language}/{n}")
        self.language: Language = language
        self.key = f"{language}-{n}"
        self.length = length
        self.told = templates(language)
        self.left = {
            name: self._shuffled(self.told[of]) for name, of in FILLERS.items()
        }

    def dialog(self) -> Dialog:
        """The dialog: first what has to be said, in its order; then where."""
        asked = [(sort, one) for sort in SORTS for one in self.told[sort]]
        filled = [(sort, *self._filled(one)) for sort, one in asked]
        own = [self._own(one) for one in self.told["self"]]
        groups = [says for _, says, _, _ in filled] + [says for _, says in own]
        # Of what is asked for without a name there is one alone.
        alike = [one for _, one in asked if "{" in one["ask"]]
        groups += [[self._other(one)] for one in alike for _ in range(HARD)]
        places = self._places(groups)
        texts = {
            place: text
            for group, at in zip(groups, places, strict=True)
            for text, place in zip(group, at, strict=True)
        }
        questions = [
            Question(ask, sort, tuple(at), named)
            for (sort, _, ask, named), at in zip(filled, places, strict=False)
        ]
        facts = [
            SelfFact(predicate, tuple(values), tuple(at))
            for ((predicate, values), _), at in zip(
                own, places[len(filled) :], strict=False
            )
        ]
        return Dialog(
            self.key,
            self.language,
            tuple(self._messages(texts)),
            tuple(questions),
            tuple(facts),
        )

    def _filled(self, one: Mapping[str, Any]) -> tuple[list[str], str, tuple[str, ...]]:
        """What is said, what is asked, and the names in it. What changes has other
        fillers when it is said again."""
        says = [one["say"]] if isinstance(one["say"], str) else list(one["say"])
        changes = one in self.told["changed"]
        fill = self._fillers()
        texts, named = [], []
        for n, say in enumerate(says):
            fill = self._fillers() if changes and n else fill
            texts.append(say.format_map(fill))
            named += [fill[part] for part in ("name", "town", "code") if part in say]
            if changes or n + 1 == len(says):
                self._use(fill, " ".join(says))
        return texts, one["ask"].format_map(fill), tuple(dict.fromkeys(named))

    def _other(self, one: Mapping[str, Any]) -> str:
        """The same of something else, which nobody asks for."""
        say = one["say"] if isinstance(one["say"], str) else one["say"][0]
        fill = self._fillers()
        text: str = say.format_map(fill)
        return text

    def _own(self, one: Mapping[str, Any]) -> tuple[tuple[str, list[str]], list[str]]:
        values = one["values"]
        pool = self.told[values] if isinstance(values, str) else values
        chosen = self.draw.sample(pool, 2)
        says = self.draw.sample(one["says"], 2)
        return (one["predicate"], chosen), [
            say.format(x=value) for say, value in zip(says, chosen, strict=True)
        ]

    def _fillers(self) -> dict[str, str]:
        fill = {name: self.draw.choice(left) for name, left in self.left.items()}
        code = "".join(self.draw.choices("ABCDEFGHKLMNPRSTUVWXYZ", k=2))
        return {
            **fill,
            "code": f"{code}-{self.draw.randrange(1000, 9999)}",
            "day": self.draw.choice(self.told["days"]),
        }

    def _use(self, fill: Mapping[str, str], says: str) -> None:
        """What is asked for by a filler is said of nothing else with that filler."""
        for name, left in self.left.items():
            if f"{{{name}}}" in says and len(left) > 3:
                left.remove(fill[name])

    def _places(self, groups: Sequence[Sequence[str]]) -> list[list[int]]:
        """Places of the person's messages; those of a group in their order."""
        free = list(range(0, self.length, 2))
        needed = sum(map(len, groups))
        chosen = self.draw.sample(free, needed)
        found = []
        for group in groups:
            found.append(sorted(chosen[: len(group)]))
            del chosen[: len(group)]
        return found

    def _messages(self, texts: Mapping[int, str]) -> Iterator[Said]:
        for n in range(self.length):
            if n % 2:
                yield Said(n, "assistant", self.draw.choice(self.told["replies"]))
            else:
                small = self.draw.choice(self.told["chat"])
                yield Said(n, "user", texts.get(n) or small)

    def _shuffled(self, words: Sequence[str]) -> list[str]:
        return self.draw.sample(list(words), len(words))
