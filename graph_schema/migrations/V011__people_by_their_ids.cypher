// A person's facts are told apart by the exact id of the person, not by its folded form.
MATCH (e:Entity) WHERE e.name STARTS WITH 'agent:' SET e.key = e.name;
// What the folded form had put under another person, or under one of his people, goes to
// the one who said it.
MATCH (f:Fact)-[r:SUBJECT]->(e:Entity)
WHERE e.name STARTS WITH 'agent:' AND f.source STARTS WITH 'agent:'
  AND e.name <> f.source AND NOT e.name STARTS WITH f.source + "'s "
WITH f, r, e, CASE WHEN e.name CONTAINS "'s "
  THEN f.source + "'s " + split(e.name, "'s ")[1] ELSE f.source END AS name
MERGE (own:Entity {entity_id: e.entity_id + '#' + name})
  ON CREATE SET own.space = e.space, own.key = name, own.name = name, own.kind = e.kind
MERGE (f)-[:SUBJECT]->(own)
DELETE r;
