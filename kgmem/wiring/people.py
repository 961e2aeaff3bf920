"""What knows people and what was said, put together."""

from dataclasses import dataclass, replace

from kgmem.backends.chosen import taggers
from kgmem.conversation.flow import Conversations, Folding
from kgmem.conversation.summary import Summarize
from kgmem.facts.read.extract import Extract
from kgmem.facts.read.text_reader import TaggedReader
from kgmem.graph.people.conversations import ConversationStore
from kgmem.wiring.knowing import Knowing
from kgmem.wiring.stores import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """What knows people and what was said to an agent."""

    conversations: Conversations


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
    return People(conversations=conversations)
