"""A task belongs to the site that it was done on."""

from collections.abc import Collection, Iterator, Sequence

from kgmem.graph.read_rows import StoredRun
from kgmem.model.keys.identity import fold_app
from kgmem.model.plan import PlanStep
from kgmem.model.texts.url import site_of
from kgmem.model.trajectory import Step, followed
from kgmem.model.values.reason import Doubt
from kgmem.recall.request import Request


def site_at_hand(request: Request) -> str | None:
    """The site of the page at hand, if its address is told."""
    url = request.page.url if request.page is not None else None
    return site_of(url) if url else None


def is_of_site(app: str | None, site: str | None) -> bool:
    """Is an app called by this site? So are those of runs that told no other name."""
    return site is not None and fold_app(app) == fold_app(site)


def doubts_about_sites(
    sites: Collection[str], app: str | None, apart: Sequence[StoredRun]
) -> Iterator[Doubt]:
    """That a path goes where none of the runs `apart` from it went, if any of these is
    of its app."""
    own = [run for run in apart if fold_app(run.experience.app) == fold_app(app)]
    known = {site for run in own for site in sites_of(run)}
    if foreign := sorted(set(sites) - known if own else ()):
        yield Doubt.because("unproven", "foreign", sites=", ".join(foreign))


def doubt_of_place(sites: Collection[str], request: Request) -> Iterator[Doubt]:
    """That a path on these sites is asked for on another one."""
    here = site_at_hand(request)
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
    if own and others and site_at_hand(request) not in own:
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
