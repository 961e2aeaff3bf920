"""How the effect of a task is checked from elsewhere than its page."""
