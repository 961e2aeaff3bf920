// name: hold_agent
MERGE (a:Agent {agent_id: $agent_id}) ON CREATE SET a += $props
RETURN a.agent_id AS agent_id

// name: hold_conversation
// Who writes messages has the conversation to itself until the end of the transaction.
// Along with it those of its messages, of `$ids`, that are there.
MERGE (a:Agent {agent_id: $agent_id}) ON CREATE SET a += $agent
MERGE (c:Conversation {conversation_id: $conversation_id}) ON CREATE SET c += $props
SET c.held = $stamp
FOREACH (_ IN CASE WHEN c.messages = 0 THEN [1] ELSE [] END | MERGE (a)-[:HAD]->(c))
WITH c
OPTIONAL MATCH (l:Message {message_id: c.last_message})
WITH c, left(l.text, 300) AS last_text
UNWIND $ids AS id
OPTIONAL MATCH (m:Message {message_id: id}) WHERE m.conversation_id = $conversation_id
RETURN last_text, c.messages AS messages, c.folded AS folded, c.last_message AS last_message,
  c.started_at AS started_at, c.ended_at AS ended_at, c.name AS name,
  m {.message_id, .n, .role, .text, .at, .form, .metadata} AS known

// name: write_messages
// With their outbox rows, each behind the one before it, and what the conversation says
// of them.
MATCH (c:Conversation {conversation_id: $conversation_id})
SET c += $head
WITH c
UNWIND $rows AS row
CREATE (c)-[:HAS_MESSAGE]->(m:Message {message_id: row.message_id})
SET m += row.props
FOREACH (waiting IN row.outbox |
  MERGE (o:Outbox {outbox_id: waiting.outbox_id}) SET o += waiting.props)
WITH count(*) AS messages
UNWIND $links AS row
MATCH (a:Message {message_id: row.before}) MATCH (b:Message {message_id: row.after})
CREATE (a)-[:NEXT]->(b)

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

// name: stray_messages
// Messages of no conversation, and the conversation of theirs that is there, if any:
// none, unless records were lost. This and the next ones as `incomplete_runs`.
MATCH (m:Message) WHERE m.message_id > $after
WITH m ORDER BY m.message_id LIMIT $limit
OPTIONAL MATCH (h:Conversation)-[:HAS_MESSAGE]->(m)
WITH m, count(h) AS homes
OPTIONAL MATCH (c:Conversation {conversation_id: m.conversation_id})
RETURN max(m.message_id) AS last,
  collect(CASE WHEN homes = 0 THEN {message_id: m.message_id, space: m.space,
    conversation_id: c.conversation_id} END) AS wrong

// name: torn_chains
// Messages that do not follow the one before them, and it alone.
MATCH (m:Message) WHERE m.message_id > $after
WITH m ORDER BY m.message_id LIMIT $limit
OPTIONAL MATCH (b:Message)-[:NEXT]->(m)
WITH m, count(b) AS links, max(b.n) AS before,
  sum(CASE WHEN b.conversation_id <> m.conversation_id THEN 1 ELSE 0 END) AS others
RETURN max(m.message_id) AS last,
  collect(CASE WHEN others > 0 OR links > 1 OR coalesce(before, -1) <> m.n - 1
    THEN {message_id: m.message_id, conversation_id: m.conversation_id} END) AS wrong

// name: miscounting_conversations
// Conversations that count other messages than they have.
MATCH (c:Conversation) WHERE c.conversation_id > $after
WITH c ORDER BY c.conversation_id LIMIT $limit
OPTIONAL MATCH (c)-[:HAS_MESSAGE]->(m:Message)
WITH c, count(m) AS found, coalesce(max(m.n), -1) AS last
RETURN max(c.conversation_id) AS last,
  collect(CASE WHEN found <> c.messages OR last <> c.messages - 1
    THEN {conversation_id: c.conversation_id, expected: c.messages, found: found} END)
    AS wrong

// name: overreaching_summaries
// Conversations whose summary covers more messages than they count.
MATCH (c:Conversation) WHERE c.conversation_id > $after
WITH c ORDER BY c.conversation_id LIMIT $limit
RETURN max(c.conversation_id) AS last,
  collect(CASE WHEN c.folded > c.messages
    THEN {conversation_id: c.conversation_id, folded: c.folded, found: c.messages} END)
    AS wrong

// name: adopt_messages
// Give messages back to the conversation that they name.
UNWIND $ids AS id
MATCH (m:Message {message_id: id})
MATCH (c:Conversation {conversation_id: m.conversation_id})
MERGE (c)-[:HAS_MESSAGE]->(m)

// name: messages_in_order
// As they can be told apart where their numbers are wrong.
MATCH (c:Conversation {conversation_id: $conversation_id})-[:HAS_MESSAGE]->(m:Message)
RETURN m.message_id AS message_id, m.n AS n, c.folded AS folded
ORDER BY m.n, m.at, m.message_id

// name: first_message
MATCH (c:Conversation {conversation_id: $conversation_id})-[:HAS_MESSAGE]->(m:Message)
WHERE m.n = 0
RETURN m.text AS text

// name: messages_by_id
// Those of these that were said to an agent, and in which conversation.
UNWIND $ids AS id
MATCH (m:Message {message_id: id}) WHERE m.space = $space AND m.agent = $agent
RETURN m.message_id AS message_id, m.n AS n, m.role AS role, m.text AS text, m.at AS at,
  m.form AS form, m.metadata AS metadata, m.conversation_id AS conversation_id

// name: messages_there
UNWIND $ids AS id
MATCH (m:Message {message_id: id}) WHERE m.space = $space
RETURN m.message_id AS message_id

// name: messages_of_days
// What was said to an agent in a part of time, in order, the first $limit.
MATCH (c:Conversation) WHERE c.space = $space AND c.agent = $agent
  AND c.started_at < $until AND c.ended_at >= $since
MATCH (c)-[:HAS_MESSAGE]->(m:Message) WHERE m.at >= $since AND m.at < $until
RETURN m.message_id AS message_id, m.n AS n, m.role AS role, m.text AS text, m.at AS at,
  m.form AS form, m.metadata AS metadata, m.conversation_id AS conversation_id
ORDER BY m.at, m.n LIMIT $limit

// name: message_of_agent
// By its own id. The conversation that it is of.
MATCH (c:Conversation)-[:HAS_MESSAGE]->(m:Message {message_id: $message_id})
WHERE c.space = $space AND c.agent = $agent
RETURN c.session_id AS session_id

// name: message_after
MATCH (:Message {message_id: $message_id})-[:NEXT]->(m:Message)
RETURN m.message_id AS message_id

// name: renew_messages
UNWIND $rows AS row
MATCH (m:Message {message_id: row.message_id}) SET m.version = m.version + 1
RETURN m.message_id AS point_id, m.space AS space

// name: unlink_messages
UNWIND $ids AS id
MATCH (m:Message {message_id: id})-[r:NEXT]-(:Message) DELETE r

// name: number_messages
UNWIND $rows AS row
MATCH (m:Message {message_id: row.message_id}) SET m.n = row.n
