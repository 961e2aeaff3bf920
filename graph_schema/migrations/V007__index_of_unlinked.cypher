// As long as a task's links to similar tasks are still to be made.
CREATE INDEX task_unlinked IF NOT EXISTS FOR (n:Task) ON (n.unlinked);
