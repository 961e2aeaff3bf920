"""Serving and changing the pages, without a browser."""

import urllib.error
import urllib.request

import pytest
from kgmem_bench.miniwob.changes import new_id, rename_ids
from kgmem_bench.miniwob.server import PAGE, serving
from kgmem_bench.miniwob.tasks import (
    CEILINGS,
    FIRST_SEEDS,
    NEW_SEEDS,
    STREAM_SEEDS,
    TASKS,
)

pytest.importorskip("miniwob", reason="the pages are those of the package miniwob")


def read(address: str) -> tuple[str, str]:
    """The text at the address, and its Cache-Control."""
    with urllib.request.urlopen(address, timeout=10) as answer:
        return answer.read().decode("utf-8"), answer.headers["Cache-Control"]


def test_all_pages_stand_under_one_address_without_a_title() -> None:
    with serving() as site:
        first = site.show("enter-date")
        text, cached = read(first)
        second = site.show("click-tab")

        assert first == second
        assert first.endswith(PAGE)
        assert 'type="date"' in text
        assert "<title>" not in text
        assert cached == "no-store"
        assert 'type="date"' not in read(second)[0]


def test_scripts_of_the_pages_are_served_and_nothing_else() -> None:
    with serving() as site:
        base = site.address.removesuffix(PAGE)

        assert "core.startEpisode" in read(f"{base}/core/core.js")[0]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            read(f"{base}/../__init__.py")


def test_a_changed_page_is_served_changed() -> None:
    with serving() as site:
        site.show("enter-text", rename_ids)

        text, _ = read(site.address)

    assert f'id="{new_id("tt")}"' in text
    assert "#tt" not in text


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


def test_words_that_are_no_ids_stay() -> None:
    changed = rename_ids(SOURCE)

    assert f'type="password" id="{new_id("password")}"' in changed
    assert 'class="tt"' in changed
    assert "getElementsByClassName('tt')" in changed
    assert ".attr('type', 'tt')" in changed
    assert "$('#tt-more #area')" in changed


def test_no_seed_is_learned_from_and_asked() -> None:
    seeds = [*FIRST_SEEDS, *NEW_SEEDS, *STREAM_SEEDS]

    assert len(seeds) == len(set(seeds)) == 43
    assert set(CEILINGS) == set(TASKS)
