"""Steps that can't be taken back: pay, order, delete, send, publish."""

from collections.abc import Mapping
from typing import Any

from kgmem.language.lexicon import SEARCH, fold, lexicon, wordings
from kgmem.language.vocabulary import word_set
from kgmem.model.trajectory import Action, Element

IRREVERSIBLE = lexicon("irreversible")
"""What a control is called that acts for good."""

_ALONE = word_set("irreversible.alone")
"""Nouns or verbs in a longer name; as a whole name they are commands."""

_MESSAGE = lexicon("message")
_POINTING: frozenset[str] = frozenset({"click", "double_click", "long_press"})
_TARGETLESS: frozenset[str] = frozenset({"tool", "custom"})


def is_irreversible(
    action: Action,
    target: Element | None,
    value: str | None,
    params: Mapping[str, Any] | None = None,
) -> bool:
    """True for a step that pays, orders, deletes, sends or publishes, as far as
    the words on its target (or a tool's name in `params`) say so.

    Typing, choosing and looking are never irreversible; Enter in a message field
    is.
    """
    if action in _POINTING:
        return any(_commands(words) for words in wordings(target)[:3])
    if action in _TARGETLESS:
        return _commands(str((params or {}).get("name") or ""))
    if action == "key" or (action == "type" and (value or "").endswith("\n")):
        return _sends_message(target, value or "")
    return False


def _commands(words: str) -> bool:
    return fold(words) in _ALONE or words in IRREVERSIBLE


def _sends_message(target: Element | None, value: str) -> bool:
    if not value.endswith("\n") and fold(value) not in ("enter", "return"):
        return False
    called = wordings(target)
    return any(w in _MESSAGE for w in called) and not any(w in SEARCH for w in called)
