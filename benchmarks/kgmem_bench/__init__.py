"""The benchmark suite behind `kgmem bench`."""
