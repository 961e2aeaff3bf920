"""What the site has beside the files of this folder: pages from elsewhere in the
checkout, the help of every command, the Python API."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).parents[1]

FROM_ELSEWHERE = {
    "README.md": "index.md",
    "README.zh.md": "zh.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "graph_schema/README.md": "graph.md",
}
"""Pages of the site by the files of the checkout that they are made from."""
ON_SITE = FROM_ELSEWHERE | {
    "docs/README.md": "index.md",
    "docs/decisions": "decisions/README.md",
    "docs/benchmarks": "benchmarks.md",
}
"""Where links to these files lead on the site; a link to a file that it does not have
becomes plain text."""

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
HELP = re.compile(r"^<!-- help: (kgmem[^>]*?) -->$", re.M)


# mkdocs calls these three -------------------------------------------------------------


def on_files(files: Any, config: Any) -> Any:
    """The files of docs/, and the pages that are made from something else."""
    from mkdocs.structure.files import File

    made = {
        page: (ROOT / source).read_text(encoding="utf-8")
        for source, page in FROM_ELSEWHERE.items()
    }
    made["api.md"] = api_page()
    for page, text in made.items():
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The page with its links turned to the site, and with the commands' help."""
    uri = page.file.src_uri
    sources = {made: source for source, made in FROM_ELSEWHERE.items()}
    source = sources.get(uri, f"docs/{uri}")
    return with_help(turned(markdown, source, uri))


def on_config(config: Any) -> Any:
    """A rebuild when something outside docs/ changed, too."""
    config.watch += [str(ROOT / source) for source in FROM_ELSEWHERE]
    return config


# Links --------------------------------------------------------------------------------


def turned(markdown: str, source: str, uri: str) -> str:
    """`markdown` of the file `source` of the checkout, as page `uri` of the site, with
    its links and pictures."""
    return LINK.sub(
        lambda found: found[1] + _link(found[2], found[3], source, uri), markdown
    )


def _link(text: str, target: str, source: str, uri: str) -> str:
    name, _, anchor = target.partition("#")
    if not name or re.match(r"[a-z]+:", name):
        return f"[{text}]({target})"
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), name))
    page = ON_SITE.get(path) or _in_docs(path)
    if page is None:
        return text
    near = posixpath.relpath(page, posixpath.dirname(uri) or ".")
    return f"[{text}]({near}{'#' + anchor if anchor else ''})"


def _in_docs(path: str) -> str | None:
    within = path.removeprefix("docs/")
    is_shown = path.endswith((".md", ".svg", ".png"))
    return within if is_shown and within != path else None


# The command line ---------------------------------------------------------------------


def commands() -> dict[str, click.Command]:
    """Every command by what one types: `kgmem`, `kgmem demo`, `kgmem schema apply`."""
    from kgmem.interfaces.cli import cli

    return {"kgmem": cli, **dict(_below(cli, "kgmem"))}


def _below(group: click.Group, above: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield f"{above} {name}", command
        if isinstance(command, click.Group):
            yield from _below(command, f"{above} {name}")


def help_of(command: str) -> str:
    """What `--help` prints on a terminal of 80 columns."""
    from click.testing import CliRunner

    from kgmem.interfaces.cli import cli

    words = [*command.split()[1:], "--help"]
    runner = CliRunner(env={"COLUMNS": "80", "KGMEM_LANG": "en"})
    result = runner.invoke(cli, words, prog_name="kgmem", terminal_width=80)
    if result.exit_code:
        raise RuntimeError(f"{command} --help: {result.output}")
    return str(result.stdout)


def with_help(markdown: str) -> str:
    """The page with the help of a command at each `<!-- help: kgmem … -->`, and after
    it the help of what is below the command and has no such place of its own."""
    own = set(HELP.findall(markdown))
    return HELP.sub(lambda found: _help_below(found[1], own), markdown)


def covered(markdown: str) -> list[str]:
    """The commands whose help the page gets, in its order."""
    own = set(HELP.findall(markdown))
    return [one for place in HELP.findall(markdown) for one in _at(place, own)]


def _at(command: str, own: set[str]) -> list[str]:
    """The command, and those below it that have no place of their own."""
    if command == "kgmem":
        return [command]
    below = [one for one in commands() if one.startswith(f"{command} ")]
    return [command, *(one for one in below if one not in own)]


def _help_below(command: str, own: set[str]) -> str:
    first, *rest = _at(command, own)
    below = [f"### {one}\n\n```text\n{help_of(one)}```" for one in rest]
    return "\n\n".join([f"```text\n{help_of(first)}```", *below])


# Pages that are made whole ------------------------------------------------------------

API = {
    "The memory": (
        "kgmem.memory",
        "kgmem.aio",
        "kgmem.learn.recording.live",
        "kgmem.browser",
    ),
    "Runs": (
        "kgmem.model.trajectory",
        "kgmem.model.action",
        "kgmem.model.experience",
        "kgmem.model.base",
    ),
    "Recalling and following": (
        "kgmem.model.recollection",
        "kgmem.model.plan",
        "kgmem.model.why",
        "kgmem.model.source",
        "kgmem.model.answer",
        "kgmem.model.effect",
        "kgmem.replay.doing",
        "kgmem.replay.rows.row",
        "kgmem.replay.follow.flow",
        "kgmem.replay.follow.driver",
        "kgmem.replay.follow.followed",
    ),
    "Files of other programs": (
        "kgmem.model.imported",
        "kgmem.learn.importing.importer",
        "kgmem.learn.importing.source",
    ),
    "Patterns": (
        "kgmem.model.pattern",
        "kgmem.model.exported",
        "kgmem.model.known_app",
    ),
    "Facts and documents": ("kgmem.model.fact", "kgmem.model.document"),
    "People": (
        "kgmem.memory.agents",
        "kgmem.memory.conversations",
        "kgmem.memory.repository",
        "kgmem.model.conversation",
    ),
    "Pictures": ("kgmem.pictures",),
    "Health, cleaning up, moving": (
        "kgmem.model.health",
        "kgmem.model.metrics",
        "kgmem.model.decision",
        "kgmem.model.prune",
        "kgmem.model.transfer",
    ),
    "Settings and errors": ("kgmem.config", "kgmem.errors"),
}
"""The page's sections, by the modules whose public names they list."""
_BASES = "    options:\n      inherited_members: true\n"
INHERITING = {"Memory": _BASES, "AgentMemory": _BASES}
"""Of these, what stands in their bases is listed, too."""


def api_page() -> str:
    """Every public name of kgmem, for mkdocstrings to fill in."""
    homes = public_names()
    listed = {module for modules in API.values() for module in modules}
    if missing := sorted(set(homes.values()) - listed):
        raise RuntimeError(f"docs/hooks.py: no section of API lists {missing}")
    sections = [
        f"## {title}\n\n" + "\n".join(_entries(homes, modules))
        for title, modules in API.items()
    ]
    start = (
        "# Python API\n\nThe names that `import kgmem` gives; nothing else is promised."
    )
    return "\n\n".join([start, *sections]) + "\n"


def _entries(homes: dict[str, str], modules: tuple[str, ...]) -> Iterator[str]:
    for module in modules:
        for name in sorted(one for one, home in homes.items() if home == module):
            yield f"::: {module}.{name}\n{INHERITING.get(name, '')}"


def public_names() -> dict[str, str]:
    """The module of each public name."""
    import kgmem
    from kgmem.lazy import homes

    found = {name: home for name, (home, _) in homes(kgmem.__file__).items()}
    return {name: home for name, home in found.items() if name != "__version__"}
