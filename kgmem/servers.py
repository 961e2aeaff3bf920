"""Parts of kgmem for the package that asks servers over a network.

What `servers.pyi` lists may change with any release, unlike the names of `kgmem`.
"""

from kgmem.lazy import lazily as _lazily

__getattr__, __dir__ = _lazily(__name__, __file__)
