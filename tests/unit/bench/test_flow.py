"""`kgmem bench flow`: its scenes, its worlds, its checks."""

import random
from pathlib import Path

import pytest
from kgmem_bench.flow.flow import FlowResult, Reading, in_new_world
from kgmem_bench.flow.flow_report import checks, to_markdown
from kgmem_bench.flow.scenes import LANGUAGES, SCENES, words

from kgmem import Memory


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SCENES)
def test_a_scene_shows_the_value_before_it_is_entered(kind: str, language: str) -> None:
    scene = SCENES[kind](random.Random(1), words(language))

    run = scene.run("1")

    assert len(scene.shown) == len(scene.acts) + 1
    assert scene.value in str(scene.acts[scene.entered])
    assert run.steps


@pytest.mark.parametrize("kind", ["beside_a_label", "item_of_a_list", "by_chance"])
def test_a_value_is_read_anew(kind: str, tmp_path: Path) -> None:
    kind = "one_by_chance" if kind == "by_chance" else kind

    with Memory.open(tmp_path) as memory:
        found = in_new_world(memory, kind, "en", 1, 1)

    assert found.came == found.wanted


def reading(came: str) -> Reading:
    return Reading("made", "k", "en", 1, "bound", came, held_out=False)  # type: ignore[arg-type]


def test_an_old_value_is_counted() -> None:
    result = FlowResult([*[reading("bound")] * 9, reading("baked")])

    told = {one.what: one.value for one in checks(result)}

    assert told["made: values of an old run"] == 1
    assert told["made: share of the values that were read anew"] == pytest.approx(0.9)
    assert "Otherwise" in to_markdown(result)
