"""kgmem: a knowledge-graph hybrid memory engine for GUI and web agents.

>>> from kgmem import Memory
>>> with Memory.open("memory") as memory:
...     memory.learn({"task": "…", "outcome": "success", "steps": []})
...     memory.recall("…").route
"""

from kgmem.lazy import lazily as _lazily

__getattr__, __dir__ = _lazily(__name__, __file__)
