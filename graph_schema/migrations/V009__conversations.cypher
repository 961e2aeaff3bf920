// Agents, what was said to them, and what they know of people.
CREATE CONSTRAINT agent_key IF NOT EXISTS FOR (n:Agent) REQUIRE n.agent_id IS UNIQUE;
CREATE CONSTRAINT conversation_key IF NOT EXISTS FOR (n:Conversation) REQUIRE n.conversation_id IS UNIQUE;
CREATE CONSTRAINT message_key IF NOT EXISTS FOR (n:Message) REQUIRE n.message_id IS UNIQUE;
CREATE CONSTRAINT event_key IF NOT EXISTS FOR (n:Event) REQUIRE n.event_id IS UNIQUE;
CREATE CONSTRAINT profile_key IF NOT EXISTS FOR (n:Profile) REQUIRE n.profile_id IS UNIQUE;
CREATE CONSTRAINT memory_version_key IF NOT EXISTS FOR (n:MemoryVersion) REQUIRE n.memory_version_id IS UNIQUE;
CREATE CONSTRAINT pipeline_log_key IF NOT EXISTS FOR (n:PipelineLog) REQUIRE n.pipeline_log_id IS UNIQUE;
CREATE INDEX agent_space IF NOT EXISTS FOR (n:Agent) ON (n.space);
CREATE INDEX conversation_space IF NOT EXISTS FOR (n:Conversation) ON (n.space);
CREATE INDEX message_space IF NOT EXISTS FOR (n:Message) ON (n.space);
CREATE INDEX event_space IF NOT EXISTS FOR (n:Event) ON (n.space);
CREATE INDEX profile_space IF NOT EXISTS FOR (n:Profile) ON (n.space);
CREATE INDEX memory_version_space IF NOT EXISTS FOR (n:MemoryVersion) ON (n.space);
CREATE INDEX pipeline_log_space IF NOT EXISTS FOR (n:PipelineLog) ON (n.space);
CREATE INDEX message_place IF NOT EXISTS FOR (n:Message) ON (n.conversation_id, n.n);
