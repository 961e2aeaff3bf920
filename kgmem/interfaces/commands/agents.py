"""`kgmem chat` and `kgmem agent`: what was said, and what is known of people."""

from pathlib import Path
from typing import Any

import click
from rich.text import Text

from kgmem.interfaces.arguments import FileName, as_json
from kgmem.interfaces.chat_files import conversations_in
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import one_line, print_json, screen
from kgmem.messages import said

SHOWN = 200
"""Characters of a profile that `history` prints."""


@click.group(
    epilog="""
\b
Examples:
  kgmem chat import talks.jsonl --agent support
"""
)
def chat() -> None:
    """Take in what was said to agents."""


@chat.command(
    "import",
    epilog="""
\b
Examples:
  kgmem chat import talks.jsonl --agent support
  kgmem chat import sharegpt.json --agent support --update
""",
)
@click.argument(
    "paths",
    metavar="FILE...",
    nargs=-1,
    required=True,
    type=FileName(exists=True, path_type=Path),
)
@click.option("--agent", required=True, help="The agent that it was said to.")
@click.option("--session", help="The session of messages that name none.")
@click.option(
    "--update", is_flag=True, help="Also join them to what is known of the person."
)
@as_json()
@pass_opening
def chat_import(
    opening: Opening,
    paths: tuple[Path, ...],
    agent: str,
    session: str | None,
    update: bool,
    as_json: bool,
) -> None:
    """Take in messages: JSON Lines, or JSON as OpenAI and ShareGPT shape it.

    The same file again changes nothing.
    """
    told: list[dict[str, Any]] = []
    with opening.memory() as memory:
        target = memory.agent(agent)
        for path in paths:
            for name, messages in conversations_in(path, session):
                conversation = target.conversation(name)
                kept = conversation.add_many(messages)
                if update:
                    target.update_with_pipeline(conversation)
                told.append({"session": name, "messages": len(kept)})
    if as_json:
        print_json(told)
    for one in [] if as_json else told:
        screen().print(f"{one['session']}: {one['messages']:,} messages")


@click.group(
    epilog="""
\b
Examples:
  kgmem agent show support
  kgmem agent history support
"""
)
def agent() -> None:
    """See, restore and forget what agents know of people."""


@agent.command("show")
@click.argument("agent_id", metavar="ID")
@as_json()
@pass_opening
def agent_show(opening: Opening, agent_id: str, as_json: bool) -> None:
    """Show profile, events and conversations of an agent."""
    with opening.memory() as memory:
        found = memory.agent(agent_id)
        talks = found.get_recent_conversations()
        known, prompt = found.to_dict(), found.to_prompt()
    if as_json:
        told = [one.model_dump(mode="json") for one in talks]
        print_json({**known, "conversations": told})
        return
    screen().print(Text(prompt or "nothing is known of the person"))
    for one in talks:
        line = f"{one.ended_at:%Y-%m-%d %H:%M}  {one.session_id}  {one.name}"
        screen().print(Text(f"{one_line(line)} ({one.messages})", style="dim"))


@agent.command("history")
@click.argument("agent_id", metavar="ID")
@as_json()
@pass_opening
def agent_history(opening: Opening, agent_id: str, as_json: bool) -> None:
    """List the versions of what an agent knows."""
    with opening.memory() as memory:
        versions = memory.agent(agent_id).history()
    if as_json:
        print_json([one.model_dump(mode="json") for one in versions])
    elif not versions:
        screen().print(
            Text(said("Nothing is known by way of this agent."), style="dim")
        )
    for one in [] if as_json else versions:
        head = f"{one.version:4}  {one.at:%Y-%m-%d %H:%M}  {one.reason}: "
        screen().print(Text(head + one_line(one.profile)[:SHOWN]))


@agent.command("rollback")
@click.argument("agent_id", metavar="ID")
@click.argument("version", type=click.IntRange(1))
@pass_opening
def agent_rollback(opening: Opening, agent_id: str, version: int) -> None:
    """Know again what was known in VERSION, as a new version."""
    with opening.memory() as memory:
        found = memory.agent(agent_id)
        found.rollback(version)
        screen().print(f"version {found.version}")


@agent.command("forget")
@click.argument("agent_id", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_opening
def agent_forget(opening: Opening, agent_id: str, yes: bool) -> None:
    """Delete all that is kept of an agent and its person, in both stores."""
    if not yes:
        click.confirm(f"Delete all that is kept of {agent_id!r}?", abort=True)
    with opening.memory() as memory:
        gone = memory.agent(agent_id).forget()
    counts = gone.model_dump(exclude={"stays"})
    screen().print(", ".join(f"{name}: {n:,}" for name, n in counts.items()))
    for line in gone.stays:
        screen().print(Text(line, style="dim"))
