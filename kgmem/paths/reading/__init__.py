"""Values that a run reads: what a step showed, where in it a value stood, and what
stands there in another run."""
