"""Plans followed, and runs recorded, on a page of Playwright's, sync or async."""
