// Patterns of an older graph do not say when a step that only some runs had is done, nor
// where a value was read: the next batch job builds them anew.
MATCH (t:Task) SET t.pending = t.space;
