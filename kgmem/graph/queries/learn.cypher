// name: claim_tasks
// Of these runs, those that are neither stored nor were cleaned up, with the counters of
// their tasks. A missing task is created; each stays locked until the end of the
// transaction, so the counters can't change before `write_runs` writes them. A run that
// another process stored while this one waited for the lock is not `fresh`. Along with
// them the elements that are there already, of those that the runs used. Indexes on all
// keys.
UNWIND $rows AS row
OPTIONAL MATCH (k:Experience {experience_id: row.experience_id})
OPTIONAL MATCH (b:Tombstone {tombstone_id: row.experience_id})
WITH row, k, b WHERE k IS NULL AND b IS NULL
MERGE (t:Task {task_id: row.task_id})
ON CREATE SET t += row.props
SET t.claimed = $claim
WITH row, t
OPTIONAL MATCH (e:Experience {experience_id: row.experience_id})
RETURN row.experience_id AS experience_id, e IS NULL AS fresh, t.task_id AS task_id,
       t.runs AS runs, t.wins AS wins, t.losses AS losses,
       t.verified AS verified, t.paths AS paths, t.withheld AS withheld,
       t.successes AS successes, t.failures AS failures, t.others AS others,
       null AS element_id
UNION ALL
MATCH (el:UIElement) WHERE el.element_id IN $elements
RETURN null AS experience_id, null AS fresh, null AS task_id,
       null AS runs, null AS wins, null AS losses,
       null AS verified, null AS paths, null AS withheld,
       null AS successes, null AS failures, null AS others,
       el.element_id AS element_id

// name: write_runs
// Pages with those of their elements that were not there; MERGE, since another process
// may be quicker. Then tasks with their counters and outbox rows, their new runs with all steps, and what the
// steps were done to. A task that changed waits for the next batch job (`pending`). One
// statement, since each costs a round trip on a server; `WITH count(*)` ends a part.
// Steps come with those that have no target (keys, waits, navigation) apart: to create
// them nothing has to be looked up.
UNWIND $pages AS row
MERGE (p:Page {page_id: row.page_id}) ON CREATE SET p += row.props
FOREACH (app IN row.apps |
  MERGE (a:App {app_id: app.app_id}) ON CREATE SET a += app.props
  MERGE (p)-[:OF]->(a))
FOREACH (element IN row.elements |
  MERGE (el:UIElement {element_id: element.element_id})
  ON CREATE SET el += element.props
  MERGE (el)-[:ON]->(p))
WITH count(*) AS pages
UNWIND $tasks AS row
MATCH (t:Task {task_id: row.task_id}) SET t += row.summary, t.pending = t.space
FOREACH (app IN row.apps |
  MERGE (a:App {app_id: app.app_id}) ON CREATE SET a += app.props
  MERGE (t)-[:IN_APP]->(a))
FOREACH (waiting IN row.outbox |
  MERGE (o:Outbox {outbox_id: waiting.outbox_id}) SET o += waiting.props)
FOREACH (run IN row.runs |
  CREATE (t)-[:ATTEMPTED_AS]->(e:Experience {experience_id: run.experience_id})
  SET e += run.props
  FOREACH (step IN run.first |
    CREATE (e)-[:HAS_STEP {n: 1}]->(s:Step {step_id: step.step_id})
    SET s += step.props
    CREATE (e)-[:STARTS_WITH]->(s))
  FOREACH (step IN run.bare |
    CREATE (e)-[:HAS_STEP {n: step.n}]->(s:Step {step_id: step.step_id})
    SET s += step.props))
WITH count(*) AS tasks
UNWIND $runs AS run
MATCH (e:Experience {experience_id: run.experience_id})
UNWIND run.steps AS step
MATCH (el:UIElement {element_id: step.element_id})
CREATE (e)-[:HAS_STEP {n: step.n}]->(s:Step {step_id: step.step_id})-[:TARGETS]->(el)
SET s += step.props
FOREACH (other IN step.others |
  MERGE (x:UIElement {element_id: other.element_id})
  CREATE (s)-[:TARGETS {part: other.part}]->(x))
FOREACH (_ IN CASE WHEN step.n = 1 THEN [1] ELSE [] END |
  CREATE (e)-[:STARTS_WITH]->(s))
RETURN count(s) AS steps

// name: link_runs
// The order of the steps, and the short cut Task-USES-UIElement, which keeps tasks over
// shared elements two hops apart; `el.tasks` counts them, so that expansion can leave
// hubs out. Of tasks that this transaction made (`$uses`) there is nothing to merge with;
// `$again` are of tasks that were done before. At the very end, so that nobody waits for
// it longer than a commit takes, the log of the space, and what others noted in it.
UNWIND $links AS row
MATCH (a:Step {step_id: row.before}) MATCH (b:Step {step_id: row.after})
CREATE (a)-[:NEXT]->(b)
WITH count(*) AS links
UNWIND $uses AS row
MATCH (t:Task {task_id: row.task_id})
UNWIND row.elements AS used
MATCH (el:UIElement {element_id: used.element_id})
CREATE (t)-[:USES {support: used.runs}]->(el)
SET el.tasks = el.tasks + 1
WITH count(*) AS uses
UNWIND $again AS row
MATCH (t:Task {task_id: row.task_id})
UNWIND row.elements AS used
MATCH (el:UIElement {element_id: used.element_id})
MERGE (t)-[u:USES]->(el)
ON CREATE SET u.support = used.runs, el.tasks = el.tasks + 1
ON MATCH SET u.support = u.support + used.runs
WITH count(*) AS again
UNWIND $notes AS note
MERGE (m:Meta {meta_id: note.place})
SET m.version = coalesce(m.version, 0) + size(note.changes),
    m.changes = (note.changes + coalesce(m.changes, []))[0..note.most]
WITH count(*) AS noted
UNWIND $places AS place
MATCH (m:Meta {meta_id: place})
WHERE coalesce(m.version, m.index_generation) <> coalesce($seen[place], 0)
RETURN place, coalesce(m.version, m.index_generation) AS version, m.changes AS changes

// name: count_tasks_anew
// A task that changed waits for the next batch job.
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) SET t += row.summary, t.pending = t.space
REMOVE t.single

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

// name: tasks_of_space
// Up to a limit. Index Task(space).
MATCH (t:Task) WHERE t.space = $space
WITH t LIMIT $limit
RETURN count(t) AS n

// name: leave_unlinked
// These tasks wait for the batch job to link them.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) SET t.unlinked = t.space

// name: unlinked_tasks
// Index Task(unlinked), which holds those alone that wait.
MATCH (t:Task) WHERE t.unlinked = $space AND t.task_id > $after
RETURN t.task_id AS task_id ORDER BY t.task_id LIMIT $limit

// name: count_unlinked
MATCH (t:Task) WHERE t.unlinked = $space
RETURN count(t) AS n

// name: wait_no_longer
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) REMOVE t.unlinked

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
