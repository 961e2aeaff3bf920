"""A text read in the words of a template: anchors in order, values in the holes."""
