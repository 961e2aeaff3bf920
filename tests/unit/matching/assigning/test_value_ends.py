"""Where a value ends, told by vectors."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kgmem.backends.models.e5 import E5Embedder
from kgmem.errors import ConfigurationError
from kgmem.matching.assigning.value_ends import ValueEnds, cuts, fitted, rows
from kgmem.ports import Vectors


def lengths(texts: Sequence[str]) -> Vectors:
    """One number for each text: how long it is."""
    return np.array([[len(text)] for text in texts], dtype=np.float32)


@pytest.mark.parametrize(
    ("value", "ends"),
    [
        ("lamp", []),
        ("red lamp dry run", ["lamp dry run", "dry run", "run"]),
        ("a b c d e f g", ["c d e f g", "d e f g", "e f g", "f g", "g"]),
        ("台灯先不要付款", ["先不要付款", "不要付款", "付款"]),
        ("ランプとりあえず", ["とりあえず"]),
        ("lamp - red", ["red"]),
    ],
)
def test_a_value_is_cut_at_its_last_words(value: str, ends: list[str]) -> None:
    assert [cut.end for cut in cuts(value)] == ends


def test_a_cut_is_told_by_its_end_and_by_what_the_end_changes() -> None:
    found = rows("red lamp", cuts("red lamp"), lengths)

    assert found.tolist() == [[len("lamp"), len("red lamp") - len("red")]]


def test_the_most_doubtful_end_comes_first() -> None:
    ends = ValueEnds("m", np.array([-1.0, 0.0], np.float32), 5.0)

    assert ends.odds("red lamp dry run", lengths) == [
        (2.0, "run"),
        (-2.0, "dry run"),
        (-7.0, "lamp dry run"),
    ]
    assert ends.odds("lamp", lengths) == []


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    ends = ValueEnds("m", np.array([0.5, -0.25], np.float32), 1.5)
    path = tmp_path / "weights.json"
    path.write_text(ends.to_json(), encoding="utf-8")

    read = ValueEnds.read(path)

    assert (read.model, read.bias, read.weights.tolist()) == ("m", 1.5, [0.5, -0.25])


def test_a_file_that_is_no_weights_is_told(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"model": "m"}), encoding="utf-8")

    with pytest.raises(ConfigurationError, match="reinstall"):
        ValueEnds.read(path)


def test_the_weights_of_the_package_tell_tails_in_several_languages() -> None:
    embedder, ends = E5Embedder(), fitted()

    def worst(value: str) -> float:
        return ends.odds(value, embedder.embed)[0][0]

    assert ends.model == embedder.model
    for clean, tail in [
        ("green velvet sofa", "green sofa unless it rains"),
        ("weißer Kleiderschrank", "Kleiderschrank und ruf mich danach an"),
        ("sofá de terciopelo verde", "sofá pero todavía no lo pagues"),
        ("绿色天鹅绒沙发", "沙发但是先别下单"),
    ]:
        assert worst(clean) < worst(tail)
