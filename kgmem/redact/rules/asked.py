"""What a message that is nothing but a secret answers, or goes on from."""

import re

from kgmem.redact.accents import plain_view
from kgmem.redact.rules import world_forms as forms
from kgmem.redact.rules.world_names import secret_names

_LONGEST_ANSWER = 120
_NEAR = 200
"""So many characters at a message's end are looked at."""
_NEXT_SENTENCE = re.compile(r"[.?!。？！\n]\s{0,3}[^\s.?!。？！]")


def lead_of(before: str, text: str, *, goes_on: bool) -> str:
    """What `text`, said behind `before`, stands behind as one sentence; empty where it
    answers nothing. `goes_on`: the same person said both."""
    if len(text) > _LONGEST_ANSWER or "\n" in text.strip():
        return ""
    tail = before.rstrip()[-_NEAR:]
    view = plain_view(tail)
    name = max(secret_names(view.text), default=None, key=lambda one: one.end)
    if name is None or _NEXT_SENTENCE.search(view.text, name.end):
        return ""
    rest = view.text[name.end :].strip(" .?!。？！")
    foreign = not view.text[name.start : name.end].isascii() and text.isascii()
    asked = not rest and forms.asking().search(view.text[: name.start]) is not None
    linked = foreign or (bool(rest) if goes_on else asked)
    if not linked and len(text.split()) > 1:
        return ""
    if goes_on:
        return tail + " "
    return tail[: view.span(name.end, name.end)[0]] + (": " if linked else " ")
