"""The path through jieba's hidden states: the same one as jieba finds, in a fraction of
its time, since only moves that its model has are looked at."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

MIN_FLOAT = -3.14e100
"""What jieba takes for the emission of a character that a state does not know."""
REMEMBERED = 4_096
"""Characters whose states are kept."""

State = tuple[str, str]
"""Place in a word, part of speech."""
Given = tuple[State, float, Mapping[State, float]]
"""A state, how likely it gives a character, and the moves that lead to it."""


class StatePath:
    """Finds the likeliest states of a run of characters; of two that are as likely
    jieba takes the greater one."""

    def __init__(self, posseg: Any) -> None:
        """`posseg`: the module with the tables of the model."""
        self._start: Mapping[State, float] = posseg.start_P
        self._emit = posseg.emit_P
        self._of_character: Mapping[str, Any] = posseg.char_state_tab_P
        self._leads_to: dict[State, dict[State, float]] = {y: {} for y in self._start}
        for before, after in posseg.trans_P.items():
            for state, weight in after.items():
                self._leads_to[state][before] = weight
        self._seen = lru_cache(REMEMBERED)(self._looked_up)

    def __call__(self, run: str) -> list[State] | None:
        """The states of its characters; None where the model knows no way on."""
        likely = {y: self._start[y] + given for y, given, _ in self._seen(run[0])}
        ways: list[dict[State, State]] = []
        for character in run[1:]:
            now, way = _moved(likely, self._seen(character))
            if not now:  # jieba goes on in whatever state can follow
                now, way = _moved(likely, self._given(character, self._start))
            if not now:
                return None
            likely = now
            ways.append(way)
        _, last = max((weight, state) for state, weight in likely.items())
        found = [last]
        for way in reversed(ways):
            found.append(way[found[-1]])
        return found[::-1]

    def _looked_up(self, character: str) -> list[Given]:
        """The states that a character may be in."""
        return self._given(character, self._of_character.get(character, self._start))

    def _given(self, character: str, states: Iterable[State]) -> list[Given]:
        return [
            (y, self._emit[y].get(character, MIN_FLOAT), self._leads_to[y])
            for y in states
        ]


def _moved(
    likely: Mapping[State, float], after: Iterable[Given]
) -> tuple[dict[State, float], dict[State, State]]:
    """How likely each state is then, and where it is best reached from."""
    reached: dict[State, float] = {}
    way: dict[State, State] = {}
    for state, given, moves in after:
        fewer, more = (moves, likely) if len(moves) < len(likely) else (likely, moves)
        ways = [(likely[y] + moves[y] + given, y) for y in fewer if y in more]
        if ways:
            reached[state], way[state] = max(ways)
    return reached, way


def with_state_path(posseg: Any, tokenizer: Any) -> Any:
    """A segmenter of jieba's that finds the states of unknown words by arrays."""
    path = StatePath(posseg)

    class Segmenter(posseg.POSTokenizer):  # type: ignore[misc]
        def _POSTokenizer__cut(self, run: str) -> Any:
            states = path(run)
            if states is None:
                yield from super()._POSTokenizer__cut(run)
                return
            begin = 0
            for n, (place, flag) in enumerate(states):
                if place in "ES":
                    start = begin if place == "E" else n
                    yield posseg.pair(run[start : n + 1], flag)
                    begin = n + 1
            if begin < len(run):
                yield posseg.pair(run[begin:], states[begin][1])

    return Segmenter(tokenizer)
