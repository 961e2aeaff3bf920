"""A task belongs to the site that it was done on."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from kgmem.graph.read_rows import StoredRun
from kgmem.model.keys.identity import fold_app
from kgmem.model.plan import PlanStep
from kgmem.model.texts.url import site_of
from kgmem.model.trajectory import Step, followed
from kgmem.model.values.reason import Doubt
from kgmem.recall.request import Request


def is_at_hand(app: str | None, request: Request) -> bool:
    """Is an app called by the site at hand, or by the given domain? By the site are
    those of runs that told no other name."""
    return bool(app) and fold_app(app) in map(fold_app, (request.site, request.domain))


def doubts_about_sites(
    sites: Collection[str], app: str | None, apart: Sequence[StoredRun]
) -> Iterator[Doubt]:
    """That a path goes where none of the runs `apart` from it went, if any of these is
    of its app; to be settled before the step that goes there."""
    own = [run for run in apart if fold_app(run.experience.app) == fold_app(app)]
    known = {site for run in own for site in sites_of(run)}
    if foreign := sorted(set(sites) - known if own else ()):
        doubt = Doubt.because("unproven", "foreign", sites=", ".join(foreign))
        yield doubt.on(*foreign)


def doubts_about_sites_of(run: StoredRun, runs: Iterable[StoredRun]) -> Iterator[Doubt]:
    """The same of a run's path beside those on other paths."""
    apart = [one for one in runs if one.path != run.path]
    yield from doubts_about_sites(sites_of(run), run.experience.app, apart)


def doubt_of_place(sites: Collection[str], request: Request) -> Iterator[Doubt]:
    """That a path on these sites is asked for on another one."""
    here = request.site
    if here and sites and here not in sites:
        told = ", ".join(sorted(sites))
        yield Doubt.because("elsewhere", "other_site", sites=told, here=here)


def doubt_of_version(known: str | None, asked: str | None) -> Doubt:
    """That it was recorded on another version of the app."""
    return Doubt.because("elsewhere", "version", known=known, asked=asked)


def doubt_of_several(
    run: StoredRun, successes: Sequence[StoredRun], request: Request
) -> Iterator[Doubt]:
    """That the task was done on sites which have nothing to do with the run's, and
    that nothing tells which one is meant."""
    own = sites_of(run)
    apart = [sites_of(one) for one in successes]
    others = {site for sites in apart if own.isdisjoint(sites) for site in sites}
    if own and others and request.site not in own:
        told, apart_from = ", ".join(sorted(own)), ", ".join(sorted(others))
        yield Doubt.of("sites", sites=told, others=apart_from)


def sites_of(run: StoredRun) -> set[str]:
    """The sites that a run was on, or was sent to."""
    path = followed(run.experience.steps)
    pages = (page for s in path for page in (s.page_before, s.page_after) if page)
    on = (site_of(page.url) for page in pages if page.url)
    return sites_of_steps(path) | set(filter(None, on))


def sites_of_steps(steps: Sequence[Step | PlanStep]) -> set[str]:
    """The sites that steps go to."""
    told = (step.value for step in steps if step.does.enters == "address")
    return {site for url in told if url and (site := site_of(url))}
