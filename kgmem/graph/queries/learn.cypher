// name: known_experiences
// Which of these runs are stored already, or were cleaned up; indexes on both keys.
MATCH (e:Experience) WHERE e.experience_id IN $ids
RETURN e.experience_id AS experience_id
UNION ALL
MATCH (b:Tombstone) WHERE b.tombstone_id IN $ids
RETURN b.tombstone_id AS experience_id

// name: merge_apps
UNWIND $rows AS row
MERGE (a:App {app_id: row.app_id}) ON CREATE SET a += row.props

// name: merge_pages
UNWIND $rows AS row
MERGE (p:Page {page_id: row.page_id}) ON CREATE SET p += row.props

// name: place_pages
UNWIND $rows AS row
MATCH (p:Page {page_id: row.page_id}) MATCH (a:App {app_id: row.app_id})
MERGE (p)-[:OF]->(a)

// name: known_elements
MATCH (el:UIElement) WHERE el.element_id IN $ids
RETURN el.element_id AS element_id

// name: create_elements
// Only elements that were not there; MERGE, since another process may be quicker.
UNWIND $rows AS row
MATCH (p:Page {page_id: row.page_id})
MERGE (el:UIElement {element_id: row.element_id}) ON CREATE SET el += row.props
MERGE (el)-[:ON]->(p)

// name: claim_tasks
// Creates what is missing and locks the rest until the end of the transaction: the
// counters that come back can't change before `count_tasks_anew` writes them.
UNWIND $rows AS row
MERGE (t:Task {task_id: row.task_id})
ON CREATE SET t += row.props
SET t.claimed = $claim
WITH t
RETURN t.task_id AS task_id, t.runs AS runs, t.wins AS wins, t.losses AS losses,
       t.successes AS successes, t.failures AS failures, t.others AS others

// name: count_tasks_anew
// A task that changed waits for the next batch job.
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) SET t += row.summary, t.pending = t.space

// name: place_tasks
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) MATCH (a:App {app_id: row.app_id})
MERGE (t)-[:IN_APP]->(a)

// name: create_experiences
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id})
CREATE (t)-[:ATTEMPTED_AS]->(e:Experience {experience_id: row.experience_id})
SET e += row.props

// name: create_steps
// Steps with a target; one index seek per run, not per step.
UNWIND $rows AS row
MATCH (e:Experience {experience_id: row.experience_id})
UNWIND row.steps AS step
MATCH (el:UIElement {element_id: step.element_id})
CREATE (e)-[:HAS_STEP {n: step.n}]->(s:Step {step_id: step.step_id})-[:TARGETS]->(el)
SET s += step.props
FOREACH (_ IN CASE WHEN step.n = 1 THEN [1] ELSE [] END |
  CREATE (e)-[:STARTS_WITH]->(s))
RETURN count(s) AS steps

// name: create_bare_steps
// Steps without a target: keys, waits, navigation.
UNWIND $rows AS row
MATCH (e:Experience {experience_id: row.experience_id})
UNWIND row.steps AS step
CREATE (e)-[:HAS_STEP {n: step.n}]->(s:Step {step_id: step.step_id})
SET s += step.props
FOREACH (_ IN CASE WHEN step.n = 1 THEN [1] ELSE [] END |
  CREATE (e)-[:STARTS_WITH]->(s))
RETURN count(s) AS steps

// name: link_steps
UNWIND $rows AS row
MATCH (a:Step {step_id: row.before}) MATCH (b:Step {step_id: row.after})
CREATE (a)-[:NEXT]->(b)

// name: use_elements
// The short cut Task-USES-UIElement keeps tasks over shared elements two hops
// apart; `tasks` counts them, so that expansion can leave hubs out. For tasks that
// this transaction made: nothing is there to be merged with.
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) MATCH (el:UIElement {element_id: row.element_id})
CREATE (t)-[u:USES {support: row.runs}]->(el)
SET el.tasks = el.tasks + 1

// name: use_elements_again
// The same for tasks that were done before.
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) MATCH (el:UIElement {element_id: row.element_id})
MERGE (t)-[u:USES]->(el)
ON CREATE SET u.support = row.runs, el.tasks = el.tasks + 1
ON MATCH SET u.support = u.support + row.runs

// name: known_similar
// Which of these tasks are linked already, and how many links they carry.
MATCH (t:Task) WHERE t.task_id IN $ids
RETURN t.task_id AS task_id, coalesce(t.links, 0) AS links

// name: link_similar
UNWIND $rows AS row
MATCH (a:Task {task_id: row.source}) MATCH (b:Task {task_id: row.target})
MERGE (a)-[r:SIMILAR_TO]->(b)
ON CREATE SET r.score = row.score,
  a.links = coalesce(a.links, 0) + 1, b.links = coalesce(b.links, 0) + 1

// name: index_generation
MATCH (m:Meta {meta_id: 'index'})
RETURN m.index_generation AS generation, m.index_model AS model,
       m.index_dimensions AS dimensions

// name: set_index_generation
MERGE (m:Meta {meta_id: 'index'})
SET m.index_generation = $generation, m.index_model = $model,
    m.index_dimensions = $dimensions

// name: drop_drafts
MATCH (d:Draft) WHERE d.draft_id IN $ids DETACH DELETE d

// name: spend_drafts
// Units that became a run: what they held goes, that they came stays, so that one which
// is sent again is not stored again.
MATCH (d:Draft) WHERE d.draft_id IN $ids
SET d.spent = true, d.body = null, d.task_id = null

// name: put_unit
// One draft per unit, whichever process is first; what is there already stays as it is.
MERGE (d:Draft {draft_id: $draft_id}) ON CREATE SET d += $props
RETURN d.place AS place, d.digest AS digest, d.sent AS sent, d.spent AS spent

// name: put_unit_anew
// A number that an earlier run used for one of its units.
MATCH (d:Draft {draft_id: $draft_id}) SET d += $props, d.spent = null

// name: put_draft
CREATE (d:Draft {draft_id: $draft_id}) SET d += $props

// name: set_draft
MATCH (d:Draft {draft_id: $draft_id}) SET d.body = $body

// name: drafts_of_task
MATCH (d:Draft) WHERE d.space = $space AND d.task_id = $task_id
RETURN d.draft_id AS draft_id, d.body AS body, d.run AS run
ORDER BY d.created_at, coalesce(d.place, d.draft_id)

// name: pending_words
// What tasks say that no job has looked at yet. Index Task(pending).
MATCH (t:Task) WHERE t.pending = $space AND t.task_id > $after
RETURN t.task_id AS task_id, t.text AS text, t.app AS app
ORDER BY t.task_id LIMIT $limit

// name: move_drafts
MATCH (d:Draft) WHERE d.space = $space AND d.task_id = $task_id
SET d.task_id = $new_task_id
