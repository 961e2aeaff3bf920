// Lists that the console pages through: so many of each, behind the place that the last
// one ended at (null: from the start).

// name: viewed_subjects
// What facts are about, by name; those whose name or a further name has $words in it.
MATCH (e:Entity) WHERE e.space = $space
  AND ($behind IS NULL OR e.name > $behind OR (e.name = $behind AND e.entity_id > $after))
  AND ($words IS NULL OR e.key CONTAINS $words
    OR any(one IN coalesce(e.aliases, []) WHERE toLower(one) CONTAINS $words))
WITH e, COUNT { (e)<-[:SUBJECT]-(:Fact) } AS facts WHERE facts > 0
WITH e, facts ORDER BY e.name, e.entity_id LIMIT $limit
RETURN e.entity_id AS entity_id, e.name AS name, e.kind AS kind, facts
ORDER BY name, entity_id

// name: viewed_fact
// One fact with the log of what became of it.
MATCH (f:Fact {fact_id: $fact_id}) WHERE f.space = $space
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f.fact_id AS fact_id, f.text AS text, s.name AS subject, f.predicate AS predicate,
  coalesce(o.name, f.object_value) AS object, f.log AS log

// name: viewed_links_of_fact
// What a fact ended or contradicts, and what ended it.
MATCH (f:Fact {fact_id: $fact_id})-[r:SUPERSEDES]->(o:Fact) WHERE f.space = $space
WITH r, o ORDER BY o.fact_id LIMIT $limit
RETURN 'supersedes' AS link, r.how AS how, o.fact_id AS fact_id, o.text AS text
UNION ALL
MATCH (f:Fact {fact_id: $fact_id})<-[r:SUPERSEDES]-(o:Fact) WHERE f.space = $space
WITH r, o ORDER BY o.fact_id LIMIT $limit
RETURN 'superseded' AS link, r.how AS how, o.fact_id AS fact_id, o.text AS text
UNION ALL
MATCH (f:Fact {fact_id: $fact_id})-[:CONTRADICTS]-(o:Fact) WHERE f.space = $space
WITH o ORDER BY o.fact_id LIMIT $limit
RETURN 'contradicts' AS link, null AS how, o.fact_id AS fact_id, o.text AS text

// name: viewed_words_of_fact
// The messages that say a fact, and the parts of documents that state it.
UNWIND $ids AS id
MATCH (m:Message {message_id: id})<-[:HAS_MESSAGE]-(c:Conversation)<-[:HAD]-(a:Agent)
WHERE m.space = $space
RETURN m.text AS text, m.role AS role, m.at AS at, a.agent AS agent,
  c.session_id AS session, null AS document_id, null AS name
UNION ALL
MATCH (f:Fact {fact_id: $fact_id})<-[:STATES]-(c:Chunk)<-[:HAS_CHUNK]-(d:Document)
WHERE f.space = $space
WITH c, d ORDER BY d.document_id, c.n LIMIT $limit
RETURN c.text AS text, null AS role, null AS at, null AS agent, null AS session,
  d.document_id AS document_id, d.name AS name

// name: viewed_people
// Agents by name.
MATCH (a:Agent) WHERE a.space = $space AND ($after IS NULL OR a.agent > $after)
WITH a ORDER BY a.agent, a.agent_id LIMIT $limit
RETURN a.agent AS agent, coalesce(a.version, 0) AS version, a.updated_at AS updated_at,
  COUNT { (a)-[:HAD]->(:Conversation) } AS conversations,
  COUNT { (a)-[:LIVED]->(:Event) } AS events
ORDER BY agent

// name: viewed_events
// What an agent lived, the newest first; what was replaced, too.
MATCH (a:Agent {agent_id: $agent_id})-[:LIVED]->(v:Event)
WHERE v.space = $space AND ($at IS NULL OR v.at < $at
  OR (v.at = $at AND v.event_id > $after))
RETURN v.event_id AS event_id, v.text AS text, v.at AS at, v.status AS status
ORDER BY at DESC, event_id LIMIT $limit

// name: viewed_conversations
MATCH (a:Agent {agent_id: $agent_id})-[:HAD]->(c:Conversation)
WHERE c.space = $space AND ($at IS NULL OR c.started_at < $at
  OR (c.started_at = $at AND c.conversation_id > $after))
RETURN c.conversation_id AS conversation_id, c.session_id AS session_id, c.name AS name,
  c.messages AS messages, c.summary AS summary, c.started_at AS started_at,
  c.ended_at AS ended_at
ORDER BY started_at DESC, conversation_id LIMIT $limit

// name: viewed_versions
// What an agent knew, version by version, the newest first.
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_VERSION]->(n:MemoryVersion)
WHERE n.space = $space AND ($after IS NULL OR n.version < $after)
RETURN n.version AS version, n.at AS at, n.reason AS reason, n.profile AS profile
ORDER BY version DESC LIMIT $limit

// name: viewed_corrections
// What was said of somebody and is so no longer, or was put right.
MATCH (e:Entity) WHERE e.key = $key AND e.space = $space
MATCH (e)<-[:SUBJECT]-(f:Fact)
WHERE (f.retracted_at IS NOT NULL
  OR EXISTS { MATCH (f)<-[:SUPERSEDES]-(:Fact) })
  AND ($after IS NULL OR f.fact_id > $after)
WITH f ORDER BY f.fact_id LIMIT $limit
OPTIONAL MATCH (f)<-[r:SUPERSEDES]-(o:Fact)
WITH f, r, o ORDER BY o.fact_id
WITH f, collect({how: r.how, at: r.at, text: o.text}) AS links
RETURN f.fact_id AS fact_id, f.text AS text, f.retracted_at AS retracted_at,
  f.log AS log, links
ORDER BY fact_id

// name: viewed_documents
// Documents by name.
MATCH (d:Document) WHERE d.space = $space
  AND ($behind IS NULL OR d.name > $behind OR (d.name = $behind AND d.document_id > $after))
  AND ($words IS NULL OR toLower(d.name) CONTAINS $words
    OR toLower(d.source) CONTAINS $words)
RETURN d.document_id AS document_id, d.name AS name, d.source AS source, d.app AS app,
  d.media AS media, d.language AS language, d.chunks AS chunks, d.size AS size,
  d.status AS status, d.updated_at AS updated_at
ORDER BY name, document_id LIMIT $limit

// name: viewed_chunks
// Parts of a document in order, with the facts that they state.
MATCH (d:Document {document_id: $document_id})-[:HAS_CHUNK]->(c:Chunk)
WHERE d.space = $space AND ($after IS NULL OR c.n > $after)
WITH c ORDER BY c.n LIMIT $limit
OPTIONAL MATCH (c)-[:STATES]->(f:Fact)
WITH c, f ORDER BY f.fact_id
WITH c, collect(f {.fact_id, .text, .confidence, .retracted_at}) AS facts
RETURN c.chunk_id AS chunk_id, c.n AS n, c.page AS page, c.headings AS headings,
  c.text AS text, facts
ORDER BY n

// name: viewed_run_days
// Runs by the day that they were recorded on, in days since 1970; those since a moment.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at >= $since
WITH (e.recorded_at - e.recorded_at % 86400000) / 86400000 AS day, e.outcome AS outcome
RETURN day, outcome, count(*) AS n ORDER BY day, outcome

// name: viewed_report_days
// What came of plans, by the day that it was reported on.
MATCH (r:Report) WHERE r.space = $space AND r.at >= $since AND r.outcome IS NOT NULL
WITH (r.at - r.at % 86400000) / 86400000 AS day, r.outcome AS outcome
RETURN day, outcome, count(*) AS n ORDER BY day, outcome

// name: viewed_since
// How much came since a moment.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at >= $since
RETURN 'runs' AS what, count(e) AS n
UNION ALL
MATCH (r:Report) WHERE r.space = $space AND r.at >= $since AND r.outcome IS NOT NULL
RETURN 'replays' AS what, count(r) AS n
UNION ALL
MATCH (p:Pattern) WHERE p.space = $space AND p.created_at >= $since
RETURN 'patterns' AS what, count(p) AS n
UNION ALL
MATCH (f:Fact) WHERE f.space = $space AND f.recorded_at >= $since
RETURN 'facts' AS what, count(f) AS n
UNION ALL
MATCH (f:Fact) WHERE f.space = $space AND f.retracted_at >= $since
RETURN 'retracted' AS what, count(f) AS n
