"""The best embedder that runs on this machine without a network."""

import logging
from collections.abc import Callable, Mapping

from kgmem.backends.models.e5 import E5Embedder
from kgmem.backends.models.ngram import NgramEmbedder
from kgmem.errors import ConfigurationError
from kgmem.ports import Embedder

log = logging.getLogger(__name__)

Makers = Mapping[str, Callable[[], Embedder]]

MAKERS: Makers = {
    "e5": E5Embedder,
    "ngram": NgramEmbedder,
}
"""Best first, by how well each finds paraphrases, translations and documents."""


def offline_embedder(
    choice: str = "auto", makers: Makers = MAKERS
) -> tuple[Embedder, str | None]:
    """The chosen embedder; for `auto` the best that runs, and why not a better one.

    A fallback is logged as a warning. Raises ConfigurationError naming
    KGMEM_EMBEDDING if the chosen one can't run or is unknown.
    """
    if choice == "auto":
        return _best(makers)
    if choice not in makers:
        raise ConfigurationError(
            f"KGMEM_EMBEDDING={choice} is unknown; known: auto, {', '.join(makers)}"
        )
    try:
        return makers[choice](), None
    except ConfigurationError as error:
        raise ConfigurationError(
            f"KGMEM_EMBEDDING={choice} can't be used here: {error}; "
            "set it to auto to take the best that can"
        ) from error


def _best(makers: Makers) -> tuple[Embedder, str | None]:
    reasons: list[str] = []
    for make in makers.values():
        try:
            embedder = make()
        except ConfigurationError as error:
            reasons.append(str(error))
            continue
        return embedder, _fallen_back(embedder, reasons)
    raise ConfigurationError(f"no offline embedder runs here: {'; '.join(reasons)}")


def _fallen_back(embedder: Embedder, reasons: list[str]) -> str | None:
    if not reasons:
        return None
    text = f"texts are embedded by {embedder.model} instead: {'; '.join(reasons)}"
    log.warning("%s", text)
    return text
