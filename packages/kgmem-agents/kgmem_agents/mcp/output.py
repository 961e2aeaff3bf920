"""Answers as the protocol has them."""

import json

from kgmem.agents import needs
from kgmem_agents.mcp.answer import ToolAnswer

with needs("mcp", "kgmem mcp"):
    from mcp import types

TOOK = "kgmem/ms"
"""Of an answer's metadata: how long the memory itself took, in ms."""


def result_of(answer: ToolAnswer, ms: float) -> types.CallToolResult:
    """An answer as the protocol has it."""
    data = json.loads(json.dumps(answer.data, ensure_ascii=False, default=str))
    return types.CallToolResult(
        content=[types.TextContent(text=answer.text)],
        structured_content=data,
        _meta={TOOK: round(ms, 3)},
    )


def refusal(reason: str) -> types.CallToolResult:
    """An error that the model reads, and can do better by."""
    return types.CallToolResult(content=[types.TextContent(text=reason)], is_error=True)
