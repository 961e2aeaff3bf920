"""Parts of kgmem for measuring and for research.

What `lab.pyi` lists may change with any release, unlike the names of `kgmem` itself.
The benchmarks use it, and nothing else of the inside: a new floor, another clustering
or another way to find elements is compared with these parts.
"""

from kgmem.lazy import lazily as _lazily

__getattr__, __dir__ = _lazily(__name__, __file__)
