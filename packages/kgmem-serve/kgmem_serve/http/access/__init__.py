"""Who is let in: keys, hosts, limits, and what is written down of each request."""
