"""Serves Django's administration site in the language and with the change that a call
of `/-/?LANGUAGE/CHANGE` asked for: a program of its own."""

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from kgmem_bench.agents.admin import program

LANGUAGES: Mapping[str, str] = {"en": "en", "zh": "zh-hans"}
RENAMED: Mapping[bytes, bytes] = {
    b"field-": b"col-",
    b"result_list": b"rows",
    b'id="content': b'id="middle',
    b"changelist": b"overview",
}
PER_PAGE, ALL = 3, 100


def _turn(change: str) -> None:
    from django.contrib import admin
    from django.contrib.auth.models import Group, User

    users: Any = admin.site.get_model_admin(User)
    groups: Any = admin.site.get_model_admin(Group)
    more = ("is_active",) if change == "column" else ()
    users.list_display = ("username", *more, "email", "first_name", "last_name")
    groups.list_display = ("id", "__str__") if change == "column" else ("__str__",)
    users.ordering, groups.ordering = ("username",), ("name",)
    if change == "sorted":
        users.ordering, groups.ordering = ("-username",), ("-name",)
    users.list_per_page = groups.list_per_page = PER_PAGE if change == "paged" else ALL


def turned(application: Callable[..., Any]) -> Callable[..., Iterable[bytes]]:
    """The application, in what was asked for last."""
    language, change = "en", ""

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        nonlocal language, change
        if environ["PATH_INFO"] == "/-/":
            language, _, change = environ["QUERY_STRING"].partition("/")
            _turn(change)
            start("204 No Content", [])
            return []
        asked = {**environ, "HTTP_ACCEPT_LANGUAGE": LANGUAGES[language]}
        body = b"".join(application(asked, start))
        if change == "renamed":
            for old, new in RENAMED.items():
                body = body.replace(old, new)
        return [body]

    return answer


def main() -> None:
    """`admin DATABASE PORT`."""
    program.configure(Path(sys.argv[1]))
    from django.conf import settings

    settings.MIDDLEWARE.insert(1, "django.middleware.locale.LocaleMiddleware")
    program.serve(int(sys.argv[2]), turned)


if __name__ == "__main__":
    main()
