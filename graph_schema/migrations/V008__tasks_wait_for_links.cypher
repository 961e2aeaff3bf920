// Tasks that were learned into a large memory have no links to similar ones yet.
MATCH (t:Task) WHERE t.links IS NULL SET t.unlinked = t.space;
