"""The redactor of one run: finds, numbers, replaces."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from kgmem.language.words import whole
from kgmem.model.texts.placeholder import BEGINS
from kgmem.redact.finding import KNOWN, PLACEHOLDER, SHAPE, Sensitive, settle
from kgmem.redact.marks import Mark, unmarked
from kgmem.redact.rules.asked import lead_of
from kgmem.redact.rules.names import kind_of_field, names_field
from kgmem.redact.rules.numbers import canonical
from kgmem.redact.rules.plausible import field_secret
from kgmem.redact.rules.shapes import bearer_value, inner_cookies
from kgmem.redact.scan import readings, scan
from kgmem.redact.structure import map_json
from kgmem.redact.views import folded

_SHORTEST_SPREAD = 4
"""Shorter values (a CVV) are replaced only where they were found."""
_ROUNDS = 4
"""What a replacement uncovers is found in the next round."""
_LINE = re.compile(r"(?m)^(\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?)(\S.*)$")
"""With what marks it as an item of a list."""
_LONGEST_EMBEDDED = 1_000_000


class Redactor:
    """Gives each sensitive value of one run its own placeholder.

    E-mail and street addresses count only if asked for. `mark` makes what `marked`
    adds, by default nothing.
    """

    def __init__(
        self, *, email: bool = False, address: bool = False, mark: Mark = unmarked
    ) -> None:
        self._mark = mark
        self._email = email
        self._address = address
        self._count = 0
        self._numbers: Counter[str] = Counter()
        self._placeholders: dict[str, str] = {}
        self._secrets: dict[str, str] = {}
        self._spread: dict[str, re.Pattern[str]] = {}

    def __repr__(self) -> str:
        return f"Redactor(secrets={len(self._secrets)}, count={self._count})"

    @property
    def count(self) -> int:
        """Replacements made so far."""
        return self._count

    @property
    def secrets(self) -> Mapping[str, str]:
        """Raw value by placeholder; for use in memory only."""
        return MappingProxyType(self._secrets)

    def text(self, text: str, field: str | None = None) -> str:
        """The text with every sensitive value replaced.

        `field` is the name of the field that it stands in, which alone can make the
        whole of it sensitive.
        """
        kind = self._asked(kind_of_field(field))
        self._learn_embedded(text)
        return self.replace(text, kind if kind and field_secret(kind, text) else None)

    def behind(self, lead: str, text: str) -> str:
        """The same of a text that goes on from `lead`."""
        at = len(lead)
        found = settle(one for one in self._scan(lead + text) if one.start >= at)
        here = (replace(one, start=one.start - at, end=one.end - at) for one in found)
        return self.text(self._replaced(text, list(here)))

    def below(self, heading: str, text: str) -> str:
        """The same of what stands in a document below this heading; of several lines,
        and of a list, only what looks like a secret."""
        if kind_of_field(heading) is None:
            return self.text(text)
        lead = heading + (" " if "\n" in text else ": ")
        return self.text(
            _LINE.sub(lambda line: line[1] + self.behind(lead, line[2]), text)
        )

    def answer(self, before: str, text: str, *, goes_on: bool) -> str:
        """The same of a message behind the message `before`; `goes_on`: of the same
        person."""
        lead = lead_of(before, text, goes_on=goes_on)
        return self.behind(lead, text) if lead else self.text(text)

    def json(self, value: Any) -> Any:
        """A JSON value with every sensitive value in it replaced; keys are fields."""
        map_json(value, self.learn_value)
        map_json(value, self.learn_text)
        return map_json(value, self.replace)

    def remember(self, value: str, kind: str) -> str:
        """The placeholder of a value, which from now on is replaced everywhere."""
        return self._remember(value, kind, spread=True)

    def know(self, placeholder: str, value: str) -> None:
        """From now on the value is replaced everywhere, by this placeholder."""
        self.note(placeholder)
        self._placeholders[value] = placeholder
        self._secrets[placeholder] = value
        self._spread_out(value)

    def is_clean(self, text: str) -> bool:
        """Does the text surely give no new secret away?"""
        return not (self._spread or text[:1] in ("{", "[") or self._scan(text))

    def learn_value(self, text: str, kind: str | None) -> str:
        """First pass: remember what its field makes a secret of `kind`."""
        self.note(text)
        if self._asked(kind):
            for finding in self._of_field(text, kind or ""):
                self._register(finding)
        return text

    def learn_text(self, text: str, kind: str | None) -> str:
        """Second pass: remember what a text itself gives away."""
        if not self._asked(kind):
            self._learn_embedded(text)
            for finding in settle([*self._scan(text), *self._known(text)]):
                self._register(finding)
        return text

    def replace(self, text: str, kind: str | None) -> str:
        """Last pass: the text without its secrets; `kind`: the whole is one."""
        self.note(text)
        if self._asked(kind):
            return self._replaced(text, settle(self._of_field(text, kind or "")))
        for _ in range(_ROUNDS):
            found = settle([*self._scan(text), *self._known(text)])
            if not found:
                break
            text = self._replaced(text, found)
        return text

    def marked(self, text: str, task: str = "") -> str:
        """The redacted text with placeholders by which their values are recognised on
        a page, but for those that the task names: their values vary."""
        if BEGINS not in text or self._mark is unmarked:
            return text
        return PLACEHOLDER.sub(lambda match: self._marked(match, task), text)

    def _marked(self, match: re.Match[str], task: str) -> str:
        raw = self._secrets.get(match[0])
        if raw is None or match["mark"] or match[0] in task:
            return match[0]
        return f"{match[0][:-1]}{self._mark(match['kind'], raw)}]"

    def note(self, text: str) -> None:
        """Keep numbers free of those that placeholders in the text have."""
        if BEGINS in text:
            for found in PLACEHOLDER.finditer(text):
                kind, number = found["kind"], int(found["number"])
                self._numbers[kind] = max(self._numbers[kind], number)

    def _asked(self, kind: str | None) -> str | None:
        off = {"email": not self._email, "address": not self._address}
        return None if kind is None or off.get(kind) else kind

    def _scan(self, text: str) -> list[Sensitive]:
        return scan(text, email=self._email, address=self._address)

    def _known(self, text: str) -> Iterator[Sensitive]:
        """Where values stand that are known from elsewhere in the run."""
        if not self._spread:
            return
        for view in readings(text):
            for value, form in self._spread.items():
                if value.split(" ", 1)[0] not in view.text:
                    continue
                for match in form.finditer(view.text):
                    start, end = view.span(*match.span())
                    yield Sensitive(start, end, self._kind(value), value, KNOWN)

    def _kind(self, value: str) -> str:
        match = PLACEHOLDER.fullmatch(self._placeholders[value])
        assert match is not None, "every placeholder is made by _new"
        return match["kind"]

    def _learn_embedded(self, text: str) -> None:
        """Remember what a JSON document inside of a text says by its keys."""
        if text[:1] not in ("{", "[") or len(text) > _LONGEST_EMBEDDED:
            return
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return
        if isinstance(value, dict | list):
            map_json(value, self.learn_value)

    def _of_field(self, text: str, kind: str) -> list[Sensitive]:
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        if PLACEHOLDER.search(text):
            return list(self._scan(text))
        if kind == "bearer":
            start, end = bearer_value(text)
        return (
            [Sensitive(start, end, kind, text[start:end], SHAPE)] if start < end else []
        )

    def _register(self, finding: Sensitive) -> str:
        kind, value = finding.kind, finding.value
        if finding.rank == KNOWN and value in self._placeholders:
            return self._placeholders[value]
        placeholder = self._remember(value, kind, spread=finding.spread)
        for inner in inner_cookies(value) if kind == "cookie" else ():
            self._remember(inner, kind, spread=True)
        return placeholder

    def _remember(self, value: str, kind: str, *, spread: bool) -> str:
        keys = [value]
        plain = folded(value)
        if plain != value:
            keys.append(plain)
        number = canonical(kind, plain)
        if number:
            keys += [number, "#" + number]
        known = next((k for k in keys if k in self._placeholders), None)
        placeholder = self._placeholders[known] if known else self._new(value, kind)
        for key in keys:
            self._placeholders.setdefault(key, placeholder)
        if spread and not names_field(value):
            self._spread_out(value)
            self._spread_out(plain)
            if number and kind != "phone":
                self._spread_out(number)
        return placeholder

    def _new(self, value: str, kind: str) -> str:
        self._numbers[kind] += 1
        placeholder = f"[REDACTED:{kind}#{self._numbers[kind]}]"
        self._secrets[placeholder] = value
        return placeholder

    def _spread_out(self, value: str) -> None:
        if len(value) >= _SHORTEST_SPREAD and value not in self._spread:
            self._spread[value] = _occurrence(value)

    def _replaced(self, text: str, found: list[Sensitive]) -> str:
        pieces, done = [], 0
        for finding in found:
            pieces += [text[done : finding.start], self._register(finding)]
            done = finding.end
        self._count += len(found)
        return "".join([*pieces, text[done:]])


def redact_text(text: str) -> str:
    """The text without its secrets, for logs and error messages."""
    return Redactor().text(text)


def restore(text: str, secrets: Mapping[str, str]) -> str:
    """The text with the raw values of the placeholders it names; unknown ones stay."""
    return PLACEHOLDER.sub(lambda match: secrets.get(match[0], match[0]), text)


def _occurrence(value: str) -> re.Pattern[str]:
    """Finds the value; one that could be a word or a number only as a whole token."""
    body = re.escape(value)
    if " " in value:
        body = body.replace(r"\ ", r"[ +]")
    return re.compile(body if _unmistakable(value) else whole(value, body))


def _unmistakable(value: str) -> bool:
    """At least eight characters of two sorts: inside a longer token as well."""
    sorts = {
        "letter" if char.isalpha() else "digit" if char.isdigit() else "sign"
        for char in value
    }
    return len(value) >= 8 and len(sorts) > 1
