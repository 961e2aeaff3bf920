"""AsyncMemory: the same names for asyncio, each call in a worker thread.

Written by `.ci/typed_async.py` from the methods of the sync classes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, Self

import networkx as nx

from kgmem.config import Settings
from kgmem.graph.spaces.clearing import ClearKind
from kgmem.memory.opened import Progress
from kgmem.model.base import Json
from kgmem.model.conversation import (
    Context,
    ConversationInfo,
    Forgotten,
    MemoryVersion,
    Message,
    PersonEvent,
    PipelineLog,
    PipelineStage,
    Tag,
)
from kgmem.model.decision import OperatorDecision
from kgmem.model.document import Document, DocumentReport
from kgmem.model.effect import EffectCheck, EffectSeen, ReadyCheck
from kgmem.model.experience import Experience, Learned, LearnReport
from kgmem.model.exported import ExportedPattern
from kgmem.model.fact import Duplicates, Entity, Fact, FactReport, Hit
from kgmem.model.health import Diagnosis, Located
from kgmem.model.imported import SourceReport
from kgmem.model.known_app import KnownApp
from kgmem.model.metrics import Metrics
from kgmem.model.pattern import GeneralizeReport, Pattern, PatternMatch
from kgmem.model.plan import Avoidance, Plan, PlanStep
from kgmem.model.prune import PruneReport
from kgmem.model.recollection import Recollection
from kgmem.model.trajectory import Outcome, Page, ReplayOutcome, Step, Trajectory
from kgmem.model.transfer import BackupReport, ExportReport, ImportReport, RestoreReport
from kgmem.ports import Embedder, Query, Row
from kgmem.replay.outcome.calibrate import Calibration
from kgmem.threaded import Call, Threaded

TYPED: Mapping[str, tuple[type, ...]]

class AsyncMemory(Threaded):
    """For asyncio: Learned runs of one space, and what recall makes of them."""

    space: str
    def add_aliases(self, entity: str, aliases: Sequence[str]) -> Call[str]:
        """Give an entity, named by id or name, further names: what is said with one of
        them from now on is said of it. Its id. Raises NotFound, or InvalidInput for a
        blank name and where `entity` means several.

        Entities that have one of these names of their own stay apart; `merge_entities`
        joins them."""
    def add_document(
        self,
        path: str | Path | None = None,
        *,
        text: str | None = None,
        source: str | None = None,
        app: str | None = None,
        progress: Progress | None = None,
    ) -> Call[str]:
        """Take in a Markdown, text, HTML, PDF or DOCX file, or a text; its id.

        When it returns, the document is there with its parts, the names and facts in
        them, and their vectors. `source` says where it comes from, by default the
        path; the same source again is the same document, of which only what changed is
        done again. The same content from another source is not stored twice.
        `progress(done, total)` counts its parts; interrupted, the next call goes on
        where it stopped. Raises InvalidInput for what can't be read; nothing is stored
        then."""
    def add_documents(
        self,
        paths: Iterable[str | Path],
        *,
        app: str | None = None,
        progress: Callable[[str, int, int | None], None] | None = None,
    ) -> Call[DocumentReport]:
        """Take in files, and the documents in folders; bad ones are reported, the rest
        is stored. `progress(source, done, total)` counts the parts of each."""
    def add_experience(self, record: Any) -> Call[str]:
        """Store an ExperienceRecord; returns the experience id."""
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
    ) -> Call[str]:
        """Keep a fact in its own words; its id. It holds in [valid_from, valid_to).

        The same words with the same bounds are the same fact, and another source makes
        it stronger. A short sentence that says no more than one triple is kept as that
        triple. Raises InvalidInput naming the bad argument."""
    def add_facts(
        self, drafts: Iterable[Any], *, progress: Progress | None = None
    ) -> Call[FactReport]:
        """Keep many facts, in batches; bad ones are reported, the rest is kept.

        Each is a FactDraft or a dict of its fields: `content`, or `subject`,
        `predicate` and `object`, and what `add_triple` takes. `progress(done, total)`
        is called after each batch; total is None for an iterator."""
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
    ) -> Call[str]:
        """Keep that `subject` `predicate` `object`; the fact's id.

        It holds in [valid_from, valid_to), None is open or unknown, and is known from
        `recorded_at` on, by default now. The object is an entity, too, unless it is a
        number, amount, date, address, truth value or longer than 80 characters.

        The same triple with the same bounds, or without bounds while it holds, is the
        same fact: another source makes it stronger, the same source changes nothing.
        Nothing is overwritten. Where the predicate is single-valued, see
        `declare_predicate`, a later object ends an earlier one that states no end.
        Raises InvalidInput naming the bad argument."""
    def agent(
        self,
        agent_id: str | None = None,
        *,
        user: str | None = None,
        run: str | None = None,
        locale: str | None = None,
    ) -> Call[AsyncAgentMemory]:
        """What an agent was told, and what it knows of the person it works for.

        With a `user`, what is said stays between him and this agent; what is known of
        him is shared by all of his agents, and `user` alone is that. With a `run`, only
        what was said in this session is told. `locale` (`en`, `zh`) is the language of
        its prompts; without one, that of what is known. Nothing is stored before
        something is said. Raises InvalidInput for a blank name."""
    def agents(self) -> Call[list[AsyncAgentMemory]]:
        """All agents of this space, by name."""
    def approve(self, id: str, *, by: str, why: str) -> Call[None]:
        """Vouch for a run or a pattern: from now on its path is as good as one that a
        judge saw succeed. For a pattern that holds as long as its path stays.

        `id` is that of a run or a pattern, or the `source_task_id` of a run. `by` and
        `why` are kept with the decision, see `history`. Raises NotFound, and
        InvalidInput for a run that failed or a pattern without a path."""
    def apps(self) -> Call[list[KnownApp]]:
        """The apps that tasks were done in, those of most tasks first, with what else
        they go by: aliases, hosts of their pages, titles."""
    def backup_to(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> Call[BackupReport]:
        """Write every space into the new folder `path`: an export of each, and a
        manifest with their sizes and SHA-256 sums.

        Others learn and recall meanwhile: each space is as it was at one moment, not
        all at the same. The folder stands there when all is in it; after an
        interruption there is none. `progress(done, total)` counts spaces. Raises
        InvalidInput if something stands at `path`, or it can't be written."""
    def calibrate(self) -> Call[Calibration]:
        """Fit the confidence of plans to the outcomes that were reported.

        Changes nothing before there are 50 outcomes, 5 of each kind, or if the curve
        foretells them worse than the rules; `reason` says so."""
    def capabilities(self) -> Call[dict[str, Any]]:
        """What is in use: engines, models, whatever is degraded, and for each extra of
        kgmem that is missing the line that installs it."""
    def check(
        self,
        check: ReadyCheck,
        *,
        text: str | None = None,
        databases: Mapping[str, Query] | None = None,
    ) -> Call[EffectSeen]:
        """What a check comes to, within some seconds. `text` is what its page shows,
        `databases` are functions that answer queries, by name."""
    def checks_of(self, plan: Plan | Mapping[str, Any]) -> Call[tuple[ReadyCheck, ...]]:
        """The checks for a plan, with its values."""
    def clear(self, kind: ClearKind, *, progress: Progress | None = None) -> Call[int]:
        """Delete all `tasks` (with their patterns), `patterns`, `facts`, `documents`,
        or `all` of this space from both stores; how many of these went.

        Leaves no tombstones: what was cleared may be learned again. After an
        interruption call it again. Raises InvalidInput for another kind."""
    def close(self) -> Call[None]:
        """Release the stores; a second call does nothing."""
    @classmethod
    def connect(
        cls,
        url: str | None = None,
        *,
        api_key: str | None = None,
        space: str | None = None,
        settings: Any = None,
        embedder: Embedder | None = None,
    ) -> Call[Self]:
        """The memory that the `KGMEM_*` settings name; with a `url`, or with
        `KGMEM_SERVER_URL`, that of a `kgmem serve` which is there.

        `api_key` is one that `kgmem keys` made. Raises ConfigurationError naming a
        missing variable, StoreUnavailable if a server can't be reached, NotAllowed if
        it does not take the key."""
    def correct_fact(self, fact_id: str, **changes: Any) -> Call[str]:
        """Put a fact with other parts in the place of one that was wrong; its id.

        `changes` are arguments of `add_triple` (or `content`, for one in its own
        words); None takes a bound away. The wrong one was known until now. Raises
        NotFound; InvalidInput if nothing is changed."""
    def cypher(self, query: str, **params: Any) -> Call[list[Row]]:
        """Rows of a read-only Cypher query; `$space` is bound.

        An operator's tool: it can see every space. Raises QueryRefused for
        anything but listed reading clauses, QueryLimit after
        `KGMEM_CYPHER_TIMEOUT` seconds (60) or for more than `KGMEM_CYPHER_MAX_ROWS`
        rows (100,000)."""
    def declare_predicate(self, predicate: str, *, single_valued: bool) -> Call[None]:
        """Say whether a predicate has one value at a time, for all that is read from
        now on; it goes before what kgmem knows or learns of it.

        Of a single-valued one, an object holds until another one starts. Where two hold
        at once although the earlier one states its end, or both start together, both
        are kept and contradict each other. Undeclared predicates have several values,
        unless they are in the vocabulary or the stated bounds of five subjects show
        that one object follows the other."""
    def doctor(self) -> Call[Diagnosis]:
        """Whether the two stores agree, each finding with its cure."""
    def documents(self) -> Call[list[Document]]:
        """All documents of this space, by name."""
    def duplicates(self) -> Call[list[Duplicates]]:
        """Entities that may be one and the same, with the reason: of the same name and
        different kinds, of similar names, or one an abbreviation of the other."""
    def entities(
        self, kind: str | None = None, *, name: str | None = None, limit: int = 1000
    ) -> Call[list[Entity]]:
        """What facts are about and texts name, most facts first: those of a `kind`,
        those whose name or alias has `name` in it."""
    def experience(self, experience_id: str) -> Call[Experience]:
        """One stored run with its steps. Raises NotFound."""
    def export_pattern(
        self, pattern_id: str, format: str, **options: Any
    ) -> Call[ExportedPattern]:
        """A pattern as a file for another program: `playwright-python` or
        `playwright-typescript` (a test that runs as it is; options `start`, `cases`),
        `chrome-recorder` (`start`), `skill` (a SKILL.md for agents), `device` (a plan
        for another device: `from_screen`, `to_screen`, `packages`, `device`), or what
        a package has registered in the entry-point group `kgmem.exporters`.

        `.text` is the file, `.name` a name for it, `.notes` say what was left out or
        guessed. What was hidden in the runs is a parameter, never text. Raises
        NotFound, and InvalidInput for an unknown format or option."""
    def export_to(
        self,
        path: str | Path,
        *,
        format: Literal["memory", "units"] = "memory",
        overwrite: bool = False,
        progress: Progress | None = None,
    ) -> Call[ExportReport]:
        """Write all of this space into a file, packed by gzip if it ends in `.gz`.

        `memory` is what `import_from` takes; `units` are the step and session units
        that `writeback` takes, of the runs alone. Runs that are learned meanwhile are
        in it whole or not at all. Raises InvalidInput for a file that is there (unless
        `overwrite`) and for a place that can't be written."""
    def facts(
        self,
        about: str | None = None,
        predicate: str | None = None,
        *,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Call[list[Fact]]:
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
        its retraction."""
    def flush(self) -> Call[None]:
        """Return when every vector is in and would survive a power cut.

        Raises VectorsUnavailable if vectors have to wait."""
    def forget(
        self,
        *,
        task_id: str | None = None,
        experience_id: str | None = None,
        pattern_id: str | None = None,
        avoidance_id: str | None = None,
        fact_id: str | None = None,
        document_id: str | None = None,
    ) -> Call[int]:
        """Delete what one id names, from both stores; how many runs, patterns, facts
        or parts of documents went.

        A run, a task with all its runs and the wordings that it alone taught, a
        pattern, what is held against an element, a fact, or a document with its parts
        and what it alone states. A pattern or an avoidance that was forgotten is not
        learned again from what is known, a fact of a person not read again in the same
        messages. Raises NotFound, and InvalidInput unless one
        id is given."""
    def generalize(
        self, app: str | None = None, *, progress: Progress | None = None
    ) -> Call[GeneralizeReport]:
        """Learn patterns from all runs of the apps in which something changed since
        the last time (or of `app`, if it did), and link the tasks that learning left
        without links to similar ones, as it does in large spaces.

        `progress(done, total)` counts tasks, of each in turn. What was written stays
        if it is interrupted, and the next call goes on. Raises JobRunning while
        another process does the same."""
    def graph_of(
        self,
        *,
        experience_id: str | None = None,
        pattern_id: str | None = None,
        app: str | None = None,
        entity: str | None = None,
        recollection: Recollection | None = None,
    ) -> Call[nx.MultiDiGraph]:
        """A part of the graph, to look at or to compute on: a `networkx.MultiDiGraph`.

        One of: a run with its steps and elements; a pattern with its slots, steps and
        some members; an app's map of pages, elements and ways between pages; what is
        known of an entity; what a recall found and how it hangs together. Nodes are
        keyed by their ids and carry their properties, their `label` and a short `name`;
        relationships are keyed by their `kind`. At most 60 of each sort. `kgmem.draw`
        makes a picture of it.

        Raises NotFound, and InvalidInput unless exactly one is given."""
    def history(self, id: str) -> Call[list[OperatorDecision]]:
        """What was decided about a run or a pattern, oldest first. Raises NotFound."""
    def import_facts(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> Call[FactReport]:
        """Keep the facts of a JSON Lines, CSV, TSV or Markdown file; bad lines are
        reported with their number, the rest is kept. Raises InvalidInput for what is
        no such file."""
    def import_from(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> Call[ImportReport]:
        """Take up an export of a space of this name; what is here stays as it is.

        What was forgotten here with a tombstone stays forgotten. `progress(done,
        total)` counts lines, then points. After an interruption call it again. Raises
        InvalidInput, with nothing written, if the file is not a sound export of this
        space by this version."""
    def in_space(self, space: str) -> Call[Self]:
        """Another tenant on the same open stores; closing it leaves them open."""
    @staticmethod
    def is_export(path: str | Path) -> Call[bool]:
        """Does this file begin as one that `export_to` wrote?"""
    @property
    def is_idle(self) -> bool:
        """Is no run in progress that is told unit by unit?"""
    def learn(
        self,
        trajectory: Trajectory | Mapping[str, Any],
        *,
        verify: Sequence[EffectCheck | Mapping[str, Any]] = (),
    ) -> Call[Learned]:
        """Store one run. When it returns, the run survives the process.

        `verify`: how it is checked from elsewhere than the page that the task was done,
        see `set_verify`.

        A run with a `source_task_id`, a `plan_id`, a `session_id` or times counts once,
        however often it is handed over; one with nothing of these counts each time.
        Raises InvalidInput naming the bad step and field; whatever raises is also
        kept, redacted, in `failed_learning_tasks.jsonl`."""
    def learn_from(
        self,
        source: Any,
        format: str = "auto",
        *,
        task: str | None = None,
        app: str | None = None,
        outcome: Outcome | None = None,
        progress: Progress | None = None,
    ) -> Call[SourceReport]:
        """Learn the runs in a foreign file or folder, or in an object that is at hand:
        a list of dicts, a history of browser-use's.

        `format` is the name of a reader, or `auto`: by content. `task`, `app` and
        `outcome` (success, failure or unknown) hold for runs that don't tell them; an
        outcome that nobody tells is unknown, which never counts as success. What can't
        be read is in the receipt by its place, and the rest is learned; a run that
        lacks a step is no success. Raises InvalidInput if the format is not known, or
        nothing can be read."""
    def learn_from_task(
        self,
        raw_history: list[dict[str, Any]],
        is_successful: bool,
        source_task_id: str,
        *,
        task: str | None = None,
        app: str | None = None,
    ) -> Call[str]:
        """Store a run from an agent's raw history; returns the experience id.

        How many steps came of how many entries, and which entries gave none, is
        logged at INFO by `kgmem.learn.histories.read`. Raises InvalidInput naming each
        entry that is not understood; nothing is stored then, and the input is kept
        in the failed log."""
    def learn_many(
        self, trajectories: Iterable[Any], *, progress: Progress | None = None
    ) -> Call[LearnReport]:
        """Store many runs, in batches; bad ones are reported, the rest is stored. The
        same run counts once, also where nothing but its content tells that.

        `progress(done, total)` is called after each batch; total is None for an
        iterator."""
    def locate(self, step: PlanStep, elements: Sequence[Any]) -> Call[Located]:
        """Which of the page's elements the step means; on doubt none.

        Elements are plain dicts (role, name, tag, attributes, text, box, container,
        path) of any driver. All are weighed on several kinds of evidence; `index` is
        None and `ambiguous` true where none is surely the one. Raises InvalidInput
        naming a bad element."""
    def match(self, task: str, app: str | None = None) -> Call[PatternMatch | None]:
        """The pattern that `task` fits best, with the values of its slots; None if it
        fits none. A secret in `task` is bound as its placeholder."""
    def merge_entities(self, keep: str, other: str) -> Call[str]:
        """Make one entity of two, given by id or name; the id of the one that stays.

        Facts and mentions of `other` become those of `keep`, its names further names.
        Raises NotFound, or InvalidInput where a name means several."""
    def metrics(self) -> Call[Metrics]:
        """How well this space serves: what memory saved, how it finds and what it
        holds, by the names of the specification.

        What runs and reports tell is of all times, what recalls tell of this process
        since the memory was opened."""
    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        space: str = "default",
        settings: Any = None,
        embedder: Embedder | None = None,
    ) -> Call[Self]:
        """The embedded memory in the folder `path`, made if there is none.

        Raises MemoryLocked if another process has it open, SchemaOutOfDate if
        another version of kgmem made it."""
    def pattern(self, pattern_id: str) -> Call[Pattern]:
        """One pattern by its id. Raises NotFound."""
    def pattern_history(self, pattern_id: str) -> Call[list[str]]:
        """What became of a pattern with each version, oldest first. Raises
        NotFound."""
    def patterns(self, app: str | None = None) -> Call[list[Pattern]]:
        """Kinds of tasks, best supported first: those of `app` and those across apps.

        A single run whose text has slots is one too, with support 1, at once."""
    def prune(
        self, *, dry_run: bool = False, now: datetime | None = None
    ) -> Call[PruneReport]:
        """Forget runs and patterns that fail more often than not and that nobody used
        for 90 days; with `dry_run`, only tell which.

        Failed runs stay while they warn of something that is still done. What went is
        not learned again from the same runs: they count as duplicates. `now` is the
        moment from which the 90 days are counted back, by default the present."""
    def quarantine(self, id: str, *, by: str, why: str) -> Call[None]:
        """Keep a run or a pattern, and never offer it again, as a plan or among the
        experiences; it counts for nothing. A pattern of which all runs are quarantined
        is so, too. Raises NotFound."""
    def recall(
        self,
        task: str,
        *,
        app: str | None = None,
        url: str | None = None,
        domain: str | None = None,
        intent: str | None = None,
        device: str | None = None,
        app_version: str | None = None,
        page_hint: str | None = None,
        elements: Sequence[Any] | None = None,
        top_n: int = 3,
        expand: bool = True,
        as_of: datetime | None = None,
        known_at: datetime | None = None,
        agent: str | None = None,
    ) -> Call[Recollection]:
        """What is known that helps with `task`, and the route to take.

        `domain` filters; `app` prefers. `expand=False` leaves the graph's
        neighbours out. A stage that can't run says so in `.stages`. With an `agent`
        (its name), what its person said of himself comes first among the facts, and
        fills slots that the task leaves open: `plan.assumed` names them, and such a
        plan is never replayed unchecked."""
    def record(
        self, task: str, *, app: str | None = None, url: str | None = None
    ) -> Call[AsyncRecording]:
        """A run to be told step by step: `with memory.record(task) as run: …`."""
    def reindex(
        self, *, embedder: Embedder | None = None, progress: Progress | None = None
    ) -> Call[int]:
        """Build the vectors anew, also for another embedder, and switch to them;
        returns the number of points.

        Others learn and recall meanwhile. After an interruption call it again: it goes
        on where it stopped. Raises JobRunning while another process reindexes."""
    def release(self, id: str, *, by: str, why: str) -> Call[None]:
        """Take an approval or a quarantine back: it is as before. Raises NotFound."""
    def repair(self) -> Call[Diagnosis]:
        """Heal what `doctor` found, then diagnose again."""
    def report(
        self,
        plan: Plan | Mapping[str, Any],
        outcome: ReplayOutcome,
        *,
        failed_step: int | None = None,
        reason: str | None = None,
        located: Mapping[int, Located] | None = None,
        repaired_with: Sequence[Any] | None = None,
        actions: int | None = None,
        duration_ms: int | None = None,
        feedback: float | None = None,
        judge: str | None = None,
        values: Mapping[int, str] | None = None,
        steps_done: Sequence[int] | None = None,
        deviations: str | None = None,
    ) -> Call[None]:
        """What came of a plan: success, failure, or what counts as neither: `blocked`
        (a page that did not load, something that covers it), `absent` (what was asked
        for is not there, and nothing was changed), `refused` (a choice has no such
        option), unknown.

        Counts for the pattern or the run that the plan was made from, for its steps up
        to `failed_step`, and for what their elements were found by (`located`: what
        `locate` gave, by step number). `repaired_with`: the steps that did what the
        failed one should have done; they become another way there. `feedback` is a
        person's, in 0..1. `judge` names who says how it went, besides the agent: a
        success is verified then, else only claimed. `values` are what was really
        entered, by step number, `steps_done` the numbers of the steps that were done,
        `deviations` in words what else was done. A success without a repair, deviations
        or other values of a plan for other words teaches them to its pattern, a failure
        takes them away.
        Of a plan's reports the first success or failure counts; one of a plan whose
        pattern or run was forgotten meanwhile is kept, but counts for nothing, and a
        warning in the log says so. Raises InvalidInput naming the bad part; nothing is
        counted then."""
    def restore_from(
        self, path: str | Path, *, progress: Progress | None = None
    ) -> Call[RestoreReport]:
        """Take up every space of a folder that `backup_to` wrote; what is here stays
        as it is, so that it may be called again after an interruption.

        All files are compared with the manifest before anything is written.
        `progress(done, total)` counts spaces. Raises InvalidInput for a folder that is
        no backup, and naming the file that is missing or damaged."""
    def retract_fact(
        self, fact_id: str, *, at: datetime | None = None, reason: str | None = None
    ) -> Call[None]:
        """The fact is not known any more from `at` on, by default now; asked with an
        earlier `known_at` it still is. Said again, it is known again.

        Raises NotFound; InvalidInput if it was recorded later than `at`."""
    def retrieve_memories(
        self, query: str, top_n: int = 3
    ) -> Call[dict[str, list[dict[str, Any]]]]:
        """`{"experiences": [ExperienceRecord…], "facts": [FactRecord…]}`, plain."""
    def retry_failed(self) -> Call[LearnReport]:
        """Learn what `failed_learning_tasks.jsonl` holds, of every space."""
    def risk(
        self,
        step: Step | PlanStep | Mapping[str, Any],
        *,
        task: str,
        app: str | None = None,
        page: Page | Mapping[str, Any] | str | None = None,
        before: Sequence[Step | Mapping[str, Any]] | None = None,
        ends: bool | None = None,
    ) -> Call[Avoidance | None]:
        """The worst that is known of a step of this task at this place; None if
        nothing is. Its score is the rate of failures to expect, 0..1.

        `before` are the steps made so far: with them, what is still missing counts
        where the step `ends` the run (None: where runs of this kind end with it).
        Raises InvalidInput naming a bad field."""
    def search(
        self,
        query: str,
        *,
        kinds: Sequence[str] = ("chunk", "fact", "task", "message"),
        top_n: int = 10,
        expand: bool = True,
        app: str | None = None,
        source: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        min_score: float = 0.0,
    ) -> Call[list[Hit]]:
        """What answers `query`, best first: parts of documents, facts, tasks, messages;
        if asked for, also events and profiles of people (`event`, `profile`).

        By words, by meaning and, with `expand`, by what the graph links to what these
        find; each hit says why. `app` and `source` filter; `since` and `until` bound
        when it was written, or when a fact holds. Scores lie in 0..1 and mean the same
        for all kinds. Raises InvalidInput naming a bad argument."""
    def set_verify(
        self, id: str, verify: Sequence[EffectCheck | Mapping[str, Any]]
    ) -> Call[None]:
        """From now on the effect of a pattern, or of the run of this id, is checked so
        whenever `follow` is at its end; none: not any more.

        The checks are kept with the runs, are exported with them, and hold for every
        pattern that a run of them is behind. Raises InvalidInput for what is wrong in
        them and for secrets, NotFound."""
    @property
    def settings(self) -> Settings:
        """What it was opened with."""
    def spaces(self) -> Call[list[str]]:
        """The names of the spaces that hold something, in order."""
    def split_entity(
        self,
        entity: str,
        fact_ids: Sequence[str],
        *,
        name: str,
        kind: str | None = None,
    ) -> Call[str]:
        """Give some of an entity's facts, with the parts of documents that state them,
        to another entity of this name and kind, made if there is none; its id. Further
        names stay where they are.

        Raises NotFound, or InvalidInput if a fact is not about the entity."""
    def stats(self) -> Call[dict[str, Any]]:
        """Counts of this space, what is kept in memory of the stores, and what the
        services were asked for since this memory was opened."""
    def verify_of(self, id: str) -> Call[tuple[EffectCheck, ...]]:
        """How the effect of a pattern or a run is checked."""
    def writeback(self, unit: Mapping[str, Any]) -> Call[bool]:
        """Store a step or a session unit; True when it is durable.

        Raises InvalidInput naming the bad field."""

class AsyncRecording(Threaded):
    """For asyncio: A run in progress; each step is durable when `step` returns."""

    learned: Learned | None
    def dead_end(self, reason: str | None = None) -> Call[None]:
        """The last step led nowhere; it is kept as evidence of that."""
    def fail(self, reason: str | None = None) -> Call[Learned]:
        """End the run as a failure; it is learned as evidence."""
    def step(
        self, action: str | Step | Mapping[str, object], **fields: object
    ) -> Call[None]:
        """Record one step: `run.step("click", target={"role": "button"})`, or a
        Step, or a mapping. Raises InvalidInput naming a bad field."""
    def succeed(
        self, *, score: float | None = None, judge: str | None = None
    ) -> Call[Learned]:
        """End the run as a success and learn it."""

class AsyncAgentMemory(Threaded):
    """For asyncio: What an agent was told, and what it knows of its person."""

    def add_event(self, event: str, *, at: datetime | None = None) -> Call[str]:
        """Add an event, at a time or now; its id."""
    def context(
        self,
        query: str,
        *,
        budget_tokens: int = 1500,
        count: Callable[[str], int] | None = None,
    ) -> Call[Context]:
        """What to know before answering: the profile, the summary and the last messages
        of the latest conversation, and the messages, events, facts, entities, parts of
        documents and tasks that matter for the query.

        Each piece says why; together they are never over the budget by `count`, a
        tokenizer, or by an estimate that errs on the safe side (an ASCII character is a
        third of a token, any other two). Raises InvalidInput naming a bad argument."""
    def conversation(self, session_id: str | None = None) -> Call[AsyncConversation]:
        """A session, by the caller's name for it; without one, the run, or the agent's
        own."""
    def correct(self, id: str, text: str, *, at: datetime | None = None) -> Call[str]:
        """Put a value in the place of a fact's, or words in the place of an event's;
        its id. Profile, context and search tell it at once, and what the same messages
        say does not bring the other one back. Raises NotFound."""
    def delete_memory(self, id: str | None = None) -> Call[Forgotten]:
        """As `forget`."""
    @property
    def events(self) -> AsyncEventMemory:
        """What happened, as a list of paragraphs."""
    def export_to(self, path: str | Path) -> Call[int]:
        """Write all that is kept of the agent and its person into a new file of JSON
        Lines; how many lines. Raises InvalidInput for a file that is there."""
    def facts(self) -> Call[list[Fact]]:
        """What the profile says, as facts with validity and source."""
    def forget(self, id: str | None = None) -> Call[Forgotten]:
        """Delete what is kept of a fact, an event or a message, by its id, in both
        stores, versions and logs; the same messages do not bring it back.

        Without an id all that is kept of the agent and its person: messages, summaries,
        events, versions, logs, and facts that nobody else states; of an agent of a
        user, what was said to it, and with `memory.agent(user=…).forget()` all of the
        user and what was said to any of his agents. What went, and what stays and why.
        Raises NotFound."""
    def get_event_content(self) -> Call[list[str]]:
        """What happened, the oldest first."""
    def get_events(self) -> Call[list[PersonEvent]]:
        """The same with time and what each rests on."""
    def get_pipeline_history(self) -> Call[list[PipelineLog]]:
        """The stages of all updates: input, output, time, status."""
    def get_profile_content(self) -> Call[str]:
        """What is known of the person, in one paragraph; empty if nothing is."""
    def get_recent_conversations(self, limit: int = 10) -> Call[list[ConversationInfo]]:
        """The conversations, the newest first, with start, end, counts and topics; of
        a run its own."""
    def history(self) -> Call[list[MemoryVersion]]:
        """All versions of profile and events, the first one first."""
    def hybrid_search(
        self, query: str, *, weights: Mapping[str, float] | None = None, limit: int = 10
    ) -> Call[list[Hit]]:
        """Messages, events and profile by the weights of `dense`, `sparse`, `time` and
        `importance`, which say how much each counts; a score is the mean of the hit's
        parts by these weights. `time` is 1 for the newest hit and 0 for the oldest."""
    def load_conversation(
        self, session_id: str | None = None
    ) -> Call[AsyncConversation]:
        """As `conversation`."""
    def load_memory(self) -> Call[AsyncAgentMemory]:
        """The same: it always tells what is known now."""
    def log_pipeline_execution(
        self,
        memory_id: str | None,
        conversation_id: str | None,
        stage: str,
        result: Mapping[str, Any] | PipelineStage,
    ) -> Call[None]:
        """Log a stage that was run elsewhere: its `status`, `ms`, `reason`, `input` and
        `output`, without secrets. `memory_id`: that of this memory, or None."""
    @property
    def memory_id(self) -> str:
        """Names what it knows of its person."""
    @property
    def name(self) -> str:
        """Agent and user in one name, which `memory.agent` takes, too."""
    @property
    def profile(self) -> AsyncProfileMemory:
        """What is known of the person, as a paragraph."""
    def remember(self, text: str) -> Call[list[str]]:
        """Keep what a text tells of the person, as facts, and as events what happened
        on a day that it names; their ids. Of two statements that can't both hold the
        later one wins."""
    def remember_entities(self, text: str) -> Call[list[str]]:
        """Keep the names and requirement ids in a text, such as an answer, for later
        contexts, and what the lines that begin with an id say of it; their names.
        Raises InvalidInput for no text."""
    def replace(
        self, *, profile: str | None = None, events: Sequence[str] | None = None
    ) -> Call[None]:
        """Put this in the place of the profile, and of the events; None leaves them."""
    def retrieve_entities(self, query: str, top_k: int = 5) -> Call[list[Hit]]:
        """What was kept by `store_entity` and `remember_entities` and is about the
        query, best first."""
    def rollback(self, version: int) -> Call[None]:
        """Know again what was known in a version; a new version. Raises NotFound."""
    def save_conversation(
        self, messages: Iterable[Any], session_id: str | None = None
    ) -> Call[str]:
        """Keep messages of a session; the conversation's id."""
    def save_memory(self) -> Call[str]:
        """Make sure that the agent is there; its memory's id. Nothing else is to be
        saved: all that is done is kept at once."""
    def search_conversations(
        self,
        query: str,
        *,
        limit: int = 10,
        time_range: tuple[datetime, datetime] | None = None,
        similarity_threshold: float = 0.0,
    ) -> Call[list[Hit]]:
        """Messages of this agent, each with those around it, best first. A question
        that names days ("yesterday", 上周) and has no `time_range` is answered by what
        was said in them or tells of them, if there is any."""
    def search_memories(
        self,
        query: str,
        *,
        memory_types: Sequence[str] | str = ("profile", "event"),
        limit: int = 10,
    ) -> Call[list[Hit]]:
        """What of the profile and the events answers the query, best first."""
    def store_entity(
        self, text: str, metadata: Mapping[str, Json] | None = None
    ) -> Call[list[str]]:
        """Keep a text, such as a requirement, to be found by its meaning, and by what
        its metadata say; the ids in it. Raises InvalidInput for no text."""
    def tags(self) -> Call[list[Tag]]:
        """What the person's words suggest: intents, moods, habits, relations, trends,
        by the last update."""
    def to_dict(self) -> Call[dict[str, Json]]:
        """All that is known now, ready for JSON."""
    def to_prompt(self) -> Call[str]:
        """Profile and events for a prompt, in the agent's language."""
    def update_events(self, new_events: Sequence[str]) -> Call[None]:
        """Add events, as of now; of those that tell the same on one day, the longer
        stays."""
    def update_profile(self, new_info: str) -> Call[None]:
        """Join a description of the person to the profile; of two statements that can't
        both hold the later one wins, and the other one is kept as history."""
    def update_with_pipeline(
        self, session_conversation: Any = None, conversation: Any = None
    ) -> Call[Any]:
        """Join a conversation to what is known of the person: modification, update,
        theory of mind, by a chat model where there is one. A stage that fails changes
        nothing, and says so.

        Give a Conversation, or messages as dicts, which are kept, too. With one
        argument the PipelineResult; with two, `(previous, conversation)`, the memory
        and the result."""
    @property
    def version(self) -> Call[int]:
        """Counts the changes of profile and events; 0 before the first."""

class AsyncConversation(Threaded):
    """For asyncio: A session of an agent, kept from its first message on."""

    def add(
        self,
        role: str,
        content: str,
        *,
        at: datetime | None = None,
        kind: str = "text",
        metadata: Mapping[str, Json] | None = None,
        message_id: str | None = None,
    ) -> Call[Message]:
        """Keep what was said by `user`, `assistant`, `system` or `tool`.

        When it returns, the message survives the process. The same `message_id` again
        changes nothing. Secrets are taken out first. Raises InvalidInput naming the bad
        argument."""
    def add_many(self, messages: Iterable[Any]) -> Call[list[Message]]:
        """Keep many, as dicts with the arguments of `add`, in their order."""
    @property
    def agent_id(self) -> str:
        """The agent that it is a session of, with the user where it names one."""
    def clear(self, *, known: bool = False) -> Call[int]:
        """Delete it with its messages, summary and vectors; how many messages.

        What was learned of the person stays, as when a chat is deleted; with `known`
        the facts and events go, too, that no other message says, and a later reading of
        the same messages does not bring them back."""
    @property
    def conversation_id(self) -> str:
        """Names it in the whole memory."""
    def experiences(self) -> Call[list[str]]:
        """Ids of the runs that it led to."""
    def info(self) -> Call[ConversationInfo | None]:
        """Start and end, counts, name, summary; None before the first message."""
    def led_to(self, experience_id: str) -> Call[bool]:
        """Note that a task was done in this conversation, by a run that was learned;
        False if either is not there."""
    def messages(self, last: int | None = None) -> Call[list[Message]]:
        """The last messages, or all, in the order in which they were added."""
    def recent(self) -> Call[list[Message]]:
        """The messages that the summary does not stand for, in order."""
    @property
    def summary(self) -> Call[str]:
        """What stands for the messages that are no longer told verbatim."""

class AsyncProfileMemory(Threaded):
    """For asyncio: What is known of a person, as a paragraph."""

    def get_content(self) -> Call[str]:
        """The paragraph; empty if nothing is known."""
    def to_prompt(self) -> Call[str]:
        """The paragraph under its heading."""
    def update_content(self, new_info: str) -> Call[None]:
        """As `AgentMemory.update_profile`."""

class AsyncEventMemory(Threaded):
    """For asyncio: What happened, as a list of paragraphs."""

    def add_event(self, event: str, *, at: datetime | None = None) -> Call[str]:
        """As `AgentMemory.add_event`."""
    def get_content(self) -> Call[list[str]]:
        """The paragraphs, the oldest first."""
    def items(self) -> Call[list[PersonEvent]]:
        """The same with time and what each rests on."""
    def to_prompt(self) -> Call[str]:
        """The paragraphs with their days, as a list under their heading."""
    def update_recent_events(self, events: Sequence[str]) -> Call[None]:
        """As `AgentMemory.update_events`."""
