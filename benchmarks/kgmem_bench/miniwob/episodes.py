"""Episodes of MiniWoB++ tasks: one page, one seed."""

from dataclasses import dataclass, field

from kgmem_bench.miniwob.changes import PageChange
from kgmem_bench.miniwob.server import Rewrite, Site
from kgmem_bench.pages.driver import Driver
from kgmem_bench.pages.episode import Verdict

IGNORED = "#query, #reward-display, #sync-task-cover, #click-canvas"
"""Parts of each page that belong to the frame around the task: the task's text, the
reward, the curtain between episodes."""
LONG_MS = 3_600_000
"""The page's own clock would end an episode after ten seconds."""
FULL = 1.0
"""The raw reward of a success; parts of a task done earn less."""

_BEGIN = """([seed, long]) => {
  core.EPISODE_MAX_TIME = long;
  core.endEpisode(0);
  document.activeElement?.blur();
  Math.seedrandom(seed);
  core.startEpisodeReal();
  return WOB_TASK_READY;
}"""
_QUESTION = "() => document.querySelector('#query').innerText"
_TEXTS = """(ignored) => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest(ignored)) found.push(walker.currentNode.data);
  }
  return found.join(' ');
}"""
_FIELDS = """() => [...document.querySelectorAll('#area input, #area textarea')]
  .some(one => one.matches('textarea, :not([type]), [type=text], [type=search],'
    + ' [type=number], [type=password], [type=date], [type=time], [type=email]'))"""
_REWARD = "() => WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : null"


@dataclass(slots=True)
class Stage:
    """A browser's page on which episodes of MiniWoB++ are played."""

    driver: Driver
    site: Site

    def episode(
        self, task: str, seed: int, change: PageChange | None = None
    ) -> "MiniwobEpisode":
        """The episode of this task and seed, at its start; on the page as it is, or
        changed."""
        episode = MiniwobEpisode(self, task, seed, change)
        episode.reset()
        return episode

    def open(self, name: str, rewrite: Rewrite) -> None:
        """Show the page of this name, loaded anew: scripts leave things behind."""
        self.driver.open(self.site.show(name, rewrite))


@dataclass(slots=True)
class MiniwobEpisode:
    """An episode; `page_name` and `seed` are for the stage alone, no memory is told
    them."""

    stage: Stage
    page_name: str
    seed: int
    change: PageChange | None = None
    task: str = field(default="", init=False)
    changed: int = field(default=0, init=False)
    """Parts of the page that are not what they were."""

    @property
    def driver(self) -> Driver:
        return self.stage.driver

    @property
    def address(self) -> None:
        return None

    def reset(self) -> None:
        """The same problem again, on a page as it was never touched."""
        change = self.change
        self.stage.open(self.page_name, change.rewrite if change else str)
        page = self.driver.page
        page.mouse.move(0, 0)
        if not page.evaluate(_BEGIN, [self.seed, LONG_MS]):
            page.wait_for_function("WOB_TASK_READY")
        self.changed = change.apply(self.driver) if change else 0
        self.driver.settle()
        self.task = " ".join(page.evaluate(_QUESTION).split())

    def texts(self) -> str:
        """All text of the page, also of parts that are not open."""
        ignored = f"{IGNORED}, script, style"
        return str(self.driver.page.evaluate(_TEXTS, ignored))

    def takes_text(self) -> bool:
        """Has the page a field to type into, open or not?"""
        return bool(self.driver.page.evaluate(_FIELDS))

    def verdict(self) -> Verdict | None:
        reward = self.driver.page.evaluate(_REWARD)
        return None if reward is None else Verdict(reward >= FULL)
