"""Facts, and the entities that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgmem.memory.opened import Opened, Progress
from kgmem.model.fact import Duplicates, Entity, Fact, FactReport
from kgmem.model.values.arguments import (
    callback,
    file_path,
    key_text,
    moment,
    optional_text,
    texts,
    whole_number,
)

if TYPE_CHECKING:
    from kgmem.graph.people.person import Person


class FactsFace(Opened):
    """Facts, and the entities that they are about."""

    def add_fact(
        self,
        content: str,
        keywords: Sequence[str] = (),
        source: str = "manual",
        *,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        recorded_at: datetime | None = None,
        confidence: float = 1.0,
        app: str | None = None,
    ) -> str:
        """Keep a fact in its own words; its id. It holds in [valid_from, valid_to).

        The same words with the same bounds are the same fact, and another source makes
        it stronger. A short sentence that says no more than one triple is kept as that
        triple. Raises InvalidInput naming the bad argument.
        """
        return self._add_fact(
            content=content,
            keywords=texts("keywords", keywords),
            source=source,
            valid_from=valid_from,
            valid_to=valid_to,
            recorded_at=recorded_at,
            confidence=confidence,
            app=self._app(app),
        )

    def add_triple(
        self,
        subject: str,
        predicate: str,
        object: str,
        *,
        source: str = "manual",
        confidence: float = 1.0,
        valid_from: datetime | None = None,
        valid_to: datetime | None = None,
        recorded_at: datetime | None = None,
        subject_kind: str | None = None,
        object_kind: str | None = None,
        app: str | None = None,
    ) -> str:
        """Keep that `subject` `predicate` `object`; the fact's id.

        It holds in [valid_from, valid_to), None is open or unknown, and is known from
        `recorded_at` on, by default now. The object is an entity, too, unless it is a
        number, amount, date, address, truth value or longer than 80 characters.

        The same triple with the same bounds, or without bounds while it holds, is the
        same fact: another source makes it stronger, the same source changes nothing.
        Nothing is overwritten. Where the predicate is single-valued, see
        `declare_predicate`, a later object ends an earlier one that states no end.
        Raises InvalidInput naming the bad argument.
        """
        return self._add_fact(
            subject=subject,
            predicate=predicate,
            object=object,
            source=source,
            confidence=confidence,
            valid_from=valid_from,
            valid_to=valid_to,
            recorded_at=recorded_at,
            subject_kind=subject_kind,
            object_kind=object_kind,
            app=self._app(app),
        )

    def _add_fact(self, **given: Any) -> str:
        from kgmem.facts.flow import parsed

        return self._open.facts.add(self.space, parsed(given))

    def add_facts(
        self,
        drafts: Iterable[Any],
        *,
        progress: Progress | None = None,
    ) -> FactReport:
        """Keep many facts, in batches; bad ones are reported, the rest is kept.

        Each is a FactDraft or a dict of its fields: `content`, or `subject`,
        `predicate` and `object`, and what `add_triple` takes. `progress(done, total)`
        is called after each batch; total is None for an iterator.
        """
        return self._open.facts.add_many(self.space, drafts, callback(progress))

    def import_facts(
        self,
        path: str | Path,
        *,
        progress: Progress | None = None,
    ) -> FactReport:
        """Keep the facts of a JSON Lines, CSV, TSV or Markdown file; bad lines are
        reported with their number, the rest is kept. Raises InvalidInput for what is
        no such file."""
        return self._open.facts.add_file(
            self.space, file_path(path), callback(progress)
        )

    def declare_predicate(self, predicate: str, *, single_valued: bool) -> None:
        """Say whether a predicate has one value at a time, for all that is read from
        now on; it goes before what kgmem knows or learns of it.

        Of a single-valued one, an object holds until another one starts. Where two hold
        at once although the earlier one states its end, or both start together, both
        are kept and contradict each other. Undeclared predicates have several values,
        unless they are in the vocabulary or the stated bounds of five subjects show
        that one object follows the other.
        """
        self._open.facts.declare(self.space, predicate, single_valued)

    def facts(
        self,
        about: str | None = None,
        predicate: str | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Fact]:
        """What was known at `known_at` (None: now) and held at `as_of` (None: ever).

        `about` is an entity's name or alias: first the facts that it is the subject
        of, then those that it is the object of, then those that name it; with a
        `predicate`, its objects or, only if it has none, its subjects. Otherwise all
        facts. Those of one sort come newest recorded first. An unknown name has no
        facts.

        `valid_from` and `valid_to` are as stated or as other facts bound them, `why`
        tells how. A fact that is not dated and single-valued starts when it was
        recorded, if another one precedes it; one that held twice comes twice. A more
        exact statement hides a less exact one; a retracted fact is known only before
        its retraction.
        """
        from kgmem.facts.clock import now_ms
        from kgmem.graph.rows import moment_of

        return self._open.asking.facts(
            self.space,
            None if about is None else optional_text("about", about) or "",
            None
            if predicate is None
            else self._open.without_secrets("predicate", predicate) or "",
            as_of=moment("as_of", as_of),
            known_at=moment("known_at", known_at) or moment_of(now_ms()),
        )

    def retract_fact(
        self, fact_id: str, *, at: datetime | None = None, reason: str | None = None
    ) -> None:
        """The fact is not known any more from `at` on, by default now; asked with an
        earlier `known_at` it still is. Said again, it is known again.

        Raises NotFound; InvalidInput if it was recorded later than `at`.
        """
        key = key_text("fact_id", fact_id)
        people = self._agents_of(key)
        self._open.facts.retract(
            self.space, key, moment("at", at), optional_text("reason", reason)
        )
        self._follow(people, "retracted")

    def correct_fact(self, fact_id: str, **changes: Any) -> str:
        """Put a fact with other parts in the place of one that was wrong; its id.

        `changes` are arguments of `add_triple` (or `content`, for one in its own
        words); None takes a bound away. The wrong one was known until now; one about an
        agent's person is told as the profile tells it. Raises NotFound; InvalidInput if
        nothing is changed.
        """
        key = key_text("fact_id", fact_id)
        people = self._agents_of(key)
        of_person = {o.name: o for o in map(self._person_of, people)}
        for fact in self._open.asking.by_id(self.space, [key]) if people else ():
            if (person := of_person.get(fact.subject or "")) is not None:
                new = self._open.people.known.profile.correct(person, fact, changes)
                break
        else:
            new = self._open.facts.correct(self.space, key, changes)
        self._follow(people, "corrected")
        return new

    def _agents_of(self, fact_id: str) -> list[str]:
        """The agents of whose persons the fact tells."""
        from kgmem.graph.people.conversations import agents_among

        found = self._open.asking.by_id(self.space, [fact_id])
        people = (
            agents_among(one.sources) or agents_among([one.subject or ""])
            for one in found
        )
        known = {agent for agent, _ in self._open.people.known.store.agents(self.space)}
        return [name for names in people for name in names if name in known]

    def _follow(self, agents: Iterable[str], reason: str) -> None:
        """What is known of these agents' persons follows their facts."""
        for agent in agents:
            self._open.people.correcting.follow(self._person_of(agent), reason)

    def _person_of(self, agent: str) -> Person:
        from kgmem.graph.people.person import Person

        return Person(self.space, agent)

    def entities(
        self, kind: str | None = None, *, name: str | None = None, limit: int = 1_000
    ) -> list[Entity]:
        """What facts are about and texts name, most facts first: those of a `kind`,
        those whose name or alias has `name` in it."""
        return self._open.facts.entities.entities(
            self.space,
            optional_text("kind", kind),
            optional_text("name", name),
            whole_number("limit", limit, 1),
        )

    def duplicates(self) -> list[Duplicates]:
        """Entities that may be one and the same, with the reason: of the same name and
        different kinds, of similar names, or one an abbreviation of the other."""
        return self._open.naming.duplicates(self.space)

    def add_aliases(self, entity: str, aliases: Sequence[str]) -> str:
        """Give an entity, named by id or name, further names: what is said with one of
        them from now on is said of it. Its id. Raises NotFound, or InvalidInput for a
        blank name and where `entity` means several.

        Entities that have one of these names of their own stay apart; `merge_entities`
        joins them.
        """
        return self._open.naming.add_aliases(self.space, entity, aliases)

    def merge_entities(self, keep: str, other: str) -> str:
        """Make one entity of two, given by id or name; the id of the one that stays.

        Facts and mentions of `other` become those of `keep`, its names further names.
        Raises NotFound, or InvalidInput where a name means several.
        """
        return self._open.naming.merge(self.space, keep, other)

    def split_entity(
        self,
        entity: str,
        fact_ids: Sequence[str],
        *,
        name: str,
        kind: str | None = None,
    ) -> str:
        """Give some of an entity's facts, with the parts of documents that state them,
        to another entity of this name and kind, made if there is none; its id. Further
        names stay where they are.

        Raises NotFound, or InvalidInput if a fact is not about the entity.
        """
        ids = texts("fact_ids", fact_ids)
        return self._open.naming.split(self.space, entity, ids, name, kind)
