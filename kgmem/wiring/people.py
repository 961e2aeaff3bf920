"""What knows people and what was said, put together."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgmem.backends.chosen import taggers
from kgmem.conversation.context import Assemble
from kgmem.conversation.correcting import Correcting
from kgmem.conversation.flow import Conversations, Folding
from kgmem.conversation.forget import PersonRights
from kgmem.conversation.mind_by_chat import Suggest
from kgmem.conversation.modification_by_chat import Modify
from kgmem.conversation.profile import Profile
from kgmem.conversation.remember import RememberNames
from kgmem.conversation.saying.reader import ReadPerson
from kgmem.conversation.summary import Summarize
from kgmem.conversation.telling.finding import Find, FindKnown
from kgmem.conversation.update import UpdatePerson
from kgmem.facts.read.extract import Extract
from kgmem.facts.read.text_reader import TaggedReader
from kgmem.graph.people.agents import AgentStore
from kgmem.graph.people.conversations import ConversationStore
from kgmem.model.fact import Hit
from kgmem.search.flow import Search
from kgmem.search.request import search_request
from kgmem.wiring.knowing import Knowing
from kgmem.wiring.stores import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """What knows people and what was said to an agent."""

    conversations: Conversations
    known: UpdatePerson
    context: Assemble
    remember: RememberNames
    rights: PersonRights
    correcting: Correcting


def people_of(on: Stores, knowing: Knowing) -> People:
    settings = on.settings
    english, chinese, lacking = taggers()
    # Names alone: what a message states is read when a memory is updated with it.
    reader = TaggedReader(
        Extract(english, chinese, None, lacking=lacking), states=False
    )
    naming = replace(knowing.facts, reader=reader)

    def names(text: str) -> list[str]:
        found = reader.read(reader.tag([text])[0], {})
        return [one.name for one in found.mentions]

    conversations = Conversations(
        ConversationStore(on.store),
        on.projection,
        on.new_redactor,
        naming.tag,
        naming.extract_tagged,
        Summarize(names, on.chat),
        Folding(settings.fold_beyond, settings.fold_keep),
    )
    reading = on.chat if settings.extraction in ("auto", "model") else None
    read = ReadPerson(english, chinese, lambda: on.projection.embedder)
    known = UpdatePerson(
        AgentStore(on.store),
        Profile(knowing.facts, knowing.asking, read),
        on.projection,
        Modify(names, read, reading, settings.extraction != "model"),
        Suggest(names, read, reading),
        settings.max_events,
        settings.profile_sentences,
    )
    return People(
        conversations=conversations,
        known=known,
        remember=RememberNames(known, naming),
        rights=PersonRights(conversations, known),
        correcting=Correcting(conversations, known),
        context=Assemble(conversations, known, FindKnown(_finder(knowing.search))),
    )


def _finder(search: Search) -> Find:
    def find(space: str, query: str, kinds: Sequence[str], **asked: Any) -> list[Hit]:
        return search(search_request(space, query, kinds=kinds, **asked))

    return find
