"""kgmem: a knowledge-graph hybrid memory engine for GUI and web agents."""

from importlib.metadata import version as _version

__version__ = _version("kgmem")
