// name: document
MATCH (d:Document {document_id: $document_id}) WHERE d.space = $space
RETURN d {.document_id, .name, .source, .app, .media, .size, .content_hash, .chunks,
          .status, .language, .created_at, .updated_at} AS document

// name: documents
MATCH (d:Document) WHERE d.space = $space
RETURN d {.document_id, .name, .source, .app, .media, .size, .content_hash, .chunks,
          .status, .language, .created_at, .updated_at} AS document
ORDER BY d.name, d.document_id

// name: merge_document
MERGE (d:Document {document_id: $document_id}) SET d += $props

// name: lock_document
// Who writes parts has the document to itself until the end of the transaction.
MATCH (d:Document {document_id: $document_id}) SET d.status = 'indexing'
RETURN d.content_hash AS content_hash

// name: known_chunks
UNWIND $ids AS id
MATCH (c:Chunk {chunk_id: id})
RETURN c.chunk_id AS chunk_id, c.app AS app, c.version AS version

// name: count_parts
MATCH (d:Document {document_id: $document_id})-[:HAS_CHUNK]->(c:Chunk)
WHERE c.edition = $edition
RETURN count(c) AS parts

// name: create_chunks
// CREATE, since MERGE would look through all edges of a long document.
UNWIND $rows AS row
MATCH (d:Document {document_id: row.document_id})
CREATE (c:Chunk {chunk_id: row.chunk_id}) SET c += row.props
CREATE (d)-[:HAS_CHUNK]->(c)

// name: renumber_chunks
UNWIND $rows AS row
MATCH (c:Chunk {chunk_id: row.chunk_id}) SET c += row.props

// name: unlink_chunks
UNWIND $ids AS id
MATCH (:Chunk {chunk_id: id})-[r:NEXT]->(:Chunk)
WITH collect(r) AS edges
UNWIND edges AS r
DELETE r

// name: link_chunks
UNWIND $rows AS row
MATCH (a:Chunk {chunk_id: row.before}) MATCH (b:Chunk {chunk_id: row.after})
CREATE (a)-[:NEXT]->(b)

// name: mention_in_chunks
UNWIND $rows AS row
MATCH (c:Chunk {chunk_id: row.chunk_id}) MATCH (e:Entity {entity_id: row.entity_id})
CREATE (c)-[:MENTIONS {count: row.count}]->(e)

// name: state_in_chunks
UNWIND $rows AS row
MATCH (c:Chunk {chunk_id: row.chunk_id}) MATCH (f:Fact {fact_id: row.fact_id})
CREATE (c)-[:STATES]->(f)

// name: subjects_of_document
MATCH (d:Document {document_id: $document_id})-[r:ABOUT]->(e:Entity)
RETURN e.entity_id AS entity_id

// name: unlink_subjects
MATCH (d:Document {document_id: $document_id})-[r:ABOUT]->(:Entity)
WITH collect(r) AS edges
UNWIND edges AS r
DELETE r

// name: link_subjects
UNWIND $ids AS id
MATCH (d:Document {document_id: $document_id}) MATCH (e:Entity {entity_id: id})
CREATE (d)-[:ABOUT]->(e)

// name: chunks_of_other_edition
MATCH (d:Document {document_id: $document_id})-[:HAS_CHUNK]->(c:Chunk)
WHERE c.edition <> $edition
RETURN c.chunk_id AS chunk_id ORDER BY c.n, chunk_id

// name: named_in_chunks
UNWIND $ids AS id
MATCH (:Chunk {chunk_id: id})-[:MENTIONS]->(e:Entity)
RETURN DISTINCT e.entity_id AS entity_id

// name: stated_in_chunks
// Facts that these parts of documents state, and whether other parts of the same source,
// or other sources, state them, too.
UNWIND $ids AS id
MATCH (:Chunk {chunk_id: id})-[:STATES]->(f:Fact)
WITH DISTINCT f
RETURN f.fact_id AS fact_id,
  EXISTS { MATCH (f)<-[:STATES]-(o:Chunk)
           WHERE o.source = $source AND NOT o.chunk_id IN $ids } AS elsewhere,
  any(s IN f.sources WHERE s <> $source) AS sources

// name: unheld_facts
// What this source states, but none of its parts. Index Fact(space).
MATCH (f:Fact) WHERE f.space = $space AND $source IN f.sources
  AND NOT EXISTS { MATCH (f)<-[:STATES]-(o:Chunk) WHERE o.source = $source }
RETURN f.fact_id AS fact_id, f.log AS log, f.retracted_at AS retracted_at,
  false AS elsewhere, any(s IN f.sources WHERE s <> $source) AS sources

// name: delete_chunks
UNWIND $ids AS id
MATCH (c:Chunk {chunk_id: id}) DETACH DELETE c

// name: delete_document
MATCH (d:Document {document_id: $document_id}) DETACH DELETE d

// name: any_entity
// Is there one at all? Index Entity(space).
MATCH (e:Entity) WHERE e.space = $space
RETURN e.entity_id AS entity_id LIMIT 1

// name: mention_in_tasks
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) MATCH (e:Entity {entity_id: row.entity_id})
MERGE (t)-[:MENTIONS]->(e)
