"""For agents: the Model Context Protocol, LangGraph, browser-use and Playwright."""
