"""The back office of a conference house, with an application of its own."""
