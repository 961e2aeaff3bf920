"""What a person looks at, a page of it at a time."""
