"""Where the browser was before it moved to `kgmem-agents`."""
