"""The parts of a driver of Playwright's pages: its tabs and frames, pointer and keys,
what is answered to dialogs, and when a page has come to rest."""
