"""What the contract of embedders does not say of e5: its pieces and windows."""

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import kgmem_e5_data
import numpy as np
import pytest

from kgmem.backends.models import e5
from kgmem.errors import ConfigurationError
from kgmem_e5 import E5
from kgmem_e5.pieces import Pieces


@pytest.fixture(scope="module")
def pieces() -> Pieces:
    return Pieces.open(Path(kgmem_e5_data.__file__).parent)


def test_long_texts_have_the_mean_of_windows_in_any_batch() -> None:
    engine, long = E5(), "open the door " * 400
    short = long[:1000]

    alone = [engine.embed([text])[0] for text in (long, short)]
    batch = engine.embed([short, long, "x", long, short])

    np.testing.assert_array_equal(batch[[1, 3]], [alone[0]] * 2)
    np.testing.assert_array_equal(batch[[0, 4]], [alone[1]] * 2)
    assert 0.9 < float(alone[0] @ alone[1]) < 1


@pytest.mark.parametrize("lacking", e5.PACKAGES)
def test_a_package_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    def installed(name: str) -> str:
        if name == lacking:
            raise PackageNotFoundError(name)
        return version(name)

    monkeypatch.setattr(e5, "version", installed)

    with pytest.raises(ConfigurationError, match=f"{lacking} is not installed"):
        e5.E5Embedder()


@pytest.mark.parametrize(
    "text", ["ab" * 3000, "键盘" * 3000, "a键" * 3000, "🎉" * 3000]
)
def test_a_head_is_whole_characters_within_its_size(text: str) -> None:
    head = e5.head(text, 100)

    assert text.startswith(head)
    assert 96 < len(head.encode()) <= 100
