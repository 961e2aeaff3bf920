"""text -> the names and ids in it -> entities that an agent remembers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem import FactDraft
from kgmem.people import (
    MAX_NAME,
    Facts,
    Mention,
    Name,
    Person,
    answers_of,
    entity_key,
    sure_kind,
)
from kgmem_people.reading.codes import KIND, codes
from kgmem_people.update import UpdatePerson

MOST = 500
"""Lines of a text that define something, the first ones."""
_MARKER = re.compile(r"[\s#>*•\-–|_`\[【]*(?:\d{1,3}[.)、][\s*_`]*)?")
"""What may stand before an id that a line defines: of a list, a heading, a cell."""
_DEFINES = re.compile(
    r"[\s*_`\]】]*(?:[(（\[【][^()（）\[\]【】]{1,20}[)）\]】])?"
    r"[\s*_`]*[:：|.\-–—、]*[\s*_`]*(?P<says>[^\s|:：].*)"
)
_GOES_ON = re.compile(r"(?:and|or|to|through|is|are|was|were)\b|[,，~～]")
"""How a line goes on that names an id without defining it."""
NEAR = 5
"""Characters after an id within which another one makes a list of them."""
WORDS = 5
"""Words of the longest name: more are a clause."""


@dataclass(frozen=True, slots=True)
class RememberNames:
    """Keeps what an answer names, such as the requirements that it lists."""

    people: UpdatePerson
    facts: Facts

    def __call__(self, person: Person, text: str) -> list[str]:
        """The names, each once, in their order; a line that begins with an id and goes
        on is kept as a fact about it."""
        found = self.facts.extract(person.space, text).mentions
        named = {
            entity_key(one.name): Name(one.name, sure_kind(one.kind))
            for one in [*filter(_is_name, found), *codes(text)]
            if entity_key(one.name) and len(one.name) <= MAX_NAME
        }
        self.people.store.remember(person.space, person.agent, list(named.values()))
        drafts = list(_definitions(person, text.splitlines()[:MOST]))
        if drafts:
            self.facts.add_many(person.space, drafts)
        return [one.name for one in named.values()]

    def store(
        self, person: Person, text: str, metadata: Mapping[str, object]
    ) -> list[str]:
        """Keep a text whole, to be found by its meaning, and the ids in it; these."""
        ids = list(dict.fromkeys(one.name for one in codes(text)))
        named = [Name(one, KIND) for one in ids]
        self.people.store.remember(person.space, person.agent, named)
        said = (str(one).strip() for one in metadata.values())
        keywords = dict.fromkeys([*ids, *(one for one in said if one)])
        self.facts.add_many(person.space, [_draft(person, text, tuple(keywords))])
        return ids


def _is_name(mention: Mention) -> bool:
    """No clause, and no single word that is of no sure kind, such as "Response"."""
    if not mention.name.isascii():
        return True
    words = len(mention.name.split())
    return words <= WORDS and (words > 1 or sure_kind(mention.kind) is not None)


def _definitions(person: Person, lines: Sequence[str]) -> Iterator[FactDraft]:
    """What lines that begin with an id say of it; what stands below an id that is
    alone in its line."""
    open_id = None
    for line in lines:
        name, says = _defined(line)
        if open_id and not name and line.strip():
            name, says = open_id, line.strip(" \t*-•>|")
        open_id = name if name and not says else open_id if not line.strip() else None
        if name and says:
            yield _draft(person, f"{name}: {says}", (name,))


def _defined(line: str) -> tuple[str | None, str]:
    """The id that a line such as `**FR-001** …` defines, and what it says of it."""
    marker = _MARKER.match(line)
    first, *others = [*codes(line), None]
    if first is None or marker is None or first.start != marker.end():
        return None, ""
    rest = line[first.end :]
    if not rest.strip(" \t*_`#|:：]】"):
        return first.name, ""
    says = _DEFINES.fullmatch(rest)
    second = others[0].start if others and others[0] else len(line)
    if says is None or _GOES_ON.match(says["says"]) or second < first.end + NEAR:
        return None, ""
    return first.name, says["says"].strip(" \t*_|")


def _draft(person: Person, content: str, keywords: tuple[str, ...]) -> FactDraft:
    return FactDraft(
        content=content[:2_000],
        keywords=keywords,
        source=answers_of(person.agent),
        extractor="rules",
    )
