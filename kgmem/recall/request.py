"""What a recall is asked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from kgmem.errors import InvalidInput
from kgmem.language.intent import intent_of
from kgmem.language.signs import plain_signs
from kgmem.model.fact import Fact
from kgmem.model.texts.url import is_address, site_of
from kgmem.model.trajectory import Element, Page
from kgmem.model.values.arguments import (
    checked_text,
    flag,
    moment,
    optional_text,
    validated,
    whole_number,
)
from kgmem.paths.fits import Look, look
from kgmem.paths.step_text import known_by_hash
from kgmem.redact import Redactor, redact_page


@dataclass(frozen=True)
class Request:
    """A task, redacted, and what is known of the situation."""

    space: str
    task: str
    secrets: Mapping[str, str]
    """Raw value by placeholder; lives as long as the recall."""
    app: str | None = None
    domain: str | None = None
    intent: str | None = None
    device: str | None = None
    app_version: str | None = None
    page: Page | None = None
    """As it was given; nothing of it is stored."""
    hidden_page: Page | None = None
    """The same without secrets, as runs are stored; None where it shows none."""
    top_n: int = 3
    expand: bool = True
    as_of: datetime | None = None
    known_at: datetime | None = None
    own: tuple[Fact, ...] = ()
    """What the person for whom the task is done said of himself."""

    @property
    def kind(self) -> str | None:
        """The intent: as given, else by the words of the task."""
        return self.intent or intent_of(self.task)

    @cached_property
    def site(self) -> str | None:
        """The site of the page at hand, if its address is told; else of the domain."""
        url = self.page.url if self.page is not None else None
        if here := site_of(url or ""):
            return here
        return site_of(self.domain) if self.domain and is_address(self.domain) else None

    @property
    def stored_page(self) -> Page | None:
        """The page as a run would have stored it."""
        return self.hidden_page or self.page

    @property
    def shown(self) -> tuple[Element, ...]:
        """The elements of the page at hand; none where it is not known."""
        return self.page.elements if self.page is not None else ()

    @cached_property
    def looks(self) -> tuple[Look, ...]:
        """What these elements are told by, looked at once for all that they are
        compared to: as runs have them, with the same hidden."""
        page = self.stored_page
        shown = page.elements if page is not None else ()
        return tuple(look(known_by_hash(element)) for element in shown)


def recall_request(
    space: str,
    new_redactor: Callable[[], Redactor],
    task: object,
    *,
    app: str | None = None,
    url: str | None = None,
    domain: str | None = None,
    intent: str | None = None,
    device: str | None = None,
    app_version: str | None = None,
    page_hint: str | None = None,
    elements: Sequence[object] | None = None,
    top_n: int = 3,
    expand: bool = True,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    own: Sequence[Fact] = (),
) -> Request:
    """The request, checked and without secrets. Raises InvalidInput naming the
    argument."""
    redactor = new_redactor()
    top_n = whole_number("top_n", top_n, 1, 100)
    said = checked_text("task", task, "say in a sentence what is asked for")
    text = plain_signs(redactor.text(said))
    page = page_of(url, page_hint, elements)

    def hidden(name: str, given: object) -> str | None:
        """Its secrets are numbered alone, as in what it is compared to."""
        found = optional_text(name, given)
        return found and new_redactor().text(found)

    return Request(
        space=space,
        task=text,
        secrets=redactor.secrets,
        app=hidden("app", app),
        domain=hidden("domain", domain),
        intent=hidden("intent", intent),
        device=hidden("device", device),
        app_version=hidden("app_version", app_version),
        page=page,
        hidden_page=page and redact_page(page, redactor, text),
        top_n=top_n,
        expand=flag("expand", expand),
        as_of=moment("as_of", as_of),
        known_at=moment("known_at", known_at),
        own=tuple(own),
    )


def page_of(
    url: str | None, hint: str | None, elements: Sequence[object] | None
) -> Page | None:
    """The page at hand. Raises InvalidInput naming a bad element."""
    if url is None and hint is None and elements is None:
        return None
    shown = () if elements is None else elements
    if isinstance(shown, str | bytes | Mapping) or not isinstance(shown, Iterable):
        raise InvalidInput(f"elements: a list is needed, not {type(shown).__name__}")
    page = {"url": url, "hint": hint, "elements": tuple(shown)}
    return validated(Page, page, "page")
