// name: agent
MATCH (a:Agent {agent_id: $agent_id}) WHERE a.space = $space
RETURN a {.agent, .version, .created_at, .updated_at, .tags, .forgotten} AS agent

// name: hold_version
// Who writes a version has the agent to itself until the end of the transaction.
MATCH (a:Agent {agent_id: $agent_id}) SET a.held = $stamp
RETURN coalesce(a.version, 0) AS version

// name: set_agent
MATCH (a:Agent {agent_id: $agent_id}) SET a += $props

// name: keep_out
// Traces of what was forgotten, each once.
MATCH (a:Agent {agent_id: $agent_id})
SET a.forgotten = coalesce(a.forgotten, []) +
  [one IN $traces WHERE NOT one IN coalesce(a.forgotten, [])]

// name: put_profile
MATCH (a:Agent {agent_id: $agent_id})
MERGE (p:Profile {profile_id: $profile_id})
SET p += $props
MERGE (a)-[:HAS_PROFILE]->(p)

// name: known_events
UNWIND $ids AS id
MATCH (v:Event {event_id: id})
RETURN v.event_id AS event_id, v.version AS version, v.status AS status

// name: put_events
UNWIND $rows AS row
MATCH (a:Agent {agent_id: row.agent_id})
MERGE (v:Event {event_id: row.event_id})
SET v += row.props
MERGE (a)-[:LIVED]->(v)

// name: rest_events
UNWIND $rows AS row
MATCH (v:Event {event_id: row.event_id}) MATCH (m:Message {message_id: row.message_id})
MERGE (v)-[:RESTS_ON]->(m)

// name: current_events
MATCH (a:Agent {agent_id: $agent_id})-[:LIVED]->(v:Event)
WHERE v.space = $space AND v.status = 'current'
RETURN v.event_id AS event_id, v.text AS text, v.at AS at, v.message_ids AS message_ids
ORDER BY v.at, v.event_id

// name: past_events
MATCH (a:Agent {agent_id: $agent_id})-[:LIVED]->(v:Event)
WHERE v.space = $space AND v.status = 'past'
RETURN v.event_id AS event_id, v.text AS text, v.at AS at, v.message_ids AS message_ids
ORDER BY v.at, v.event_id

// name: put_version
MATCH (a:Agent {agent_id: $agent_id})
CREATE (n:MemoryVersion {memory_version_id: $key}) SET n += $props
CREATE (a)-[:HAS_VERSION]->(n)

// name: versions
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_VERSION]->(n:MemoryVersion)
WHERE n.space = $space
RETURN n {.version, .at, .reason, .profile, .profile_hash, .body} AS version
ORDER BY n.version

// name: put_logs
UNWIND $rows AS row
MATCH (a:Agent {agent_id: row.agent_id})
CREATE (l:PipelineLog {pipeline_log_id: row.key}) SET l += row.props
CREATE (a)-[:HAS_LOG]->(l)

// name: logs
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_LOG]->(l:PipelineLog)
WHERE l.space = $space
RETURN l {.conversation_id, .stage, .status, .ms, .at, .error, .input, .output} AS log
ORDER BY l.at, l.place, l.pipeline_log_id

// name: last_stages
// How the last stage went in the updates with a conversation that were written.
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_LOG]->(l:PipelineLog)
WHERE l.space = $space AND l.stage = 'theory_of_mind' AND l.status = 'ok'
  AND coalesce(l.conversation_id, '') = $conversation_id
RETURN l {.conversation_id, .stage, .status, .ms, .at, .error, .input, .output} AS log

// name: agents_of_memory
MATCH (a:Agent) WHERE a.space = $space AND a.memory_id = $memory_id
RETURN a.agent AS agent

// name: all_agents
MATCH (a:Agent) WHERE a.space = $space
RETURN a.agent AS agent, coalesce(a.version, 0) AS version ORDER BY agent

// name: named_by_agent
MATCH (a:Agent {agent_id: $agent_id})-[:MENTIONS]->(e:Entity)
RETURN e.entity_id AS entity_id, e.name AS name, e.key AS key, e.kind AS kind,
       e.aliases AS aliases ORDER BY name

// name: mention_by_agent
UNWIND $ids AS id
MATCH (a:Agent {agent_id: $agent_id}) MATCH (e:Entity {entity_id: id})
MERGE (a)-[:MENTIONS]->(e)

// name: sessions_of_agent
MATCH (a:Agent {agent_id: $agent_id})-[:HAD]->(c:Conversation)
RETURN c.session_id AS session_id ORDER BY session_id

// name: parts_of_agent
// What hangs on an agent and on nothing else.
MATCH (a:Agent {agent_id: $agent_id})-[:LIVED]->(v:Event)
RETURN 'Event' AS label, v.event_id AS key
UNION ALL
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_PROFILE]->(p:Profile)
RETURN 'Profile' AS label, p.profile_id AS key
UNION ALL
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_VERSION]->(n:MemoryVersion)
RETURN 'MemoryVersion' AS label, n.memory_version_id AS key
UNION ALL
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_LOG]->(l:PipelineLog)
RETURN 'PipelineLog' AS label, l.pipeline_log_id AS key
UNION ALL
MATCH (a:Agent {agent_id: $agent_id}) RETURN 'Agent' AS label, a.agent_id AS key

// name: facts_of_sources
// What these state, and whether others do, too. Index Fact(space).
MATCH (f:Fact) WHERE f.space = $space AND any(s IN f.sources WHERE s IN $sources)
RETURN f.fact_id AS fact_id, any(s IN f.sources WHERE NOT s IN $sources) AS others

// name: version_texts
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_VERSION]->(n:MemoryVersion)
RETURN n.memory_version_id AS key, n.profile AS profile, n.body AS body

// name: set_version_texts
UNWIND $rows AS row
MATCH (n:MemoryVersion {memory_version_id: row.key})
SET n.profile = row.profile, n.body = row.body

// name: log_texts
MATCH (a:Agent {agent_id: $agent_id})-[:HAS_LOG]->(l:PipelineLog)
RETURN l.pipeline_log_id AS key, l.input AS input, l.output AS output

// name: empty_logs
UNWIND $rows AS row
MATCH (l:PipelineLog {pipeline_log_id: row.key})
SET l.input = row.input, l.output = row.output
