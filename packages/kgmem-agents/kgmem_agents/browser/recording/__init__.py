"""What a recording hears of a browser's pages, and the steps that it makes of it."""
