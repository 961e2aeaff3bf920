"""Looks at effects from elsewhere than the page: a request, a database, a file."""
