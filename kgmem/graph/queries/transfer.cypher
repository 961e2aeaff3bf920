// name: keys_of_label
// Task, task_id stand for any label and its key, here and below; App, app_id for that
// of a relationship's end, IN_APP for its type.
MATCH (n:Task) WHERE n.space = $space
RETURN n.task_id AS key

// name: meta_nodes
MATCH (m:Meta) RETURN m.meta_id AS key

// name: nodes_by_key
UNWIND $ids AS id
MATCH (n:Task {task_id: id})
RETURN id AS key, properties(n) AS props

// name: owners_with_parts
// One read for both, so that a count and what it counts are of one moment.
UNWIND $ids AS id
MATCH (n:Task {task_id: id})
RETURN id AS key, properties(n) AS props,
  [(n)-[r]->(m) WHERE type(r) IN $kinds |
   {label: head(labels(m)), key: m[$keys[head(labels(m))]]}] AS parts

// name: relationships_from
// All that start at these nodes; $keys has the key of each label.
UNWIND $ids AS id
MATCH (n:Task {task_id: id})-[r]->(m)
WITH id, r, m, head(labels(m)) AS label
RETURN id AS source, type(r) AS kind, label, m[$keys[label]] AS target,
       properties(r) AS props

// name: known_keys
UNWIND $ids AS id
MATCH (n:Task {task_id: id})
RETURN id AS key

// name: create_nodes
// Those that were not there; MERGE, since another process may be quicker.
UNWIND $rows AS row
MERGE (n:Task {task_id: row.key}) ON CREATE SET n += row.props

// name: known_relationships
UNWIND $ids AS id
MATCH (a:Task {task_id: id})-[r:IN_APP]->(b:App)
RETURN id AS source, b.app_id AS target, r.avoidance_id AS mark

// name: create_relationships
UNWIND $rows AS row
MATCH (a:Task {task_id: row.source}) MATCH (b:App {app_id: row.target})
CREATE (a)-[r:IN_APP]->(b)
SET r += row.props

// name: all_tombstones
// Index Tombstone(space).
MATCH (b:Tombstone) WHERE b.space = $space
RETURN b.kind AS kind, b.key AS key

// name: miscounted_tasks
// Tasks that have other runs than they count.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})
WITH t, COUNT { (t)-[:ATTEMPTED_AS]->(:Experience) } AS runs
WHERE runs <> coalesce(t.runs, 0)
RETURN t.task_id AS task_id

// name: recount_links
UNWIND $ids AS id
MATCH (t:Task {task_id: id})
WITH t, COUNT { (t)-[:SIMILAR_TO]-(:Task) } AS links
WHERE links <> coalesce(t.links, 0)
SET t.links = links

// name: recount_uses
// USES counts the runs of a task with a step on an element.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[u:USES]->(el:UIElement)
MATCH (t)-[:ATTEMPTED_AS]->(e:Experience)-[:HAS_STEP]->(:Step)-[:TARGETS]->(el)
WITH u, count(DISTINCT e) AS runs
SET u.support = runs

// name: recount_patterns
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})
SET p.members = COUNT { (p)-[:GENERALIZES]->(:Task) },
    p.slots = COUNT { (p)-[:HAS_SLOT]->(:Slot) },
    p.steps = COUNT { (p)-[:HAS_STEP]->(:PatternStep) }

// name: runs_of_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[:ATTEMPTED_AS]->(e:Experience)
WHERE t.space = $space
RETURN id AS task_id, e.experience_id AS experience_id

// name: delete_nodes
UNWIND $ids AS id
MATCH (n:Task {task_id: id})
DETACH DELETE n
RETURN id AS key

// name: unready_documents
// Their parts are about to go: none may pass for a whole one meanwhile.
UNWIND $ids AS id
MATCH (d:Document {document_id: id}) SET d.status = 'indexing'
