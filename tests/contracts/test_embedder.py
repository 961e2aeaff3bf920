"""The Embedder contract on every offline embedder that runs here, and on the cache."""

from itertools import pairwise

import pytest

from kgmem.backends.models.cached import CachedEmbedder
from kgmem.backends.models.e5 import E5Embedder
from kgmem.backends.models.ngram import NgramEmbedder
from kgmem.ports import Embedder
from tests.contracts.embedder import EmbedderContract


class CalibratedContract(EmbedderContract):
    """What also holds for those whose constants ship with the package."""

    def test_its_scale_tells_like_from_unlike(self, embedder: Embedder) -> None:
        calibration = embedder.calibration
        assert calibration is not None
        text, near, far = embedder.embed(
            [
                "Show me the orders of Jane Doe",
                "Show me the orders of John Smith",
                "Play a song by the Beatles",
            ]
        )

        likely, unlikely = (
            calibration(float(text @ near)),
            calibration(float(text @ far)),
        )

        assert likely >= 0.5
        assert unlikely <= 0.1

    def test_its_scale_is_monotone_and_never_certain(self, embedder: Embedder) -> None:
        calibration = embedder.calibration
        assert calibration is not None
        cosines, chances = zip(*calibration.knots, strict=True)

        curve = [calibration(cosine / 100) for cosine in range(-100, 101)]

        assert len(cosines) <= 12
        assert all(a < b for a, b in pairwise(cosines))
        assert all(a <= b for a, b in pairwise(chances))
        assert curve == sorted(curve)
        assert 0 < curve[0] < 0.1
        assert 0.9 < curve[-1] < 1


class MultilingualContract(CalibratedContract):
    """What also holds for those that know meaning."""

    def test_a_translation_is_near(self, embedder: Embedder) -> None:
        chinese, english, other = embedder.embed(
            [
                "打开微博查看当前热门",
                "Open Weibo and look at what is trending",
                "删除桌面文件夹",
            ]
        )

        assert chinese @ english > chinese @ other


class TestE5(MultilingualContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return E5Embedder()

    def test_says_what_was_done_to_its_vectors(self, embedder: Embedder) -> None:
        assert embedder.model.startswith("e5-")
        assert embedder.model.endswith("+centered-1")


class TestNgram(CalibratedContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return NgramEmbedder()


class TestCached(CalibratedContract):
    @pytest.fixture
    def embedder(self) -> Embedder:
        return CachedEmbedder(NgramEmbedder(), size=5)
