// name: facts_of_groups
// What is said of these subjects by these predicates, of all or of the named objects;
// where more than `$most` is said, one row without a fact.
UNWIND $rows AS row
MATCH (s:Entity {entity_id: row.subject})<-[:SUBJECT]-(f:Fact)
WHERE f.predicate_key = row.predicate_key
WITH row, collect(f) AS said
UNWIND CASE WHEN size(said) > $most THEN [null]
            WHEN row.objects IS NULL THEN said
            ELSE [f IN said WHERE f.object_key IN row.objects] END AS f
RETURN row.subject AS subject, row.predicate_key AS predicate_key,
       f.fact_id AS fact_id, f.object_key AS object_key, f.valid_from AS valid_from,
       f.valid_to AS valid_to, f.log AS log, f.closed_at AS closed_at

// name: lock_facts
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id}) SET f.claimed = $claim
WITH f
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
RETURN s.entity_id AS subject, f.predicate_key AS predicate_key, f.text AS text,
       f.fact_id AS fact_id, f.object_key AS object_key, f.valid_from AS valid_from,
       f.valid_to AS valid_to, f.log AS log, f.closed_at AS closed_at

// name: links_of_facts
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id})-[r:SUPERSEDES]->(o:Fact) WHERE r.how <> 'corrected'
RETURN id AS source, o.fact_id AS target, r.how AS how
UNION ALL
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id})-[:CONTRADICTS]->(o:Fact)
RETURN id AS source, o.fact_id AS target, 'contradicts' AS how

// name: subjects_of_facts
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id}) WHERE f.space = $space
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
RETURN f.fact_id AS fact_id, s.entity_id AS subject, f.predicate_key AS predicate_key

// name: create_facts
// Facts whose object is an entity.
UNWIND $rows AS row
MATCH (s:Entity {entity_id: row.subject}) MATCH (o:Entity {entity_id: row.object})
MERGE (f:Fact {fact_id: row.fact_id}) ON CREATE SET f += row.props
CREATE (f)-[:SUBJECT]->(s) CREATE (f)-[:OBJECT]->(o)
RETURN f.fact_id AS fact_id, f.claimed AS claimed

// name: create_facts_of_values
// Facts whose object is a value.
UNWIND $rows AS row
MATCH (s:Entity {entity_id: row.subject})
MERGE (f:Fact {fact_id: row.fact_id}) ON CREATE SET f += row.props
CREATE (f)-[:SUBJECT]->(s)
RETURN f.fact_id AS fact_id, f.claimed AS claimed

// name: create_facts_of_words
// Facts that are words alone.
UNWIND $rows AS row
MERGE (f:Fact {fact_id: row.fact_id}) ON CREATE SET f += row.props
RETURN f.fact_id AS fact_id, f.claimed AS claimed

// name: mention_in_facts
UNWIND $rows AS row
MATCH (f:Fact {fact_id: row.fact_id}) MATCH (e:Entity {entity_id: row.entity_id})
MERGE (f)-[:MENTIONS]->(e)

// name: change_facts
// What is so now; a missing value takes the property away.
UNWIND $rows AS row
MATCH (f:Fact {fact_id: row.fact_id}) SET f += row.props

// name: supersede_facts
UNWIND $rows AS row
MATCH (a:Fact {fact_id: row.source}) MATCH (b:Fact {fact_id: row.target})
CREATE (a)-[:SUPERSEDES {how: row.how, at: row.at}]->(b)

// name: contradict_facts
UNWIND $rows AS row
MATCH (a:Fact {fact_id: row.source}) MATCH (b:Fact {fact_id: row.target})
CREATE (a)-[:CONTRADICTS]->(b)

// name: unsupersede_facts
UNWIND $rows AS row
MATCH (a:Fact {fact_id: row.source})-[r:SUPERSEDES]->(b:Fact {fact_id: row.target})
WHERE r.how = row.how
DELETE r

// name: uncontradict_facts
UNWIND $rows AS row
MATCH (a:Fact {fact_id: row.source})-[r:CONTRADICTS]->(b:Fact {fact_id: row.target})
DELETE r

// name: entities_of_facts
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id})-[:SUBJECT|OBJECT|MENTIONS]->(e:Entity)
RETURN DISTINCT e.entity_id AS entity_id

// name: delete_facts
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id}) DETACH DELETE f

// name: facts_by_id
UNWIND $ids AS id
MATCH (f:Fact {fact_id: id}) WHERE f.space = $space
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
          .valid_from, .valid_to, .keywords, .app, .log} AS fact,
       s.entity_id AS subject_id, s.name AS subject, o.name AS object

// name: all_facts
MATCH (f:Fact) WHERE f.space = $space
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
          .valid_from, .valid_to, .keywords, .app, .log} AS fact,
       s.entity_id AS subject_id, s.name AS subject, o.name AS object

// name: facts_with_predicate
MATCH (f:Fact) WHERE f.space = $space AND f.predicate_key = $predicate
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
          .valid_from, .valid_to, .keywords, .app, .log} AS fact,
       s.entity_id AS subject_id, s.name AS subject, o.name AS object

// name: facts_of_subjects
UNWIND $ids AS id
MATCH (s:Entity {entity_id: id})<-[:SUBJECT]-(f:Fact)
WHERE $predicate IS NULL OR f.predicate_key = $predicate
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
          .valid_from, .valid_to, .keywords, .app, .log} AS fact,
       s.entity_id AS subject_id, s.name AS subject, o.name AS object

// name: facts_of_pairs
// The same for pairs of subject and predicate.
UNWIND $rows AS row
MATCH (s:Entity {entity_id: row.subject})<-[:SUBJECT]-(f:Fact)
WHERE f.predicate_key = row.predicate_key
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
RETURN f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
          .valid_from, .valid_to, .keywords, .app, .log} AS fact,
       s.entity_id AS subject_id, s.name AS subject, o.name AS object

// name: facts_naming
// Facts that have these entities as their object, or name them in their words.
UNWIND $ids AS id
MATCH (e:Entity {entity_id: id})<-[:OBJECT]-(f:Fact)
WHERE $predicate IS NULL OR f.predicate_key = $predicate
RETURN f.fact_id AS fact_id, 'object' AS role
UNION
UNWIND $ids AS id
MATCH (e:Entity {entity_id: id})<-[:MENTIONS]-(f:Fact) WHERE $predicate IS NULL
RETURN f.fact_id AS fact_id, 'mention' AS role

// name: declared_predicates
// With the log of the space (`changes`).
UNWIND $ids AS id
MATCH (m:Meta {meta_id: id})
RETURN id, m.single_valued AS single_valued, null AS place, null AS version,
  null AS changes
UNION ALL
UNWIND $places AS place
MATCH (m:Meta {meta_id: place})
WHERE coalesce(m.version, m.index_generation) <> coalesce($seen[place], 0)
RETURN null AS id, null AS single_valued, place,
  coalesce(m.version, m.index_generation) AS version, m.changes AS changes

// name: declare_predicate
MERGE (m:Meta {meta_id: $meta_id}) SET m.single_valued = $single_valued

// name: stated_intervals
// Statements with both bounds: what shows whether a predicate has one value at a time.
MATCH (f:Fact)-[:SUBJECT]->(s:Entity)
WHERE f.space = $space AND f.valid_from IS NOT NULL AND f.valid_to IS NOT NULL
  AND f.retracted_at IS NULL
RETURN f.predicate_key AS predicate_key, s.entity_id AS subject,
       f.object_key AS object_key, f.valid_from AS valid_from, f.valid_to AS valid_to
LIMIT $limit
