// Parts of the graph to look at. Each row is a relationship with both of its ends; at most
// 60 of a sort, since nobody can read a larger picture.

// name: picture_of_run
// A run with its task, its steps, and what these touched.
MATCH (t:Task)-[r:ATTEMPTED_AS]->(e:Experience {experience_id: $id})
WHERE e.space = $space
RETURN 'Task' AS label, t.task_id AS source, properties(t) AS props,
  'ATTEMPTED_AS' AS kind, properties(r) AS edge,
  'Experience' AS to_label, e.experience_id AS target, properties(e) AS to_props
UNION ALL
MATCH (e:Experience {experience_id: $id})-[r:HAS_STEP]->(s:Step)
WHERE e.space = $space AND r.n <= 60
RETURN 'Experience' AS label, e.experience_id AS source, properties(e) AS props,
  'HAS_STEP' AS kind, properties(r) AS edge,
  'Step' AS to_label, s.step_id AS target, properties(s) AS to_props
UNION ALL
MATCH (e:Experience {experience_id: $id})-[h:HAS_STEP]->(a:Step)-[r:NEXT]->(b:Step)
WHERE e.space = $space AND h.n < 60
RETURN 'Step' AS label, a.step_id AS source, properties(a) AS props,
  'NEXT' AS kind, properties(r) AS edge,
  'Step' AS to_label, b.step_id AS target, properties(b) AS to_props
UNION ALL
MATCH (e:Experience {experience_id: $id})-[h:HAS_STEP]->(s:Step)
WHERE e.space = $space AND h.n <= 60
MATCH (s)-[r:TARGETS]->(el:UIElement)
RETURN 'Step' AS label, s.step_id AS source, properties(s) AS props,
  'TARGETS' AS kind, properties(r) AS edge,
  'UIElement' AS to_label, el.element_id AS target, properties(el) AS to_props

// name: picture_of_pattern
// A pattern with its slots, its steps and some of its members.
MATCH (p:Pattern {pattern_id: $id})-[r:HAS_SLOT]->(s:Slot)
WHERE p.space = $space
RETURN 'Pattern' AS label, p.pattern_id AS source, properties(p) AS props,
  'HAS_SLOT' AS kind, properties(r) AS edge,
  'Slot' AS to_label, s.slot_id AS target, properties(s) AS to_props
UNION ALL
MATCH (p:Pattern {pattern_id: $id})-[r:HAS_STEP]->(s:PatternStep)
WHERE p.space = $space
RETURN 'Pattern' AS label, p.pattern_id AS source, properties(p) AS props,
  'HAS_STEP' AS kind, properties(r) AS edge,
  'PatternStep' AS to_label, s.pattern_step_id AS target, properties(s) AS to_props
UNION ALL
MATCH (p:Pattern {pattern_id: $id})-[:HAS_STEP]->(a:PatternStep)-[r:NEXT]->(b:PatternStep)
WHERE p.space = $space
RETURN 'PatternStep' AS label, a.pattern_step_id AS source, properties(a) AS props,
  'NEXT' AS kind, properties(r) AS edge,
  'PatternStep' AS to_label, b.pattern_step_id AS target, properties(b) AS to_props
UNION ALL
MATCH (p:Pattern {pattern_id: $id})-[:HAS_STEP]->(s:PatternStep)-[r:FILLED_BY]->(f:Slot)
WHERE p.space = $space
RETURN 'PatternStep' AS label, s.pattern_step_id AS source, properties(s) AS props,
  'FILLED_BY' AS kind, properties(r) AS edge,
  'Slot' AS to_label, f.slot_id AS target, properties(f) AS to_props
UNION ALL
MATCH (p:Pattern {pattern_id: $id})-[r:GENERALIZES]->(t:Task)
WHERE p.space = $space
WITH p, r, t ORDER BY t.task_id LIMIT 5
RETURN 'Pattern' AS label, p.pattern_id AS source, properties(p) AS props,
  'GENERALIZES' AS kind, properties(r) AS edge,
  'Task' AS to_label, t.task_id AS target, properties(t) AS to_props

// name: picture_of_app
// An app's pages, the elements that most tasks use, and from which page runs go on to
// which. LEADS_TO stands in no graph: it is counted here, over steps.
MATCH (a:App)<-[r:OF]-(p:Page)
WHERE a.space = $space AND a.app_id = $id
WITH a, r, p ORDER BY p.page_id LIMIT 60
RETURN 'Page' AS label, p.page_id AS source, properties(p) AS props,
  'OF' AS kind, properties(r) AS edge,
  'App' AS to_label, a.app_id AS target, properties(a) AS to_props
UNION ALL
MATCH (a:App)<-[:OF]-(p:Page)<-[r:ON]-(el:UIElement)
WHERE a.space = $space AND a.app_id = $id
WITH p, r, el ORDER BY el.tasks DESC, el.element_id LIMIT 60
RETURN 'UIElement' AS label, el.element_id AS source, properties(el) AS props,
  'ON' AS kind, properties(r) AS edge,
  'Page' AS to_label, p.page_id AS target, properties(p) AS to_props
UNION ALL
MATCH (a:App)<-[:OF]-(p:Page)<-[:ON]-(:UIElement)<-[:TARGETS]-(s:Step)
WHERE a.space = $space AND a.app_id = $id
MATCH (s)-[:NEXT]->(:Step)-[:TARGETS]->(:UIElement)-[:ON]->(q:Page)
WHERE p.page_id <> q.page_id
WITH p, q, count(*) AS runs ORDER BY runs DESC, p.page_id, q.page_id LIMIT 60
RETURN 'Page' AS label, p.page_id AS source, properties(p) AS props,
  'LEADS_TO' AS kind, {runs: runs} AS edge,
  'Page' AS to_label, q.page_id AS target, properties(q) AS to_props

// name: picture_of_tasks
// What connects some tasks: that they are alike, are of one pattern, use one element,
// speak of one thing.
UNWIND $ids AS id
MATCH (a:Task {task_id: id})-[r:SIMILAR_TO]->(b:Task)
WHERE a.space = $space AND b.task_id IN $ids
RETURN 'Task' AS label, a.task_id AS source, properties(a) AS props,
  'SIMILAR_TO' AS kind, properties(r) AS edge,
  'Task' AS to_label, b.task_id AS target, properties(b) AS to_props
UNION ALL
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[r:USES]->(el:UIElement)
WHERE t.space = $space AND el.tasks > 1
WITH t, r, el ORDER BY el.tasks, el.element_id LIMIT 60
RETURN 'Task' AS label, t.task_id AS source, properties(t) AS props,
  'USES' AS kind, properties(r) AS edge,
  'UIElement' AS to_label, el.element_id AS target, properties(el) AS to_props
UNION ALL
UNWIND $ids AS id
MATCH (p:Pattern)-[r:GENERALIZES]->(t:Task {task_id: id})
WHERE t.space = $space
RETURN 'Pattern' AS label, p.pattern_id AS source, properties(p) AS props,
  'GENERALIZES' AS kind, properties(r) AS edge,
  'Task' AS to_label, t.task_id AS target, properties(t) AS to_props
UNION ALL
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[r:ATTEMPTED_AS]->(e:Experience)
WHERE t.space = $space AND e.experience_id IN $runs
RETURN 'Task' AS label, t.task_id AS source, properties(t) AS props,
  'ATTEMPTED_AS' AS kind, properties(r) AS edge,
  'Experience' AS to_label, e.experience_id AS target, properties(e) AS to_props
UNION ALL
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[r:MENTIONS]->(n:Entity)
WHERE t.space = $space
WITH t, r, n ORDER BY n.entity_id LIMIT 60
RETURN 'Task' AS label, t.task_id AS source, properties(t) AS props,
  'MENTIONS' AS kind, properties(r) AS edge,
  'Entity' AS to_label, n.entity_id AS target, properties(n) AS to_props

// name: picture_of_entity
// A thing by its key (index Entity(key)): the documents about it, parts and facts that
// name it, and what else these name.
MATCH (e:Entity {key: $id})<-[r:ABOUT]-(d:Document)
WHERE e.space = $space
WITH e, r, d ORDER BY d.document_id LIMIT 60
RETURN 'Document' AS label, d.document_id AS source, properties(d) AS props,
  'ABOUT' AS kind, properties(r) AS edge,
  'Entity' AS to_label, e.entity_id AS target, properties(e) AS to_props
UNION ALL
MATCH (e:Entity {key: $id})<-[:ABOUT]-(d:Document)-[r:HAS_CHUNK]->(c:Chunk)
WHERE e.space = $space
WITH d, r, c ORDER BY c.n, c.chunk_id LIMIT 60
RETURN 'Document' AS label, d.document_id AS source, properties(d) AS props,
  'HAS_CHUNK' AS kind, properties(r) AS edge,
  'Chunk' AS to_label, c.chunk_id AS target, properties(c) AS to_props
UNION ALL
MATCH (e:Entity {key: $id})<-[:MENTIONS]-(c:Chunk)
WHERE e.space = $space
WITH c ORDER BY c.chunk_id LIMIT 60
MATCH (c)-[r:MENTIONS]->(other:Entity)
RETURN 'Chunk' AS label, c.chunk_id AS source, properties(c) AS props,
  'MENTIONS' AS kind, properties(r) AS edge,
  'Entity' AS to_label, other.entity_id AS target, properties(other) AS to_props
UNION ALL
MATCH (e:Entity {key: $id})<-[:MENTIONS]-(c:Chunk)<-[r:HAS_CHUNK]-(d:Document)
WHERE e.space = $space
WITH d, r, c ORDER BY c.chunk_id LIMIT 60
RETURN 'Document' AS label, d.document_id AS source, properties(d) AS props,
  'HAS_CHUNK' AS kind, properties(r) AS edge,
  'Chunk' AS to_label, c.chunk_id AS target, properties(c) AS to_props
UNION ALL
MATCH (e:Entity {key: $id})<-[:SUBJECT|OBJECT]-(f:Fact)
WHERE e.space = $space
WITH f ORDER BY f.recorded_at DESC, f.fact_id LIMIT 60
MATCH (f)-[r:SUBJECT|OBJECT]->(other:Entity)
RETURN 'Fact' AS label, f.fact_id AS source, properties(f) AS props,
  type(r) AS kind, properties(r) AS edge,
  'Entity' AS to_label, other.entity_id AS target, properties(other) AS to_props
UNION ALL
MATCH (e:Entity {key: $id})<-[:SUBJECT|OBJECT]-(f:Fact)
WHERE e.space = $space
WITH f ORDER BY f.recorded_at DESC, f.fact_id LIMIT 60
MATCH (f)<-[r:STATES]-(c:Chunk)
RETURN 'Chunk' AS label, c.chunk_id AS source, properties(c) AS props,
  'STATES' AS kind, properties(r) AS edge,
  'Fact' AS to_label, f.fact_id AS target, properties(f) AS to_props
