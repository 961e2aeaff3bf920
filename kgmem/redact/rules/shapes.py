"""Secrets that show what they are by their own form or by a header's."""

import base64
import binascii
import re
from collections.abc import Iterator
from itertools import pairwise

from kgmem.language.vocabulary import either, words
from kgmem.redact.finding import Sensitive
from kgmem.redact.rules.plausible import harmless

_KEYS = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:ant-|proj-|svcacct-|or-v1-)?[A-Za-z0-9_\-]{16,256}"  # OpenAI, Anthropic
    r"|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}"
    r"|gl(?:pat|dt|rt|ptt|cbt|soat)-[A-Za-z0-9_\-]{16,128}"  # GitLab
    r"|xox[abeoprs]-[A-Za-z0-9\-]{10,256}|xapp-[0-9]-[A-Za-z0-9\-]{10,256}"  # Slack
    r"|(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}(?![A-Za-z0-9])"  # AWS
    r"|AIza[A-Za-z0-9_\-]{30,64}|ya29\.[A-Za-z0-9_\-]{20,512}|GOCSPX-[\w\-]{20,64}"
    r"|[sr]k_(?:live|test)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{16,255}"  # Stripe
    r"|hf_[A-Za-z0-9]{20,64}|api_org_[A-Za-z0-9]{20,64}"  # Hugging Face
    r"|SG\.[A-Za-z0-9_\-]{16,64}\.[A-Za-z0-9_\-]{16,64}"  # SendGrid
    r"|(?:SK|AC)[0-9a-f]{32}(?![0-9a-zA-Z])"  # Twilio
    r"|npm_[A-Za-z0-9]{30,64}|pypi-[A-Za-z0-9_\-]{32,512}"
    r"|[0-9]{8,10}:[A-Za-z0-9_\-]{35}(?![A-Za-z0-9_\-])"  # Telegram bot
    r"|LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9])|AKID[A-Za-z0-9]{13,40}(?![A-Za-z0-9])"
    r"|dop_v1_[a-f0-9]{64}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sq0[a-z]{3}-[\w\-]{22,43}"
    r"|(?:glsa|dapi|rnd|nvapi|pplx|gsk|r8|key)[_\-][A-Za-z0-9]{24,128}(?![A-Za-z0-9])"
    r")"
)
_DOTTED = re.compile(
    r"[A-Za-z0-9_\-.]{20,}+(?:\r?\n[ \t]{0,8}(?=[A-Za-z0-9_\-.]{0,200}"
    r"(?:[\r\n\"'<,;)]|\Z|[0-9]|[a-z][A-Z]))[A-Za-z0-9_\-.]+)*"
)
"""A long token, also one that goes on in further lines."""
_JSON = re.compile(r"eyJ|eyAi|ewo[gIiJ]|ew0K")
"""How base64 of what `{` begins may begin."""
KEY_HINT = re.compile(
    r"sk-|gh[pousr]_|github_pat|gl[a-z]{2,4}-|xox[a-z]-|xapp-|akia|asia|agpa|aida|aroa"
    r"|anpa|aiza|ya29|gocspx|[sr]k_|whsec|hf_|api_org|sg\.|sk[0-9a-f]{8}|ac[0-9a-f]{8}"
    r"|npm_|pypi-|[0-9]{8}:|ltai|akid|dop_v1|shp[a-z]{2}_|sq0|e(?:yj|yai|wo[gij]|w0k)|glsa|dapi|rnd_|nvapi"
    r"|pplx|gsk_|r8_|key|://|-----|authorization|bearer|basic|cookie|accountkey"
    r"|sharedaccesskey|-u |--user|mysql"
)
"""In a text in lower case: it may hold one of these shapes."""
_ACCOUNT_KEY = re.compile(
    r"(?i)(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/=]{16,128})"
)

_URL = re.compile(
    r"(?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{0,30}://[^\s:/?#@\"'<>]{0,128}"
    r":(?![0-9]{1,5}[/?#])([^\s\"'<>]{1,256}?)"
    r"@(?=[A-Za-z0-9.\-_\[\u4e00-\u9fff]{1,253}(?:[:/?#\s\"'<>,;)\]}，。]|\Z))"
)
_CURL = re.compile(
    r"(?<![\w\-])(?:-u|--user)[ =][\"']?[^\s:\"']{1,64}:([^\s\"']{1,128})"
)

_MYSQL = re.compile(r"mysql\w{0,8} [^\n|;]{0,80}?(?<= )-p([^\s\"'|;]{3,64})")

_AUTHORIZATION = re.compile(
    r"(?i)authorization[\"']?\]?\s{0,3}[:=,]\s{0,3}[\"']?(?:(bearer|basic|token|digest"
    r"|apikey|negotiate|aws4-hmac-sha256|key)\s{1,3})?"
)
_LISTING = ("digest", "aws4-hmac-sha256")
"""Schemes whose credential is a list of parameters."""
_BEARER = re.compile(
    rf"(?i)bearer(?:{either('redact.bearer.noun')})?[\"']?"
    rf"(?P<link>[\s:=：{''.join(words('redact.bearer.is'))}]{{0,4}})[\"']?"
    r"(?P<value>[A-Za-z0-9\-._~+/=]{8,4096})"
)
_KEY = re.compile(
    r"(?i)(?P<lead>[a-z0-9_\-]{0,16})(?<![a-z])keys?[\"']?"
    r"(?P<link>\s{0,2}(?:[=:：>\-_]|=>)\s{0,2}|\s(?:is\s)?)[\"'`]?"
    r"(?P<value>[A-Za-z0-9+/_\-.=]{10,512})"
)
_CHANGES = re.compile(r"(?<=[a-z])[A-Z]|(?<=[A-Za-z])[0-9]|(?<=[0-9])[A-Za-z]")
_MANY_CHANGES = 4
"""Between small and big letters and digits: words and versions have fewer."""
_OTHER_KEY = re.compile(
    r"(?i)(?<![a-z])(?:cache|primary|foreign|partition|sort|public|issue|object|s3"
    r"|bucket|file|lookup|map|group|row|index|dedup|idempotency|routing)(?![a-z])"
)
"""Before `key`: it opens nothing."""
_BASIC = re.compile(r"(?i)(?<![A-Za-z])basic ([A-Za-z0-9+/\-_]{8,1024}={0,2})")
_PARAMETERS = re.compile(
    r"(?:[\w\-]{1,40}=(?:\"[^\"\n]{0,1024}\"|[^\s,\"']{1,1024})[,;]?\s{0,2}){1,20}"
)
_CREDENTIAL = re.compile(r"[^\s\"',;<>，。；]{4,4096}")

_COOKIE = re.compile(r"(?i)cookies?[\"']?\]?\s{0,3}[:=,\s]\s{0,3}([\"'{]?)")
_COOKIE_TEXT = re.compile(
    r"[\w.\-$%!#&*+^|~]{1,128}=[^;\s,\"'<>]{0,4096}(?:;\s{0,3}(?:[Ee]xpires="
    r"[^;\"'\n]{1,40}|[\w.\-$%]{1,128}(?:=[^;\s,\"'<>]{0,4096})?)){0,80}"
)
_COOKIE_PAIR = re.compile(r"([\w.\-$%]{1,128})=([^;\s,]{1,4096})")

_PEM_MARK = re.compile(
    r"-----(BEGIN|END) (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----"
)
_PEM_BODY = re.compile(
    r"(?:\s{0,4}(?:[A-Za-z0-9+/=]{16,}+|(?:Proc-Type|DEK-Info): [^\n]{1,80}))*+"
    r"(?:\s[A-Za-z0-9+/]{0,15}={1,2})?"
)
_PEM_BODY_BACKWARDS = re.compile(r"(?:\s{0,4}[A-Za-z0-9+/=]{8,}+)*+")
_LONGEST_PEM = 20_000


def shapes(text: str) -> Iterator[Sensitive]:
    """Keys, tokens, headers, credentials in URLs, private keys."""
    for match in _KEYS.finditer(text):
        yield Sensitive.of(match, "api_key")
    yield from _json_tokens(text)
    for match in _ACCOUNT_KEY.finditer(text):
        yield Sensitive.of(match, "api_key", 1)
    yield from _named_keys(text)
    yield from _private_keys(text)
    for pattern in (_URL, _CURL, _MYSQL):
        for match in pattern.finditer(text):
            if not harmless(match[1]):
                yield Sensitive.of(match, "url_credentials", 1)
    yield from _authorizations(text)
    yield from _cookies(text)


def _json_tokens(text: str) -> Iterator[Sensitive]:
    """JSON that is signed or encrypted: `eyJ….eyJ….…`."""
    for token in _DOTTED.finditer(text):
        start = token.start()
        for segment, following in pairwise(token[0].split(".")):
            header = _JSON.search(segment)
            if header and (
                _JSON.match(following.lstrip()) or _is_header(segment[header.start() :])
            ):
                start += header.start()
                end = token.start() + len(token[0].rstrip("."))
                yield Sensitive(start, end, "api_key", text[start:end])
                break
            start += len(segment) + 1


def _is_header(segment: str) -> bool:
    """Does it say an algorithm?"""
    start = "".join(segment[:400].split())
    decoded = base64.urlsafe_b64decode(start[: len(start) // 4 * 4])
    return b'"alg"' in decoded or b'"enc"' in decoded


def bearer_value(text: str) -> tuple[int, int]:
    """Where in an Authorization header's value the credential is."""
    scheme = re.match(r"\s*(?:[A-Za-z][A-Za-z0-9\-]{2,20}\s+)?", text)
    return (scheme.end() if scheme else 0), len(text.rstrip())


def inner_cookies(header: str) -> list[str]:
    """The single cookies' values that could stand elsewhere and are no plain words."""
    return [
        match[2]
        for match in _COOKIE_PAIR.finditer(header)
        if len(match[2]) >= 8
        and any(char.isdigit() for char in match[2])
        and match[1].lower() not in ("expires", "max-age", "path", "domain")
    ]


def _private_keys(text: str) -> Iterator[Sensitive]:
    if "PRIVATE KEY" not in text:
        return
    marks = list(_PEM_MARK.finditer(text))
    after = 0
    for at, mark in enumerate(marks):
        if mark.start() < after:
            continue
        if mark[1] == "END":
            start, after = _headless(text, mark), mark.end()
        else:
            start, after = mark.start(), _tail(text, mark, marks[at + 1 : at + 2])
        yield Sensitive(start, after, "private_key", text[start:after])


def _tail(text: str, begin: re.Match[str], following: list[re.Match[str]]) -> int:
    """Where the block ends; one that was cut off ends with its last key line."""
    for mark in following:
        if mark[1] == "END" and mark.start() - begin.end() < _LONGEST_PEM:
            return mark.end()
    body = _PEM_BODY.match(text, begin.end(), begin.end() + _LONGEST_PEM)
    return body.end() if body else begin.end()


def _headless(text: str, end: re.Match[str]) -> int:
    """Where a block begins whose first line was cut off."""
    before = text[max(0, end.start() - _LONGEST_PEM) : end.start()][::-1]
    body = _PEM_BODY_BACKWARDS.match(before)
    return end.start() - (body.end() if body else 0)


def _authorizations(text: str) -> Iterator[Sensitive]:
    for match in _AUTHORIZATION.finditer(text):
        scheme = (match[1] or "").lower()
        value = _PARAMETERS.match(text, match.end()) if scheme in _LISTING else None
        value = value or _CREDENTIAL.match(text, match.end())
        if value and not harmless(value[0]) and (scheme or _mixed(value[0], 12)):
            yield Sensitive.of(value, "bearer")
    for match in _BEARER.finditer(text):
        if _is_bearer(match):
            yield Sensitive.of(match, "bearer", "value")
    for match in _BASIC.finditer(text):
        if _is_basic(match[1]):
            yield Sensitive.of(match, "bearer", 1)


def _is_bearer(match: re.Match[str]) -> bool:
    """Glued to its name, it has to look like a token by itself."""
    value = match["value"]
    if match["link"]:
        return _mixed(value, 24)
    return len(value) >= 12 and _random(value)


def _random(value: str) -> bool:
    """Letters and at least three digits, in no word-like order."""
    digits = sum(char.isdigit() for char in value)
    return digits >= 3 and any(char.isalpha() for char in value)


def _named_keys(text: str) -> Iterator[Sensitive]:
    """`key=…` where no word before says that it is another kind of key."""
    for match in _KEY.finditer(text):
        if not _OTHER_KEY.search(match["lead"]) and _is_key(match["value"]):
            yield Sensitive.of(match, "api_key", "value")


def _is_key(value: str) -> bool:
    """One random token, not words and dates with marks between: long, or of small
    and big letters and digits."""
    longest = max(re.split(r"[_\-./]", value), key=len)
    if len(value) >= 16 and len(longest) >= 12 and _random(longest):
        return True
    return len(_CHANGES.findall(longest)) >= _MANY_CHANGES


def _mixed(value: str, long: int) -> bool:
    """Has it digits, or is it at least `long`?"""
    return len(value) >= long or any(char.isdigit() for char in value)


def _is_basic(value: str) -> bool:
    """Is it `user:password` in base64?"""
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def _cookies(text: str) -> Iterator[Sensitive]:
    for match in _COOKIE.finditer(text):
        value = _COOKIE_TEXT.match(text, match.end())
        if value is None:
            continue
        bare = value[0].rstrip()
        pair = _COOKIE_PAIR.match(bare)
        if pair and not harmless(pair[2]):
            end = value.start() + len(bare)
            yield Sensitive(value.start(), end, "cookie", bare)
