"""The fit of the embedders, on small sets made here."""

import json
from pathlib import Path

import pytest
from kgmem_bench.common import task_halves
from kgmem_bench.common.task_pairs import is_tuning
from kgmem_bench.recall import embedders

from kgmem.backends.models.ngram import NgramEmbedder

VERBS = ["buy", "rent", "wash", "paint", "fold", "sell", "draw", "melt", "grow", "tie"]
ACTS = ["购买", "租用", "清洗", "粉刷", "折叠", "出售", "绘制", "熔化", "种植", "捆绑"]
THINGS = ["chair", "lamp", "table", "shelf"]
DINGE = ["椅子", "台灯", "桌子", "书架"]


def rows_to(path: Path, rows: list[dict[str, object]]) -> None:
    path.parent.mkdir(exist_ok=True)
    lines = [json.dumps(row, ensure_ascii=False) for row in rows]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows_to(
        tmp_path / "webarena-templates/dev.jsonl",
        [
            {
                "sites": [f"site{n % 2}"],
                "intent": f"Please {verb} {thing} number one",
                "intent_template_id": n,
            }
            for n, verb in enumerate(VERBS)
            for thing in THINGS
        ],
    )
    rows_to(
        tmp_path / "mobiagent-zh/dev.jsonl",
        [
            {
                "app": f"应用{n % 2}",
                "type": f"type{n}",
                "intent": f"在应用里{act}{ding}",
            }
            for n, act in enumerate(ACTS)
            for ding in DINGE
        ],
    )
    rows_to(
        tmp_path / "mobiagent-zh/slot_templates.jsonl",
        [{"task": "打开{x}", "alter": ["看{x}"], "candidates": {"x": DINGE}}],
    )
    rows_to(
        tmp_path / "miniwob-demos/dev.jsonl",
        [
            {"task": f"{verb}-it{variant}", "utterance": f"{verb} it with {thing}"}
            for verb in VERBS
            for variant in ("", "-easy")
            for thing in THINGS
        ],
    )
    rows_to(
        tmp_path / "screenagent-zh/dev.jsonl",
        [
            {"task_zh": f"{act}椅子", "task_en": f"{verb} the chair"}
            for act, verb in zip(ACTS, VERBS, strict=True)
        ],
    )
    others = [
        (f"{where} {thing}", f"{ort}{ding}")
        for where, ort in (("find the lost", "寻找"), ("where is the", "哪里有"))
        for thing, ding in zip(THINGS, DINGE, strict=True)
    ]
    rows_to(
        tmp_path / "autodroid/dev.jsonl", [{"task": t} for row in others for t in row]
    )
    return tmp_path


def test_the_fit_does_not_see_the_held_out_half(data: Path) -> None:
    embedder = NgramEmbedder(centered=False)
    before = embedders.fit(embedder, data)
    path = data / "webarena-templates/dev.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        if not is_tuning(f"webarena/{row['intent_template_id']}"):
            row["intent"] = f"something else {row['intent'][::-1]}"
    rows_to(path, rows)

    after = embedders.fit(embedder, data)

    assert after.to_json() == before.to_json()


def test_no_family_is_in_both_halves(data: Path) -> None:
    tuning, held_out = task_halves.read_parts(data)

    families = [
        {(e.source, e.family) for e in part.examples} for part in (tuning, held_out)
    ]

    assert families[0]
    assert families[1]
    assert not families[0] & families[1]
