// No batch job has looked at the tasks of an older graph yet.
MATCH (t:Task) SET t.pending = t.space;
