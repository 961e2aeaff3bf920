"""draft -> redact -> statement -> graph + outbox -> vectors; and back: rows -> known.

A statement holds in [valid_from, valid_to), None is open or unknown, and was known from
when it was recorded until it was retracted. Saying it again makes it stronger; nothing
is overwritten.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from kgmem.errors import InvalidInput, KgmemError, NotFound
from kgmem.facts.asking import Asking
from kgmem.facts.clock import now_ms
from kgmem.facts.names import candidate_keys
from kgmem.facts.say.files import BadRow, rows_of
from kgmem.facts.say.predicates import Predicates
from kgmem.facts.say.statements import StatedIn, bounds, statement_of
from kgmem.graph.facts.entities import Name, find_entities, key_of
from kgmem.graph.facts.fact_row import FactRow
from kgmem.graph.facts.merging import EntityStore
from kgmem.graph.facts.statement import Statement, Written
from kgmem.graph.facts.store import FactStore
from kgmem.graph.rows import epoch_ms, moment_of
from kgmem.index.projection import Projection
from kgmem.language.tokenizer import tokens
from kgmem.model.experience import ItemError
from kgmem.model.fact import Extraction, FactDraft, FactReport, Triple
from kgmem.model.fact_log import Event
from kgmem.model.keys.identity import predicate_key
from kgmem.model.values.arguments import flag, optional_text, validated
from kgmem.model.values.batches import batches
from kgmem.ports import CypherEngine, StatementReader, TaggedText
from kgmem.redact import Redactor, redact_text

log = logging.getLogger(__name__)

BATCH = 500
"""Facts per transaction of `add_many`."""
MAX_NOTES = 100
"""Different notes that are logged; some hold the length of a text."""
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？；\n]")

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Facts:
    """The flow of facts over a graph and its projection."""

    store: FactStore
    entities: EntityStore
    engine: CypherEngine
    projection: Projection
    predicates: Predicates
    new_redactor: Callable[[], Redactor]
    asking: Asking
    get_reader: Callable[[], StatementReader]
    """Loads what finds names and statements in texts."""
    _noted: set[str] = field(default_factory=set)

    # saying -----------------------------------------------------------------------

    def add(self, space: str, draft: FactDraft) -> str:
        """Store one fact, or strengthen it; its id. When it returns, the fact survives
        the process and search sees it.

        Raises InvalidInput naming the bad field; nothing is written then.
        """
        statement = self._statement(space, draft)
        return self._write(space, [statement]).ids[0]

    def add_many(
        self,
        space: str,
        drafts: Iterable[object],
        progress: Progress | None = None,
    ) -> FactReport:
        """Store facts in batches; bad ones are reported, the rest is stored.

        Raises StoreUnavailable if the graph goes away; earlier batches stay.
        """
        start = time.perf_counter()
        if isinstance(drafts, str | bytes | Mapping) or not isinstance(
            drafts, Iterable
        ):
            raise InvalidInput(f"facts: a list is needed, not {type(drafts).__name__}")
        total = len(drafts) if isinstance(drafts, Sequence) else None
        ids: list[str | None] = []
        errors: list[ItemError] = []
        done = Written()
        for batch in batches(enumerate(drafts), BATCH):
            stated, part = self._add_batch(space, batch, errors)
            ids += stated
            done.stored += part.stored
            done.strengthened += part.strengthened
            done.unchanged += part.unchanged
            if progress:
                progress(len(ids), total)
        return FactReport(
            stored=done.stored,
            strengthened=done.strengthened,
            unchanged=done.unchanged,
            failed=len(errors),
            ids=tuple(ids),
            errors=tuple(errors),
            seconds=time.perf_counter() - start,
        )

    def add_file(
        self, space: str, path: Path, progress: Progress | None = None
    ) -> FactReport:
        """Store the facts of a file, see `facts_of_file`."""
        return facts_of_file(
            path, lambda drafts: self.add_many(space, drafts, progress)
        )

    def state(self, space: str, said: Sequence[StatedIn]) -> list[list[str]]:
        """Store what redacted texts state, each in its sentence's words; for each text
        the ids of the facts, each once."""
        drafts = [draft for one in said for draft in one.drafts()]
        ids = iter(self.add_many(space, drafts).ids if drafts else ())
        return [
            [key for key in dict.fromkeys(islice(ids, len(one.triples))) if key]
            for one in said
        ]

    def extract(self, space: str, text: str) -> Extraction:
        """What a redacted text names and states; names that the graph holds, those of
        apps among them, are found in it, too."""
        return self.extract_tagged(space, self.tag([text]))[0]

    def tag(self, texts: Sequence[str]) -> list[TaggedText]:
        """The texts, read together as far as that needs nothing of the graph."""
        return self.get_reader().tag(texts)

    def extract_tagged(
        self, space: str, read: Sequence[TaggedText]
    ) -> list[Extraction]:
        """As `extract`, for texts that are tagged already; the graph is asked once."""
        if not read:
            return []
        keys = dict.fromkeys(
            key for one in read for key, _, _ in candidate_keys(one.text)
        )
        found = find_entities(self.engine, space, keys)
        known = dict.fromkeys(self.entities.apps(space, keys), "app") | {
            key: named[0].kind if len(named) == 1 else None
            for key, named in found.items()
        }
        reader = self.get_reader()
        return [reader.read(one, known) for one in read]

    def declare(self, space: str, predicate: str, single_valued: bool) -> None:
        """Say whether a predicate has one value at a time. Raises InvalidInput for a
        blank one."""
        named = optional_text("predicate", predicate)
        if named is None:
            raise InvalidInput("predicate: it is blank")
        key = self.new_redactor().text(named)
        self.predicates.declare(space, key, flag("single_valued", single_valued))

    # taking back ------------------------------------------------------------------

    def retract(
        self, space: str, fact_id: str, at: datetime | None, reason: str | None
    ) -> None:
        """The fact is not known any more from `at` on. Raises NotFound; InvalidInput
        if it was recorded later."""
        told = self.new_redactor().text(reason) if reason else None
        event = Event("retracted", _moment(at), reason=told)
        self._note(space, [fact_id], event, explicit=at is not None)

    def withdraw(self, space: str, fact_ids: Sequence[str], source: str) -> None:
        """The source does not state these facts any more; what no other source states
        is not known from now on."""
        kept = self.new_redactor().text(source)
        event = Event("withdrawn", now_ms(), source=" ".join(kept.split()))
        if fact_ids:
            self._note(space, fact_ids, event, explicit=False)

    def correct(self, space: str, fact_id: str, changes: dict[str, object]) -> str:
        """Put the same fact with these fields changed in its place; its id."""
        rows = self.store.by_id(space, [fact_id])
        if not rows:
            raise NotFound(f"no fact {fact_id} in space {space!r}")
        draft = parsed(_draft_of(rows[0]) | changes)
        statement = self._statement(space, draft)
        single = self.predicates.single_valued(
            space, [rows[0].predicate_key or "", predicate_key(draft.predicate or "")]
        )
        event = Event("corrected", now_ms())
        written = self.store.correct(space, fact_id, statement, event, single)
        self.projection.take_up(written.points)
        return written.ids[0]

    def forget(self, space: str, fact_id: str) -> int:
        """Delete a fact with its vector, and the entities that nothing else is said
        of. Raises NotFound."""
        count = self.erase(space, [fact_id])
        self.projection.drain(force=True)
        return count

    def erase(self, space: str, fact_ids: Sequence[str]) -> int:
        """Delete facts; their vectors go with the next pass over the outbox. Raises
        NotFound if one of them is not there."""
        if not fact_ids:
            return 0
        single = self.asking.single_of(space, self.store.by_id(space, fact_ids))
        return self.store.delete(space, fact_ids, single)

    # steps ------------------------------------------------------------------------

    def _statement(self, space: str, draft: FactDraft) -> Statement:
        statement = statement_of(draft, self.new_redactor())
        if draft.content is None or draft.subject is not None:
            return statement
        return self._understood(space, draft, statement)

    def _understood(
        self, space: str, draft: FactDraft, statement: Statement
    ) -> Statement:
        """The words with what they name; as a triple, where they say no more."""
        found = self.extract(space, statement.text)
        self._tell(found.note)
        names = {key_of(m.name): Name(m.name) for m in found.mentions if key_of(m.name)}
        whole = _one_triple(statement, found.triples)
        if whole is not None:
            for said in (whole.subject, whole.object):
                names.pop(key_of(said), None)
            statement = statement_of(
                draft.model_copy(
                    update={
                        "content": statement.text,
                        "subject": whole.subject,
                        "predicate": whole.predicate,
                        "object": whole.object,
                        "extractor": whole.extractor,
                        "valid_from": draft.valid_from or whole.valid_from,
                        "valid_to": draft.valid_to or whole.valid_to,
                    }
                ),
                self.new_redactor(),
            )
        return replace(statement, mentions=(*statement.mentions, *names.values()))

    def _tell(self, note: str | None) -> None:
        """Log what could not be done as it should, each thing once."""
        if note and note not in self._noted and len(self._noted) < MAX_NOTES:
            self._noted.add(note)
            log.warning("names and facts in texts: %s", note)

    def _write(self, space: str, statements: Sequence[Statement]) -> Written:
        keys = {predicate_key(one.predicate) for one in statements if one.predicate}
        single = self.predicates.single_valued(space, keys, writing=True)
        written = self.store.write(space, statements, single, now_ms())
        # From here on it is acknowledged: vectors may follow later.
        self.projection.take_up(written.points)
        return written

    def _add_batch(
        self,
        space: str,
        batch: Sequence[tuple[int, object]],
        errors: list[ItemError],
    ) -> tuple[list[str | None], Written]:
        ready: list[tuple[int, Statement]] = []
        for index, given in batch:
            try:
                ready.append((index, self._statement(space, parsed(given))))
            except KgmemError as error:
                errors.append(_item_error(index, error))
        written = self._write(space, [one for _, one in ready]) if ready else Written()
        by_index = dict(zip((i for i, _ in ready), written.ids, strict=True))
        return [by_index.get(index) for index, _ in batch], written

    def _note(
        self, space: str, ids: Sequence[str], event: Event, *, explicit: bool
    ) -> None:
        single = self.asking.single_of(space, self.store.by_id(space, ids))
        self.store.note(space, ids, event, single, explicit=explicit)


def parsed(given: object) -> FactDraft:
    """The draft that was given. Raises InvalidInput naming the bad field."""
    if isinstance(given, FactDraft):
        return given
    return validated(FactDraft, given, "fact")


def _one_triple(statement: Statement, triples: Sequence[Triple]) -> Triple | None:
    """The triple that says all of a fact of one sentence."""
    text = statement.text.strip()
    if len(triples) != 1 or _SENTENCE_END.search(text[:-1]):
        return None
    triple = triples[0]
    said = set(tokens(f"{triple.subject} {triple.predicate} {triple.object}"))
    left = {token for token in tokens(text) if token not in said}
    dated = triple.valid_from is not None or triple.valid_to is not None
    if any(not (dated and any(ch.isdigit() for ch in token)) for token in left):
        return None
    try:
        bounds(triple.valid_from, triple.valid_to)
    except InvalidInput:
        return None
    return triple


def _draft_of(row: FactRow) -> dict[str, object]:
    """The fields of a stored fact as they would be given."""
    given: dict[str, object] = {
        "subject": row.subject,
        "predicate": row.predicate,
        "object": row.object if row.object is not None else row.object_value,
        "valid_from": moment_of(row.valid_from),
        "valid_to": moment_of(row.valid_to),
        "keywords": tuple(row.keywords),
        "app": row.app,
    }
    return given if row.subject else {**given, "content": row.text}


def _moment(at: datetime | None) -> int:
    given = epoch_ms(at)
    return now_ms() if given is None else given


def _item_error(index: int, error: KgmemError) -> ItemError:
    message = f"{type(error).__name__}: {redact_text(str(error))}"
    return ItemError(index=index, source_task_id=None, error=message)


def facts_of_file(
    path: Path, add: Callable[[Iterable[FactDraft]], FactReport]
) -> FactReport:
    """Let `add` store the facts of a file, see `files.rows_of`; errors name their line.
    A fact that names no source has the file's name as its source."""
    lines: list[int] = []
    bad: list[BadRow] = []

    def drafts() -> Iterator[FactDraft]:
        for row in rows_of(path):
            if isinstance(row, BadRow):
                bad.append(row)
                continue
            lines.append(row.line)
            known = "source" in row.draft.model_fields_set
            source = {} if known else {"source": path.name}
            yield row.draft.model_copy(update=source)

    report = add(drafts())
    refused = [(lines[one.index], one.error) for one in report.errors]
    refused += [(row.line, row.error) for row in bad]
    return report.model_copy(
        update={
            "failed": len(refused),
            "errors": tuple(
                ItemError(
                    index=line - 1,
                    source_task_id=None,
                    error=f"{path.name}, line {line}: {error}",
                )
                for line, error in sorted(refused)
            ),
        }
    )
