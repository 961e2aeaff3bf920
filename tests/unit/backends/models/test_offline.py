"""offline_embedder takes the best that runs, loudly where it is not the first."""

import logging
from collections.abc import Callable
from typing import NoReturn

import pytest

from kgmem.backends.models.ngram import NgramEmbedder
from kgmem.backends.models.offline import offline_embedder
from kgmem.errors import ConfigurationError
from kgmem.ports import Embedder


def lacking(reason: str) -> Callable[[], Embedder]:
    def make() -> NoReturn:
        raise ConfigurationError(reason)

    return make


def test_auto_says_why_it_fell_back(caplog: pytest.LogCaptureFixture) -> None:
    makers = {
        "first": lacking("it does not open"),
        "second": lacking("the package is not installed"),
        "third": NgramEmbedder,
    }

    with caplog.at_level(logging.WARNING):
        embedder, reason = offline_embedder("auto", makers)

    assert embedder.model == "ngram-1"
    assert reason is not None
    assert "does not open" in reason
    assert "not installed" in reason
    assert "ngram-1" in reason
    assert [record.getMessage() for record in caplog.records] == [reason]


def test_a_chosen_one_that_can_not_run_is_an_error() -> None:
    makers = {"e5": lacking("the package is not installed"), "ngram": NgramEmbedder}

    with pytest.raises(
        ConfigurationError, match=r"KGMEM_EMBEDDING=e5.*not installed.*auto"
    ):
        offline_embedder("e5", makers)


def test_an_unknown_choice_names_the_known() -> None:
    with pytest.raises(ConfigurationError, match=r"KGMEM_EMBEDDING=bert.*e5, ngram"):
        offline_embedder("bert")
