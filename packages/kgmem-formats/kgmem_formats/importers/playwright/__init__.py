"""What a script of Playwright's does, as steps."""
