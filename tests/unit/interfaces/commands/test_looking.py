"""`kgmem recall`, `show` and `cypher`: what is known, for people and programs."""

import json
from typing import Any

from tests.unit.interfaces.conftest import RUNS, Kgmem


def rows(kgmem: Kgmem, query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(kgmem("cypher", "--json", query).stdout)
    return found


def run_id(kgmem: Kgmem, source: str) -> str:
    query = "MATCH (e:Experience) RETURN e.experience_id AS id, e.source_task_id AS s"
    return next(row["id"] for row in rows(kgmem, query) if row["s"] == source)


# recall -------------------------------------------------------------------------------


def test_recall_shows_route_path_and_times(learned: Kgmem) -> None:
    result = learned("recall", "Search for a red mouse", "--app", "shop")

    assert result.exit_code == 0
    assert result.stdout.startswith("direct_replay (checked)")
    assert '1 type "red mouse" into textbox "Search"' in result.stdout
    assert "embed" in result.stdout


def test_stored_control_characters_are_not_printed(kgmem: Kgmem) -> None:
    run = {**RUNS[0], "task": "Search \x1b]0;owned\x07 mouse"}
    kgmem("learn", "-", input=json.dumps(run))

    shown = [
        kgmem("recall", "Search mouse").stdout,
        kgmem("show", "mouse-1").stdout,
        kgmem("cypher", "MATCH (t:Task) RETURN t.text").stdout,
    ]

    assert all("owned" in text for text in shown)
    assert not any("\x1b" in text or "\x07" in text for text in shown)


# show ---------------------------------------------------------------------------------


def test_show_of_a_task_takes_its_best_run(learned: Kgmem) -> None:
    worse = {**RUNS[0], "outcome": "failure", "source_task_id": "mouse-2"}
    learned("learn", "-", input=json.dumps(worse))
    query = "MATCH (t:Task) WHERE t.app = 'shop' RETURN t.task_id AS id"

    result = learned("show", rows(learned, query)[0]["id"], "--json")

    found = json.loads(result.stdout)
    assert len(found["runs"]) == 2
    assert found["run"]["source_task_id"] == "mouse-1"


# cypher -------------------------------------------------------------------------------


def test_cypher_binds_parameters_and_the_space(learned: Kgmem) -> None:
    query = (
        "MATCH (t:Task) WHERE t.space = $space AND t.runs = $runs AND t.app = $app "
        "RETURN t.text AS text"
    )
    given = ("--param", "runs=1", "--param", "app=商店")

    result = learned("cypher", "-", "--json", *given, input=query)

    assert json.loads(result.stdout) == [{"text": "退掉最近的订单"}]


def test_cypher_refuses_to_write(learned: Kgmem) -> None:
    result = learned("cypher", "MATCH (t:Task) DETACH DELETE t")

    assert result.exit_code == 1
    assert result.stderr.startswith("error: ")
    assert len(rows(learned, "MATCH (t:Task) RETURN t.text")) == 2
