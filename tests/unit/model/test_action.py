"""The table of actions: its rows hang together."""

import pytest

from kgmem.language.lexicon import fold
from kgmem.language.vocabulary import languages
from kgmem.learn.histories.action_words import VERBS, action_of
from kgmem.model.action import ACTIONS, Action


@pytest.mark.parametrize("action", [a for a in ACTIONS if not ACTIONS[a].is_call])
def test_every_action_is_called_something_in_each_language(action: Action) -> None:
    called = {one.code: one.words(f"action.{action}") for one in languages()}

    assert all(called.values())
    assert {action_of(word) for words in called.values() for word in words} == {action}


def test_no_word_calls_two_actions() -> None:
    said = [
        fold(word) for action in ACTIONS for word in (action, *VERBS.get(action, ()))
    ]

    assert len(said) == len(set(said))
