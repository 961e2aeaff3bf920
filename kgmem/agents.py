"""What `kgmem-agents` stands on; the stub beside it has the names."""

from kgmem.lazy import lazily as _lazily

__getattr__, __dir__ = _lazily(__name__, __file__)
