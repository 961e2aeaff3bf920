"""A memory for any client of the Model Context Protocol: tools and resources.

`tools` is the table of what can be called, `pattern_tools` finds procedures, `server`
speaks the protocol; `kgmem mcp` starts it.
"""
