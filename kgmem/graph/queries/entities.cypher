// name: entities_by_key
// What these keys name, by its own name or by a further one; indexes on both keys.
// `WITH`, since for `IN $keys AND e.space = …` ArcadeDB takes the index on space.
MATCH (e:Entity) WHERE e.key IN $keys WITH e WHERE e.space = $space
RETURN e.key AS named, e.entity_id AS entity_id, e.name AS name, e.key AS key,
       e.kind AS kind, e.aliases AS aliases, 'name' AS how
UNION ALL
MATCH (a:Alias)-[:NAMES]->(e:Entity) WHERE a.alias_id IN $alias_ids
RETURN a.key AS named, e.entity_id AS entity_id, e.name AS name, e.key AS key,
       e.kind AS kind, e.aliases AS aliases, 'alias' AS how

// name: claim_entities
// Creates what is missing and locks the rest until the end of the transaction.
UNWIND $rows AS row
MERGE (e:Entity {entity_id: row.entity_id})
ON CREATE SET e += row.props
SET e.claimed = $claim
WITH e
RETURN e.entity_id AS entity_id, e.kind AS kind, e.aliases AS aliases

// name: fill_kinds
UNWIND $rows AS row
MATCH (e:Entity {entity_id: row.entity_id}) SET e.kind = row.kind

// name: merge_aliases
UNWIND $rows AS row
MERGE (a:Alias {alias_id: row.alias_id}) ON CREATE SET a += row.props

// name: link_aliases
UNWIND $rows AS row
MATCH (a:Alias {alias_id: row.alias_id})
MATCH (e:Entity {entity_id: row.entity_id})
MERGE (a)-[:NAMES]->(e)

// name: show_aliases
UNWIND $rows AS row
MATCH (e:Entity {entity_id: row.entity_id}) SET e.aliases = row.aliases

// name: lock_entities
UNWIND $ids AS id
MATCH (e:Entity {entity_id: id}) SET e.claimed = $claim
RETURN e.entity_id AS entity_id

// name: known_apps
UNWIND $ids AS id
MATCH (a:App {app_id: id}) RETURN a.app_id AS app_id

// name: lone_entities
// Those of these that nothing is said of and nothing names.
UNWIND $ids AS id
MATCH (e:Entity {entity_id: id})
WHERE NOT EXISTS { MATCH (e)<-[:SUBJECT|OBJECT]-(:Fact) }
  AND NOT EXISTS { MATCH (e)<-[:MENTIONS]-() }
  AND NOT EXISTS { MATCH (e)<-[:ABOUT]-(:Document) }
RETURN e.entity_id AS entity_id

// name: aliases_of_entities
UNWIND $ids AS id
MATCH (a:Alias)-[:NAMES]->(e:Entity {entity_id: id})
RETURN id AS entity_id, a.alias_id AS alias_id, a.key AS key, a.name AS name
ORDER BY entity_id, key

// name: delete_entities
UNWIND $ids AS id
MATCH (e:Entity {entity_id: id}) DETACH DELETE e

// name: delete_idle_aliases
UNWIND $ids AS id
MATCH (a:Alias {alias_id: id})
WHERE NOT EXISTS { MATCH (a)-[:NAMES]->(:Entity) }
DETACH DELETE a

// name: entities_of_space
// With the numbers of facts that they are subject or object of, and of what names them.
MATCH (e:Entity) WHERE e.space = $space AND ($kind IS NULL OR e.kind = $kind)
RETURN e.entity_id AS entity_id, e.name AS name, e.key AS key, e.kind AS kind,
       e.aliases AS aliases, COUNT { (e)<-[:SUBJECT|OBJECT]-(:Fact) } AS facts,
       COUNT { (e)<-[:MENTIONS]-() } AS mentions
ORDER BY facts DESC, mentions DESC, name LIMIT $limit

// name: entities_named_like
// The same of those whose name, or one of whose further names, has `$part` in it.
MATCH (e:Entity) WHERE e.space = $space AND ($kind IS NULL OR e.kind = $kind)
  AND (e.key CONTAINS $part
       OR EXISTS { MATCH (a:Alias)-[:NAMES]->(e) WHERE a.key CONTAINS $part })
RETURN e.entity_id AS entity_id, e.name AS name, e.key AS key, e.kind AS kind,
       e.aliases AS aliases, COUNT { (e)<-[:SUBJECT|OBJECT]-(:Fact) } AS facts,
       COUNT { (e)<-[:MENTIONS]-() } AS mentions
ORDER BY facts DESC, mentions DESC, name LIMIT $limit

// name: aliases_of_space
// Index Alias(space).
MATCH (a:Alias) WHERE a.space = $space
MATCH (a)-[:NAMES]->(e:Entity)
RETURN a.key AS key, e.entity_id AS entity_id LIMIT $limit

// name: entity_by_id
MATCH (e:Entity {entity_id: $entity_id}) WHERE e.space = $space
RETURN e.entity_id AS entity_id, e.name AS name, e.key AS key, e.kind AS kind,
       e.aliases AS aliases

// name: facts_of_entity
MATCH (f:Fact)-[:SUBJECT|OBJECT|MENTIONS]->(e:Entity {entity_id: $entity_id})
RETURN DISTINCT f.fact_id AS fact_id

// name: hand_over_subjects
// The old edges go with the entity, or by `unlink_facts`.
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id})-[:SUBJECT]->(:Entity {entity_id: $source})
MATCH (e:Entity {entity_id: $target})
CREATE (f)-[:SUBJECT]->(e)

// name: hand_over_objects
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id})-[:OBJECT]->(:Entity {entity_id: $source})
MATCH (e:Entity {entity_id: $target})
SET f.object_key = $target
CREATE (f)-[:OBJECT]->(e)

// name: hand_over_mentions_in_facts
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id})-[:MENTIONS]->(:Entity {entity_id: $source})
MATCH (e:Entity {entity_id: $target})
MERGE (f)-[:MENTIONS]->(e)

// name: hand_over_mentions_in_chunks
UNWIND $ids AS id
MATCH (c:Chunk {chunk_id: id})-[r:MENTIONS]->(:Entity {entity_id: $source})
MATCH (e:Entity {entity_id: $target})
MERGE (c)-[m:MENTIONS]->(e)
SET m.count = coalesce(m.count, 0) + coalesce(r.count, 1)

// name: hand_over_mentions_in_tasks
MATCH (t:Task)-[:MENTIONS]->(:Entity {entity_id: $source})
WITH collect(t) AS tasks
MATCH (e:Entity {entity_id: $target})
UNWIND tasks AS t
MERGE (t)-[:MENTIONS]->(e)

// name: hand_over_mentions_in_messages
MATCH (m:Message)-[:MENTIONS]->(:Entity {entity_id: $source})
WITH collect(m) AS messages
MATCH (e:Entity {entity_id: $target})
UNWIND messages AS m
MERGE (m)-[:MENTIONS]->(e)

// name: hand_over_documents
MATCH (d:Document)-[:ABOUT]->(:Entity {entity_id: $source})
WITH collect(d) AS documents
MATCH (e:Entity {entity_id: $target})
UNWIND documents AS d
MERGE (d)-[:ABOUT]->(e)

// name: chunks_naming
MATCH (c:Chunk)-[:MENTIONS]->(:Entity {entity_id: $entity_id})
RETURN c.chunk_id AS chunk_id

// name: chunks_stating
// Parts of documents that name the entity and state one of these facts.
UNWIND $ids AS id
MATCH (c:Chunk)-[:STATES]->(:Fact {fact_id: id})
MATCH (c)-[:MENTIONS]->(:Entity {entity_id: $entity_id})
RETURN DISTINCT c.chunk_id AS chunk_id

// name: unlink_facts
UNWIND $ids AS id
MATCH (:Fact {fact_id: id})-[r:SUBJECT|OBJECT|MENTIONS]->(:Entity {entity_id: $entity_id})
WITH collect(r) AS edges
UNWIND edges AS r
DELETE r

// name: unlink_chunks_from
UNWIND $ids AS id
MATCH (:Chunk {chunk_id: id})-[r:MENTIONS]->(:Entity {entity_id: $entity_id})
WITH collect(r) AS edges
UNWIND edges AS r
DELETE r
