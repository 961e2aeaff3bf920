"""multilingual-e5-small as an embedder: `E5().embed(texts)`."""

from kgmem_e5.encoder import E5

__all__ = ["E5"]
