"""plan + page -> locate; outcome -> statistics."""
