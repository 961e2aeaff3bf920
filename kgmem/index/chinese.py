"""Words in runs of Chinese characters."""

import functools
import logging
import threading
import warnings
from typing import Any

BLOCK = 400
"""Characters cut at once: jieba's time grows with the square of a run's length."""

_loading = threading.Lock()


def words(run: str) -> list[str]:
    """The words of `run`, in order; together they are `run` again.

    The first call loads jieba's dictionary (about a second).
    """
    cut = segmenter().lcut
    return [
        word for at in range(0, len(run), BLOCK) for word in cut(run[at : at + BLOCK])
    ]


def segmenter() -> Any:
    """A jieba.Tokenizer with its dictionary, loaded once for the process."""
    with _loading:
        return _load()


@functools.cache
def _load() -> Any:
    """A segmenter of our own: words that a host adds to jieba's shared one would
    change the tokens of what is indexed already."""
    with warnings.catch_warnings():
        # Its sources hold invalid escape sequences, and it asks for pkg_resources.
        for category in (DeprecationWarning, SyntaxWarning, UserWarning):
            warnings.filterwarnings("ignore", r"invalid escape|.*escape seq", category)
            warnings.filterwarnings("ignore", r".*pkg_resources", category)
        import jieba

        jieba.setLogLevel(logging.WARNING)
        segmenter = jieba.Tokenizer()
        segmenter.initialize()
    return segmenter
