"""`kgmem serve`, `keys`, `journal`."""
