// Constraints and indexes of a new graph: the present shape.
//
// An older graph is brought here by migrations/V*.cypher. The statements are Neo4j's;
// for ArcadeDB kgmem makes the same from them. Change it together with a new migration.

// One key per label; every id is made by kgmem, never by the database.
CREATE CONSTRAINT task_key IF NOT EXISTS FOR (n:Task) REQUIRE n.task_id IS UNIQUE;
CREATE CONSTRAINT experience_key IF NOT EXISTS FOR (n:Experience) REQUIRE n.experience_id IS UNIQUE;
CREATE CONSTRAINT step_key IF NOT EXISTS FOR (n:Step) REQUIRE n.step_id IS UNIQUE;
CREATE CONSTRAINT ui_element_key IF NOT EXISTS FOR (n:UIElement) REQUIRE n.element_id IS UNIQUE;
CREATE CONSTRAINT page_key IF NOT EXISTS FOR (n:Page) REQUIRE n.page_id IS UNIQUE;
CREATE CONSTRAINT app_key IF NOT EXISTS FOR (n:App) REQUIRE n.app_id IS UNIQUE;
CREATE CONSTRAINT pattern_key IF NOT EXISTS FOR (n:Pattern) REQUIRE n.pattern_id IS UNIQUE;
CREATE CONSTRAINT pattern_step_key IF NOT EXISTS FOR (n:PatternStep) REQUIRE n.pattern_step_id IS UNIQUE;
CREATE CONSTRAINT slot_key IF NOT EXISTS FOR (n:Slot) REQUIRE n.slot_id IS UNIQUE;
CREATE CONSTRAINT locator_key IF NOT EXISTS FOR (n:Locator) REQUIRE n.locator_id IS UNIQUE;
CREATE CONSTRAINT entity_key IF NOT EXISTS FOR (n:Entity) REQUIRE n.entity_id IS UNIQUE;
CREATE CONSTRAINT alias_key IF NOT EXISTS FOR (n:Alias) REQUIRE n.alias_id IS UNIQUE;
CREATE CONSTRAINT fact_key IF NOT EXISTS FOR (n:Fact) REQUIRE n.fact_id IS UNIQUE;
CREATE CONSTRAINT document_key IF NOT EXISTS FOR (n:Document) REQUIRE n.document_id IS UNIQUE;
CREATE CONSTRAINT chunk_key IF NOT EXISTS FOR (n:Chunk) REQUIRE n.chunk_id IS UNIQUE;
CREATE CONSTRAINT agent_key IF NOT EXISTS FOR (n:Agent) REQUIRE n.agent_id IS UNIQUE;
CREATE CONSTRAINT conversation_key IF NOT EXISTS FOR (n:Conversation) REQUIRE n.conversation_id IS UNIQUE;
CREATE CONSTRAINT message_key IF NOT EXISTS FOR (n:Message) REQUIRE n.message_id IS UNIQUE;
CREATE CONSTRAINT event_key IF NOT EXISTS FOR (n:Event) REQUIRE n.event_id IS UNIQUE;
CREATE CONSTRAINT profile_key IF NOT EXISTS FOR (n:Profile) REQUIRE n.profile_id IS UNIQUE;
CREATE CONSTRAINT memory_version_key IF NOT EXISTS FOR (n:MemoryVersion) REQUIRE n.memory_version_id IS UNIQUE;
CREATE CONSTRAINT pipeline_log_key IF NOT EXISTS FOR (n:PipelineLog) REQUIRE n.pipeline_log_id IS UNIQUE;
CREATE CONSTRAINT outbox_key IF NOT EXISTS FOR (n:Outbox) REQUIRE n.outbox_id IS UNIQUE;
CREATE CONSTRAINT tombstone_key IF NOT EXISTS FOR (n:Tombstone) REQUIRE n.tombstone_id IS UNIQUE;
CREATE CONSTRAINT report_key IF NOT EXISTS FOR (n:Report) REQUIRE n.report_id IS UNIQUE;
CREATE CONSTRAINT draft_key IF NOT EXISTS FOR (n:Draft) REQUIRE n.draft_id IS UNIQUE;
CREATE CONSTRAINT meta_key IF NOT EXISTS FOR (n:Meta) REQUIRE n.meta_id IS UNIQUE;

// What is looked up by something else than its key.
CREATE INDEX task_text_hash IF NOT EXISTS FOR (n:Task) ON (n.text_hash);
CREATE INDEX task_space IF NOT EXISTS FOR (n:Task) ON (n.space);
// `pending` is there only while a batch job has still to look at the task, so that its
// index stays small.
CREATE INDEX task_pending IF NOT EXISTS FOR (n:Task) ON (n.pending);
// As long as its links to similar tasks are still to be made.
CREATE INDEX task_unlinked IF NOT EXISTS FOR (n:Task) ON (n.unlinked);
CREATE INDEX pattern_space IF NOT EXISTS FOR (n:Pattern) ON (n.space);
CREATE INDEX report_space IF NOT EXISTS FOR (n:Report) ON (n.space);
CREATE INDEX report_task IF NOT EXISTS FOR (n:Report) ON (n.task_id);
CREATE INDEX tombstone_space IF NOT EXISTS FOR (n:Tombstone) ON (n.space);
CREATE INDEX draft_task_id IF NOT EXISTS FOR (n:Draft) ON (n.task_id);
CREATE INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON (n.key);
CREATE INDEX entity_space IF NOT EXISTS FOR (n:Entity) ON (n.space);
CREATE INDEX fact_space IF NOT EXISTS FOR (n:Fact) ON (n.space);
CREATE INDEX document_space IF NOT EXISTS FOR (n:Document) ON (n.space);
CREATE INDEX document_content IF NOT EXISTS FOR (n:Document) ON (n.content_hash);
CREATE INDEX chunk_space IF NOT EXISTS FOR (n:Chunk) ON (n.space);

// What belongs to one tenant, so that none looks through the nodes of all: counting,
// exporting, clearing, warming up.
CREATE INDEX experience_recorded IF NOT EXISTS FOR (n:Experience) ON (n.space, n.recorded_at);
CREATE INDEX experience_used IF NOT EXISTS FOR (n:Experience) ON (n.space, n.uses);
CREATE INDEX ui_element_space IF NOT EXISTS FOR (n:UIElement) ON (n.space);
CREATE INDEX page_space IF NOT EXISTS FOR (n:Page) ON (n.space);
CREATE INDEX app_space IF NOT EXISTS FOR (n:App) ON (n.space);
CREATE INDEX locator_space IF NOT EXISTS FOR (n:Locator) ON (n.space);
CREATE INDEX alias_space IF NOT EXISTS FOR (n:Alias) ON (n.space);
CREATE INDEX draft_space IF NOT EXISTS FOR (n:Draft) ON (n.space);
CREATE INDEX outbox_space IF NOT EXISTS FOR (n:Outbox) ON (n.space);
CREATE INDEX agent_space IF NOT EXISTS FOR (n:Agent) ON (n.space);
CREATE INDEX conversation_space IF NOT EXISTS FOR (n:Conversation) ON (n.space);
CREATE INDEX message_space IF NOT EXISTS FOR (n:Message) ON (n.space);
CREATE INDEX event_space IF NOT EXISTS FOR (n:Event) ON (n.space);
CREATE INDEX profile_space IF NOT EXISTS FOR (n:Profile) ON (n.space);
CREATE INDEX memory_version_space IF NOT EXISTS FOR (n:MemoryVersion) ON (n.space);
CREATE INDEX pipeline_log_space IF NOT EXISTS FOR (n:PipelineLog) ON (n.space);
// The last messages of a long conversation.
CREATE INDEX message_place IF NOT EXISTS FOR (n:Message) ON (n.conversation_id, n.n);
