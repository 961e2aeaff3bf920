"""Readers of foreign formats, one module each; `docs/formats.md` compares them."""
