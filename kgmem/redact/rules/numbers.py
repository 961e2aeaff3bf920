"""Numbers that are sensitive by their form: cards, accounts, identities, phones."""

import re
from collections.abc import Iterator
from itertools import islice

from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.exceptions import ValidationError
from stdnum.us import ssn

from kgmem.language.vocabulary import either
from kgmem.redact.finding import Sensitive

NUMBER_HINT = re.compile(
    r"[0-9](?:[ \t\-.()+/_]{0,3}[0-9]){6}|[a-z]{2}[0-9]{2}[\s\-./_+:,]{0,3}[a-z0-9]{4}"
)
"""In a text in lower case: it may hold one of these numbers."""

_CARD = re.compile(
    r"(?:(?<![0-9A-Za-z])|(?<=card|visa|Card|Visa|CARD|VISA|amex|AMEX|Amex))(?=("
    r"[2-6][0-9]{12,18}"
    r"|[2-6][0-9]{3}(?:[ \t\-+._]{1,3}[0-9]{4}){3}(?:[ \t\-+._]{1,3}[0-9]{1,3})?"
    r"|3[0-9]{3}[ \t\-+._]{1,3}[0-9]{6}[ \t\-+._]{1,3}[0-9]{4,5}"
    r")(?![0-9A-Za-z]))"
)
_ISSUER = re.compile(
    r"4[0-9]{15}(?:[0-9]{3})?|5[1-5][0-9]{14}"
    r"|2(?:22[1-9]|2[3-9][0-9]|[3-6][0-9]{2}|7[01][0-9]|720)[0-9]{12}"
    r"|3[47][0-9]{13}|3(?:0[0-5]|[68][0-9])[0-9]{11}|35(?:2[89]|[3-8][0-9])[0-9]{12}"
    r"|6(?:011|4[4-9][0-9]|5[0-9]{2})[0-9]{12}|62[0-9]{14,17}|4[0-9]{12}"
)
"""Visa, Mastercard, American Express, Diners, JCB, Discover, UnionPay (public issuer
identification ranges)."""
_IBAN = re.compile(
    r"(?=([A-Za-z] ?[A-Za-z] ?[0-9] ?[0-9](?:[\s\-./_+:,]{0,6}[A-Za-z0-9]){11,30}))"
)
"""Whatever stands between its groups, a line's end as well: its sum has to be right."""
_IBAN_COUNTRIES = """
    AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22
    DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28
    HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25
    MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29
    RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29
    VA22 VG24 XK20 YE30
"""
_IBAN_LENGTHS = {one[:2]: int(one[2:]) for one in _IBAN_COUNTRIES.split()}
"""Characters of a country's numbers (the registry of ISO 13616)."""
_RESIDENT = re.compile(
    r"(?<![0-9A-Za-z])(?=([1-9][0-9]{5}[ \-]?(?:19|20)[0-9]{6}[ \-]?[0-9]{3}[0-9Xx])"
    r"(?![0-9A-Za-z]))"
)
_DIGIT = re.compile(r"[0-9]")
_PROVINCES = frozenset(
    str(10 * region + place)
    for region, last in ((1, 5), (2, 3), (3, 7), (4, 6), (5, 4), (6, 5), (7, 1), (8, 3))
    for place in range(0 if region == 5 else 1, last + 1)
)
"""What China's residents' numbers begin with (GB/T 2260)."""
_SSN = re.compile(r"(?<![0-9A-Za-z\-])[0-9]{3}-[0-9]{2}-[0-9]{4}(?![0-9A-Za-z]|-[0-9])")
_INTERNATIONAL = re.compile(
    r"(?<![0-9A-Za-z+])(?:\+|(?<![./\-])00(?=[1-9]))[1-9][0-9]{0,2}[ \-.]{0,2}"
    r"(?:\(0?[0-9]{1,4}\))?(?:[ \-.(]{0,2}[0-9]\)?){6,13}(?![0-9A-Za-z])"
)
_CHINA = re.compile(
    r"(?<![0-9A-Za-z.])(?:(?:\+?86|0086)[ \-]?)?1[3-9][0-9](?:[ \-]?[0-9]{4}){2}"
    r"(?![0-9A-Za-z]|[.\-][0-9])"
    r"|(?<![0-9A-Za-z\-/.])(?:\(0[1-9][0-9]{1,2}\) ?|0[1-9][0-9]{1,2}[ \-])"
    r"[2-9][0-9]{6,7}(?![0-9A-Za-z]|-[0-9]{5})"
)
"""Mobile numbers, and numbers on land with their area code."""
_AMERICA = re.compile(
    r"(?<![0-9A-Za-z\-/.$#])(?:\+?1[ .\-]?)?"
    r"(?:\([2-9][0-9]{2}\)[ .\-]?[0-9]{3}[ .\-][0-9]{4}"
    r"|[2-9][0-9]{2}([.\-])[2-9][0-9]{2}\1[0-9]{4}|[2-9][0-9]{2}-[0-9]{3}-[0-9]{4}"
    r"|[2-9][0-9]{2} [2-9][0-9]{2}[ \-][0-9]{4})(?![0-9A-Za-z]|-[0-9])"
)
_NATIONAL = re.compile(
    r"(?<![0-9A-Za-z\-/.$#+])\(?0[1-9][0-9]{0,3}\)?(?:[ \-.][0-9]{2,4}){2,4}"
    r"(?![0-9A-Za-z]|[.\-/:][0-9])"
)
_REGIONS = ("GB", "FR", "DE", "JP", "IT", "AU", "IN")
_PHONES_CHECKED = 2_000
"""So many candidates of a text are checked by phonenumbers, the others are taken."""

_OTHER_NUMBER = re.compile(
    rf"(?:{either('redact.thing.name')})[^0-9a-z\n]{{0,4}}"
    rf"(?:{either('redact.thing.number')})?[^0-9a-z\n]{{0,4}}"
    rf"(?:(?:{either('redact.thing.is', spaced=True)}) "
    rf"|{either('redact.thing.is', spaced=False)})?\Z"
    r"|(?<![a-z])[a-z_\-]{0,16}id[\"']{0,2}[=:/] ?[\"']?\Z"
)
"""Before a number, in lower case: it is the number of a thing."""
_NOT_CARD_ID = re.compile(either("redact.thing.none"))


def numbers(text: str, low: str) -> Iterator[Sensitive]:
    """What the digits alone give away; `low` is the text in lower case."""
    for finding in _candidates(text):
        if not counts_things(low, finding.start):
            yield finding


def counts_things(low: str, start: int) -> bool:
    """Is the number at `start` an order, item, serial … number?"""
    lead = low[max(0, start - 28) : start]
    return bool(_OTHER_NUMBER.search(lead)) and not _NOT_CARD_ID.search(lead)


def canonical(kind: str, value: str) -> str | None:
    """The digits by which two spellings are one number; None for what is no number.

    Phones: the last ten, which drops country codes (China's and America's at least).
    """
    if kind not in ("card", "bank_account", "id_card", "ssn", "phone", "tax", "otp"):
        return None
    compact = "".join(char for char in value.upper() if char.isalnum())
    if sum(char.isdigit() for char in compact) < 6:
        return None
    return compact[-10:] if kind == "phone" else compact


def _candidates(text: str) -> Iterator[Sensitive]:
    yield from _cards(text)
    for match in _IBAN.finditer(text):
        yield from _iban(match)
    for match in _RESIDENT.finditer(text):
        if _is_resident(match[1]):
            yield Sensitive.of(match, "id_card", 1)
    for match in _SSN.finditer(text):
        if ssn.is_valid(match[0]):
            yield Sensitive.of(match, "ssn")
    yield from _phones(text)


def _cards(text: str) -> Iterator[Sensitive]:
    for match in _CARD.finditer(text):
        digits = "".join(char for char in match[1] if char.isdigit())
        if len(digits) == 13 or not _ISSUER.fullmatch(digits):
            continue
        if luhn.is_valid(digits):
            long = digits.startswith("62") and len(digits) > 16
            yield Sensitive.of(match, "bank_account" if long else "card", 1)


def _iban(match: re.Match[str]) -> Iterator[Sensitive]:
    """As much as a number of this country has; words behind it may have been caught."""
    length = _IBAN_LENGTHS.get(match[1].replace(" ", "")[:2].upper())
    if length is None:
        return
    text = match[1][: _end_of(match[1], length)]
    if iban.is_valid("".join(filter(str.isalnum, text))):
        start = match.start()
        if not _DIGIT.match(match.string, start + len(text)):
            yield Sensitive(start, start + len(text), "iban", text)


def _end_of(text: str, count: int) -> int:
    """Where its first `count` letters and digits end."""
    places = (at for at, char in enumerate(text) if char.isalnum())
    return next(islice(places, count - 1, None), len(text) - 1) + 1


def _is_resident(value: str) -> bool:
    """China's 18 digits: a true date of birth and the check digit of GB 11643."""
    compact = "".join(char for char in value.upper() if char.isalnum())
    if compact[:2] not in _PROVINCES:
        return False
    try:
        ric.get_birth_date(compact)
    except ValidationError:
        return False
    return bool(ric.calc_check_digit(compact) == compact[-1])


def _phones(text: str) -> Iterator[Sensitive]:
    checked = 0
    for match in _INTERNATIONAL.finditer(text):
        checked += 1
        if checked > _PHONES_CHECKED or _possible(match[0]):
            yield Sensitive.of(match, "phone")
    for pattern in (_CHINA, _AMERICA):
        for match in pattern.finditer(text):
            yield Sensitive.of(match, "phone")
    for match in _NATIONAL.finditer(text):
        checked += 1
        if checked > _PHONES_CHECKED or _national(match[0]):
            yield Sensitive.of(match, "phone")


def _possible(number: str) -> bool:
    import phonenumbers  # loads 50 modules, and few texts hold such a number

    if number.startswith("00"):
        number = "+" + number[2:]
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return False


def _national(number: str) -> bool:
    if not 9 <= sum(char.isdigit() for char in number) <= 12:
        return False
    import phonenumbers

    for region in _REGIONS:
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(number, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False
