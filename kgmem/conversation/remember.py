"""text -> the names and ids in it -> entities that an agent remembers."""

import re
from dataclasses import dataclass

from kgmem.conversation.profile import Person
from kgmem.conversation.update import UpdatePerson
from kgmem.facts.flow import Facts
from kgmem.facts.read.codes import codes
from kgmem.facts.say.statements import sure_kind
from kgmem.graph.facts.entities import MAX_NAME, Name
from kgmem.graph.people.conversations import answers_of
from kgmem.model.fact import FactDraft
from kgmem.model.keys.identity import entity_key

MOST = 500
"""Lines of a text that define something, the first ones."""
_MARKER = re.compile(r"[\s#>*•\-–|_`]*")
_DEFINES = re.compile(r"[\s*_`]*[:：|.\-–—)\]]+[\s*_`]*(?P<says>\S.*)")


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
            for one in [*found, *codes(text)]
            if entity_key(one.name) and len(one.name) <= MAX_NAME
        }
        self.people.store.remember(person.space, person.agent, list(named.values()))
        drafts = [
            draft
            for line in text.splitlines()[:MOST]
            if (draft := _definition(person, line))
        ]
        if drafts:
            self.facts.add_many(person.space, drafts)
        return [one.name for one in named.values()]


def _definition(person: Person, line: str) -> FactDraft | None:
    """What a line such as `FR-001: …` says."""
    marker = _MARKER.match(line)
    start = marker.end() if marker else 0
    first = next(iter(codes(line)), None)
    if first is None or first.start != start:
        return None
    says = _DEFINES.fullmatch(line[first.end :])
    if says is None:
        return None
    return FactDraft(
        content=f"{first.name}: {says['says'].strip()}"[:2_000],
        keywords=(first.name,),
        source=answers_of(person.agent),
        extractor="rules",
    )
