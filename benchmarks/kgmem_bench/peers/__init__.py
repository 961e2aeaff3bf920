"""kgmem beside other memories and plain searches, each in a process of its own."""
