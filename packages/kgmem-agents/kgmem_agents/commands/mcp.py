"""`kgmem mcp`: the memory as a server of the Model Context Protocol."""

from kgmem.agents import Opening, Role, command, option


@command()
def mcp(
    opening: Opening,
    every_tool: bool = option("List the tools that are seldom needed, too."),
    decisions: bool = option(
        "Let clients approve, quarantine and release: an agent could approve itself.",
        envvar="KGMEM_MCP_DECISIONS",
    ),
    browser: str | None = option(
        "Address of the client's browser (its remote debugging port): plans are "
        "followed there by the tool replay.",
        envvar="KGMEM_MCP_BROWSER",
        metavar="URL",
    ),
    proxy: str | None = option(
        "Start this MCP server of a browser: its tools are the client's, too, and what "
        "they do is recorded.",
        metavar="COMMAND",
    ),
) -> None:
    """Serve the memory to clients of the Model Context Protocol.

    To the one that started it, on standard input and output; `kgmem serve` answers any
    number of them, at http://HOST:PORT/mcp. Ends when the client is gone, or with
    Ctrl-C.

    Tools: recall, locate_all, report, record, find_procedure, search, add_document,
    add_fact, remember, context, forget; with --every-tool record_step,
    finish_task, risk, history, profile and search_messages; with --decisions approve,
    quarantine and release; with --browser replay; with --proxy those of the other
    server. Clients see the space of --space, and no other.

    Examples:
      kgmem mcp
      kgmem --space shop mcp --every-tool
      kgmem mcp --browser http://127.0.0.1:9222
      kgmem mcp --proxy "npx @playwright/mcp@latest"
    """
    import asyncio  # with the server's packages a second of loading

    from kgmem_agents.mcp.proxy.child import browser_of
    from kgmem_agents.mcp.server import MemoryServer

    with opening.memory() as memory:
        roles: list[Role] = ["read", "write"]
        if decisions:
            roles.append("operate")
        server = MemoryServer(
            memory,
            roles=roles,
            every_tool=every_tool,
            browser=browser or (browser_of(proxy) if proxy else None),
            behind=proxy,
        )
        asyncio.run(server.over_stdio())
