"""Candidates -> hits that say why they were found."""

from collections.abc import Sequence

from kgmem.graph.rows import moment_of
from kgmem.language.tokenizer import tokens
from kgmem.model.fact import Hit
from kgmem.model.why import Why
from kgmem.search.candidate import SearchCandidate
from kgmem.search.newer import asks

SHOWN = 8
"""Words in common that are shown."""


def explain(
    candidates: Sequence[SearchCandidate], query: str, notes: Sequence[str]
) -> list[Hit]:
    """A hit for each, in their order; `notes` say what could not be asked."""
    wanted = list(dict.fromkeys(tokens(query)))
    return [
        Hit(
            kind=one.item.kind,
            id=one.item.id,
            text=one.item.text,
            score=one.score,
            parts=dict(one.parts),
            why=(*_why(one, wanted), *map(missed, notes)),
            document_id=one.item.document_id,
            source=one.item.source,
            conversation_id=one.item.conversation_id,
            around=_around(one),
            role=one.item.role,
            answer=_answer(one),
            at=moment_of(one.item.at),
        )
        for one in candidates
    ]


def _around(candidate: SearchCandidate) -> tuple[str, ...]:
    return tuple(f"{one.role}: {one.text}" for one in sorted(candidate.item.around))


def _answer(candidate: SearchCandidate) -> str | None:
    """What somebody else said next, to a message that asks."""
    asked = candidate.item
    if asked.kind != "message" or not asks(asked.text):
        return None
    answers = (
        one.text
        for one in asked.around
        if one.n > asked.n and {one.role, asked.role} == {"user", "assistant"}
    )
    return next(answers, None)


def _why(candidate: SearchCandidate, wanted: Sequence[str]) -> list[Why]:
    held = set(tokens(candidate.wording))
    common = [token for token in wanted if token in held][:SHOWN]
    why = []
    if common:
        share = candidate.parts.get("sparse")
        why.append(Why(f"words: {', '.join(common)}", "words", weight=share))
    if candidate.cosine is not None:
        why.append(meaning(candidate.cosine))
    for path in (candidate.asked, candidate.path):
        if path is not None and path.weight > 0:
            words = f"graph: {path.written()} ({path.weight:.2f})"
            why.append(Why(words, "graph", weight=path.weight))
    return why


def meaning(cosine: float) -> Why:
    """That the meaning is alike."""
    return Why(f"meaning: cosine {cosine:.2f}", "meaning", weight=cosine)


def missed(note: str) -> Why:
    """What was found without something."""
    return Why(note, "degraded")
