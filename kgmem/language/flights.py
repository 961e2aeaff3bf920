"""Flight numbers: an airline's code of two characters and up to four digits."""

import re

from kgmem.language.vocabulary import words

_AIRLINES = "|".join(
    (
        "3U|8L|9C|CA|CZ|HO|HU|JD|KN|MF|MU|UQ|ZH|BR|CI|CX|HX|KA|NX|UO",
        "AA|AF|AI|AY|BA|B6|DL|EK|EY|IB|JL|JQ|KE|KL|LH|LX|MH|NH|NZ|OZ|QF|SQ|SU|TG|TK",
        "UA|VN|VY|WN",
    )
)
"""Codes that are told from other capitals without a word such as "flight"; left out are
those that more often stand for something else, such as PR, FM, TV, QR and EU."""
_END = r"(?![A-Za-z\d_-])(?!\.\d)"

FLIGHTS = (
    re.compile(rf"(?<![A-Za-z\d_#@.-])(?:{_AIRLINES})(?:\d{{3,4}}| \d{{2,4}}){_END}"),
    re.compile(
        rf"(?:{'|'.join(f'(?<={word})' for word in words('flight.before'))})"
        rf"(?=\d?[A-Z])[A-Z\d]{{2}} ?\d{{1,4}}{_END}"
    ),
)
"""Wordings of flight numbers: known by the airline, or by the word before."""
