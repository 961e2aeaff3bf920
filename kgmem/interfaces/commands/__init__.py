"""One file for each command, or for a few that belong together.

A command is loaded when it is named: `kgmem --help` and `--version` load none.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Listed:
    """What `kgmem --help` says of a command, and where it is."""

    file: str
    """In this folder; the function is called like the command."""
    summary: str
    extra: str = ""
    """With which it comes, by an entry point; empty: it is in this folder."""


COMMANDS: Mapping[str, Listed] = {
    "demo": Listed(
        "demo", "Learn the runs that come with kgmem, find patterns, then recall."
    ),
    "learn": Listed(
        "learn", "Store runs from files: kgmem's own, or those of other programs."
    ),
    "recall": Listed("recall", "Recall what helps with the task TEXT."),
    "record": Listed(
        "",
        "Record a task that you do in a browser's window, and learn it.",
        "browser",
    ),
    "replay": Listed(
        "",
        "Do the task TEXT in a browser's window, as it was done before.",
        "browser",
    ),
    "run": Listed("", "Do a task for each row of a table.", "browser"),
    "generalize": Listed("patterns", "Learn patterns from the runs that are stored."),
    "patterns": Listed("patterns", "List patterns, best supported first."),
    "match": Listed(
        "patterns", "Find the pattern that a task TEXT fits, with slot values."
    ),
    "export-pattern": Listed(
        "exporting", "Write a pattern as a test, a recording or a skill."
    ),
    "approve": Listed(
        "decide",
        "Vouch for a run or a pattern: as good as one that a judge saw succeed.",
    ),
    "quarantine": Listed("decide", "Keep a run or a pattern, and never offer it."),
    "release": Listed(
        "decide", "Take an approval or a quarantine back: all is as before."
    ),
    "history": Listed(
        "decide", "Show what was decided about a run or a pattern, by whom and why."
    ),
    "calibrate": Listed(
        "calibrate", "Fit confidence to the outcomes that were reported."
    ),
    "facts": Listed("facts", "List what is known about NAME, or all that is known."),
    "fact": Listed("facts", "Say what is so, and take it back."),
    "entities": Listed(
        "facts", "List what facts are about and texts name, most facts first."
    ),
    "import": Listed("documents", "Take in documents, lists of facts, or an export."),
    "documents": Listed("documents", "List the documents that are kept."),
    "search": Listed("search", "Search documents, facts, tasks and messages for TEXT."),
    "chat": Listed("agents", "Take in what was said to agents."),
    "agent": Listed("agents", "See, restore and forget what agents know of people."),
    "show": Listed("show", "Show a run with its path and elements, or a pattern."),
    "mcp": Listed(
        "", "Serve the memory to clients of the Model Context Protocol.", "mcp"
    ),
    "serve": Listed(
        "", "Serve the memory over HTTP, with a page that shows it.", "serve"
    ),
    "keys": Listed(
        "", "Make, list and revoke the keys that open a served memory.", "serve"
    ),
    "journal": Listed(
        "", "Show who changed what in a served memory, newest first.", "serve"
    ),
    "cypher": Listed("cypher", "Run a read-only Cypher query."),
    "doctor": Listed(
        "operate", "Check that the stores agree, and tell what is in use."
    ),
    "repair": Listed("operate", "Heal what doctor found, then diagnose again."),
    "reindex": Listed(
        "operate", "Build the vectors anew from the graph, and switch to them."
    ),
    "schema": Listed("schema", "See and update the graph's schema."),
    "stats": Listed("operate", "Count what the space holds, in both stores."),
    "forget": Listed("operate", "Delete a run, a task, a fact or a document."),
    "prune": Listed(
        "prune", "Forget runs and patterns that fail and that nobody uses."
    ),
    "clear": Listed(
        "transfer", "Delete everything of one kind from both stores of the space."
    ),
    "export": Listed(
        "transfer", "Write all of the space into a file, for `kgmem import`."
    ),
    "backup": Listed(
        "backup", "Write all spaces into the new folder FOLDER, for `kgmem restore`."
    ),
    "restore": Listed(
        "backup", "Take up all spaces of FOLDER, which `kgmem backup` wrote."
    ),
    "spaces": Listed("backup", "List the spaces that hold something."),
}
"""In the order in which they are listed."""
