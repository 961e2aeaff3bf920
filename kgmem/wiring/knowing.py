"""What knows facts and documents and finds them, put together."""

from dataclasses import dataclass

from kgmem.backends.chosen import (
    taggers,
)
from kgmem.backends.readers import reader_of
from kgmem.facts.asking import Asking
from kgmem.facts.documents.flow import Documents
from kgmem.facts.flow import Facts
from kgmem.facts.naming import Naming
from kgmem.facts.read.extract import Extract
from kgmem.facts.read.names import candidate_keys
from kgmem.facts.read.text_reader import TaggedReader
from kgmem.facts.say.predicates import Predicates
from kgmem.graph.facts.documents import DocumentStore
from kgmem.graph.facts.merging import EntityStore
from kgmem.graph.facts.store import FactStore
from kgmem.graph.finding.store import SearchStore
from kgmem.search.flow import Search
from kgmem.wiring.stores import Stores


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowing:
    """What knows facts and documents, and finds them."""

    facts: Facts
    asking: Asking
    naming: Naming
    documents: Documents
    search: Search
    extract: Extract


def knowing_of(on: Stores) -> Knowing:
    settings, store, projection = on.settings, on.store, on.projection
    english, chinese, lacking = taggers()
    asked = on.chat if settings.extraction in ("auto", "model") else None
    extract = Extract(english, chinese, asked, lacking=lacking)
    fact_store = FactStore(store)
    entities = EntityStore(store)
    predicates = Predicates(fact_store, settings.predicates)
    asking = Asking(fact_store, on.engine, predicates, on.new_redactor)
    facts = Facts(
        fact_store,
        entities,
        on.engine,
        projection,
        predicates,
        on.new_redactor,
        asking,
        TaggedReader(extract, states=settings.extraction != "off"),
    )
    documents = Documents(
        DocumentStore(store),
        projection,
        reader_of,
        on.new_redactor,
        facts.tag,
        facts.extract_tagged,
        facts.state,
        facts.withdraw,
        facts.erase,
        round(settings.max_document_mb * 1e6),
    )
    search = Search(
        SearchStore(store), projection, candidate_keys, on.new_redactor, on.reranker
    )
    return Knowing(
        facts=facts,
        asking=asking,
        naming=Naming(entities, asking, on.new_redactor),
        documents=documents,
        search=search,
        extract=extract,
    )
