"""A memory for any client of the Model Context Protocol: tools, resources, prompts.

`tools` is the table of what can be called, `pattern_tools` makes a tool of each proven
pattern, `server` speaks the protocol; `kgmem mcp` starts it.
"""
