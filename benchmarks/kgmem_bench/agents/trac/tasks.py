"""What is asked of agents in Trac, beside what they learned there."""

from collections.abc import Mapping

from kgmem_bench.agents.catalog import Catalog, Other, Tail
from kgmem_bench.agents.judge import Wanted
from kgmem_bench.agents.moves import Values, button, choose, click, enter, link
from kgmem_bench.agents.trac.kinds import KINDS
from kgmem_bench.agents.trac.seeds import TICKETS

_LIST = (link("View Tickets"), link("{{1}} Active Tickets"))
_COMMENT = "You may use WikiFormatting here."
_NUMBERS = {one.summary: str(n) for n, one in enumerate(TICKETS, start=1)}
_TICKET = TICKETS[3].summary
_NUMBER = _NUMBERS[_TICKET]
_TO_TICKET = (*_LIST, link(_TICKET), link("Modify Ticket"))


def _change(number: str, field: str, value: str) -> Wanted:
    told = {"ticket": number, "field": field, "newvalue": value}
    return Wanted("ticket_change", told)


def _done_on_monday(values: Values) -> list[Wanted]:
    return [_change(_NUMBERS[values["ticket"]], "comment", "Done on Monday")]


def _blocker(values: Values) -> list[Wanted]:
    return [_change(_NUMBERS[values["ticket"]], "priority", "blocker")]


_TAILS: Mapping[str, Tail] = {
    "ticket": Tail(
        ', with the keyword "urgent"',
        enter("urgent", "Keywords:"),
        {"keywords": "urgent"},
    ),
    "assign": Tail(
        " and set its priority to blocker",
        choose("blocker", "Priority:"),
        {"priority": "blocker"},
        _blocker,
    ),
    "close": Tail(
        ' with the comment "Done on Monday"',
        enter("Done on Monday", _COMMENT),
        {},
        _done_on_monday,
    ),
}
_OTHERS: Mapping[str, Other] = {
    "ticket": Other(
        f'Change the ticket "{_TICKET}": its type is enhancement, its priority minor',
        (
            *_TO_TICKET,
            choose("enhancement", "Type:"),
            choose("minor", "Priority:"),
            button("Submit changes"),
        ),
        [
            Wanted("ticket", {"id": _NUMBER, "type": "enhancement", "status": "new"}),
            _change(_NUMBER, "type", "enhancement"),
            _change(_NUMBER, "priority", "minor"),
            _change(_NUMBER, "comment", ""),
        ],
    ),
    "assign": Other(
        f'Comment "Seen on phones, too" on the ticket "{_TICKET}"',
        (
            *_LIST,
            link(_TICKET),
            enter("Seen on phones, too", _COMMENT),
            button("Submit changes"),
        ),
        [_change(_NUMBER, "comment", "Seen on phones, too")],
    ),
    "close": Other(
        f'Accept the ticket "{_TICKET}"',
        (*_TO_TICKET, click("radio", "accept"), button("Submit changes")),
        [
            Wanted("ticket", {"id": _NUMBER, "status": "accepted"}),
            _change(_NUMBER, "status", "accepted"),
            Wanted("ticket_change", {"ticket": _NUMBER, "field": "owner"}),
            _change(_NUMBER, "comment", ""),
        ],
    ),
    "component": Other(
        'Add a ticket type "epic"',
        (
            link("Admin"),
            link("Ticket Types"),
            enter("epic", "Name:", "Add Ticket Type"),
            button("Add", "Add Ticket Type"),
        ),
        [Wanted("enum", {"type": "ticket_type", "name": "epic"})],
    ),
    "wiki": Other(
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

TRAC = Catalog(
    "Trac",
    KINDS,
    ("ticket", "assign", "close", "milestone", "component", "wiki"),
    "version",
    {"version": "7.1 beta"},
    {
        "en": ', and also add the version "{version}"',
        "zh": "，另外再添加版本“{version}”",
    },
    _TAILS,
    _OTHERS,
)
"""What is asked there."""
