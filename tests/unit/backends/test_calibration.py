"""The constants of the embedders: their file, what centring does, when they hold."""

import logging

import numpy as np
import pytest

from kgmem.backends.calibration import FOLDER, Fitted, center, load
from kgmem.errors import ConfigurationError
from kgmem.model.values.similarity import SimilarityScale

SCALE = SimilarityScale(((0.1, 0.05), (0.8, 0.95)))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda p: p.stem)
def test_every_shipped_file_is_small_and_complete(path: object) -> None:
    name = str(getattr(path, "stem"))  # noqa: B009
    constants = load(name)

    size = (FOLDER / f"{name}.json").stat().st_size

    assert size < 20_000
    assert set(constants.means) in (set(), {"en", "zh"})
    assert len(constants.calibration.knots) >= 2


def test_a_missing_file_says_what_to_do() -> None:
    with pytest.raises(ConfigurationError, match=r"nothing\.json.*install"):
        load("nothing")


def test_another_minor_version_has_no_scale(
    caplog: pytest.LogCaptureFixture,
) -> None:
    constants = Fitted("0.3.0", SCALE)

    with caplog.at_level(logging.WARNING):
        scale = constants.scale_for("0.4.0")

    assert scale is None
    assert "0.4.0" in caplog.text


def test_each_language_loses_its_own_mean() -> None:
    vectors = np.array([[1, 1], [1, 1]], dtype=np.float32)
    means = {
        "en": np.array([1, 0], dtype=np.float32),
        "zh": np.array([0, 1], dtype=np.float32),
    }

    moved = center(vectors, ["buy milk", "买牛奶"], means)

    np.testing.assert_allclose(moved, [[0, 1], [1, 0]], atol=1e-6)
