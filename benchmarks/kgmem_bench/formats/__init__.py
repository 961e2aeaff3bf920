"""How fast files of other programs are read, and in how much memory."""
