"""What is asked of agents in Trac, beside what they learned there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgmem_bench.agents.asked import Asked
from kgmem_bench.trac.goals import Goal, Wanted
from kgmem_bench.trac.kinds import KINDS
from kgmem_bench.trac.moves import Move, Values, button, choose, click, enter, link
from kgmem_bench.trac.seeds import TICKETS
from kgmem_bench.trac.values import LEARNED, Language

APP = "Trac"
LEARNED_KINDS = ("ticket", "assign", "close", "milestone", "component", "wiki")
UNKNOWN_KINDS = ("version", "query", "preference")
_LIST = (link("View Tickets"), link("{{1}} Active Tickets"))
_COMMENT = "You may use WikiFormatting here."


@dataclass(frozen=True, slots=True)
class _Tail:
    """One thing more, done before the last act."""

    text: str
    move: Move
    row: Mapping[str, str]
    """Columns of the goal's first row that are other ones then."""
    field: tuple[str, str] | None = None
    """A change of the ticket that is recorded."""


_TAILS: Mapping[str, _Tail] = {
    "ticket": _Tail(
        ', with the keyword "urgent"',
        enter("urgent", "Keywords:"),
        {"keywords": "urgent"},
    ),
    "assign": _Tail(
        " and set its priority to blocker",
        choose("blocker", "Priority:"),
        {"priority": "blocker"},
        ("priority", "blocker"),
    ),
    "close": _Tail(
        ' with the comment "Done on Monday"',
        enter("Done on Monday", _COMMENT),
        {},
        ("comment", "Done on Monday"),
    ),
}
_ALSO: Mapping[Language, str] = {
    "en": '{}, and also add the version "{}"',
    "zh": "{}，另外再添加版本“{}”",
}
_NUMBERS = {one.summary: str(n) for n, one in enumerate(TICKETS, start=1)}


@dataclass(frozen=True, slots=True)
class _Other:
    """Another task in almost the words of a known one."""

    text: str
    path: Sequence[Move]
    goal: Goal


_TICKET = TICKETS[3].summary
_NUMBER = _NUMBERS[_TICKET]
_TO_TICKET = (*_LIST, link(_TICKET), link("Modify Ticket"))
_OTHERS: Mapping[str, _Other] = {
    "ticket": _Other(
        f'Change the ticket "{_TICKET}": its type is enhancement, its priority minor',
        (
            *_TO_TICKET,
            choose("enhancement", "Type:"),
            choose("minor", "Priority:"),
            button("Submit changes"),
        ),
        [
            Wanted("ticket", {"id": _NUMBER, "type": "enhancement", "status": "new"}),
            *(
                Wanted("ticket_change", {"field": field, "newvalue": value})
                for field, value in (
                    ("type", "enhancement"),
                    ("priority", "minor"),
                    ("comment", ""),
                )
            ),
        ],
    ),
    "assign": _Other(
        f'Comment "Seen on phones, too" on the ticket "{_TICKET}"',
        (
            *_LIST,
            link(_TICKET),
            enter("Seen on phones, too", _COMMENT),
            button("Submit changes"),
        ),
        [Wanted("ticket_change", {"field": "comment", "ticket": _NUMBER})],
    ),
    "close": _Other(
        f'Accept the ticket "{_TICKET}"',
        (*_TO_TICKET, click("radio", "accept"), button("Submit changes")),
        [
            Wanted("ticket", {"id": _NUMBER, "status": "accepted"}),
            *(
                Wanted("ticket_change", {"ticket": _NUMBER, "field": field})
                for field in ("status", "owner", "comment")
            ),
        ],
    ),
    "component": _Other(
        'Add a ticket type "epic"',
        (
            link("Admin"),
            link("Ticket Types"),
            enter("epic", "Name:", "Add Ticket Type"),
            button("Add", "Add Ticket Type"),
        ),
        [Wanted("enum", {"type": "ticket_type", "name": "epic"})],
    ),
    "wiki": _Other(
        'Create the wiki page HolidayPlan with the text "Closed in August"',
        (
            enter("wiki:HolidayPlan", "Search:"),
            button("Search"),
            button("Create this page"),
            enter("Closed in August", near="Adjust edit area height"),
            button("Submit changes"),
        ),
        [Wanted("wiki", {"name": "HolidayPlan", "text": "Closed in August"})],
    ),
}


def trac_tasks(kinds: Sequence[str]) -> Iterator[Asked]:
    """All that is asked: of each learned kind among these in turn, then what nobody
    walked."""
    for name in (one for one in LEARNED_KINDS if one in kinds):
        yield from _known(name)
        yield from _further(name)
        if (other := _OTHERS.get(name)) is not None:
            path = [move.with_values({}) for move in other.path]
            yield Asked(
                APP, "look-alike", name, "en", other.text, path, list(other.goal)
            )
    for name in (one for one in UNKNOWN_KINDS if one in kinds):
        yield _asked("unknown", name, "en", 0, LEARNED)


def _known(name: str) -> Iterator[Asked]:
    yield _asked("other values", name, "en", 0, LEARNED)
    yield _asked("other values", name, "en", 0, LEARNED + 1)
    yield _asked("other words", name, "en", 1, LEARNED + 2)
    yield _asked("other words", name, "en", 2, LEARNED + 2)
    yield _asked("other values", name, "zh", 0, LEARNED)
    yield _asked("other words", name, "zh", 1, LEARNED + 1)


def _asked(sort: object, name: str, language: Language, wording: int, n: int) -> Asked:
    kind = KINDS[name]
    values: Values = kind.sets[language][n]
    text, moves = kind.task(language, wording, values), kind.way.walked(values, 9)
    return Asked(APP, sort, name, language, text, moves, list(kind.goal(values)))  # type: ignore[arg-type]


def _further(name: str) -> Iterator[Asked]:
    if (tail := _TAILS.get(name)) is not None:
        base = _asked("tail", name, "en", 0, LEARNED)
        *before, last = base.moves
        goal = _with(tail, base.goal)
        moves = [*before, tail.move, last]
        text = base.text + tail.text
        yield Asked(APP, "tail", name, "en", text, moves, goal, [tail.move])
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        base = _asked("and also", name, language, 0, LEARNED)
        version = {"version": "7.1 beta"}
        kind = KINDS["version"]
        more = kind.way.walked(version, 9)
        text = _ALSO[language].format(base.text, version["version"])
        goal = [*base.goal, *kind.goal(version)]
        moves = [*base.moves, *more]
        yield Asked(APP, "and also", name, language, text, moves, goal, more)


def _with(tail: _Tail, goal: Sequence[object]) -> list[object]:
    first, *rest = [one for one in goal if isinstance(one, Wanted)]
    wanted = [Wanted(first.table, {**first.columns, **tail.row}), *rest]
    if tail.field is not None:
        name, value = tail.field
        kept = [one for one in wanted if one.columns.get("field") != name]
        wanted = [*kept, Wanted("ticket_change", {"field": name, "newvalue": value})]
    return list(wanted)
