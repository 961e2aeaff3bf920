// name: seed_chunks
// What the index found, as it stands in the graph, and (`asked`, `about`, `names`) the
// entities that the query and the best of what was found lead to. This and all that
// follow are put together, those that have anything to look up, for one round trip (an
// engine takes time for the others, too). `asked`: the query names it; `about`: the seed
// is about it; `names`: the seed names it; `item` then holds id and name of each entity.
// Looked up by key alone.
UNWIND $chunks AS id
MATCH (c:Chunk {chunk_id: id})<-[:HAS_CHUNK]-(d:Document) WHERE c.space = $space
RETURN 'seed_chunks' AS query, 'seed' AS how, 'chunk' AS kind, id AS source,
  c {.text, .headings, .app, .source, .document_id, .n, at: d.updated_at} AS item

// name: seed_facts
// Facts; as `seed_chunks`.
UNWIND $facts AS id
MATCH (f:Fact {fact_id: id}) WHERE f.space = $space AND f.retracted_at IS NULL
RETURN 'seed_facts' AS query, 'seed' AS how, 'fact' AS kind, id AS source,
  f {.text, .keywords, .app, .source, .confidence, .valid_from, .valid_to, .closed_at,
     at: f.recorded_at} AS item

// name: seed_tasks
// Tasks; as `seed_chunks`.
UNWIND $tasks AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
RETURN 'seed_tasks' AS query, 'seed' AS how, 'task' AS kind, id AS source,
  t {.text, .app, .wins, .losses, at: t.created_at} AS item

// name: seed_messages
// Messages, with those before and after; as `seed_chunks`.
UNWIND $messages AS id
MATCH (m:Message {message_id: id}) WHERE m.space = $space
RETURN 'seed_messages' AS query, 'seed' AS how, 'message' AS kind, id AS source,
  m {.source, .role, .n, .at, .conversation_id, text: left(m.text, 8000),
     around: [(m)-[:NEXT]-(o:Message) | [o.n, o.role, left(o.text, 500)]]} AS item

// name: seed_events
// What happened to people; as `seed_chunks`.
UNWIND $events AS id
MATCH (v:Event {event_id: id}) WHERE v.space = $space AND v.status = 'current'
RETURN 'seed_events' AS query, 'seed' AS how, 'event' AS kind, id AS source, v {.text, .source, .at} AS item

// name: seed_profiles
// What is known of people; as `seed_chunks`.
UNWIND $profiles AS id
MATCH (p:Profile {profile_id: id}) WHERE p.space = $space
RETURN 'seed_profiles' AS query, 'seed' AS how, 'profile' AS kind, id AS source, p {.text, .source} AS item

// name: seed_keys
// Entities by the keys of names that the query holds; as `seed_chunks`.
UNWIND $keys AS key
MATCH (e:Entity {key: key}) WHERE e.space = $space
RETURN 'seed_keys' AS query, 'asked' AS how, null AS kind, key AS source, [[e.entity_id, e.name]] AS item

// name: seed_aliases
// Entities by their other names; as `seed_chunks`.
UNWIND $aliases AS id
MATCH (a:Alias {alias_id: id})-[:NAMES]->(e:Entity) WHERE e.space = $space
RETURN 'seed_aliases' AS query, 'asked' AS how, null AS kind, a.key AS source, [[e.entity_id, e.name]] AS item

// name: seed_subjects_of_chunks
// What the documents of seeds are about; as `seed_chunks`.
UNWIND $top_chunks AS id
MATCH (c:Chunk {chunk_id: id})<-[:HAS_CHUNK]-(:Document)-[:ABOUT]->(e:Entity)
WHERE c.space = $space
RETURN 'seed_subjects_of_chunks' AS query, 'about' AS how, 'chunk' AS kind, id AS source,
  collect([e.entity_id, e.name]) AS item

// name: seed_names_in_chunks
// What parts of documents name; as `seed_chunks`.
UNWIND $top_chunks AS id
MATCH (c:Chunk {chunk_id: id}) WHERE c.space = $space
CALL (c) {
  MATCH (c)-[:MENTIONS]->(e:Entity) WITH e LIMIT 64
  RETURN collect([e.entity_id, e.name]) AS named
}
RETURN 'seed_names_in_chunks' AS query, 'names' AS how, 'chunk' AS kind, id AS source, named AS item

// name: seed_subjects_of_facts
// What facts are about; as `seed_chunks`.
UNWIND $top_facts AS id
MATCH (f:Fact {fact_id: id})-[:SUBJECT]->(e:Entity) WHERE f.space = $space
RETURN 'seed_subjects_of_facts' AS query, 'about' AS how, 'fact' AS kind, id AS source,
  collect([e.entity_id, e.name]) AS item

// name: seed_names_in_facts
// What facts name; as `seed_chunks`.
UNWIND $top_facts AS id
MATCH (f:Fact {fact_id: id})-[:OBJECT|MENTIONS]->(e:Entity) WHERE f.space = $space
RETURN 'seed_names_in_facts' AS query, 'names' AS how, 'fact' AS kind, id AS source,
  collect([e.entity_id, e.name]) AS item

// name: seed_names_in_tasks
// What tasks name; as `seed_chunks`.
UNWIND $top_tasks AS id
MATCH (t:Task {task_id: id})-[:MENTIONS]->(e:Entity) WHERE t.space = $space
RETURN 'seed_names_in_tasks' AS query, 'names' AS how, 'task' AS kind, id AS source,
  collect([e.entity_id, e.name]) AS item

// name: seed_names_in_messages
// What messages name; as `seed_chunks`.
UNWIND $top_messages AS id
MATCH (m:Message {message_id: id})-[:MENTIONS]->(e:Entity) WHERE m.space = $space
RETURN 'seed_names_in_messages' AS query, 'names' AS how, 'message' AS kind, id AS source,
  collect([e.entity_id, e.name]) AS item

// name: reached_subjects
// What entities lead to that the query names, or that seeds are about. This and all that
// follow are put together as `seed_chunks` and those after it are: one row for all that an entity or a seed leads to in one way. An entity with $hub
// edges of a sort leads over none of them: no more are read, so the answer is bounded by
// degree. `degree`: how many documents are about it; `named`: how many parts of
// documents name it, $hub standing for more. `items` is what is about the entity, of
// each document its first parts; `others` is what names it. What is about the entity in
// the document `own` is left out: from there nothing else leads to the entity.
// Collected edges are followed from where they lead: counting them apart, and following
// them again, costs three times as much.
UNWIND $subjects AS one
MATCH (e:Entity {entity_id: one.id})
CALL (e) { MATCH (e)<-[:ABOUT]-(d:Document) WITH d LIMIT $hub RETURN collect(d) AS ds }
CALL (e) { MATCH (e)<-[:MENTIONS]-(c:Chunk) WITH c LIMIT $hub RETURN collect(c) AS cs }
WITH e, one, size(ds) AS n, size(cs) AS m,
  CASE WHEN size(ds) < $hub THEN ds ELSE [] END AS ds,
  CASE WHEN size(cs) < $hub THEN cs ELSE [] END AS cs
WHERE size(ds) + size(cs) > 0
CALL (ds, one) {
  UNWIND ds AS d
  WITH d WHERE d.document_id <> one.own
  MATCH (d)-[:HAS_CHUNK]->(c:Chunk) WHERE c.space = $space AND c.n < $all_heads
  RETURN collect(
    [c.chunk_id, c.text, c.headings, c.app, c.source, c.document_id, c.n, d.updated_at]
  ) AS items
}
CALL (cs) {
  UNWIND cs AS c
  MATCH (c)<-[:HAS_CHUNK]-(d:Document) WHERE c.space = $space
  RETURN collect(
    [c.chunk_id, c.text, c.headings, c.app, c.source, c.document_id, c.n, d.updated_at]
  ) AS others
}
RETURN 'reached_subjects' AS query, 'entity' AS how, one.id AS source, null AS key, e.name AS name, n AS degree,
  m AS named, 'chunk' AS kind, items, others

// name: reached_named
// The same of entities that seeds only name, and only what is about them: what else
// names them tells little and takes long.
UNWIND $named AS one
MATCH (e:Entity {entity_id: one.id})
CALL (e) { MATCH (e)<-[:ABOUT]-(d:Document) WITH d LIMIT $hub RETURN collect(d) AS ds }
WITH e, one, ds, size(ds) AS n WHERE n > 0 AND n < $hub
CALL (e) { MATCH (e)<-[:MENTIONS]-(c:Chunk) WITH c LIMIT $hub RETURN count(c) AS m }
UNWIND ds AS d
MATCH (d)-[:HAS_CHUNK]->(c:Chunk) WHERE c.space = $space AND c.n < one.heads
RETURN 'reached_named' AS query, 'about' AS how, e.entity_id AS source, null AS key, e.name AS name, n AS degree,
  m AS named, 'chunk' AS kind, collect(
    [c.chunk_id, c.text, c.headings, c.app, c.source, c.document_id, c.n, d.updated_at]
  ) AS items, null AS others

// name: reached_said
// The same of entities by their keys.
UNWIND $said AS one
MATCH (e:Entity {key: one.id}) WHERE e.space = $space
CALL (e) { MATCH (e)<-[:ABOUT]-(d:Document) WITH d LIMIT $rare RETURN collect(d) AS ds }
WITH e, one, ds, size(ds) AS n WHERE n > 0 AND n < $rare
CALL (e) { MATCH (e)<-[:MENTIONS]-(c:Chunk) WITH c LIMIT $hub RETURN count(c) AS m }
UNWIND ds AS d
MATCH (d)-[:HAS_CHUNK]->(c:Chunk) WHERE c.space = $space AND c.n < one.heads
RETURN 'reached_said' AS query, 'about' AS how, e.entity_id AS source, one.id AS key, e.name AS name, n AS degree,
  m AS named, 'chunk' AS kind, collect(
    [c.chunk_id, c.text, c.headings, c.app, c.source, c.document_id, c.n, d.updated_at]
  ) AS items, null AS others

// name: reached_facts_about
// Facts about entities; as `reached_subjects`.
UNWIND $facts_about AS id
MATCH (e:Entity {entity_id: id})
CALL (e) { MATCH (e)<-[r:SUBJECT]-(:Fact) WITH r LIMIT $hub RETURN count(r) AS n }
WITH e, id, n WHERE n > 0 AND n < $hub
MATCH (e)<-[:SUBJECT]-(f:Fact) WHERE f.space = $space AND f.retracted_at IS NULL
RETURN 'reached_facts_about' AS query, 'about' AS how, id AS source, null AS key, e.name AS name, n AS degree,
  n AS named, 'fact' AS kind, collect(f {
    .fact_id, .text, .keywords, .app, .source, .confidence, .valid_from, .valid_to,
    .closed_at, at: f.recorded_at}) AS items, null AS others

// name: reached_facts_naming
// Facts that name entities; as `reached_subjects`.
UNWIND $facts_naming AS id
MATCH (e:Entity {entity_id: id})
CALL (e) {
  MATCH (e)<-[r:OBJECT|MENTIONS]-(:Fact) WITH r LIMIT $hub RETURN count(r) AS n
}
WITH e, id, n WHERE n > 0 AND n < $hub
MATCH (e)<-[:OBJECT|MENTIONS]-(f:Fact)
WHERE f.space = $space AND f.retracted_at IS NULL
RETURN 'reached_facts_naming' AS query, 'names' AS how, id AS source, null AS key, e.name AS name, n AS degree,
  n AS named, 'fact' AS kind, collect(f {
    .fact_id, .text, .keywords, .app, .source, .confidence, .valid_from, .valid_to,
    .closed_at, at: f.recorded_at}) AS items, null AS others

// name: reached_tasks
// Tasks that name entities; as `reached_subjects`.
UNWIND $tasks AS id
MATCH (e:Entity {entity_id: id})
CALL (e) { MATCH (e)<-[r:MENTIONS]-(:Task) WITH r LIMIT $hub RETURN count(r) AS n }
WITH e, id, n WHERE n > 0 AND n < $hub
MATCH (e)<-[:MENTIONS]-(t:Task) WHERE t.space = $space
RETURN 'reached_tasks' AS query, 'names' AS how, id AS source, null AS key, e.name AS name, n AS degree,
  n AS named, 'task' AS kind, collect(
    t {.task_id, .text, .app, .wins, .losses, at: t.created_at}) AS items,
  null AS others

// name: reached_messages
// Messages that name entities; as `reached_subjects`.
UNWIND $messages AS id
MATCH (e:Entity {entity_id: id})
CALL (e) { MATCH (e)<-[r:MENTIONS]-(m:Message) WITH r LIMIT $hub RETURN count(r) AS n }
WITH e, id, n WHERE n > 0 AND n < $hub
MATCH (e)<-[:MENTIONS]-(m:Message) WHERE m.space = $space
RETURN 'reached_messages' AS query, 'names' AS how, id AS source, null AS key, e.name AS name, n AS degree,
  n AS named, 'message' AS kind, collect(m {
    .message_id, .source, .role, .n, .at, .conversation_id, text: left(m.text, 8000),
    around: [(m)-[:NEXT]-(o:Message) | [o.n, o.role, left(o.text, 500)]]}) AS items,
  null AS others

// name: reached_beside
// The neighbours of parts of documents; as `reached_subjects`.
UNWIND $beside AS id
MATCH (:Chunk {chunk_id: id})-[:NEXT]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)
WHERE c.space = $space
RETURN 'reached_beside' AS query, 'next' AS how, id AS source, null AS key, null AS name, 1 AS degree,
  1 AS named, 'chunk' AS kind, collect(
    [c.chunk_id, c.text, c.headings, c.app, c.source, c.document_id, c.n, d.updated_at]
  ) AS items,
  null AS others

// name: reached_said_beside
// The messages before and after messages; as `reached_subjects`.
UNWIND $said_beside AS id
MATCH (:Message {message_id: id})-[:NEXT]-(m:Message) WHERE m.space = $space
RETURN 'reached_said_beside' AS query, 'next' AS how, id AS source, null AS key, null AS name, 1 AS degree,
  1 AS named, 'message' AS kind, collect(m {
    .message_id, .source, .role, .n, .at, .conversation_id, text: left(m.text, 8000),
    around: [(m)-[:NEXT]-(o:Message) | [o.n, o.role, left(o.text, 500)]]}) AS items,
  null AS others

// name: reached_stated
// What parts of documents state; as `reached_subjects`.
UNWIND $stated AS id
MATCH (c:Chunk {chunk_id: id}) WHERE c.space = $space
CALL (c) { MATCH (c)-[:STATES]->(f:Fact) RETURN f LIMIT $hub }
WITH id, f WHERE f.retracted_at IS NULL
RETURN 'reached_stated' AS query, 'states' AS how, id AS source, null AS key, null AS name, 1 AS degree,
  1 AS named, 'fact' AS kind, collect(f {
    .fact_id, .text, .keywords, .app, .source, .confidence, .valid_from, .valid_to,
    .closed_at, at: f.recorded_at}) AS items, null AS others

// name: reached_stating
// The parts of documents that state facts; as `reached_subjects`.
UNWIND $stating AS id
MATCH (f:Fact {fact_id: id}) WHERE f.space = $space
CALL (f) {
  MATCH (f)<-[:STATES]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document) RETURN c, d LIMIT $rare
}
RETURN 'reached_stating' AS query, 'stated' AS how, id AS source, null AS key, null AS name, 1 AS degree,
  1 AS named, 'chunk' AS kind, collect(
    [c.chunk_id, c.text, c.headings, c.app, c.source, c.document_id, c.n, d.updated_at]
  ) AS items,
  null AS others
