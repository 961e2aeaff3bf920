"""What many runs have in common: patterns, their slots, their steps."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field

from kgmem.errors import InvalidInput, NotFound
from kgmem.model.action import ACTIONS, Action, Traits
from kgmem.model.answer import OF, name_of_answer
from kgmem.model.base import JsonMap, Value, to_json
from kgmem.model.experience import Stats, decayed_lower_bound
from kgmem.model.keys.identity import fold_app
from kgmem.model.slot import Slot as Slot
from kgmem.model.source import ValueSource, reads_in
from kgmem.model.texts import template as templates
from kgmem.model.trajectory import Element, Locator, Mark, Page

Status = Literal["active", "experimental", "retired", "quarantined"]
QUARANTINED_STATUS: Status = "quarantined"
Need = Literal["required", "optional", "alternative"]
Bindings = Mapping[str, str | list[str]]


OTHERS = 2
"""Runs that did without what a single one did, from which on it was that one's
detour."""


class Expectation(Value):
    """What should be true of the page."""

    url_template: str | None = None
    """As `model.texts.url` folds it; in a pattern's step `{slot|transform}` stands for
    a value in it, and the braces of its marks are doubled."""
    texts: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()
    stands: dict[str, tuple[str, str]] = Field(default_factory=dict)
    """How the step's own element stood before it, and stands once it is done, see
    `Page.turned`; empty where it had no such state."""
    on: Page | None = None
    """The page that it was done on, where that asked for no password: its address as
    `url_template` has it, title and heading."""
    marks: tuple[Mark, ...] = ()
    """What of that page goes with the task."""
    alerts: tuple[str, ...] = ()
    """What the page said in an alert or a status once it was done, in each run; empty
    for one in which it gave no alert. Nothing where that is not known of all runs."""


class PatternStep(Value):
    """A step of a pattern; names and values may hold `{slot}`.

    `{slot}` stands for the slot's value after the slot's own transform,
    `{slot|transform}` for the value after another one; a literal brace is doubled.
    """

    n: int
    action: Action
    target: Element | None = None
    """What all runs agree on; within a loop `{slot}` is the item at hand."""
    destination: Element | None = None
    """The same of where a drag ends."""
    value: str | None = None
    params: JsonMap = Field(default_factory=dict)
    slots: tuple[str, ...] = ()
    need: Need = "required"
    when: tuple[str, ...] = ()
    """Words that go with it in the texts of its runs: it is done where a task says all
    words of one of these, and nowhere else."""
    unless: tuple[str, ...] = ()
    """Words that go with its absence: it is done where a task says none of them."""
    clears: bool = False
    """It closes what covers the page: it is done where its element is there."""
    branch: str | None = None
    """`1.a`: way a of choice 1. The ways of a choice exclude each other."""
    repeat_for: str | None = None
    """A list slot: once for each item, not at all for none; a number: so many times.
    Neighbours with the same one are repeated together."""
    until: Expectation | None = None
    """Repeated, perhaps not at all, until this is seen. A target that is told by its
    class alone stands for any like it, one after the other: tabs, pages, folders."""
    expect: Expectation | None = None
    support: int = 1
    irreversible: bool = False
    healed: tuple[Locator, ...] = ()
    """How its element was found since, where it was not what the runs had told."""
    healed_destination: tuple[Locator, ...] = ()
    """The same of its destination."""
    wins: int = 0
    """How it did in replays of this version."""
    losses: int = 0
    repairs: tuple[tuple["PatternStep", ...], ...] = ()
    """What did its work where it failed, as it was reported; the newest last."""

    @property
    def does(self) -> Traits:
        """What its action does."""
        return ACTIONS[self.action]

    @property
    def as_(self) -> str:
        """The name of what it reads; empty where it reads nothing."""
        return name_of_answer(self.action, self.params)

    @property
    def reads(self) -> tuple[ValueSource, ...]:
        """Where what it reads stands; its texts may hold `{slot}`."""
        return reads_in(self.params) if self.does.gives else ()


class Membership(Value):
    """How one task's text is told in a pattern's words."""

    bindings: dict[str, str | list[str]] = Field(default_factory=dict)
    wording: int = 0
    """0 for the pattern's template, n for `wordings[n - 1]`."""
    separators: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """What stands between a list's items, where it is not always ", "."""
    app: str | None = None


class LearnedWording(Value):
    """A template in whose words plans of a pattern succeeded, though no member is told
    in them."""

    template: str
    tasks: tuple[str, ...]
    """Ids of the tasks that were done so, the newest last: it goes when all of them are
    forgotten."""
    only_again: bool = False
    """Does it stand for the very texts of these tasks alone? Its words turn the
    request, or it is the pattern's own and a value is unlike all known ones."""


class RunSource(Value):
    """How many runs behind a pattern one source recorded in one app."""

    source: str | None = None
    app: str | None = None
    trusted: bool = True
    """Do its successes count without a judge?"""
    runs: int = 0
    verified: int = 0
    """Of these, those that a judge or an operator vouches for."""


class MemberBindings(dict[str, str | list[str]]):
    """A member's bindings; they know in which wording they were said."""

    def __init__(self, membership: Membership, wording: str) -> None:
        super().__init__(membership.bindings)
        self.separators = membership.separators
        self.wording = wording


class Pattern(Value):
    """A kind of task: its wording, its path, what varies."""

    pattern_id: str
    """Survives generalizing anew while its members do."""
    name: str
    template: str
    """Such as "在{app}搜索{商品}并下单"; the names in braces are the binding keys, a
    literal brace is doubled."""
    app: str | None = None
    """None: across apps."""
    version: int = 1
    status: Status = "active"
    """`quarantined`: an operator decided so, of it or of all runs behind it; it is kept
    and never offered."""
    approved: bool = False
    """Does an operator vouch for this very path?"""
    support: int = 1
    """Successful runs behind it; of wordings without a run, tasks."""
    slots: tuple[Slot, ...] = ()
    steps: tuple[PatternStep, ...] = ()
    sources: tuple[RunSource, ...] = ()
    """Who recorded the runs behind it."""
    stats: Stats = Stats()
    app_stats: dict[str, Stats] = Field(default_factory=dict)
    """Across apps: the same for each app. What may be replayed is decided on these."""
    updated_at: datetime | None = None
    """When it was learned, or a run was last added; None while it is not stored."""
    created_at: datetime | None = None
    """When it was learned first; None while it is not stored."""
    members: tuple[str, ...] = ()
    success_cases: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()
    """Other templates with the same slots: paraphrases."""
    learned: tuple[LearnedWording, ...] = ()
    """Templates with the same slots that successes of its plans have shown, the newest
    last: a plan in such words is always checked."""
    memberships: dict[str, Membership] = Field(default_factory=dict, repr=False)
    """By task id."""

    @property
    def outputs(self) -> tuple[Slot, ...]:
        """What its path reads and gives: the slots' examples are never told."""
        return tuple(
            Slot(
                slot_id=f"{self.pattern_id}:{step.as_}",
                name=step.as_,
                kind=step.reads[0].kind_of_value or "text",
                is_list=step.params.get(OF) == "list",
                reads=step.reads,
            )
            for step in self.steps
            if step.reads
        )

    @property
    def all_wordings(self) -> tuple[str, ...]:
        """All templates that its tasks may be told in, its own first."""
        learned = (one.template for one in self.learned if not one.only_again)
        return (self.template, *self.wordings, *learned)

    @property
    def spare_slots(self) -> frozenset[str]:
        """The names of slots that no step uses which is needed: a task may give no
        value for them. Not those that are asked for, which no text gives; none where no
        step is known."""
        if not self.steps:
            return frozenset()
        needed = (step for step in self.steps if step.need != "optional")
        used = {name for step in needed for name in (*step.slots, step.repeat_for)}
        for slot in self.slots:
            for source in slot.reads:
                used.update(hole.slot for hole in source.holes)
        told = (slot.name for slot in self.slots if not slot.asked)
        return frozenset(told) - used

    @property
    def detours(self) -> frozenset[int]:
        """The numbers of steps that one run did and several others did without, for no
        reason that is known: no text, value or page asked for them."""
        if self.support <= OTHERS:
            return frozenset()
        told = {slot.name for slot in self.slots if not slot.asked}
        return frozenset(
            step.n
            for step in self.steps
            if step.need == "optional"
            and step.support <= 1
            and not (step.when or step.unless or step.clears or step.until)
            and not (step.repeat_for or told.intersection(step.slots))
        )

    def without_detours(self) -> "Pattern":
        """The same with the steps that are more than one run's own."""
        gone = self.detours
        steps = tuple(step for step in self.steps if step.n not in gone)
        return self.model_copy(update={"steps": steps}) if gone else self

    def slot(self, name: str) -> Slot:
        """The slot of this name. Raises NotFound."""
        for slot in self.slots:
            if slot.name == name:
                return slot
        raise NotFound(f"pattern {self.pattern_id} has no slot {name!r}")

    def bindings(self, task_id: str) -> MemberBindings:
        """The values that this member's text has, by slot name.

        Raises NotFound if the task is no member.
        """
        member = self.memberships.get(task_id)
        if member is None:
            raise NotFound(f"task {task_id} is no member of pattern {self.pattern_id}")
        return MemberBindings(member, (self.template, *self.wordings)[member.wording])

    def fill(self, bindings: Bindings) -> str:
        """The text that the bindings make: a member's own gives the member's text,
        up to case and white space; others fill the template.

        A list's values are joined by ", ". Raises InvalidInput for a slot without
        a value.
        """
        wording, separators = self.template, {}
        if isinstance(bindings, MemberBindings):  # also an empty one
            wording, separators = bindings.wording, bindings.separators

        def value(hole: templates.Hole) -> str:
            if hole.slot not in bindings:
                raise InvalidInput(
                    f"no value for slot {hole.slot!r} of {self.template}"
                )
            bound = bindings[hole.slot]
            if isinstance(bound, str):
                return bound
            return joined(bound, separators.get(hole.slot))

        return templates.fill(wording, value)


def joined_sources(sources: Iterable[RunSource]) -> tuple[RunSource, ...]:
    """The same, one for each source and app."""
    found: dict[tuple[str | None, str | None, bool], RunSource] = {}
    for one in sources:
        key = one.source, one.app, one.trusted
        known = found.get(key)
        if known is not None:
            counts = {
                "runs": known.runs + one.runs,
                "verified": known.verified + one.verified,
            }
            one = known.model_copy(update=counts)
        found[key] = one
    return tuple(found.values())


def of_app(sources: Iterable[RunSource], app: str) -> list[RunSource]:
    """Those that recorded runs in this app."""
    return [one for one in sources if fold_app(one.app) == fold_app(app)]


def vouched(
    stats: Stats, sources: Iterable[RunSource], *, approved: bool = False
) -> Stats:
    """Statistics that know the outcomes of replays alone, with what the runs behind a
    pattern say; an approved path has one verified success more."""
    known = list(sources)
    verified = stats.verified + sum(one.verified for one in known) + approved
    verified = min(verified, stats.wins)
    return with_claims(stats.model_copy(update={"verified": verified}), known)


def tallied(runs: Iterable[RunSource]) -> tuple[Stats, tuple[RunSource, ...]]:
    """What successful runs come to before any replay, and who recorded them."""
    sources = joined_sources(runs)
    wins = sum(one.runs for one in sources)
    stats = Stats(wins=wins, lower_bound=decayed_lower_bound(wins, 0))
    return vouched(stats, sources), sources


def with_claims(stats: Stats, sources: Sequence[RunSource]) -> Stats:
    """The statistics with the successes that count for nothing yet: claims of sources
    that are not trusted, and those of replays where no run behind counts either."""
    claimed = stats.wins - stats.verified
    untrusted = sum(one.runs - one.verified for one in sources if not one.trusted)
    if sources and not stats.verified and not any(one.trusted for one in sources):
        untrusted = claimed
    return stats.model_copy(update={"untrusted": min(untrusted, claimed)})


def path_key(steps: Iterable[PatternStep]) -> str:
    """What tells this path from others: what is done to what, with which value."""
    acts = [
        [
            step.action,
            [step.target.role, step.target.label()] if step.target else None,
            [step.destination.role, step.destination.label()]
            if step.destination
            else None,
            step.value,
            step.need,
            step.repeat_for,
        ]
        for step in steps
    ]
    return hashlib.sha256(to_json(acts).encode()).hexdigest()[:32]


def joined(items: list[str], separators: tuple[str, ...] | None) -> str:
    """A list as one text; by ", " where its own separators are not known."""
    if separators is None or len(separators) != len(items) - 1:
        return ", ".join(items)
    between = [*separators, ""]
    return "".join(item + after for item, after in zip(items, between, strict=True))


class PatternMatch(Value):
    """A pattern that a task's text fits, and how well."""

    pattern: Pattern
    bindings: dict[str, str | list[str]] = Field(default_factory=dict)
    unbound: tuple[str, ...] = ()
    unexplained: tuple[str, ...] = ()
    """Words of the text that neither the wording nor a slot accounts for."""
    further: tuple[str, ...] = ()
    """What of the text the pattern is not known to do: it asks for more, or in other
    words that may say the same."""
    ill_typed: tuple[str, ...] = ()
    """Slots whose value is of another kind than all values before."""
    learned: LearnedWording | None = None
    """The wording that the text fits, where it is one of the pattern's learned ones."""
    assumed: dict[str, str] = Field(default_factory=dict)
    """Slots that the task leaves open and that the user's own words fill, each with
    the id of the fact that says so."""
    score: float = 0.0
    margin: float = 0.0

    @property
    def lacking(self) -> tuple[str, ...]:
        """Slots without a value but for those that no text tells."""
        asked = {slot.name for slot in self.pattern.slots if slot.asked}
        return tuple(name for name in self.unbound if name not in asked)


class GeneralizeReport(Value):
    """What a batch job made of the experiences."""

    tasks: int = 0
    patterns: int = 0
    created: int = 0
    updated: int = 0
    retired: int = 0
    refused: tuple[str, ...] = ()
    coverage: float = 0.0
    linked: int = 0
    """Tasks that learning had left without links to similar ones."""
    seconds: float = 0.0
