"""What records a scenario, each in the way of its tool."""
