"""The bench of everyday tasks, small."""

import json

import pytest
from kgmem_bench.wordings.everyday import RELATIONS, EverydayResult, bench_everyday
from kgmem_bench.wordings.everyday_report import checks, to_markdown

KIND = {
    "app": "books",
    "runs": [
        {
            "task": f"Add the invoice {number}",
            "steps": [
                {
                    "action": "type",
                    "target": {"role": "textbox", "name": "Number"},
                    "value": number,
                },
                {"action": "click", "target": {"role": "button", "name": "Save"}},
            ],
        }
        for number in ("A-1042", "B-2071", "C-3110")
    ],
    "plain": [{"task": "Add the invoice D-4480", "values": ["D-4480"]}],
    "other_words": [{"task": "Please file invoice D-4480", "values": ["D-4480"]}],
    "other_language": [{"task": "添加发票D-4480", "values": ["D-4480"]}],
    "different": ["Add the invoice D-4480 tomorrow"],
}


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> EverydayResult:
    path = tmp_path_factory.mktemp("everyday") / "kinds.json"
    path.write_text(json.dumps({"one": [KIND]}), encoding="utf-8")
    return bench_everyday(path, tell=lambda line: None)


def test_what_is_asked_is_told_apart(result: EverydayResult) -> None:
    routes = {one.relation: one for one in result.requests}

    assert routes["plain"].is_direct
    assert routes["plain"].is_right
    assert not routes["different"].is_direct
    assert not routes["different"].is_blind
    assert result.kinds == {"one": 1}


def test_the_report_has_all_figures(result: EverydayResult) -> None:
    text = to_markdown(result)

    assert all(relation.replace("_", " ") in text for relation in RELATIONS)
    assert [one.value for one in checks(result)][:4] == [0.0, 0.0, 0.0, 1.0]
