"""What every Embedder must do; subclass it and give the fixture `embedder`."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kgmem.ports import Embedder

TEXTS = [
    "Add the blue backpack to my cart",
    "在淘宝搜索机械键盘并下单",
    "在B站 follow the user 张三",
    "¿Dónde está la biblioteca?",
    "🎉🎉 e\u0301 \u200b",
    "a\x00b \ud800 c",
    "",
    "   \n\t",
]


class EmbedderContract:
    """Subclasses give the fixture `embedder`, an Embedder that is ready for use."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError

    def test_gives_a_unit_row_per_text(self, embedder: Embedder) -> None:
        vectors = embedder.embed(TEXTS)

        assert vectors.shape == (len(TEXTS), embedder.dimensions)
        assert vectors.dtype == np.float32
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)

    def test_gives_the_same_vector_for_the_same_text(self, embedder: Embedder) -> None:
        first = embedder.embed(TEXTS)

        again = embedder.embed(TEXTS)

        np.testing.assert_array_equal(first, again)

    def test_a_vector_does_not_depend_on_its_batch(self, embedder: Embedder) -> None:
        batch = embedder.embed(TEXTS)

        singles = np.concatenate([embedder.embed([text]) for text in TEXTS])

        np.testing.assert_array_equal(batch, singles)

    @pytest.mark.parametrize("passage", ["open the door ", "打开那扇门", "x", "🎉"])
    @pytest.mark.slow
    def test_takes_a_text_of_a_megabyte(self, embedder: Embedder, passage: str) -> None:
        text = passage * (1_000_000 // len(passage.encode()))

        vectors = embedder.embed([text])

        assert np.linalg.norm(vectors[0]) == pytest.approx(1, abs=1e-5)

    def test_gives_each_thread_its_own_answers(self, embedder: Embedder) -> None:
        texts = [f"{text} {n}" for text in TEXTS[:3] for n in range(8)]
        alone = [embedder.embed([text])[0] for text in texts]

        with ThreadPoolExecutor(6) as pool:
            together = list(pool.map(lambda text: embedder.embed([text])[0], texts))

        np.testing.assert_array_equal(together, alone)

    @pytest.mark.parametrize(
        ("text", "near", "far"),
        [
            (
                "Search for wireless mice and sort by price",
                "Search for wireless headphones and sort by price",
                "Delete my account for good",
            ),
            (
                "在淘宝搜索机械键盘并加入购物车",
                "在淘宝搜索无线鼠标并加入购物车",
                "查看明天的天气预报",
            ),
        ],
    )
    def test_like_tasks_are_near(
        self, embedder: Embedder, text: str, near: str, far: str
    ) -> None:
        base, alike, unlike = embedder.embed([text, near, far])

        assert base @ alike > base @ unlike + 0.2
