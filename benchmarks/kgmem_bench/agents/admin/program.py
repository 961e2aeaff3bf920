"""Makes the database of the administration site, or serves it: a program of its own."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from django.conf import settings
from django.urls import path

from kgmem_bench.agents.admin import site
from kgmem_bench.agents.hands import HOST

APPS = ("auth", "contenttypes", "sessions", "messages", "sites", "flatpages")
urlpatterns: list[Any] = []


def configure(database: Path) -> None:
    """Django with what comes with it, and nothing else."""
    settings.configure(
        ALLOWED_HOSTS=["*"],
        AUTHENTICATION_BACKENDS=["django.contrib.auth.backends.RemoteUserBackend"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": str(database),
                "OPTIONS": {"timeout": 20},
            }
        },
        DEBUG=True,
        DEFAULT_AUTO_FIELD="django.db.models.AutoField",
        INSTALLED_APPS=[
            f"django.contrib.{name}"
            for name in ("admin", *APPS, "redirects", "staticfiles")
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.auth.middleware.RemoteUserMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
        ],
        ROOT_URLCONF=__name__,
        SECRET_KEY="only on loopback",
        SITE_ID=1,
        STATIC_URL="static/",
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "APP_DIRS": True,
                "OPTIONS": {
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.auth.context_processors.auth",
                        "django.contrib.messages.context_processors.messages",
                    ]
                },
            }
        ],
        USE_TZ=True,
    )
    django.setup()
    from django.contrib import admin

    urlpatterns.append(path("", admin.site.urls))


def make() -> None:
    """The first rows."""
    from django.contrib.auth.models import Group, User
    from django.contrib.flatpages.models import FlatPage
    from django.contrib.redirects.models import Redirect
    from django.contrib.sites.models import Site
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    User.objects.create_superuser(site.BOSS)
    for name in site.USERS:
        User.objects.create_user(name, f"{name}@example.com")
    Group.objects.create(name="Editors")
    first = Site.objects.get()
    for domain in site.SITES:
        Site.objects.create(domain=domain, name=domain)
    for old, new in site.REDIRECTS:
        Redirect.objects.create(site=first, old_path=old, new_path=new)
    for url, title in site.PAGES:
        FlatPage.objects.create(url=url, title=title).sites.add(first)


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nothing is logged."""


def server_of(application: Any, port: int) -> WSGIServer:
    """Serves it on loopback, several requests at once, and logs nothing."""
    return make_server(
        HOST, port, application, server_class=_Server, handler_class=_Quiet
    )


def serve(
    port: int, around: Callable[[Any], Any] = lambda application: application
) -> None:
    """Until it is ended; `around` makes another application of it."""
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.wsgi import get_wsgi_application

    application = around(StaticFilesHandler(get_wsgi_application()))

    def as_boss(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        answer: Iterable[bytes] = application(
            {**environ, "REMOTE_USER": site.BOSS}, start
        )
        return answer

    with server_of(as_boss, port) as server:
        server.serve_forever()


def main() -> None:
    """`program DATABASE make` or `program DATABASE PORT`."""
    configure(Path(sys.argv[1]))
    if sys.argv[2] == "make":
        make()
    else:
        serve(int(sys.argv[2]))


if __name__ == "__main__":
    main()
