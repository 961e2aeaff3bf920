// name: runs_to_forget
// The runs that go: one, or all of a task. Two seeks, since ArcadeDB looks through all
// tasks for an OR.
MATCH (t:Task {task_id: $task_id})-[:ATTEMPTED_AS]->(e:Experience)
WHERE t.space = $space
RETURN t.task_id AS task_id, e.experience_id AS experience_id
UNION ALL
MATCH (e:Experience {experience_id: $experience_id})<-[:ATTEMPTED_AS]-(t:Task)
WHERE t.space = $space
RETURN t.task_id AS task_id, e.experience_id AS experience_id

// name: elements_of_runs
MATCH (e:Experience) WHERE e.experience_id IN $ids
MATCH (e)-[:HAS_STEP]->(:Step)-[:TARGETS]->(el:UIElement)
RETURN DISTINCT el.element_id AS element_id

// name: pages_of_elements
UNWIND $ids AS id
MATCH (el:UIElement {element_id: id})-[:ON]->(p:Page)
RETURN DISTINCT p.page_id AS page_id

// name: apps_of_some_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[:IN_APP]->(a:App)
RETURN DISTINCT a.app_id AS app_id

// name: delete_steps
// Collected before they are deleted: ArcadeDB skips some of a list of edges that
// shrinks while it is walked.
MATCH (e:Experience) WHERE e.experience_id IN $ids
MATCH (e)-[:HAS_STEP]->(s:Step)
WITH collect(s) AS steps
UNWIND steps AS s
DETACH DELETE s

// name: delete_experiences
MATCH (e:Experience) WHERE e.experience_id IN $ids
DETACH DELETE e

// name: remaining_runs
// `verified` is of the run itself: replays of it are counted with the reports.
MATCH (t:Task {task_id: $task_id})-[:ATTEMPTED_AS]->(e:Experience)
RETURN e.experience_id AS experience_id, e.outcome AS outcome, e.judge AS judge,
       e.decided AS decided, e.path AS path, t.paths AS paths
ORDER BY e.recorded_at, e.experience_id

// name: set_summary
MATCH (t:Task {task_id: $task_id}) SET t += $summary

// name: unuse_elements
// USES edges that no remaining run supports.
MATCH (t:Task {task_id: $task_id})-[u:USES]->(el:UIElement)
WHERE NOT EXISTS {
  MATCH (t)-[:ATTEMPTED_AS]->(:Experience)-[:HAS_STEP]->(:Step)-[:TARGETS]->(el)
}
WITH collect(u) AS edges
UNWIND edges AS u
DELETE u

// name: drop_drafts_of_task
MATCH (d:Draft) WHERE d.task_id = $task_id AND d.space = $space DETACH DELETE d

// name: unlink_similar
MATCH (t:Task {task_id: $task_id})-[:SIMILAR_TO]-(n:Task)
SET n.links = n.links - 1

// name: delete_task
MATCH (t:Task {task_id: $task_id}) DETACH DELETE t

// name: recount_elements
MATCH (el:UIElement) WHERE el.element_id IN $ids
OPTIONAL MATCH (el)<-[:USES]-(t:Task)
WITH el, count(t) AS tasks
SET el.tasks = tasks

// name: delete_orphan_locators
MATCH (el:UIElement)-[:LOCATED_BY]->(l:Locator)
WHERE el.element_id IN $ids AND el.tasks = 0
  AND NOT EXISTS { MATCH (el)<-[:TARGETS]-(:Step) }
WITH collect(DISTINCT l) AS locators
UNWIND locators AS l
DETACH DELETE l

// name: delete_orphan_elements
MATCH (el:UIElement) WHERE el.element_id IN $ids AND el.tasks = 0
  AND NOT EXISTS { MATCH (el)<-[:TARGETS]-(:Step) }
DETACH DELETE el

// name: delete_orphan_pages
UNWIND $ids AS id
MATCH (p:Page {page_id: id}) WHERE NOT EXISTS { MATCH (p)<-[:ON]-(:UIElement) }
DETACH DELETE p

// name: delete_orphan_apps
UNWIND $ids AS id
MATCH (a:App {app_id: id})
WHERE NOT EXISTS { MATCH (a)<-[:IN_APP]-(:Task) }
  AND NOT EXISTS { MATCH (a)<-[:OF]-(:Page) }
DETACH DELETE a

// name: elements_as_seen
// By one of the steps that target them.
UNWIND $ids AS id
MATCH (el:UIElement {element_id: id})
CALL (el) {
  MATCH (el)<-[:TARGETS]-(s:Step)
  RETURN s.target AS target LIMIT 1
}
RETURN id AS element_id, target

// name: describe_elements
UNWIND $rows AS row
MATCH (el:UIElement {element_id: row.element_id}) SET el += row.props

// name: pages_as_seen
// By one of the steps that were done on them.
UNWIND $ids AS id
MATCH (p:Page {page_id: id})
CALL (p) {
  MATCH (p)<-[:ON]-(:UIElement)<-[:TARGETS]-(s:Step)
  RETURN s.page_before AS page LIMIT 1
}
RETURN id AS page_id, page

// name: name_pages
UNWIND $rows AS row
MATCH (p:Page {page_id: row.page_id}) SET p.name = row.name

// name: page_elements
// The heavy part of steps, which recall leaves behind.
MATCH (e:Experience {experience_id: $experience_id})-[:HAS_STEP]->(s:Step)
WHERE e.space = $space
RETURN s.n AS n, s.page_elements AS page_elements ORDER BY s.n

// name: incomplete_runs
// Runs whose steps are not all there: none, unless a write was torn. This and the others
// that look through a label do so in the order of its keys, so many from $after on: one
// row with the `last` of them and those that are `wrong`.
MATCH (e:Experience) WHERE e.experience_id > $after
WITH e ORDER BY e.experience_id LIMIT $limit
OPTIONAL MATCH (e)-[:HAS_STEP]->(s:Step)
WITH e, count(s) AS found
RETURN max(e.experience_id) AS last,
  collect(CASE WHEN e.steps <> found
    THEN {experience_id: e.experience_id, expected: e.steps, found: found} END) AS wrong

// name: stray_steps
// Steps of no run: none, unless records were lost.
MATCH (s:Step) WHERE s.step_id > $after
WITH s ORDER BY s.step_id LIMIT $limit
OPTIONAL MATCH (e:Experience)-[:HAS_STEP]->(s)
WITH s, count(e) AS runs
RETURN max(s.step_id) AS last,
  collect(CASE WHEN runs = 0 THEN {step_id: s.step_id} END) AS wrong

// name: elements_of_stray_steps
UNWIND $ids AS id
MATCH (:Step {step_id: id})-[:TARGETS]->(el:UIElement)
RETURN DISTINCT el.element_id AS element_id

// name: delete_stray_steps
MATCH (s:Step) WHERE s.step_id IN $ids DETACH DELETE s

// name: stray_runs
// Runs of no task: none, unless records were lost.
MATCH (e:Experience) WHERE e.experience_id > $after
WITH e ORDER BY e.experience_id LIMIT $limit
OPTIONAL MATCH (t:Task)-[:ATTEMPTED_AS]->(e)
WITH e, count(t) AS tasks
RETURN max(e.experience_id) AS last,
  collect(CASE WHEN tasks = 0
    THEN {experience_id: e.experience_id, space: e.space} END) AS wrong

// name: miscounting_tasks
// Tasks that have runs, but others than they count.
MATCH (t:Task) WHERE t.task_id > $after
WITH t ORDER BY t.task_id LIMIT $limit
OPTIONAL MATCH (t)-[:ATTEMPTED_AS]->(e:Experience)
WITH t, count(e) AS runs
RETURN max(t.task_id) AS last,
  collect(CASE WHEN runs > 0 AND runs <> coalesce(t.runs, 0)
    THEN {task_id: t.task_id, space: t.space} END) AS wrong

// name: lone_tasks
// Tasks without any run: none, unless a write was torn.
MATCH (t:Task) WHERE t.task_id > $after
WITH t ORDER BY t.task_id LIMIT $limit
OPTIONAL MATCH (t)-[:ATTEMPTED_AS]->(e:Experience)
WITH t, count(e) AS runs
RETURN max(t.task_id) AS last,
  collect(CASE WHEN runs = 0 THEN {task_id: t.task_id} END) AS wrong

// name: counts
// One walk over what a space has of each sort, by the indexes on it; the steps are those
// that its runs count, the slots those of its patterns.
MATCH (t:Task) WHERE t.space = $space
RETURN {tasks: count(t)} AS counts
UNION ALL
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL
RETURN {experiences: count(e), steps: coalesce(sum(e.steps), 0),
  successes: sum(CASE WHEN e.outcome = 'success' THEN 1 ELSE 0 END),
  failures: sum(CASE WHEN e.outcome = 'failure' THEN 1 ELSE 0 END)} AS counts
UNION ALL
MATCH (el:UIElement) WHERE el.space = $space RETURN {elements: count(el)} AS counts
UNION ALL
MATCH (r:Report) WHERE r.space = $space
RETURN {replays: count(r.outcome),
  replays_succeeded: sum(CASE WHEN r.outcome = 'success' THEN 1 ELSE 0 END),
  replays_failed: sum(CASE WHEN r.outcome = 'failure' THEN 1 ELSE 0 END),
  replays_blocked: sum(CASE WHEN r.outcome = 'blocked' THEN 1 ELSE 0 END),
  replays_absent: sum(CASE WHEN r.outcome = 'absent' THEN 1 ELSE 0 END),
  replays_refused: sum(CASE WHEN r.outcome = 'refused' THEN 1 ELSE 0 END)} AS counts
UNION ALL
MATCH (p:Page) WHERE p.space = $space RETURN {pages: count(p)} AS counts
UNION ALL
MATCH (a:App) WHERE a.space = $space RETURN {apps: count(a)} AS counts
UNION ALL
MATCH (d:Draft) WHERE d.space = $space AND d.spent IS NULL
RETURN {drafts: count(d)} AS counts
UNION ALL
MATCH (p:Pattern) WHERE p.space = $space
RETURN {patterns: count(p), slots: coalesce(sum(p.slots), 0)} AS counts
UNION ALL
MATCH (x:Entity) WHERE x.space = $space RETURN {entities: count(x)} AS counts
UNION ALL
MATCH (f:Fact) WHERE f.space = $space RETURN {facts: count(f)} AS counts
UNION ALL
MATCH (d:Document) WHERE d.space = $space RETURN {documents: count(d)} AS counts
UNION ALL
MATCH (c:Chunk) WHERE c.space = $space RETURN {chunks: count(c)} AS counts
UNION ALL
MATCH (a:Agent) WHERE a.space = $space RETURN {agents: count(a)} AS counts
UNION ALL
MATCH (c:Conversation) WHERE c.space = $space
RETURN {conversations: count(c), messages: coalesce(sum(c.messages), 0)} AS counts
UNION ALL
MATCH (v:Event) WHERE v.space = $space RETURN {events: count(v)} AS counts

// name: delete_lone_tasks
// Those of these that have no run still.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})
WHERE NOT EXISTS { MATCH (t)-[:ATTEMPTED_AS]->(:Experience) }
DETACH DELETE t

// name: changes
// What was noted in the log of a space since `$seen`, by place; of the node `index`, the
// number of the build. Nothing where nothing changed. Other queries read the same along.
UNWIND $places AS place
MATCH (m:Meta {meta_id: place})
WHERE coalesce(m.version, m.index_generation) <> coalesce($seen[place], 0)
RETURN place, coalesce(m.version, m.index_generation) AS version, m.changes AS changes

// name: note_changes
// The newest notes come first, `most` of them stay; the version counts all.
UNWIND $notes AS note
MERGE (m:Meta {meta_id: note.place})
SET m.version = coalesce(m.version, 0) + size(note.changes),
    m.changes = (note.changes + coalesce(m.changes, []))[0..note.most]
RETURN note.place AS place, m.version AS version
