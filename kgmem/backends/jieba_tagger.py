"""Chinese words and parts of speech by jieba, offline."""

import logging
import re
import threading
import warnings
from collections.abc import Callable
from typing import Any

from kgmem.errors import ServiceError
from kgmem.ports import Token

BLOCK = 400
"""Characters cut at once: jieba's time grows with the square of a run's length."""

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
        cut = self._segmenter().lcut
        tokens: list[Token] = []
        for number, match in enumerate(_SENTENCE.finditer(text)):
            at = match.start()
            for word, flag in _pairs(cut, match[0]):
                if not word.isspace():
                    tokens.append(Token(word, at, at + len(word), number, flag))
                at += len(word)
        return tokens

    def _segmenter(self) -> Any:
        with self._loading:
            if self._loaded is None:
                self._loaded = _load(self._dictionary)
            return self._loaded


def _pairs(cut: Any, sentence: str) -> list[tuple[str, str]]:
    return [
        (pair.word, pair.flag)
        for at in range(0, len(sentence), BLOCK)
        for pair in cut(sentence[at : at + BLOCK])
    ]


def _load(dictionary: Callable[[], Any] | None) -> Any:
    """Never jieba's shared one: words that a host adds to it would change what is
    found."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes, pkg_resources
        try:
            import jieba
            import jieba.posseg

            jieba.setLogLevel(logging.WARNING)
            words = dictionary() if dictionary else jieba.Tokenizer()
            words.initialize()
            segmenter = jieba.posseg.POSTokenizer(words)
        except Exception as error:  # whatever a broken installation raises
            raise ServiceError(f"Chinese can't be tagged: {error}") from error
    return segmenter
