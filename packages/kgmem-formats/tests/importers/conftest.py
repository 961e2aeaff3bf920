"""Samples of each format, and a memory that has a fake embedder."""

from pathlib import Path

FORMATS = Path(__file__).parents[1] / "fixtures"
SAMPLES = {
    "browser-use": "browser_use.json",
    "playwright-codegen": "codegen.jsonl",
    "playwright-script (Python)": "codegen_py.txt",
    "playwright-script (JavaScript)": "codegen_js.txt",
    "playwright-trace": "trace.zip",
    "chrome-recorder": "chrome_recorder.json",
    "selenium-ide": "selenium_ide.side",
    "tool-calls (OpenAI)": "openai_calls.jsonl",
    "tool-calls (Anthropic)": "anthropic_calls.json",
    "tool-calls (Playwright MCP)": "mcp_playwright.json",
    "tool-calls (DevTools MCP)": "mcp_devtools.json",
    "mobilerun": "mobilerun",
}
"""The file or folder by format, and what of it is in brackets."""


def format_of(sample: str) -> str:
    return sample.partition(" ")[0]
