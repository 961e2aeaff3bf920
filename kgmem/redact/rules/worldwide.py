"""Secrets that their names give away, in the languages of `secret_names.toml`.

A value that looks like a secret counts right behind its name, or behind a link with a
few words between; a plain word only where it is assigned and the phrase ends with it.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from kgmem.language.stopwords import ENGLISH
from kgmem.redact.accents import plain, plain_view
from kgmem.redact.finding import PHRASE, Sensitive
from kgmem.redact.rules import world_forms as forms
from kgmem.redact.rules.about import about_secrets, prose
from kgmem.redact.rules.names import kind_of_field
from kgmem.redact.rules.numbers import counts_things
from kgmem.redact.rules.plausible import field_secret, harmless, token_looking
from kgmem.redact.rules.recovery import recovery_codes
from kgmem.redact.rules.tables import TableColumn, column
from kgmem.redact.rules.unusual import NUMBERS, number_at, unusual
from kgmem.redact.rules.world_names import SecretName, secret_names
from kgmem.redact.views import TextView

_STOPS = r"\u0900-\u11ff\u3000-\u9fff\uac00-\ud7ff\uff00-\uffef"
"""Scripts without blanks, or with endings that are no letters: they end a value."""
_QUOTED = re.compile(
    r"\"([^\"\n]{1,200})\"|'([^'\n]{1,200})'|[“„”]([^”“\n]{1,200})[”“]"
    r"|‘([^’\n]{1,200})’|‚([^‘\n]{1,200})‘|«\s?([^»\n]{1,200}?)\s?»"
    r"|»([^«\n]{1,200})«|「([^」\n]{1,200})」|『([^』\n]{1,200})』|`([^`\n]{1,200})`"
)
_BARE = re.compile(
    rf"(?:[^\s\"“”„«»‘’'`<>{_STOPS}]|['’](?=[^\s'’]{{0,64}}[0-9!@#$%^&*]))" r"{1,512}"
)
_CUT = re.compile(r"&(?=[\w.\-\[\]]{1,48}=)|[,;|\\]")
_OPENING = re.compile(r"[\"'“„«「『(\[`【（]{0,2}")
_ATTRIBUTE = re.compile(r"=[\"']?\Z")
_EXPRESSION = re.compile(
    r"[A-Za-z_]\w{0,40}(?:\.\w{1,40}){1,8}[\[(]|[A-Za-z_]\w{0,40}\(\)"
    r"|(?:Optional|Union|list|dict|str)\["
)
_CALL = re.compile(r"[A-Za-z_][\w.]{0,80}[(\[]")
_ENDS_SO, _BEGINS_SO = re.compile(r"[a-z0-9_\-]+\Z"), re.compile(r"[a-z0-9_\-]{0,32}")
"""The rest of an identifier around a name."""
_PAIR = re.compile(r"[^\s/,，、|]{1,64}?\s{0,2}[/,，、|]\s{0,2}")
_SIX = re.compile(r"(?:[a-z]-)?(?:[0-9]{6}|[0-9]{3}[ \-][0-9]{3})")
_MOST_BETWEEN = 4
"""Words between a name and what links it to a value."""
_COUNTED = frozenset({"phone", "tax", "ssn", "id_card", "passport", "bank_account"})
"""Numbers that stand right behind their names, or are linked to them."""
_LEAD, _NEAR, _ASKED = 96, 32, 160
"""So many characters before a name, and behind a value, are looked at."""


class _Link(NamedTuple):
    """How a name and what stands behind it hang together."""

    how: str
    """`eq`: a colon or the like; `is`, `to`: such a word; `adj`: nothing."""
    far: bool
    """Do words stand between the name and the link?"""
    end: int
    lines: bool
    """Is the value in another line?"""


class _Site(NamedTuple):
    """A name in a text, and the text's plain view."""

    text: str
    view: TextView
    name: SecretName

    def raw(self, at: int) -> int:
        """Where in the text a place of the plain view is."""
        return self.view.span(at, at)[0]

    def found(self, kind: str, start: int, end: int) -> Sensitive:
        return Sensitive(start, end, kind, self.text[start:end], PHRASE)

    @property
    def mine(self) -> bool:
        """Does somebody's secret stand here, as in "my password"?"""
        start = max(0, self.name.start - 24)
        around = self.view.text[start : self.name.end + 12]
        return forms.mine().search(around) is not None

    @property
    def owned(self) -> bool:
        """Is it "Bob's password"?"""
        return self.view.text.endswith("'s ", 0, self.name.start)

    @property
    def foreign(self) -> bool:
        """Is the name in a script that is not the Latin one?"""
        return not self.view.text[self.name.start : self.name.end].isascii()


def worldwide(text: str) -> Iterator[Sensitive]:
    """Values whose names, in any of the languages, introduce or follow them."""
    view: TextView | None = None
    table: TableColumn | None = None
    done = 0
    for name in secret_names(plain(text)):
        view = view or plain_view(text)
        site = _Site(text, view, name)
        for finding in [*_before(site), *_behind(site)]:
            if finding.start >= done:
                done = finding.end
                yield finding
        start, end = view.span(name.start, name.end)
        if table and table.below <= start < table.end:
            continue
        if found := column(text, start, end):
            table = found
            yield from _below(site, table)


def _below(site: _Site, found: TableColumn) -> Iterator[Sensitive]:
    """Where the name heads a column: each cell as if it stood behind the name, with a
    colon where the table seems to list who has which secret."""
    if kind_of_field(found.head) is None:
        return
    by_user = any(forms.account().fullmatch(plain(head)) for head in found.heads)
    if site.name.meaning.kind == "assigned" and not by_user:  # how many pass
        return
    listed = not found.loose and (by_user or len(found.heads) == 2)
    lead = f"{found.head}: " if listed else f"{found.head} "
    for cell in found.cells:
        at = cell.start - len(lead)
        for one in worldwide(lead + cell.text):
            if one.start >= len(lead):
                start = at + one.start
                end = at + one.end if " " in cell.text else cell.end
                yield replace(one, start=start, end=end, value=site.text[start:end])


def _behind(site: _Site) -> Iterator[Sensitive]:
    for link in _links(site):
        found = list(_linked(site, link))
        if found:
            yield from found
            return
    if site.name.meaning.kind in ("seed_phrase", "wallet"):
        yield from _words_near(site)


def _linked(site: _Site, link: _Link) -> Iterator[Sensitive]:
    """The value that is linked so to the name, if it is one."""
    kind = site.name.meaning.kind
    if kind in NUMBERS and kind != "code":
        yield from _number(site, link, kind)
    elif kind == "code":
        yield from _code(site, link)
    elif kind == "recovery_code":
        yield from recovery_codes(site.text, _opened(site, link))
    elif kind == "security_answer":
        yield from _answer(site, site.raw(link.end), link)
    elif kind == "security_question":
        if told := forms.answered().search(site.view.text, link.end, link.end + _ASKED):
            yield from _answer(site, site.raw(told.end()), link)
    elif kind == "wallet" or (kind == "assigned" and link.how != "eq"):
        return
    elif kind == "seed_phrase":
        yield from _words(site, link)
    else:
        yield from _secret(site, link)


def _links(site: _Site) -> Iterator[_Link]:
    """The nearest first, and that nothing stands between at last."""
    name, text = site.name, site.view.text
    spaced, at = name.meaning.spaced, name.end
    for between in range(_MOST_BETWEEN + 1 if spaced else 1):
        said = forms.link(spaced=spaced).match(text, at)
        if said:
            lines = "\n" in said[0]
            yield _Link(said.lastgroup or "adj", between > 0, said.end(), lines)
        word = forms.between().match(text, at)
        if word is None:
            break
        at = word.end()
    near = forms.touching(spaced=spaced).match(text, name.end)
    if near:
        yield _Link("adj", False, near.end(), False)
    elif name.meaning.kind in NUMBERS and text[name.end : name.end + 1].isdigit():
        start = name.end - text[name.end - 1].isdigit()  # of `cvv211` all digits
        yield _Link("adj", False, start, False)


def _number(site: _Site, link: _Link, kind: str) -> Iterator[Sensitive]:
    opening = _OPENING.match(site.view.text, link.end)
    start = opening.end() if opening else link.end
    span = number_at(kind, site.view.text, start, link.how)
    if span is None and kind == "cvv":
        span, kind = number_at("otp", site.view.text, start, link.how), "otp"
    if span and _is_meant(site, link, kind, site.view.text[slice(*span)]):
        kind = "otp" if kind == "code" else kind
        yield site.found(kind, site.raw(span[0]), site.raw(span[1]))


def _is_meant(site: _Site, link: _Link, kind: str, value: str) -> bool:
    """Can the number be what the name announces?"""
    if kind == "expiry":
        return forms.of_card().search(site.view.text) is not None
    if kind in _COUNTED:
        if link.how not in ("eq", "is") and (link.far or link.how == "to"):
            return False
        if kind != "phone" and counts_things(site.view.text, site.name.start):
            return False
    return kind == "code" or field_secret(kind, value)


def _code(site: _Site, link: _Link) -> Iterator[Sensitive]:
    """Any code is one that was sent only if the words around say so, or if it is
    somebody's, or has six digits right behind the name."""
    text, name = site.view.text, site.name
    around = text[max(0, name.start - 48) : name.start] + text[name.end : name.end + 64]
    known = forms.context().search(around) is not None
    linked = link.how in ("eq", "is") and site.mine and not link.far
    for code in _number(site, link, "code"):
        if known or linked or (not link.far and _SIX.fullmatch(code.value)):
            yield code


def _opened(site: _Site, link: _Link) -> int:
    at = site.raw(link.end)
    opening = _OPENING.match(site.text, at)
    return opening.end() if opening else at


def _secret(site: _Site, link: _Link) -> Iterator[Sensitive]:
    """Passwords, passphrases and keys."""
    kind = "api_key" if site.name.meaning.kind == "api_key" else "password"
    if link.how == "eq" and not _is_whole(site):
        return
    start = site.raw(link.end)
    if kind == "password":
        start = _behind_user(site, start)
    quoted = _QUOTED.match(site.text, start)
    if quoted:
        group = quoted.lastindex or 1
        if _good_quoted(quoted[group], kind, link):
            yield site.found(kind, *quoted.span(group))
        return
    several = _phrase(site, link, start)
    if several:
        yield site.found(kind, *several)
        return
    bare = _BARE.match(site.text, start)
    if bare:
        value = _trimmed(bare[0], link.how)
        end = start + len(value)
        second = list(_second(site, end)) if value and kind == "password" else []
        of_user = second and "/" in site.text[end : second[0].start]
        if value and not of_user and _good_bare(site, link, start, value):
            yield site.found(kind, start, end)
        yield from second


def _phrase(site: _Site, link: _Link, start: int) -> tuple[int, int] | None:
    """The words of a passphrase; behind a password's name and a colon four or more of
    one case to the end, if they are no sentence."""
    if site.name.meaning.kind == "phrase" and link.how != "adj":
        return _run(site.text, start, fewest=3)
    if link.how != "eq" or link.far or site.name.meaning.kind != "password":
        return None
    found = forms.passphrase().match(site.text, start)
    if found is None:
        return None
    words = found[0].lower().split()
    if forms.using().search(words[0] + " "):
        return None
    told = sum(about_secrets(word) or harmless(word) for word in words)
    is_sentence = told > 1 or prose(words) or not ENGLISH.isdisjoint(words)
    return None if is_sentence else found.span()


def _is_whole(site: _Site) -> bool:
    """Does the whole identifier still mean it? (`max_tokens=100` does not)"""
    text, start, end = site.view.text, site.name.start, site.name.end
    before = _ENDS_SO.search(text, max(0, start - 32), start)
    behind = _BEGINS_SO.match(text, end)
    word = (
        f"{before[0] if before else ''}{text[start:end]}{behind[0] if behind else ''}"
    )
    return word == text[start:end] or kind_of_field(word) is not None


def _behind_user(site: _Site, start: int) -> int:
    """Where the second of a pair begins: "username/password: ann/X"."""
    lead = site.view.text[max(0, site.name.start - 24) : site.name.start]
    paired = forms.pair().search(lead)
    first = _PAIR.match(site.text, start) if paired else None
    return first.end() if first else start


def _second(site: _Site, end: int) -> Iterator[Sensitive]:
    """The second of two passwords, if it looks like one."""
    gap = forms.another().match(plain(site.text[end : end + _NEAR]))
    bare = _BARE.match(site.text, end + gap.end()) if gap else None
    value = _trimmed(bare[0], "to") if bare else ""
    is_another = unusual(value, touching=True) and "=" not in value
    if bare and is_another and not harmless(value):
        yield site.found("password", bare.start(), bare.start() + len(value))


def _trimmed(value: str, how: str) -> str:
    if how == "eq":
        value = _CUT.split(value, maxsplit=1)[0]
    return value.rstrip(".,;:?)]}*\\…")


def _good_quoted(value: str, kind: str, link: _Link) -> bool:
    if link.far and link.how not in ("eq", "is"):
        return False
    few = len(value.split()) <= (2 if link.how == "adj" else 1)
    if harmless(value) or (few and about_secrets(value)):
        return False
    if kind == "api_key":
        return " " not in value and token_looking(value, named=True)
    return value == value.strip()


def _good_bare(site: _Site, link: _Link, start: int, value: str) -> bool:
    if harmless(value) or _EXPRESSION.match(site.text, start):
        return False
    lead = site.view.text[max(0, site.name.start - 2) : site.name.start]
    if link.how == "adj" and _ATTRIBUTE.search(lead):
        return False
    if site.name.meaning.kind == "api_key":
        if _CALL.match(site.text, start):
            return False
        counted = link.far and value.isdigit()  # a token's count
        return value.isascii() and not counted and _key_looking(site, value, link.how)
    if unusual(value, touching=link.how == "adj" or link.far):
        return True
    if link.far or link.lines or not value.isalnum() or len(value) < 3:
        return False
    return _plain_word(site, link, start + len(value), value)


def _key_looking(site: _Site, value: str, how: str) -> bool:
    if how == "eq" and 4 <= len(value) < 8:
        return value.isalnum() and not value.isalpha() and not value.isdigit()
    name = site.view.text[site.name.start : site.name.end]
    compound = site.foreign or any(char in name for char in "_- ")
    long = len(value) >= 16 or any(char.isdigit() for char in value)
    return long and token_looking(value, named=compound and how in ("eq", "is"))


def _plain_word(site: _Site, link: _Link, end: int, value: str) -> bool:
    """Is a word that looks like any other the value, because it is assigned?"""
    if about_secrets(value) or next(secret_names(plain(value)), None):
        return False
    if link.how == "is":
        strange = site.foreign and value.isascii()
        if len(value) < 4 or not (strange or site.mine or site.owned):
            return False
    elif link.how != "eq":
        return False
    return forms.ends().match(plain(site.text[end : end + _NEAR])) is not None


def _answer(site: _Site, start: int, link: _Link) -> Iterator[Sensitive]:
    if link.how not in ("eq", "is") or link.far:
        return
    quoted = _QUOTED.match(site.text, start)
    if quoted:
        yield site.found("security_answer", *quoted.span(quoted.lastindex or 1))
        return
    view = plain_view(site.text[start : start + 200])
    said = forms.answer().match(view.text)
    if said and not about_secrets(said[0]) and not harmless(said[0]):
        yield site.found("security_answer", start, start + view.span(*said.span())[1])


def _words(site: _Site, link: _Link) -> Iterator[Sensitive]:
    """The words of a seed phrase: few where they are assigned, else all twelve."""
    start = _opened(site, link)
    fewest = 4 if link.how in ("eq", "is") and not link.far else 12
    span = _run(site.text, start, fewest=fewest)
    if span:
        yield site.found("seed_phrase", *span)


def _words_near(site: _Site) -> Iterator[Sensitive]:
    """All words of a seed phrase that begins soon behind its name."""
    start = site.raw(site.name.end)
    for run in _RUN.finditer(site.text, start, start + _ASKED + 400):
        span = _run(site.text, run.start(), fewest=12)
        if span and span[0] < start + _ASKED:
            yield Sensitive(*span, "seed_phrase", site.text[slice(*span)], PHRASE)
            return


_ONE_WORD = r"(?:\d{1,2}[.):]?\s{0,2})?([^\W\d_]{2,12}|[\u3400-\u9fff])(?![^\W_])"
_RUN = re.compile(rf"{_ONE_WORD}(?:[\s,;、·]{{1,3}}{_ONE_WORD}){{2,24}}")
_EACH = re.compile(r"[^\W\d_]+")
_LENGTHS = (24, 21, 18, 15, 12)
"""So many words has a whole seed phrase."""


def _run(text: str, start: int, *, fewest: int) -> tuple[int, int] | None:
    """Words one after another, if they are no sentence."""
    found = _RUN.match(text, start)
    if found is None:
        return None
    words = list(_EACH.finditer(text, *found.span()))
    whole = next((n for n in _LENGTHS if n <= len(words)), len(words))
    words = words[:whole]
    if len(words) < fewest or prose([word[0] for word in words]):
        return None
    return words[0].start(), words[-1].end()


def _before(site: _Site) -> Iterator[Sensitive]:
    """`use X as the password`, `X is my password`, and X alone where verbs end."""
    kind = site.name.meaning.kind
    start = max(0, site.name.start - _LEAD)
    lead = site.view.text[start : site.name.start]
    if kind == "code" and forms.context().search(lead):
        kind = "otp"
    if kind not in ("password", "otp", "api_key"):
        return
    for form in forms.before(site.name.meaning._replace(kind=kind)):
        found = form.search(lead)
        used = found and forms.using().search(lead, 0, found.start(1))
        if found and _good_before(kind, found[1], bool(used)):
            first, last = (site.raw(start + at) for at in found.span(1))
            yield site.found(kind, first, last)
            return


def _good_before(kind: str, value: str, used: bool) -> bool:
    if harmless(value):
        return False
    if kind == "otp":
        return re.fullmatch(r"(?:[a-z]-)?[0-9]{4,8}", value) is not None
    if kind == "api_key":
        return token_looking(value, named=False)
    return used or (not value.isdigit() and unusual(value, touching=True))
