// name: put_outbox
UNWIND $rows AS row
MERGE (o:Outbox {outbox_id: row.outbox_id}) SET o += row.props

// name: waiting
// Points that the index still has to take up; parts of documents, of which there may
// be thousands, last, the others oldest first. No `$spaces`: those of all.
MATCH (o:Outbox) WHERE size($spaces) = 0 OR o.space IN $spaces
RETURN o.outbox_id AS outbox_id, o.space AS space, o.op AS op,
       o.collection AS collection, o.kind AS kind, o.point_id AS point_id,
       o.stamp AS stamp
ORDER BY CASE WHEN o.kind IN ['chunk', 'message'] THEN 1 ELSE 0 END, o.created_at, o.outbox_id
LIMIT $limit

// name: settle
// A row renewed meanwhile (another stamp) stays.
UNWIND $rows AS row
MATCH (o:Outbox {outbox_id: row.outbox_id}) WHERE o.stamp = row.stamp
DETACH DELETE o

// name: waiting_points
// Index Outbox(space).
MATCH (o:Outbox) WHERE o.space = $space
RETURN o.point_id AS point_id, o.op AS op

// name: count_waiting
MATCH (o:Outbox) RETURN count(o) AS n

// name: task_points
// What the index keeps of a task.
MATCH (t:Task) WHERE t.task_id IN $ids
RETURN t.task_id AS point_id, t.space AS space, t.version AS version, t.text AS text,
       t.app AS app, t.language AS language, t.intent AS intent,
       t.text_hash AS text_hash, t.masked AS masked

// name: tasks_after
// All tasks in key order, a page at a time, for rebuilding the index.
MATCH (t:Task) WHERE t.task_id > $after
RETURN t.task_id AS point_id, t.space AS space, t.version AS version, t.text AS text,
       t.app AS app, t.language AS language, t.intent AS intent,
       t.text_hash AS text_hash, t.masked AS masked
ORDER BY t.task_id LIMIT $limit

// name: count_tasks
MATCH (t:Task) RETURN count(t) AS n

// name: task_versions
MATCH (t:Task) WHERE t.space = $space
RETURN t.task_id AS point_id, t.version AS version

// name: fact_points
MATCH (f:Fact) WHERE f.fact_id IN $ids
RETURN f.fact_id AS point_id, f.space AS space, f.version AS version, f.text AS text,
       f.keywords AS keywords, f.app AS app, f.source AS source, f.language AS language

// name: facts_after
MATCH (f:Fact) WHERE f.fact_id > $after
RETURN f.fact_id AS point_id, f.space AS space, f.version AS version, f.text AS text,
       f.keywords AS keywords, f.app AS app, f.source AS source, f.language AS language
ORDER BY f.fact_id LIMIT $limit

// name: count_facts
MATCH (f:Fact) RETURN count(f) AS n

// name: fact_versions
MATCH (f:Fact) WHERE f.space = $space
RETURN f.fact_id AS point_id, f.version AS version

// name: chunk_points
MATCH (c:Chunk) WHERE c.chunk_id IN $ids
RETURN c.chunk_id AS point_id, c.space AS space, c.version AS version, c.text AS text,
       c.headings AS headings, c.app AS app, c.source AS source,
       c.language AS language

// name: chunks_after
MATCH (c:Chunk) WHERE c.chunk_id > $after
RETURN c.chunk_id AS point_id, c.space AS space, c.version AS version, c.text AS text,
       c.headings AS headings, c.app AS app, c.source AS source,
       c.language AS language
ORDER BY c.chunk_id LIMIT $limit

// name: count_chunks
MATCH (c:Chunk) RETURN count(c) AS n

// name: chunk_versions
MATCH (c:Chunk) WHERE c.space = $space
RETURN c.chunk_id AS point_id, c.version AS version

// name: next_space
// The tenants that have something in the index, one at a time: the first after this one
// by each of the indexes, so that their nodes are not looked through.
MATCH (t:Task) WHERE t.space > $after
WITH t.space AS space ORDER BY space LIMIT 1 RETURN space
UNION ALL
MATCH (f:Fact) WHERE f.space > $after
WITH f.space AS space ORDER BY space LIMIT 1 RETURN space
UNION ALL
MATCH (d:Document) WHERE d.space > $after
WITH d.space AS space ORDER BY space LIMIT 1 RETURN space
UNION ALL
MATCH (a:Agent) WHERE a.space > $after
WITH a.space AS space ORDER BY space LIMIT 1 RETURN space

// name: message_points
MATCH (m:Message) WHERE m.message_id IN $ids
RETURN m.message_id AS point_id, m.space AS space, m.version AS version,
       left(m.text, 8000) AS text, m.source AS source, m.language AS language,
       head([(o:Message)-[:NEXT]->(m) | left(o.text, 300)]) AS before

// name: messages_after
MATCH (m:Message) WHERE m.message_id > $after
RETURN m.message_id AS point_id, m.space AS space, m.version AS version,
       left(m.text, 8000) AS text, m.source AS source, m.language AS language,
       head([(o:Message)-[:NEXT]->(m) | left(o.text, 300)]) AS before
ORDER BY m.message_id LIMIT $limit

// name: count_messages
MATCH (m:Message) RETURN count(m) AS n

// name: message_versions
MATCH (m:Message) WHERE m.space = $space
RETURN m.message_id AS point_id, m.version AS version

// name: event_points
MATCH (v:Event) WHERE v.event_id IN $ids AND v.status = 'current'
RETURN v.event_id AS point_id, v.space AS space, v.version AS version,
       v.text AS text, v.source AS source, v.language AS language

// name: events_after
MATCH (v:Event) WHERE v.event_id > $after AND v.status = 'current'
RETURN v.event_id AS point_id, v.space AS space, v.version AS version,
       v.text AS text, v.source AS source, v.language AS language
ORDER BY v.event_id LIMIT $limit

// name: count_events
MATCH (v:Event) WHERE v.status = 'current' RETURN count(v) AS n

// name: event_versions
MATCH (v:Event) WHERE v.space = $space AND v.status = 'current'
RETURN v.event_id AS point_id, v.version AS version

// name: profile_points
MATCH (p:Profile) WHERE p.profile_id IN $ids AND p.text <> ''
RETURN p.profile_id AS point_id, p.space AS space, p.version AS version,
       p.text AS text, p.source AS source, p.language AS language

// name: profiles_after
MATCH (p:Profile) WHERE p.profile_id > $after AND p.text <> ''
RETURN p.profile_id AS point_id, p.space AS space, p.version AS version,
       p.text AS text, p.source AS source, p.language AS language
ORDER BY p.profile_id LIMIT $limit

// name: count_profiles
MATCH (p:Profile) WHERE p.text <> '' RETURN count(p) AS n

// name: profile_versions
MATCH (p:Profile) WHERE p.space = $space AND p.text <> ''
RETURN p.profile_id AS point_id, p.version AS version
