"""Serving and changing the pages, without a browser."""

import pytest
from kgmem_bench.miniwob.changes import new_id, rename_ids
from kgmem_bench.miniwob.tasks import (
    CEILINGS,
    FIRST_SEEDS,
    NEW_SEEDS,
    STREAM_SEEDS,
    TASKS,
)

pytest.importorskip("miniwob", reason="the pages are those of the package miniwob")


SOURCE = """<style>#tt { color: #F92525; } .tt { }</style>
<input type="password" id="password"><label for='tt'>x</label><input id="tt">
<div id="ch-1" class="tt"></div> d.attr('id', 'box'+i); $('#box'+n).attr('type', 'tt')
e.getElementsByClassName('tt'); ['tt', 'tt'] $('#tt-more #area')"""


def test_ids_are_renamed_wherever_they_are_given_or_named() -> None:
    changed = rename_ids(SOURCE)

    tt, box = new_id("tt"), new_id("box")
    assert f"#{tt} {{ color: #F92525; }} .tt" in changed
    assert f"for='{tt}'" in changed
    assert f"['{tt}', '{tt}']" in changed
    assert f"d.attr('id', '{box}'+i); $('#{box}'+n)" in changed


def test_no_seed_is_learned_from_and_asked() -> None:
    seeds = [*FIRST_SEEDS, *NEW_SEEDS, *STREAM_SEEDS]

    assert len(seeds) == len(set(seeds)) == 43
    assert set(CEILINGS) == set(TASKS)
