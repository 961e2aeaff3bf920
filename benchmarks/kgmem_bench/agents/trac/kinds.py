"""The kinds of tasks: how each is worded, what it is about, how it is done, and which
rows show that it was done."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from urllib.parse import quote_plus

from kgmem_bench.agents.judge import Goal, Wanted
from kgmem_bench.agents.moves import Values, Way, button, choose, click, enter, link
from kgmem_bench.agents.trac import texts
from kgmem_bench.agents.trac.seeds import TICKETS
from kgmem_bench.agents.values import Language, Pool, value_sets

_LIST = (link("View Tickets"), link("{{1}} Active Tickets"))
_NUMBERS = {one.summary: str(n) for n, one in enumerate(TICKETS, start=1)}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of task."""

    name: str
    wordings: Mapping[Language, Sequence[str]]
    """Templates over the values; the first is the one that is learned from."""
    sets: Mapping[Language, Sequence[Values]]
    way: Way
    goal: Callable[[Values], Goal]
    too_much: Mapping[Language, str]
    """A template that asks for more than the way gives: doing only what is known would
    be wrong."""

    def task(self, language: Language, wording: int, values: Values) -> str:
        """The text of a task."""
        return self.wordings[language][wording].format(**values)


def _ticket(values: Values) -> Goal:
    names = "type", "priority", "component", "summary", "description"
    empty = dict.fromkeys(("milestone", "version", "keywords", "cc"), "")
    told = {name: values[name] for name in names}
    return [Wanted("ticket", {**told, **empty, "status": "new"})]


def _changed(values: Values, field: str, value: str) -> Wanted:
    number = _NUMBERS[values["ticket"]]
    told = {"ticket": number, "field": field, "newvalue": value}
    return Wanted("ticket_change", told)


def _row(values: Values, **columns: str) -> Wanted:
    return Wanted("ticket", {"id": _NUMBERS[values["ticket"]], **columns})


def _assigned(values: Values) -> Goal:
    return [
        _row(values, owner=values["person"], status="assigned"),
        _changed(values, "owner", values["person"]),
        _changed(values, "status", "assigned"),
        _changed(values, "comment", values["comment"]),
    ]


def _closed(values: Values) -> Goal:
    return [
        _row(values, status="closed", resolution=values["resolution"]),
        _changed(values, "status", "closed"),
        _changed(values, "resolution", values["resolution"]),
        _changed(values, "comment", ""),
    ]


def _milestone(values: Values) -> Goal:
    told = {"name": values["milestone"], "description": values["text"]}
    return [Wanted("milestone", {**told, "due": "0", "completed": "0"})]


def _component(values: Values) -> Goal:
    told = {"name": values["component"], "owner": values["person"]}
    return [Wanted("component", told)]


def _version(values: Values) -> Goal:
    return [Wanted("version", {"name": values["version"]})]


def _wiki(values: Values) -> Goal:
    page = {"name": values["page"], "version": "1", "text": values["text"]}
    comment = f"See wiki:{values['page']}"
    return [
        Wanted("wiki", page),
        _changed(values, "comment", comment),
    ]


def _query(values: Values) -> Goal:
    query = texts.SAVED_QUERY.format(component=quote_plus(values["component"]))
    return [Wanted("report", {"title": values["title"], "query": query})]


def _preference(values: Values) -> Goal:
    return [
        Wanted("session_attribute", {"name": "name", "value": values["person"]}),
        Wanted("session_attribute", {"name": "email", "value": values["mail"]}),
    ]


_WAYS: Mapping[str, Way] = {
    "ticket": Way(
        (
            link("New Ticket"),
            enter("{summary}", "Summary:"),
            enter("{description}", "Description: You may use WikiFormatting here."),
            choose("{type}", "Type:"),
            choose("{priority}", "Priority:"),
            choose("{component}", "Component:"),
            button("Create ticket"),
        ),
        {
            0: (link("View Tickets"), link("New Custom Query", "Available Reports")),
            1: (enter("{summary}", "Keywords:"), enter("", "Keywords:")),
            6: (button("Preview"),),
        },
    ),
    "assign": Way(
        (
            *_LIST,
            link("{ticket}"),
            link("Modify Ticket"),
            enter("{comment}", "You may use WikiFormatting here."),
            click("radio", "reassign"),
            enter("{person}", near="reassign to"),
            button("Submit changes"),
        ),
        {
            0: (link("Roadmap"), link("Wiki", "Timeline")),
            4: (link("Modify Ticket"), link("Modify Ticket")),
            6: (click("radio", "accept"), click("radio", "reassign")),
        },
    ),
    "close": Way(
        (
            *_LIST,
            link("{ticket}"),
            link("Modify Ticket"),
            click("radio", "resolve"),
            choose("{resolution}", near="resolve as"),
            button("Submit changes"),
        ),
        {
            2: (link("Timeline"), *_LIST),
            4: (click("radio", "accept"),),
        },
    ),
    "milestone": Way(
        (
            link("Roadmap"),
            button("Add new milestone"),
            enter("{milestone}", "Name:"),
            enter("{text}", "Description: You may use WikiFormatting here."),
            button("Add milestone"),
        ),
        {
            0: (link("Admin"), link("Milestones")),
            2: (button("Cancel"), button("Add new milestone")),
        },
    ),
    "component": Way(
        (
            link("Admin"),
            link("Components"),
            enter("{component}", "Name:", "Add Component"),
            enter("{person}", "Owner:", "Add Component"),
            button("Add", "Add Component"),
        ),
        {
            0: (link("Roadmap"),),
            1: (link("Permissions"), link("Ticket Types")),
            3: (enter("me", "Owner:", "Add Component"),),
        },
    ),
    "version": Way(
        (
            link("Admin"),
            link("Versions"),
            enter("{version}", "Name:", "Add Version"),
            button("Add", "Add Version"),
        ),
        {
            0: (link("Roadmap"), link("Wiki", "Timeline")),
            1: (link("Plugins"),),
        },
    ),
    "wiki": Way(
        (
            enter("wiki:{page}", "Search:"),
            button("Search"),
            button("Create this page"),
            enter("{text}", near="Adjust edit area height"),
            button("Submit changes"),
            *_LIST,
            link("{ticket}"),
            enter("See wiki:{page}", "You may use WikiFormatting here."),
            button("Submit changes"),
        ),
        {
            0: (link("Index"), link("Wiki", "Timeline")),
            4: (
                enter("wiki:{page}", "Comment about this change (optional):"),
                enter("", "Comment about this change (optional):"),
            ),
            5: (link("Timeline"),),
        },
    ),
    "query": Way(
        (
            link("View Tickets"),
            link("New Custom Query", "Available Reports"),
            choose("Component", "And"),
            choose("{component}", near="{component}"),
            button("Update"),
            button("Save query"),
            enter("{title}", "Title:"),
            button("Save query"),
        ),
        {
            1: (link("{{1}} Active Tickets"), link("Available Reports")),
            2: (link("Columns"), link("Columns")),
        },
    ),
    "preference": Way(
        (
            link("Preferences"),
            enter("{person}", "Full name:"),
            enter("{mail}", "Email address:"),
            button("Save changes"),
        ),
        {
            0: (link("Help/Guide"),),
            1: (link("User Interface"), link("General")),
            2: (enter("{mail}", "Full name:"), enter("{person}", "Full name:")),
        },
    ),
}
_GOALS: Mapping[str, Callable[[Values], Goal]] = {
    "ticket": _ticket,
    "assign": _assigned,
    "close": _closed,
    "milestone": _milestone,
    "component": _component,
    "version": _version,
    "wiki": _wiki,
    "query": _query,
    "preference": _preference,
}

_FREE: Mapping[str, Mapping[Language, Mapping[str, Pool]]] = json.loads(
    (files("kgmem_bench") / "data" / "trac_values.json").read_text("utf-8")
)
"""Values that somebody thought up, by kind; each is used in one set only."""

KINDS: Mapping[str, Kind] = {
    name: Kind(
        name,
        texts.WORDINGS[name],
        {
            language: value_sets(free, texts.FIXED.get(name, {}))
            for language, free in _FREE[name].items()
        },
        _WAYS[name],
        goal,
        texts.TOO_MUCH[name],
    )
    for name, goal in _GOALS.items()
}
"""By name."""
