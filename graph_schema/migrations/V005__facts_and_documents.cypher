// What is known: names of entities, facts and documents by what they are looked up by.
CREATE CONSTRAINT alias_key IF NOT EXISTS FOR (n:Alias) REQUIRE n.alias_id IS UNIQUE;
CREATE INDEX entity_name IF NOT EXISTS FOR (n:Entity) ON (n.key);
CREATE INDEX entity_space IF NOT EXISTS FOR (n:Entity) ON (n.space);
CREATE INDEX fact_space IF NOT EXISTS FOR (n:Fact) ON (n.space);
CREATE INDEX document_space IF NOT EXISTS FOR (n:Document) ON (n.space);
CREATE INDEX document_content IF NOT EXISTS FOR (n:Document) ON (n.content_hash);
CREATE INDEX chunk_space IF NOT EXISTS FOR (n:Chunk) ON (n.space);
