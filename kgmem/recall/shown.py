"""Runs that a recollection shows, and why each of them."""

from collections.abc import Mapping, Sequence

from kgmem.graph.read_rows import StoredRun
from kgmem.graph.recalled.neighbours import Link
from kgmem.model.experience import Experience
from kgmem.model.pattern import PatternMatch
from kgmem.model.why import Why
from kgmem.recall.expand import Candidate, bounded
from kgmem.recall.request import Request
from kgmem.recall.routing.repetition import best_success


def of_kind_first(
    ranked: Sequence[Candidate], matches: Sequence[PatternMatch]
) -> list[Candidate]:
    """Members of the pattern that the task fits word for word before what is merely
    similar."""
    best = matches[0] if matches and not matches[0].unexplained else None
    members = best.pattern.memberships if best else {}
    return sorted(ranked, key=lambda one: one.task_id not in members)


def shown_runs(
    ranked: Sequence[Candidate], runs: Mapping[str, StoredRun], request: Request
) -> list[Experience]:
    """One run for each of the best tasks: its best success, else a failure."""
    shown = []
    for candidate in ranked[: request.top_n]:
        run = best_success(candidate, runs, request) or next(
            (runs[key] for key in candidate.summary.newest if key in runs), None
        )
        if run is not None:
            shown.append(
                run.experience.model_copy(
                    update={"score": candidate.score, "why": _why(candidate)}
                )
            )
    return shown


def _why(candidate: Candidate) -> tuple[Why, ...]:
    why = []
    if seed := candidate.seed:
        found = f"{seed.score:.2f}"
        if seed.cosine is not None:
            found += f", cosine {seed.cosine:.2f}"
        short = f"seed {found}"
        why.append(Why(f"seed: score {found}", "seed", weight=seed.score, short=short))
    why += sorted(set(map(_way, candidate.links)))[:3]
    alike = candidate.similarity
    return (*why, Why(f"similarity {alike:.2f}", "score", weight=alike))


_WAYS = {
    "similar": ("Task-[SIMILAR_TO]-Task {}", "SIMILAR_TO"),
    "element": ("Task-[USES]->UIElement<-[USES]-Task {}", "shared UIElement"),
    "page": ("UIElement of this page<-[USES]-Task", "UIElement of this page"),
}
"""How a reader of the graph would write a link, and in short."""


def _way(link: Link) -> Why:
    words, short = _WAYS[link.how]
    written = words.format(link.source)
    return Why(written, "graph", source=link.source, weight=bounded(link), short=short)
