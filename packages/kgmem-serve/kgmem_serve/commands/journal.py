"""`kgmem journal`: who changed what in a served memory."""

import json

from kgmem.serving import (
    AS_JSON,
    Opening,
    command,
    one_line,
    option,
    print_json,
    screen,
)


@command()
def journal(
    opening: Opening,
    limit: int = option("Entries that are shown.", least=1, default=50),
    all_spaces: bool = option("Of every space."),
    as_json: bool = AS_JSON,
) -> None:
    """Show who changed what in a served memory, newest first.

    `kgmem serve` writes a line for each change before it answers: the key's name, the
    call, and the ids of what it was about.

    Examples:
      kgmem journal
      kgmem --space shop journal --limit 5 --json
    """
    from kgmem.serving import plain_table
    from kgmem_serve.http.access.journal import Journal

    settings = opening.settings()
    kept = Journal.of(settings)
    page = kept.page(None if all_spaces else settings.space, limit)
    if as_json:
        print_json([one.model_dump(mode="json") for one in page.entries])
        return
    table = plain_table("at", "caller", "space", "call", "of")
    for one in page.entries:
        at, of = f"{one.at:%Y-%m-%d %H:%M:%S}", json.dumps(one.what, ensure_ascii=False)
        table.add_row(*map(one_line, (at, one.caller, one.space, one.call, of)))
    screen().print(table)
