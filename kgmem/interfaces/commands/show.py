"""`kgmem show`: one task with its runs, one run with its path, or one pattern."""

from collections.abc import Mapping, Sequence
from typing import Any

from kgmem.errors import InvalidInput, NotFound
from kgmem.interfaces.command import AS_JSON, argument, command
from kgmem.interfaces.commands.patterns import meant, plain
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.pattern_view import print_pattern
from kgmem.interfaces.run_view import Described, print_run
from kgmem.interfaces.screen import print_json, screen
from kgmem.memory import Memory

Row = Mapping[str, Any]

IDS = """
MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience)
WHERE t.space = $space AND (e.experience_id STARTS WITH $prefix
  OR t.task_id STARTS WITH $prefix OR e.source_task_id = $prefix)
RETURN e.experience_id AS experience_id, t.task_id AS task_id,
  e.source_task_id AS source_task_id
ORDER BY task_id, experience_id LIMIT 200
"""
TASK = """
MATCH (t:Task {task_id: $task_id}) WHERE t.space = $space
RETURN t {.task_id, .text, .app, .domain, .url, .intent, .language, .keywords, .tags,
  .runs, .wins, .losses} AS task
"""
RUNS = """
MATCH (t:Task {task_id: $task_id})-[:ATTEMPTED_AS]->(e:Experience)
WHERE t.space = $space
RETURN e {.experience_id, .source_task_id, .outcome, .score, .judge, .steps, .device,
  .app_version, .source, .recorded_at} AS run
ORDER BY e.recorded_at, e.experience_id LIMIT 50
"""
ELEMENTS = """
MATCH (e:Experience {experience_id: $experience_id})-[:HAS_STEP]->(s:Step)
WHERE e.space = $space
MATCH (s)-[:TARGETS]->(el:UIElement)-[:ON]->(p:Page)
RETURN s.n AS n, el.element_id AS element_id, el.tasks AS tasks,
  p.page_id AS page_id, p.url_template AS url, p.name AS page
ORDER BY s.n
"""
SIMILAR = """
MATCH (t:Task {task_id: $task_id})-[r:SIMILAR_TO]-(n:Task)
WHERE t.space = $space AND n.space = $space
RETURN n.task_id AS task_id, n.text AS text, r.score AS score
ORDER BY r.score DESC, n.task_id LIMIT 5
"""


@command()
def show(
    opening: Opening,
    id_: str = argument("ID"),
    as_json: bool = AS_JSON,
) -> None:
    """Show a run with its path and elements, or a pattern.

    ID is the id of a run, a task or a pattern, or as many first characters of it as
    only one has, or the source_task_id that a run was learned with. For a task, its
    best run is shown.

    Examples:
      kgmem show 3f2c81aa
      kgmem show 3f2c81aa --json
    """
    with opening.memory() as memory:
        try:
            found = described(memory, id_)
        except NotFound as error:
            _show_pattern(memory, id_, error, as_json=as_json)
            return
    if as_json:
        print_json(found.plain())
    else:
        print_run(screen(), found)


def _show_pattern(
    memory: Memory, prefix: str, not_a_run: NotFound, *, as_json: bool
) -> None:
    pattern = meant(memory, prefix)
    if pattern is None:
        raise not_a_run
    if as_json:
        print_json(plain(pattern))
    else:
        stored = memory.pattern_history(pattern.pattern_id)
        print_pattern(screen(), pattern, stored)


def described(memory: Memory, prefix: str) -> Described:
    """The run that is meant, or the best run of the task that is.

    Raises NotFound, or InvalidInput if several are meant.
    """
    task_id, meant = _meant(memory, prefix)
    runs = [row["run"] for row in memory.cypher(RUNS, task_id=task_id)]
    chosen = meant or max(runs, key=_rank)["experience_id"]
    return Described(
        task=memory.cypher(TASK, task_id=task_id)[0]["task"],
        runs=runs,
        run=memory.experience(chosen),
        elements=memory.cypher(ELEMENTS, experience_id=chosen),
        similar=memory.cypher(SIMILAR, task_id=task_id),
    )


def _meant(memory: Memory, prefix: str) -> tuple[str, str | None]:
    """(task, run) ids; the run is None if the task is meant."""
    if not prefix.strip():
        raise InvalidInput("ID: is empty")
    rows = memory.cypher(IDS, prefix=prefix)
    for keys in ("experience_id", "source_task_id"):
        exact = [row for row in rows if row[keys] == prefix]
        if exact:
            return exact[0]["task_id"], exact[0]["experience_id"]
    runs = {r["experience_id"] for r in rows if r["experience_id"].startswith(prefix)}
    tasks = {r["task_id"] for r in rows if r["task_id"].startswith(prefix)}
    return _only_one(memory.space, prefix, rows, runs, tasks)


def _only_one(
    space: str, prefix: str, rows: Sequence[Row], runs: set[str], tasks: set[str]
) -> tuple[str, str | None]:
    if not runs and not tasks:
        raise NotFound(
            f"no run, task or pattern {prefix!r} in space {space!r}; `kgmem recall` "
            "and `kgmem patterns` show ids"
        )
    if len(runs) + len(tasks) > 1:
        some = sorted(runs | tasks)
        listed = ", ".join(some[:3]) + (", …" if len(some) > 3 else "")
        raise InvalidInput(f"ID: {prefix!r} is not enough, it may mean {listed}")
    if tasks:
        return tasks.pop(), None
    return str(rows[0]["task_id"]), runs.pop()


def _rank(run: Row) -> tuple[bool, float, int]:
    """Best run first: successes, then the higher score, then the newer."""
    return run["outcome"] == "success", run["score"] or 0.0, run["recorded_at"] or 0
