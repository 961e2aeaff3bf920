"""`kgmem facts`, `fact` and `entities`."""

import json

from tests.unit.interfaces.conftest import Kgmem


def added(kgmem: Kgmem, *args: str) -> str:
    result = kgmem("fact", "add", *args)
    assert result.exit_code == 0, result.output
    return result.stdout.strip()


def test_facts_are_told_with_their_time_and_sources(kgmem: Kgmem) -> None:
    added(kgmem, "订单 A-1", "状态", "已发货", "--from", "2026-01-01")
    key = added(kgmem, "订单 A-1", "状态", "已签收", "--from", "2026-01-05")
    added(
        kgmem, "订单 A-1", "状态", "已签收", "--from", "2026-01-05", "--source", "app"
    )

    listed = kgmem("facts", "订单 A-1", "--as-of", "2026-01-06")
    everything = json.loads(kgmem("facts", "--json").stdout)

    assert listed.exit_code == 0
    assert "已签收" in listed.stdout
    assert "已发货" not in listed.stdout
    assert "from 2026-01-05" in listed.stdout
    assert "source manual, app" in listed.stdout
    assert key in listed.stdout
    assert len(everything) == 2


def test_retracting_and_correcting(kgmem: Kgmem) -> None:
    wrong = added(kgmem, "Alice", "lives in", "Paris")
    other = added(kgmem, "Alice", "likes", "tea")

    new = kgmem("fact", "correct", wrong, "--object", "Berlin", "--json")
    retracted = kgmem("fact", "retract", other, "--reason", "a mix-up")

    (fact,) = json.loads(kgmem("facts", "Alice", "--json").stdout)
    assert fact["fact_id"] == json.loads(new.stdout)["fact_id"] != wrong
    assert fact["object"] == "Berlin"
    assert retracted.exit_code == 0
    assert "Alice" not in kgmem("facts", "Paris").stdout


def test_what_can_t_be_used_is_a_no(kgmem: Kgmem) -> None:
    backwards = kgmem(
        "fact", "add", "a", "b", "c", "--from", "2026-01-02", "--to", "2026-01-01"
    )

    assert backwards.exit_code == 1
    assert "valid_to" in backwards.stderr
    assert kgmem("fact", "add", "a", "b").exit_code == 2
    assert kgmem("fact", "correct", "x").exit_code == 2
    assert kgmem("fact", "retract", "not there").exit_code == 1
    assert kgmem("facts", "--as-of", "soon").exit_code == 1
