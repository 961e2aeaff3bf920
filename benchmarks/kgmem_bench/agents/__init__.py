"""Agents that do tasks in real applications, with a memory over MCP and without."""
