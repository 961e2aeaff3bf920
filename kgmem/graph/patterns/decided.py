"""What was decided about a pattern goes on with what becomes of it."""

from collections.abc import Iterable, Mapping, Sequence

from kgmem.model.decision import QUARANTINED, decisions_of
from kgmem.ports import Row


def inherited_decisions(heirs: Mapping[str, str], heads: Iterable[Row]) -> list[Row]:
    """What was decided about the patterns that `heirs` take the members of, as rows of
    patterns to put: a quarantine goes on with whoever takes most of them, an approval
    with the path. `heads` are of the old ones."""
    known: dict[str, list[Row]] = {}
    for head in heads:
        if head["decisions"]:
            known.setdefault(heirs[head["pattern_id"]], []).append(head)
    return [
        {"pattern_id": key, "props": _joined(heads)}
        for key, heads in sorted(known.items())
        if key and [head["pattern_id"] for head in heads] != [key]
    ]


def _joined(heads: Sequence[Row]) -> Row:
    lines = dict.fromkeys(line for head in heads for line in head["decisions"])
    decided = [head["decided"] for head in heads if head["decided"]]
    approved = (head["approved_path"] for head in heads if head["approved_path"])
    log = sorted(lines, key=lambda line: decisions_of([line])[0].at)
    is_quarantined = QUARANTINED in decided
    return {
        "decisions": log,
        "decided": QUARANTINED if is_quarantined else next(iter(decided), None),
        "approved_path": next(approved, None),
    }
