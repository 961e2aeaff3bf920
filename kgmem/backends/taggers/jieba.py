"""Chinese words and parts of speech by jieba, offline."""

import logging
import re
import threading
import warnings
from collections.abc import Callable, Container, Iterator, Sequence
from typing import Any

from kgmem.backends.taggers.jieba_states import with_state_path
from kgmem.errors import ServiceError
from kgmem.ports import Token

BLOCK = 400
"""Characters cut at once: jieba's time grows with the square of a run's length."""
RARE = 10
"""Characters of a block that jieba's model of new words does not know: each takes
milliseconds, as it tries all parts of speech, and a text has few of them. Where there
are more, words are those of the dictionary."""

_SENTENCE = re.compile(r"[^。！？!?；;\n]+[。！？!?；;\n]*|[。！？!?；;\n]+")


class JiebaTagger:
    """Tagger over `jieba.posseg`; loads in about 3 seconds, at the first call.

    `dictionary` gives a jieba.Tokenizer that is loaded already, so that its words are
    held once; without it one of our own is loaded.
    """

    model = "jieba:posseg@0.42"

    def __init__(self, dictionary: Callable[[], Any] | None = None) -> None:
        self._dictionary = dictionary
        self._loaded: Any = None
        self._loading = threading.Lock()

    def tag(self, text: str) -> list[Token]:
        """Words with jieba's parts of speech; no dependencies, no named entities."""
        segmenter, characters = self._segmenter()
        tokens: list[Token] = []
        for number, match in enumerate(_SENTENCE.finditer(text)):
            at = match.start()
            for word, flag in _pairs(segmenter.lcut, characters, match[0]):
                if not word.isspace():
                    tokens.append(Token(word, at, at + len(word), number, flag))
                at += len(word)
        return tokens

    def tag_many(self, texts: Sequence[str]) -> list[list[Token]]:
        """The same for several texts."""
        return [self.tag(text) for text in texts]

    def _segmenter(self) -> Any:
        with self._loading:
            if self._loaded is None:
                self._loaded = _load(self._dictionary)
            return self._loaded


def _pairs(
    cut: Any, characters: Container[str], sentence: str
) -> Iterator[tuple[str, str]]:
    for at in range(0, len(sentence), BLOCK):
        block = sentence[at : at + BLOCK]
        rare = sum(
            0x3400 <= ord(one) <= 0x9FFF and one not in characters for one in block
        )
        for pair in cut(block, HMM=rare <= RARE):
            yield pair.word, pair.flag


def _load(dictionary: Callable[[], Any] | None) -> Any:
    """The segmenter, and the characters that its model of new words knows.

    Never jieba's shared one: words that a host adds to it would change what is found.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes, pkg_resources
        try:
            import jieba
            import jieba.posseg

            jieba.setLogLevel(logging.WARNING)
            words = dictionary() if dictionary else jieba.Tokenizer()
            words.initialize()
            segmenter = with_state_path(jieba.posseg, words)
        except Exception as error:  # whatever a broken installation raises
            raise ServiceError(f"Chinese can't be tagged: {error}") from error
    return segmenter, jieba.posseg.char_state_tab_P
