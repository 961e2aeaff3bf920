"""What each sample is read as, written to tests/fixtures/golden.

uv run python -m tests.importers.golden
"""

import json
from pathlib import Path
from typing import Any

from kgmem import ImportedRun, RefusedPart, Source
from kgmem.learn.importing.registry import recognised
from kgmem.model.trajectory import parse_trajectory
from tests.importers.conftest import FORMATS, SAMPLES

GOLDEN = FORMATS / "golden"


def converted(path: Path) -> dict[str, Any]:
    source = Source.of(path)
    reader, because = recognised(source)
    parts = list(reader.read(source))
    runs = [one for one in parts if isinstance(one, ImportedRun)]
    refused = [one.compact() for one in parts if isinstance(one, RefusedPart)]
    return {
        "format": reader.name,
        "because": because,
        "runs": list(map(plain, runs)),
        "refused": refused,
    }


def plain(one: ImportedRun) -> dict[str, Any]:
    run = parse_trajectory({"task": "(not told)", **one.run}).compact()
    return {
        "place": one.place,
        "title": one.title,
        "guessed": list(one.guessed),
        "refused": [part.compact() for part in one.refused],
        "run": run,
    }


def golden_of(sample: str) -> Path:
    return GOLDEN / (SAMPLES[sample].replace(".", "_") + ".json")


def main() -> None:
    for sample, name in SAMPLES.items():
        text = json.dumps(converted(FORMATS / name), ensure_ascii=False, indent=1)
        golden_of(sample).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
