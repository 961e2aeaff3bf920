"""Words in an entry of a history: a text, a sentence that acts, a verb, prose."""

import re
from collections.abc import Mapping, Sequence

from kgmem.language.lexicon import fold
from kgmem.language.vocabulary import either, words
from kgmem.learn.histories.action_words import FINISHING, action_of, parse_action
from kgmem.learn.histories.step import STRONG_VERBS, VERB_NAMES


def is_finishing(verb: str) -> bool:
    """The word says that the run is over."""
    return fold(verb) in FINISHING or fold(verb.split("(")[0]) in FINISHING


def has_weak_verb(entry: Mapping[str, object]) -> bool:
    """A field that may hold other things as well holds an action."""
    for name in VERB_NAMES:
        verb = entry.get(name)
        if name in STRONG_VERBS or not isinstance(verb, str):
            continue
        if action_of(verb) or is_finishing(verb) or fold(verb) in ("press", "open"):
            return True
        if name == "name" and any(one in entry for one in ("arguments", "args")):
            return True
    return False


SENTENCES = ("text", "step", "content", "instruction", "description",
              *words("field.sentence"))  # fmt: skip


def looks_like(entry: Mapping[str, object]) -> str:
    """The fields of an entry, without what stands in them: it may be a secret."""
    names = ", ".join(repr(name[:40]) for name in list(entry)[:8])
    more = f" and {len(entry) - 8} more" if len(entry) > 8 else ""
    return f"an object with the fields {names}{more} and no action"


_LEADING = re.compile(
    rf"^\s*(?:step\s*\d{{1,3}}|(?:{either('field.step')})\s*\d{{1,3}}"
    rf"\s*(?:{either('field.step_end')}))\s*[.:：、)）]\s*",
    re.I,
)


def acting_sentence(entry: Mapping[str, object]) -> str | None:
    """One line that says an action from its first word on."""
    for name in SENTENCES:
        text = entry.get(name)
        if not isinstance(text, str) or len(text) > 300 or "\n" in text.strip():
            continue
        bare = _LEADING.sub("", text)
        if not parse_action(bare).is_unknown:
            return bare
    return None


def first_text(entry: Mapping[str, object], names: Sequence[str]) -> str | None:
    """The first text there is under these names."""
    found = (text_of(entry.get(name)) for name in names)
    return next((text for text in found if text), None)


def text_of(content: object) -> str | None:
    """Text of a message, also of one in parts (`[{"type": "text", "text": …}]`)."""
    if isinstance(content, str):
        return content.strip() or None
    if isinstance(content, list):
        parts = [p.get("text") for p in content if isinstance(p, Mapping)]
        return "\n".join(p for p in parts if isinstance(p, str)).strip() or None
    return None


_PROSE = re.compile(
    r"[.!?](?=\s|$)|[。！？，；;\n(){}]|\S+\s+\S+\s+\S+\s+\S+|[\u4e00-\u9fff]{9,}"
)


def is_prose(name: str) -> bool:
    """The name of a custom action is none by its shape: it is a sentence."""
    called = name.strip()
    return (
        called.casefold() == "unknown"
        or len(called) > 60
        or not any(ch.isalpha() for ch in called)
        or _PROSE.search(called) is not None
    )
