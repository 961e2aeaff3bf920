"""Steps that can't be taken back: pay, order, delete, send, publish."""

from collections.abc import Mapping
from typing import Any

from kgmem.language.lexicon import SEARCH, fold, lexicon, wordings
from kgmem.language.vocabulary import word_set
from kgmem.model.action import ACTIONS, Action
from kgmem.model.trajectory import Element

IRREVERSIBLE = lexicon("irreversible")
"""What a control is called that acts for good."""

_ALONE = word_set("irreversible.alone")
"""Nouns or verbs in a longer name; as a whole name they are commands."""

_MESSAGE = lexicon("message")


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
    does = ACTIONS[action]
    if does.presses:
        return any(_commands(words) for words in wordings(target)[:3])
    if does.is_call:
        return _commands(str((params or {}).get("name") or ""))
    if does.enters == "key" or (does.enters == "text" and (value or "").endswith("\n")):
        return _sends_message(target, value or "")
    return False


def _commands(words: str) -> bool:
    return fold(words) in _ALONE or words in IRREVERSIBLE


def _sends_message(target: Element | None, value: str) -> bool:
    if not value.endswith("\n") and fold(value) not in ("enter", "return"):
        return False
    called = wordings(target)
    return any(w in _MESSAGE for w in called) and not any(w in SEARCH for w in called)
