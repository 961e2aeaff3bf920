"""`kgmem chat` and `kgmem agent`: what was said, and what is known of people."""

from pathlib import Path

import click
from rich.text import Text

from kgmem.interfaces.arguments import FileName, as_json, text_or_stdin
from kgmem.interfaces.chats.files import conversations_in
from kgmem.interfaces.opening import Opening, pass_opening
from kgmem.interfaces.screen import aside, one_line, print_json, progress_bar, screen
from kgmem.messages import said
from kgmem.samples.chats import sample_chat, sample_chats

SHOWN = 200
"""Characters of a profile that `history` prints."""


@click.group(
    epilog="""
\b
Examples:
  kgmem chat import talks.jsonl --agent support
  kgmem chat import --sample zh --agent yutong --update
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
  kgmem chat import conversations.json --agent chatgpt --user ann --update
  kgmem chat import --sample en --agent ann --update
""",
)
@click.argument(
    "paths",
    metavar="[FILE]...",
    nargs=-1,
    type=FileName(exists=True, path_type=Path),
)
@click.option("--agent", required=True, help="The agent that it was said to.")
@click.option("--user", help="The user who said it: his agents share what is known.")
@click.option("--session", help="The session of messages that name none.")
@click.option(
    "--sample",
    type=click.Choice(sample_chats()),
    help="Also take in the small chat that comes with kgmem, in this language.",
)
@click.option(
    "--update", is_flag=True, help="Also join them to what is known of the person."
)
@as_json()
@pass_opening
def chat_import(
    opening: Opening,
    paths: tuple[Path, ...],
    agent: str,
    user: str | None,
    session: str | None,
    sample: str | None,
    update: bool,
    as_json: bool,
) -> None:
    """Take in messages: exports of ChatGPT and Claude, OpenAI's and ShareGPT's JSON.

    JSON Lines are read, too. The same file again changes nothing; of a file that can't
    be read to its end nothing is kept.
    """
    if sample is not None:
        paths = (*paths, sample_chat(sample))
    if not paths:
        raise click.UsageError("Name a file of messages, or give --sample.")
    talks = [one for path in paths for one in conversations_in(path, session).items()]
    told: list[dict[str, object]] = []
    with opening.memory() as memory, progress_bar("conversations") as advance:
        target = memory.agent(agent, user=user)
        for n, (name, messages) in enumerate(talks, 1):
            conversation = target.conversation(name)
            kept = conversation.add_many(messages)
            if update:
                target.update_with_pipeline(conversation)
            told.append({"session": name, "messages": len(kept)})
            advance(n, len(talks))
    if as_json:
        print_json(told)
    for one in [] if as_json else told:
        line = said(f"{one['session']}: {one['messages']:,} messages")
        screen().print(Text(one_line(line)))


@click.group(
    epilog="""
\b
Examples:
  kgmem agent show support
  kgmem agent context support 'Which seat should I book?'
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
    screen().print(Text(prompt or said(_unknown(bool(talks)))))
    for one in talks:
        line = f"{one.ended_at:%Y-%m-%d %H:%M}  {one.session_id}  {one.name}"
        screen().print(Text(f"{one_line(line)} ({one.messages})", style="dim"))


def _unknown(talked: bool) -> str:
    if talked:
        return (
            "Nothing is known of the person; `kgmem chat import … --update` joins what "
            "was said to it."
        )
    return "Nothing is known by way of this agent."


@agent.command(
    "context",
    epilog="""
\b
Examples:
  kgmem agent context support 'Which seat should I book?'
  kgmem agent context support '订哪个座位？' --budget 400 --why
""",
)
@click.argument("agent_id", metavar="ID")
@click.argument("query", metavar="TEXT", type=text_or_stdin)
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=1500,
    show_default=True,
    help="Tokens that the text may have, by an estimate on the safe side.",
)
@click.option("--why", is_flag=True, help="Say why each piece is there.")
@as_json()
@pass_opening
def agent_context(
    opening: Opening, agent_id: str, query: str, budget: int, why: bool, as_json: bool
) -> None:
    """Print what an agent should know before it answers TEXT, for its prompt.

    `-` reads TEXT from standard input.
    """
    with opening.memory() as memory:
        found = memory.agent(agent_id).context(query, budget_tokens=budget)
    if as_json:
        print_json(found.model_dump(mode="json", exclude_none=True))
        return
    if found.text:
        click.echo(found.text)
    else:
        aside().print(Text(said("Nothing is known by way of this agent.")))
    for one in found.pieces if why else ():
        reasons = "; ".join(said(str(reason)) for reason in one.why)
        line = one_line(f"{one.kind} ({one.tokens}): {one.text[:60]} — {reasons}")
        aside().print(Text(line, style="dim"))


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
