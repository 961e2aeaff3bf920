"""What of a task its plan is not known to do, in the task's words, and where that
matters."""
