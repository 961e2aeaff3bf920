"""Patterns in the formats of other programs.

A format is a function `(PatternSource, options) -> ExportedPattern`, registered by its
name in the entry-point group `kgmem.exporters`; any package may add one.
"""
