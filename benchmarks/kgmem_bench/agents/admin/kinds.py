"""The kinds of tasks in the administration site, and what is asked beside them."""

from collections.abc import Callable, Mapping

from kgmem_bench.agents.admin.site import REDIRECTS, USERS
from kgmem_bench.agents.admin.texts import FREE, WORDINGS
from kgmem_bench.agents.catalog import Catalog, Other, Tail
from kgmem_bench.agents.judge import Gone, Wanted
from kgmem_bench.agents.moves import Values, Way, button, choose, click, enter, link
from kgmem_bench.agents.trac.kinds import Kind
from kgmem_bench.agents.values import value_sets

_SAVE = button("Save")
_SITE = "example.com"


def _user(values: Values, **columns: str) -> list[Wanted]:
    return [Wanted("auth_user", {"username": values["user"], **columns})]


def _page(values: Values) -> list[Wanted]:
    told = {"url": values["url"], "title": values["title"], "content": values["text"]}
    page = Wanted("django_flatpage", {**told, "registration_required": "0"})
    return [page, Wanted("django_flatpage_sites", {"site_id": "1"})]


def _redirect(values: Values) -> list[Wanted]:
    told = {"old_path": values["old"], "new_path": values["new"], "site_id": "1"}
    return [Wanted("django_redirect", told)]


def _mail(values: Values) -> list[Wanted]:
    return _user(values, email=values["mail"], is_staff="0", last_name="")


def _staff(values: Values) -> list[Wanted]:
    mail = f"{values['user']}@example.com"
    return _user(values, is_staff="1", is_superuser="0", is_active="1", email=mail)


def _site(values: Values) -> list[Wanted]:
    return [Wanted("django_site", {"domain": values["domain"], "name": values["name"]})]


def _drop(values: Values) -> list[Wanted]:
    return [Gone("django_redirect", {"old_path": values["old"]})]


def _group(values: Values) -> list[Wanted]:
    return [Wanted("auth_group", {"name": values["group"]})]


def _person(values: Values) -> list[Wanted]:
    return _user(values, first_name=values["first"], last_name=values["last"])


_GOALS: Mapping[str, Callable[[Values], list[Wanted]]] = {
    "page": _page,
    "redirect": _redirect,
    "mail": _mail,
    "staff": _staff,
    "site": _site,
    "drop": _drop,
    "group": _group,
    "person": _person,
}
_USERS = link("Users")
_SITES, _REDIRECTS = link("Change", "Sites"), link("Change", "Redirects")
_WAYS: Mapping[str, Way] = {
    "page": Way(
        (
            link("Add", "Flat pages"),
            enter("{url}", "URL:"),
            enter("{title}", "Title:"),
            enter("{text}", "Content:"),
            choose(_SITE, "Sites:"),
            _SAVE,
        ),
        {
            0: (_SITES, link("Home")),
            2: (enter("{text}", "Title:"),),
        },
    ),
    "redirect": Way(
        (
            link("Add", "Redirects"),
            click("radio", _SITE),
            enter("{old}", "Redirect from:"),
            enter("{new}", "Redirect to:"),
            _SAVE,
        ),
        {
            0: (link("Add", "Groups"), link("Home")),
            2: (enter("{old}", "Redirect to:"),),
        },
    ),
    "mail": Way(
        (_USERS, link("{user}"), enter("{mail}", "Email address:"), _SAVE),
        {
            0: (link("Change", "Groups"), link("Home")),
            2: (enter("{mail}", "First name:"), enter("", "First name:")),
        },
    ),
    "staff": Way(
        (_USERS, link("{user}"), click("checkbox", "Staff status"), _SAVE),
        {
            0: (link("Change", "Groups"), link("Home")),
            2: (
                click("checkbox", "Superuser status"),
                click("checkbox", "Superuser status"),
            ),
        },
    ),
    "site": Way(
        (
            _SITES,
            link("{domain}"),
            enter("{name}", "Display name:"),
            _SAVE,
        ),
        {0: (_REDIRECTS, link("Home"))},
    ),
    "drop": Way(
        (
            _REDIRECTS,
            link("{old}"),
            link("Delete"),
            button("Yes, I’m sure"),
        ),
        {0: (_SITES, link("Home"))},
    ),
    "group": Way(
        (
            link("Add", "Groups"),
            enter("{group}", "Name:"),
            _SAVE,
        ),
        {},
    ),
    "person": Way(
        (
            _USERS,
            link("{user}"),
            enter("{first}", "First name:"),
            enter("{last}", "Last name:"),
            _SAVE,
        ),
        {},
    ),
}

KINDS: Mapping[str, Kind] = {
    name: Kind(
        name,
        WORDINGS[name],
        {language: value_sets(free, {}) for language, free in FREE[name].items()},
        _WAYS[name],
        goal,
        {},
    )
    for name, goal in _GOALS.items()
}
"""By name."""
_WHO, (_OLD, _) = USERS[5], REDIRECTS[6]
_CHOSEN = {"user": _WHO}

ADMIN = Catalog(
    "Django admin",
    KINDS,
    ("page", "redirect", "mail", "staff", "site", "drop"),
    "group",
    {"group": "Night watch"},
    {"en": ', and also add the group "{group}"', "zh": "，另外再添加用户组“{group}”"},
    {
        "mail": Tail(
            ' and set the last name to "Weiss"',
            enter("Weiss", "Last name:"),
            {"last_name": "Weiss"},
        ),
        "staff": Tail(
            ' and enter "Jo" as the first name',
            enter("Jo", "First name:"),
            {"first_name": "Jo"},
        ),
    },
    {
        "redirect": Other(
            f"Change the redirect from {_OLD}: it leads to /gone/",
            (
                _REDIRECTS,
                link(_OLD),
                enter("/gone/", "Redirect to:"),
                _SAVE,
            ),
            [Wanted("django_redirect", {"old_path": _OLD, "new_path": "/gone/"})],
        ),
        "mail": Other(
            f'Set the last name of {_WHO} to "Silva"',
            (_USERS, link(_WHO), enter("Silva", "Last name:"), _SAVE),
            _user(_CHOSEN, last_name="Silva", email=f"{_WHO}@example.com"),
        ),
        "staff": Other(
            f"Make {_WHO} a superuser",
            (_USERS, link(_WHO), click("checkbox", "Superuser status"), _SAVE),
            _user(_CHOSEN, is_superuser="1", is_staff="0"),
        ),
        "drop": Other(
            f"Delete the user {_WHO}",
            (_USERS, link(_WHO), link("Delete"), button("Yes, I’m sure")),
            [Gone("auth_user", {"username": _WHO})],
        ),
    },
)
"""What is asked there."""
