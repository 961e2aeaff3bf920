"""Which predicates have one value at a time."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest

from kgmem import Memory
from kgmem.errors import ConfigurationError
from kgmem.facts.say.predicates import GAP, learned, load_vocabulary
from kgmem.graph.facts.fact_row import StatedInterval
from tests.doubles import WordEmbedder

DAY = 24 * 60 * 60 * 1000


def spans(*bounds: tuple[int, int], subjects: int = 5) -> list[StatedInterval]:
    """Of so many subjects, one object after the other for these days."""
    return [
        StatedInterval("leads", f"s{subject}", f"o{n}", start * DAY, end * DAY)
        for subject in range(subjects)
        for n, (start, end) in enumerate(bounds)
    ]


def days(*bounds: int) -> Iterable[tuple[int, int]]:
    return pairwise(bounds)


def test_gaps_show_nothing() -> None:
    assert learned(spans((0, 10), (15, 20))) == set()
    assert learned(spans((0, 10), (10 + GAP // DAY, 20))) == {"leads"}


def test_the_user_s_own_file_goes_before_it(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'single_valued = ["sitzt in"]\nmulti_valued = ["status"]', encoding="utf-8"
    )
    with Memory.open(
        tmp_path / "memory", settings={"predicates": own}, embedder=WordEmbedder()
    ) as memory:
        for predicate in ("sitzt in", "status", "phase"):
            for value in ("a", "b"):
                memory.add_triple("X", predicate, value)

        closed = {
            predicate: sum(f.valid_to is not None for f in memory.facts("X", predicate))
            for predicate in ("sitzt in", "status", "phase")
        }

    assert closed == {"sitzt in": 1, "status": 0, "phase": 1}


@pytest.mark.parametrize("text", ["single_valued = 3", "single = []", "=", '["x"'])
def test_a_file_that_is_none_is_a_wrong_setting(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(ConfigurationError, match=r"own\.toml"):
        load_vocabulary(path)
    with pytest.raises(ConfigurationError, match="missing"):
        load_vocabulary(tmp_path / "missing.toml")


def test_what_stated_bounds_show_is_learned_and_unlearned(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory", embedder=WordEmbedder()) as memory:

        def lead(who: str, club: str, start: int, end: int | None) -> str:
            return memory.add_triple(
                club,
                "coached by",
                who,
                valid_from=f"{start}-01-01",  # type: ignore[arg-type]  # read as a moment
                valid_to=end and f"{end}-01-01",  # type: ignore[arg-type]
            )

        for n in range(5):
            lead("Ann", f"Club {n}", 2000, 2005)
            lead("Ben", f"Club {n}", 2005, 2010)
        lead("Ann", "Club X", 2000, None)
        lead("Ben", "Club X", 2005, None)

        def ended() -> int:
            found = memory.facts("Club X", "coached by")
            return sum(fact.valid_to is not None for fact in found)

        by_what_is_shown = ended()
        both = lead("Cid", "Club 0", 2004, 2006)
        by_an_overlap = ended()
        memory.retract_fact(both)
        again = ended()
        memory.declare_predicate("coached by", single_valued=False)

        assert (by_what_is_shown, by_an_overlap, again, ended()) == (1, 0, 1, 0)
