// name: hold_agent
MERGE (a:Agent {agent_id: $agent_id}) ON CREATE SET a += $props
RETURN a.agent_id AS agent_id

// name: hold_conversation
// Who writes messages has the conversation to itself until the end of the transaction.
MERGE (c:Conversation {conversation_id: $conversation_id}) ON CREATE SET c += $props
SET c.held = $stamp
RETURN c.messages AS messages, c.last_message AS last_message,
  c.started_at AS started_at, c.ended_at AS ended_at, c.name AS name

// name: link_conversation
MATCH (a:Agent {agent_id: $agent_id})
MATCH (c:Conversation {conversation_id: $conversation_id})
MERGE (a)-[:HAD]->(c)

// name: known_messages
UNWIND $ids AS id
MATCH (m:Message {message_id: id}) WHERE m.conversation_id = $conversation_id
RETURN m.message_id AS message_id, m.n AS n, m.role AS role, m.text AS text, m.at AS at,
  m.form AS form, m.metadata AS metadata

// name: create_messages
UNWIND $rows AS row
MATCH (c:Conversation {conversation_id: row.conversation_id})
CREATE (m:Message {message_id: row.message_id}) SET m += row.props
CREATE (c)-[:HAS_MESSAGE]->(m)

// name: link_messages
UNWIND $rows AS row
MATCH (a:Message {message_id: row.before}) MATCH (b:Message {message_id: row.after})
CREATE (a)-[:NEXT]->(b)

// name: mention_in_messages
UNWIND $rows AS row
MATCH (m:Message {message_id: row.message_id})
MATCH (e:Entity {entity_id: row.entity_id})
CREATE (m)-[:MENTIONS {count: row.count}]->(e)

// name: set_conversation
MATCH (c:Conversation {conversation_id: $conversation_id}) SET c += $props

// name: fold_conversation
// Nothing where somebody else folded meanwhile.
MATCH (c:Conversation {conversation_id: $conversation_id})
SET c.held = $stamp
WITH c WHERE coalesce(c.folded, 0) = $before AND c.messages >= $until
SET c.folded = $until, c.summary = $summary, c.summary_by = $by, c.folded_at = $at
RETURN c.folded AS folded

// name: conversation
MATCH (c:Conversation {conversation_id: $conversation_id}) WHERE c.space = $space
RETURN c {.conversation_id, .session_id, .agent, .name, .started_at, .ended_at,
          .messages, .summary, .folded, .summary_by} AS conversation

// name: conversations_of_agent
MATCH (a:Agent {agent_id: $agent_id})-[:HAD]->(c:Conversation) WHERE c.space = $space
RETURN c {.conversation_id, .session_id, .agent, .name, .started_at, .ended_at,
          .messages, .summary, .folded, .summary_by} AS conversation
ORDER BY c.ended_at DESC, c.conversation_id LIMIT $limit

// name: topics_of_conversations
// What their messages name most.
UNWIND $ids AS id
MATCH (c:Conversation {conversation_id: id})-[:HAS_MESSAGE]->(m:Message)
      -[:MENTIONS]->(e:Entity)
WITH id, e, count(m) AS times
RETURN id AS conversation_id, e.name AS name, times
ORDER BY times DESC, name

// name: messages_between
// Index Message(conversation_id, n).
MATCH (m:Message)
WHERE m.conversation_id = $conversation_id AND m.n >= $since AND m.n < $until
RETURN m.message_id AS message_id, m.n AS n, m.role AS role, m.text AS text, m.at AS at,
  m.form AS form, m.metadata AS metadata
ORDER BY m.n

// name: messages_of_conversation
MATCH (c:Conversation {conversation_id: $conversation_id})-[:HAS_MESSAGE]->(m:Message)
WHERE c.space = $space
RETURN m.message_id AS message_id

// name: named_in_messages
UNWIND $ids AS id
MATCH (:Message {message_id: id})-[:MENTIONS]->(e:Entity)
RETURN DISTINCT e.entity_id AS entity_id

// name: delete_messages
UNWIND $ids AS id
MATCH (m:Message {message_id: id}) DETACH DELETE m

// name: delete_conversation
MATCH (c:Conversation {conversation_id: $conversation_id}) DETACH DELETE c

// name: link_to_experience
// The run that a conversation led to.
MATCH (c:Conversation {conversation_id: $conversation_id})
MATCH (e:Experience {experience_id: $experience_id})
WHERE c.space = $space AND e.space = $space
MERGE (c)-[:LED_TO]->(e)
RETURN e.experience_id AS experience_id

// name: experiences_of_conversation
MATCH (c:Conversation {conversation_id: $conversation_id})-[:LED_TO]->(e:Experience)
WHERE c.space = $space
RETURN e.experience_id AS experience_id, e.name AS name ORDER BY e.experience_id
