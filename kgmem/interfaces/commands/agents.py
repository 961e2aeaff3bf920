"""`kgmem chat` and `kgmem agent`: what was said, and what is known of people."""

from pathlib import Path

import click
from rich.text import Text

from kgmem.errors import InvalidInput, NotFound
from kgmem.extras import brought
from kgmem.interfaces.arguments import FileName, text_or_stdin
from kgmem.interfaces.command import AS_JSON, argument, command, group, option
from kgmem.interfaces.opening import Opening
from kgmem.interfaces.screen import aside, one_line, print_json, progress_bar, screen
from kgmem.messages import said
from kgmem.samples.chats import sample_chat, sample_chats

SHOWN = 200
"""Characters of a profile that `history` prints."""

UNKNOWN = "Nothing is known by way of this agent."
UNTOLD = (
    "Nothing is known of the person; `kgmem chat import … --update` joins what "
    "was said to it."
)


@group()
def chat() -> None:
    """Take in what was said to agents.

    Examples:
      kgmem chat import talks.jsonl --agent support
      kgmem chat import --sample zh --agent yutong --update
    """


@command("import", of=chat)
def chat_import(
    opening: Opening,
    paths: tuple[Path, ...] = argument(
        "[FILE]...", type=FileName(exists=True, path_type=Path)
    ),
    agent: str = option("The agent that it was said to.", required=True),
    user: str | None = option("The user who said it: his agents share what is known."),
    session: str | None = option("The session of messages that name none."),
    sample: str | None = option(
        "Also take in the small chat that comes with kgmem, in this language.",
        type=click.Choice(sample_chats()),
    ),
    update: bool = option("Also join them to what is known of the person."),
    as_json: bool = AS_JSON,
) -> None:
    """Take in messages: exports of ChatGPT and Claude, OpenAI's and ShareGPT's JSON.

    JSON Lines are read, too. The same file again changes nothing; of a file that can't
    be read to its end nothing is kept.

    Examples:
      kgmem chat import talks.jsonl --agent support
      kgmem chat import conversations.json --agent chatgpt --user ann --update
      kgmem chat import --sample en --agent ann --update
    """
    if sample is not None:
        paths = (*paths, sample_chat(sample))
    if not paths:
        raise click.UsageError("Name a file of messages, or give --sample.")
    read = brought("kgmem.chats", "files", "formats", "reading a file of messages")
    files = {path: read(path, session) for path in paths}
    for path in (path for path, found in files.items() if not found):
        raise InvalidInput(f"{path.name}: it holds no message")
    talks = [talk for found in files.values() for talk in found.items()]
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


@group()
def agent() -> None:
    """See, restore and forget what agents know of people.

    Examples:
      kgmem agent show support
      kgmem agent context support 'Which seat should I book?'
      kgmem agent history support
    """


@command("show", of=agent)
def agent_show(
    opening: Opening,
    agent_id: str = argument("ID"),
    as_json: bool = AS_JSON,
) -> None:
    """Show profile, events and conversations of an agent."""
    with opening.memory() as memory:
        found = memory.agent(agent_id)
        talks = found.get_recent_conversations()
        known, prompt = found.to_dict(), found.to_prompt()
    if not prompt and not talks:
        raise NotFound(said(UNKNOWN))
    if as_json:
        print_json({**known, "conversations": talks})
        return
    screen().print(Text(prompt or said(UNTOLD)))
    for one in talks:
        line = f"{one.ended_at:%Y-%m-%d %H:%M}  {one.session_id}  {one.name}"
        screen().print(Text(f"{one_line(line)} ({one.messages})", style="dim"))


@command("context", of=agent)
def agent_context(
    opening: Opening,
    agent_id: str = argument("ID"),
    query: str = argument("TEXT", type=text_or_stdin),
    budget: int = option(
        "Tokens that the text may have, by an estimate on the safe side.",
        least=1,
        default=1500,
    ),
    why: bool = option("Say why each piece is there."),
    as_json: bool = AS_JSON,
) -> None:
    """Print what an agent should know before it answers TEXT, for its prompt.

    `-` reads TEXT from standard input.

    Examples:
      kgmem agent context support 'Which seat should I book?'
      kgmem agent context support '订哪个座位？' --budget 400 --why
    """
    with opening.memory() as memory:
        found = memory.agent(agent_id).context(query, budget_tokens=budget)
    if as_json:
        print_json(found.model_dump(mode="json", exclude_none=True))
        return
    if found.text:
        click.echo(found.text)
    else:
        aside().print(Text(said(UNKNOWN)))
    for one in found.pieces if why else ():
        reasons = "; ".join(reason.told for reason in one.why)
        line = one_line(f"{one.kind} ({one.tokens}): {one.text[:60]} — {reasons}")
        aside().print(Text(line, style="dim"))


@command("history", of=agent)
def agent_history(
    opening: Opening,
    agent_id: str = argument("ID"),
    as_json: bool = AS_JSON,
) -> None:
    """List the versions of what an agent knows."""
    with opening.memory() as memory:
        versions = memory.agent(agent_id).history()
    if as_json:
        print_json(versions)
    elif not versions:
        screen().print(Text(said(UNKNOWN), style="dim"))
    for one in [] if as_json else versions:
        head = f"{one.version:4}  {one.at:%Y-%m-%d %H:%M}  {one.reason}: "
        screen().print(Text(head + one_line(one.profile)[:SHOWN]))


@command("rollback", of=agent)
def agent_rollback(
    opening: Opening,
    agent_id: str = argument("ID"),
    version: int = argument(least=1),
) -> None:
    """Know again what was known in VERSION, as a new version."""
    with opening.memory() as memory:
        found = memory.agent(agent_id)
        found.rollback(version)
        screen().print(f"version {found.version}")


@command("forget", of=agent)
def agent_forget(
    opening: Opening,
    agent_id: str = argument("ID"),
    yes: bool = option("Do not ask."),
) -> None:
    """Delete all that is kept of an agent and its person, in both stores."""
    if not yes:
        click.confirm(f"Delete all that is kept of {agent_id!r}?", abort=True)
    with opening.memory() as memory:
        gone = memory.agent(agent_id).forget()
    counts = gone.model_dump(exclude={"stays"})
    if not any(counts.values()):
        raise NotFound(said(UNKNOWN))
    screen().print(", ".join(f"{name}: {n:,}" for name, n in counts.items()))
    for line in gone.stays:
        screen().print(Text(line, style="dim"))
