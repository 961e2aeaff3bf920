"""Whether elements are found again on changed pages."""
