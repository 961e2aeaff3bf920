"""What knows facts and documents and finds them, put together."""

from dataclasses import dataclass
from functools import cache, partial

from kgmem.backends.readers import reader_of
from kgmem.errors import MissingExtra
from kgmem.extras import brought
from kgmem.facts.asking import Asking
from kgmem.facts.documents.flow import Documents
from kgmem.facts.flow import Facts
from kgmem.facts.names import KnownNamesAlone, candidate_keys
from kgmem.facts.naming import Naming
from kgmem.facts.say.predicates import Predicates
from kgmem.graph.facts.documents import DocumentStore
from kgmem.graph.facts.merging import EntityStore
from kgmem.graph.facts.store import FactStore
from kgmem.graph.finding.store import SearchStore
from kgmem.ports import StatementReader
from kgmem.search.flow import Search
from kgmem.wiring.stores import Stores


@dataclass(frozen=True, kw_only=True)
class Knowing:
    """What knows facts and documents, and finds them."""

    facts: Facts
    asking: Asking
    naming: Naming
    documents: Documents
    search: Search


def knowing_of(on: Stores) -> Knowing:
    settings, store, projection = on.settings, on.store, on.projection
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
        cache(partial(_reader_of, on)),
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
    )


def _reader_of(on: Stores) -> StatementReader:
    """What reads names and statements; without the package that brings it, what finds
    known names alone. Raises MissingExtra where reading was asked for."""
    try:
        made = brought("kgmem.people", "reader", "people", "what texts name and state")
    except MissingExtra as error:
        if on.settings.extraction in ("rules", "model"):
            raise
        return KnownNamesAlone(str(error))
    reader: StatementReader = made(on)
    return reader
