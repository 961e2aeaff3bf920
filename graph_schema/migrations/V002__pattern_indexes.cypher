// What the batch job and the patterns are looked up by.

// `pending` is there only while a batch job has still to look at the task, so that its
// index stays small.
CREATE INDEX task_pending IF NOT EXISTS FOR (n:Task) ON (n.pending);
CREATE INDEX pattern_space IF NOT EXISTS FOR (n:Pattern) ON (n.space);
CREATE INDEX tombstone_space IF NOT EXISTS FOR (n:Tombstone) ON (n.space);
