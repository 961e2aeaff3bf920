// name: kinds_of_tasks
// The pattern that each of these tasks belongs to, if any.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
OPTIONAL MATCH (p:Pattern)-[:GENERALIZES]->(t)
RETURN id AS task_id, p.pattern_id AS pattern_id

// name: newest_members
// Tasks of one kind, those with failed runs first: they are fewer.
MATCH (p:Pattern {pattern_id: $pattern_id})-[:GENERALIZES]->(t:Task)
WHERE p.space = $space
RETURN t.task_id AS task_id
ORDER BY t.losses > 0 DESC, t.created_at DESC, t.task_id LIMIT $limit

// name: similar_tasks
// Tasks that are linked to one of these, the most similar first.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[r:SIMILAR_TO]-(n:Task)
WHERE n.space = $space AND r.score >= $least
WITH n.task_id AS task_id, max(r.score) AS score
RETURN task_id ORDER BY score DESC, task_id LIMIT $limit

// name: failing_tasks
// Tasks that were not always done, with their patterns: the batch job's list. `claimed`
// is the mark of their last change, `blamed` what the job noted of it.
MATCH (t:Task) WHERE t.space = $space AND t.losses > 0
OPTIONAL MATCH (p:Pattern)-[:GENERALIZES]->(t)
RETURN t.task_id AS task_id, t.app AS app, p.pattern_id AS pattern_id,
       t.claimed AS claimed, t.blamed AS blamed

// name: mark_blamed
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) SET t.blamed = row.mark

// name: living_scopes
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
RETURN id AS scope
UNION ALL
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id}) WHERE p.space = $space
RETURN id AS scope

// name: tasks_that_failed
// Of these tasks, those that were not always done.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space AND t.losses > 0
RETURN id AS task_id

// name: lock_elements
// Held until the end of the transaction: what is said of them is read and written
// anew by one writer at a time.
UNWIND $ids AS id
MATCH (el:UIElement {element_id: id}) WHERE el.space = $space
SET el.locked = true
REMOVE el.locked
RETURN el.element_id AS element_id

// name: places_of_steps
// What each step was done to, as far as it is still there. Edges start at the app where
// nothing tells its pages apart.
UNWIND $ids AS id
MATCH (s:Step {step_id: id})-[r:TARGETS]->(el:UIElement)-[:ON]->(p:Page)
WHERE s.space = $space AND r.part IS NULL
OPTIONAL MATCH (p)-[:OF]->(a:App)
WITH id, el, p, a, a.app_id IS NOT NULL
  AND coalesce(p.url_template, p.name, p.fingerprint, '') = '' AS from_app
RETURN id AS step_id, el.element_id AS element_id, from_app,
       CASE WHEN from_app THEN a.app_id ELSE p.page_id END AS place

// name: successes_through
// The newest successful runs that did to the step's element what the step did.
UNWIND $rows AS row
MATCH (f:Step {step_id: row.step})-[r:TARGETS]->(el:UIElement)
WHERE r.part IS NULL
CALL (f, el) {
  MATCH (el)<-[r:TARGETS]-(s:Step)<-[:HAS_STEP]-(e:Experience)
  WHERE e.outcome = 'success' AND r.part IS NULL AND s.action = f.action
    AND coalesce(s.success, true) AND s.error IS NULL
    AND coalesce(e.decided, '') <> 'quarantine'
  RETURN DISTINCT e.experience_id AS run, e.recorded_at AS at
  ORDER BY at DESC, run LIMIT 50
}
RETURN row.step AS step, collect(run) AS runs

// name: avoidances_at
// Of these elements, those that something is held against. Found from the element's page and its app, from
// which the edges start: thousands of steps may end at the element.
UNWIND $ids AS id
MATCH (el:UIElement {element_id: id})-[:ON]->(:Page)-[:OF*0..1]->(p)
MATCH (p)-[a:AVOID]->(el) WHERE a.space = $space
RETURN DISTINCT id AS element_id

// name: avoidances_near
// The same of the elements at hand and of those that these tasks use, with the steps
// that they are told by; the tasks' patterns, and the
// log of the space (`changes`). One round trip; $limit bounds it.
UNWIND $elements AS id
MATCH (el:UIElement {element_id: id})-[:ON]->(:Page)-[:OF*0..1]->(p)
MATCH (p)-[a:AVOID]->(el) WHERE a.space = $space
WITH el, a LIMIT $limit
MATCH (f:Step {step_id: a.failed_step})<-[:HAS_STEP]-(:Experience)<-[:ATTEMPTED_AS]-(t:Task)
OPTIONAL MATCH (i:Step {step_id: a.instead_step})<-[:HAS_STEP]-(:Experience)<-[:ATTEMPTED_AS]-(d:Task)
RETURN el.element_id AS element_id, a {.avoidance_id, .scope, .value_shape, .cause,
    .base, .failures, .successes, .experience_ids} AS edge,
  f {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS step, t.app AS app,
  i {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS instead, d.text AS done_for,
  null AS log
UNION ALL
UNWIND $tasks AS id
MATCH (k:Task {task_id: id})-[:USES]->(el:UIElement)<-[a:AVOID]-(p:Page|App)
WHERE k.space = $space
WITH DISTINCT el, a LIMIT $limit
MATCH (f:Step {step_id: a.failed_step})<-[:HAS_STEP]-(:Experience)<-[:ATTEMPTED_AS]-(t:Task)
OPTIONAL MATCH (i:Step {step_id: a.instead_step})<-[:HAS_STEP]-(:Experience)<-[:ATTEMPTED_AS]-(d:Task)
RETURN el.element_id AS element_id, a {.avoidance_id, .scope, .value_shape, .cause,
    .base, .failures, .successes, .experience_ids} AS edge,
  f {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS step, t.app AS app,
  i {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS instead, d.text AS done_for,
  null AS log
UNION ALL
UNWIND $tasks AS id
MATCH (p:Pattern)-[:GENERALIZES]->(k:Task {task_id: id}) WHERE k.space = $space
RETURN null AS element_id, {scope: p.pattern_id} AS edge, null AS step, null AS app,
  null AS instead, null AS done_for, null AS log
UNION ALL
UNWIND $places AS place
MATCH (m:Meta {meta_id: place})
WHERE coalesce(m.version, m.index_generation) <> coalesce($seen[place], 0)
RETURN null AS element_id, null AS edge, null AS step, null AS app, null AS instead,
  null AS done_for, {place: place, version: coalesce(m.version, m.index_generation),
    changes: m.changes} AS log

// name: any_avoidance
// From the apps and pages of the space, by its indexes: the edges are of all spaces.
MATCH (p:App) WHERE p.space = $space
MATCH (p)-[:AVOID]->(:UIElement)
RETURN true AS found LIMIT 1
UNION ALL
MATCH (p:Page) WHERE p.space = $space
MATCH (p)-[:AVOID]->(:UIElement)
RETURN true AS found LIMIT 1

// name: avoidances_of_space
// All of them; the batch job's. From the apps and pages, as `any_avoidance`.
MATCH (p:App) WHERE p.space = $space
MATCH (p)-[a:AVOID]->(el:UIElement)
RETURN el.element_id AS element_id, a.avoidance_id AS avoidance_id, a.scope AS scope,
       a.experience_ids AS experience_ids
UNION ALL
MATCH (p:Page) WHERE p.space = $space
MATCH (p)-[a:AVOID]->(el:UIElement)
RETURN el.element_id AS element_id, a.avoidance_id AS avoidance_id, a.scope AS scope,
       a.experience_ids AS experience_ids

// name: drop_avoidances
UNWIND $rows AS row
MATCH (el:UIElement {element_id: row.element_id})-[:ON]->(:Page)-[:OF*0..1]->(p)
MATCH (p)-[a:AVOID]->(el) WHERE a.avoidance_id = row.avoidance_id
WITH collect(a) AS edges
UNWIND edges AS a
DELETE a

// name: avoid_from_pages
// An edge that is there is set: its page, which other writers need, is not locked.
UNWIND $rows AS row
MATCH (p:Page {page_id: row.place}) MATCH (el:UIElement {element_id: row.element_id})
MERGE (p)-[a:AVOID {avoidance_id: row.avoidance_id}]->(el)
SET a += row.props

// name: avoid_from_apps
UNWIND $rows AS row
MATCH (p:App {app_id: row.place}) MATCH (el:UIElement {element_id: row.element_id})
MERGE (p)-[a:AVOID {avoidance_id: row.avoidance_id}]->(el)
SET a += row.props

// name: avoidances_touched
// What is held against the elements that these runs used, and how they used them.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(s:Step)-[r:TARGETS]->(el:UIElement)
WHERE e.space = $space AND r.part IS NULL AND el.element_id IN $elements
MATCH (el)-[:ON]->(:Page)-[:OF*0..1]->(p)
MATCH (p)-[a:AVOID]->(el)
MATCH (e)<-[:ATTEMPTED_AS]-(t:Task)
RETURN id AS experience_id, e.outcome AS outcome, t.task_id AS task_id, t.text AS task,
  el.element_id AS element_id, a {.avoidance_id, .scope, .action, .value_shape, .cause,
    .base, .failures, .successes, .experience_ids, .success_ids, .failed_steps,
    .instead_step, .last_at} AS edge,
  s {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS step

// name: count_votes
UNWIND $rows AS row
MATCH (el:UIElement {element_id: row.element_id})-[:ON]->(:Page)-[:OF*0..1]->(p)
MATCH (p)-[a:AVOID]->(el) WHERE a.avoidance_id = row.avoidance_id
SET a += row.props

// name: bury_avoidance
MERGE (b:Tombstone {tombstone_id: $tombstone_id})
SET b.space = $space, b.kind = 'avoidance', b.key = $key, b.at = timestamp()

// name: buried_avoidances
// Index Tombstone(space).
MATCH (b:Tombstone) WHERE b.space = $space AND b.kind = 'avoidance'
RETURN b.key AS key
