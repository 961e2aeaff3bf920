"""The kinds of tasks in the house, and what is asked beside them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import partial

from kgmem_bench.agents.catalog import PRACTISED, Catalog, Other, Tail
from kgmem_bench.agents.house import site
from kgmem_bench.agents.house.pages import PER_PAGE
from kgmem_bench.agents.house.texts import FIXED, FREE, WORDINGS
from kgmem_bench.agents.judge import Goal, Gone, Wanted
from kgmem_bench.agents.moves import (
    Move,
    Values,
    Way,
    button,
    choose,
    click,
    enter,
    link,
)
from kgmem_bench.agents.trac.kinds import Kind
from kgmem_bench.agents.values import Language, value_sets


def _id(names: Sequence[str], name: str) -> str:
    return str(names.index(name) + 1)


def _row(table: str, **columns: str) -> Callable[[Values], list[Wanted]]:
    def wanted(values: Values) -> list[Wanted]:
        told = {name: one.format(**values) for name, one in columns.items()}
        return [Wanted(table, told)]

    return wanted


def _device(room: str, name: str, state: str) -> Wanted:
    told = {"room_id": _id(site.ROOMS, room), "name": name, "is_on": state}
    return Wanted("device", told)


def _copied(values: Values, has_states: bool) -> list[Wanted]:
    room = values["room"]
    states = {
        name: str(int(has_states and site.is_on(room, name)))
        for _, name in site.DEVICES
    }
    return [Wanted("device", {"name": n, "is_on": is_}) for n, is_ in states.items()]


def _copy(values: Values) -> Goal:
    room = Wanted("room", {"name": values["name"], "state": "open"})
    return [room, *_copied(values, has_states=False)]


def _paid(values: Values, method: str = "Bank transfer") -> list[Wanted]:
    told = {"state": "paid", "method": method, "reminded": "0"}
    both = values["first"], values["second"]
    return [Wanted("invoice", {"number": number, **told}) for number in both]


_GOALS: Mapping[str, Callable[[Values], Goal]] = {
    "booking": _row(
        "booking",
        **{name: f"{{{name}}}" for name in ("event", "customer", "room", "guests")},
        **{"day": "{date}", "meals": "{meal}", "parking": "0", "note": ""},
        state="booked",
    ),
    "move": _row("booking", event="{event}", day="{date}", state="booked"),
    "cancel": _row(
        "booking", event="{event}", state="cancelled", reason="{reason}", told="0"
    ),
    "archive": _row("room", name="{room}", state="archived", reason=""),
    "copy": _copy,
    "switch": lambda values: [_device(values["room"], values["device"], "1")],
    "tag": _row("tag", customer_id="{customer_id}", tag="{tag}"),
    "follow": _row("customer", name="{customer}", followed="1"),
    "paid": _paid,
    "supply": _row(
        "supply",
        **{"item": "{item}", "quantity": "{count}", "room": "{room}"},
        **{"urgent": "0", "state": "ordered"},
    ),
    "notice": _row("notice", text="{text}", on_top="0"),
    "hours": _row("opening", weekday="{weekday}", opens="{time}"),
}
_NEXT, _SAVE = button("Next"), button("Save")
_ROOMS, _CUSTOMERS, _HOUSE = link("Rooms"), link("Customers"), button("House")
_BOOKINGS = (button("Bookings"), link("All bookings"))
_INVOICES = (button("Money"), link("Invoices"))
_MORE, _LESS = button("+", "Guests"), button("−", "Guests")


def _often(times: str, name: str, near: str = "") -> Move:
    return Move("click", "button", name, near=near, times=times)


def _search(value: str, name: str) -> Move:
    return Move("type", "searchbox", name, value)


def _tick(number: str) -> Move:
    return click("checkbox", f"Select {number}")


def _in_row(of: str, item: str) -> tuple[Move, Move]:
    return button("More", of), click("menuitem", item)


_WAYS: Mapping[str, Way] = {
    "booking": Way(
        (
            *(button("Bookings"), link("New booking"), enter("{event}", "Event")),
            *(button("Choose…"), _search("{customer}", "Search by name")),
            *(button("{customer}"), _NEXT, click("radio", "{room}"), _NEXT),
            *(_often("{months}", "Next month"), button("{number}"), _NEXT),
            *(_often("{more}", "+", "Guests"), button("{meal}"), _NEXT),
            button("Book now"),
        ),
        {
            0: (_ROOMS, link("Today")),
            9: (button("Next month"), button("Previous month")),
            13: (_MORE, _LESS),
        },
    ),
    "move": Way(
        (
            *(*_BOOKINGS, *_in_row("{event}", "Move")),
            *(_often("{months}", "{turn} month"), click("gridcell", "{label}")),
            button("Save the new day"),
        ),
        {
            0: (link("Today"),),
            2: (*_in_row("{event}", "Edit"), link("Back")),
            4: (button("Next month"), button("Previous month")),
        },
    ),
    "cancel": Way(
        (
            *(*_BOOKINGS, *_in_row("{event}", "Cancel")),
            *(click("radio", "{reason}"), button("Cancel booking")),
        ),
        {0: (link("Today"),), 4: (button("Keep it"), *_in_row("{event}", "Cancel"))},
    ),
    "archive": Way(
        (_ROOMS, *_in_row("{room}", "Archive"), button("Archive it")),
        {0: (*_BOOKINGS,), 1: (link("{room}"), _ROOMS)},
    ),
    "copy": Way(
        (
            *(_ROOMS, *_in_row("{room}", "Copy")),
            *(enter("{name}", "Name of the copy"), button("Make the copy")),
        ),
        {0: (link("Today"),), 1: (link("{room}"), _ROOMS)},
    ),
    "switch": Way(
        (_ROOMS, link("{room}"), button("Devices"), click("switch", "{device}")),
        {0: (_HOUSE, link("Opening hours")), 2: (button("Access"), button("Access"))},
    ),
    "tag": Way(
        (
            *(_CUSTOMERS, link("{customer}"), enter("{tag}", "Tags")),
            *(click("option", "Create “{tag}”"), button("Save changes")),
        ),
        {0: (*_INVOICES,), 2: (button("Invoices", "Customer"),)},
    ),
    "follow": Way(
        (_CUSTOMERS, _search("{customer}", "Find"), button("Follow", "{customer}")),
        {0: (link("Today"),), 1: (link("{customer}"), link("Back"))},
    ),
    "paid": Way(
        (
            *(*_INVOICES, Move("click", "link", "Next", times="{pages}")),
            *(_tick("{first}"), _tick("{second}"), button("Mark as paid")),
        ),
        {0: (_CUSTOMERS,), 2: (link("Amount"), *_INVOICES)},
    ),
    "supply": Way(
        (
            *(_HOUSE, button("Supplies"), link("Order supplies")),
            *(Move("type", "combobox", "Item", "{item}"), click("option", "{item}")),
            *(_often("{more}", "More", "Quantity"), choose("{room}", "Deliver to")),
            button("Place the order"),
        ),
        {0: (_ROOMS,), 5: (button("More", "Quantity"), button("Less", "Quantity"))},
    ),
    "notice": Way(
        (
            *(_HOUSE, link("Notice board"), button("Write a notice")),
            *(enter("{text}", "Text"), button("Post")),
        ),
        {},
    ),
    "hours": Way(
        (
            *(_HOUSE, link("Opening hours"), button("{weekday}")),
            *(choose("{time}", "Opens"), _SAVE),
        ),
        {},
    ),
}


def _sets(name: str, language: Language) -> Iterator[Values]:
    """With what follows from the values: how often something is pressed."""
    for one in value_sets(FREE[name][language], FIXED.get(name, {})):
        values = dict(one)
        if "date" in values:
            shown = site.EVENTS.get(values["event"], "2027-03-01")
            values |= _dated(values["date"], language, date.fromisoformat(shown))
        if "tag" in values:
            values["customer_id"] = _id(site.CUSTOMERS, values["customer"])
        if "guests" in values:
            values["more"] = str(int(values["guests"]) - 2)
        if "count" in values:
            values["more"] = str(int(values["count"]) - 1)
        if "second" in values:
            place = site.INVOICES.index(values["second"])
            values["pages"] = str(place // int(PER_PAGE))
        yield values


def _dated(iso: str, language: Language, shown: date) -> Values:
    day = date.fromisoformat(iso)
    months = (day.year - shown.year) * 12 + day.month - shown.month
    in_words = {
        "en": (f"{day.day} {day:%B %Y}", f"{day:%B} {day.day}, {day.year}"),
        "zh": (f"{day.year}年{day.month}月{day.day}日", f"{day.month}月{day.day}日"),
    }
    return {
        "day": in_words[language][0],
        "written": in_words[language][1],
        "number": str(day.day),
        "label": f"{day:%A}, {day.day} {day:%B %Y}",
        "months": str(abs(months)),
        "turn": "Next" if months > 0 else "Previous",
    }


KINDS: Mapping[str, Kind] = {
    name: Kind(
        name,
        WORDINGS[name],
        {language: list(_sets(name, language)) for language in FREE[name]},
        _WAYS[name],
        goal,
        {},
    )
    for name, goal in _GOALS.items()
}
"""By name."""
_MAP, _FAIR, _RAIN = "Map Room", "Travel fair", "Cancelled if it rains"
_LATE = site.INVOICES[1], site.INVOICES[4]
_HELD = {
    **{"event": "Tasting", "customer": "Quill Press", "room": "Library"},
    **{"months": "1", "number": "22", "more": "0", "meal": "Coffee"},
}


_TAILS: Mapping[str, Tail] = {
    "booking": Tail(
        ', and leave the note "Bring flowers"',
        enter("Bring flowers", "Note for the team"),
        {"note": "Bring flowers"},
    ),
    "cancel": Tail(
        " and tell the customer", click("checkbox", "Tell the customer"), {"told": "1"}
    ),
    "archive": Tail(
        ' because of "Water damage"',
        enter("Water damage", "Reason (optional)"),
        {"reason": "Water damage"},
    ),
    "copy": Tail(
        " with its devices",
        click("checkbox", "With its devices"),
        {},
        partial(_copied, has_states=True),
    ),
    "switch": Tail(
        " and the Hearing loop",
        click("switch", "Hearing loop"),
        {},
        lambda v: [_device(v["room"], "Hearing loop", "1")],
    ),
    "tag": Tail(
        " and set the city to York",
        enter("York", "City"),
        {},
        _row("customer", name="{customer}", city="York"),
    ),
    "paid": Tail(
        ", in cash",
        choose("Cash", "Paid by"),
        {"method": "Cash"},
        lambda v: _paid(v, "Cash")[1:],
    ),
    "supply": Tail(", it is urgent", click("switch", "Urgent"), {"urgent": "1"}),
}
_OTHERS: Mapping[str, Other] = {
    "booking": Other(
        "Hold Library for Quill Press on 22 April 2027, do not book it yet: "
        '"Tasting", 2 guests, with Coffee',
        (*_WAYS["booking"].walked(_HELD, PRACTISED)[:-1], button("Hold for a week")),
        [Wanted("booking", {"event": "Tasting", "day": "2027-04-22", "state": "held"})],
    ),
    "move": Other(
        f'Move the booking "{_FAIR}" to Library',
        (*_BOOKINGS, *_in_row(_FAIR, "Edit"), choose("Library", "Room"), _SAVE),
        [Wanted("booking", {"event": _FAIR, "room": "Library", "guests": "29"})],
    ),
    "cancel": Other(
        f'Note "{_RAIN}" on the booking "{_FAIR}"',
        (*_BOOKINGS, *_in_row(_FAIR, "Edit"), enter(_RAIN, "Note"), _SAVE),
        [Wanted("booking", {"event": _FAIR, "note": _RAIN, "state": "booked"})],
    ),
    "archive": Other(
        f"Delete {_MAP}",
        (_ROOMS, *_in_row(_MAP, "Delete"), button("Delete it")),
        [
            Gone("room", {"name": _MAP}),
            *(
                Gone("device", {"room_id": _id(site.ROOMS, _MAP), "name": name})
                for _, name in site.DEVICES
            ),
        ],
    ),
    "copy": Other(
        f'Rename {_MAP}: it is called "Chart Room" now',
        (_ROOMS, *_in_row(_MAP, "Edit"), enter("Chart Room", "Name"), _SAVE),
        [Wanted("room", {"name": "Chart Room", "id": _id(site.ROOMS, _MAP)})],
    ),
    "switch": Other(
        f"Turn off the Projector in {_MAP}",
        (_ROOMS, link(_MAP), button("Devices"), click("switch", "Projector")),
        [_device(_MAP, "Projector", "0")],
    ),
    "tag": Other(
        'Remove the tag "regular" from Otter & Sons',
        (
            *(_CUSTOMERS, link("Otter & Sons")),
            *(button("Remove regular"), button("Save changes")),
        ),
        [Gone("tag", {"tag": "regular", "customer_id": "4"})],
    ),
    "follow": Other(
        "Unfollow Mayfair Chess",
        (_CUSTOMERS, button("Unfollow", "Mayfair Chess")),
        [Wanted("customer", {"name": "Mayfair Chess", "followed": "0"})],
    ),
    "paid": Other(
        f"Send a reminder for the invoices {_LATE[0]} and {_LATE[1]}",
        (*_INVOICES, *map(_tick, _LATE), button("Send a reminder")),
        [
            Wanted("invoice", {"number": number, "reminded": "1", "state": "open"})
            for number in _LATE
        ],
    ),
    "supply": Other(
        'The order of "Green tea" for Library has been received',
        (
            *(_HOUSE, button("Supplies"), link("Orders")),
            button("Received", "Green tea"),
        ),
        [Wanted("supply", {"item": "Green tea", "state": "received"})],
    ),
}

HOUSE = Catalog(
    "Harbour House",
    KINDS,
    tuple(name for name in KINDS if name not in ("notice", "hours")),
    "notice",
    {"text": "Fire drill on Friday"},
    {
        "en": ', and also put "{text}" on the notice board',
        "zh": "，另外在公告栏贴出“{text}”",
    },
    _TAILS,
    _OTHERS,
)
"""What is asked there."""
