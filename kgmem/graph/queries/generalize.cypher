// name: pending_apps
// Tasks by app that no batch job has looked at since they changed; index Task(pending).
MATCH (t:Task) WHERE t.pending = $space
RETURN t.app AS app, count(t) AS tasks

// name: pending_tasks
// The newest of them.
MATCH (t:Task) WHERE t.pending = $space
RETURN t.task_id AS task_id, t.claimed AS claimed ORDER BY t.created_at DESC, t.task_id LIMIT $limit

// name: pending_of_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.pending = $space
RETURN id AS task_id

// name: apps_of_tasks
MATCH (t:Task) WHERE t.space = $space
RETURN t.app AS app, count(t) AS tasks

// name: tasks_of_app
// The ids of one app's tasks, from its edges; `app` is one of its spellings. All at once:
// a page of them would look at all of them again. What they hold is read in pages.
MATCH (a:App {app_id: $app_id})<-[:IN_APP]-(t:Task) WHERE t.app = $app
RETURN t.task_id AS task_id

// name: tasks_without_app
// Index Task(space).
MATCH (t:Task) WHERE t.space = $space AND t.app IS NULL
RETURN t.task_id AS task_id

// name: tasks_to_generalize
// Tasks and the steps of their newest successes; page elements stay behind.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
RETURN id AS task_id, null AS experience_id,
  t {.text, .app, .claimed, .successes, .paths, .withheld} AS task, null AS run,
  null AS step
UNION ALL
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
UNWIND t.successes AS key
MATCH (e:Experience {experience_id: key})-[:HAS_STEP]->(s:Step)
RETURN id AS task_id, key AS experience_id, null AS task,
  e {.source, .judge, .decided} AS run,
  s {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS step

// name: kept_singles
// The patterns that are kept of tasks' own runs, with what each may have been made of: its
// steps never change.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space AND t.single IS NOT NULL
RETURN id AS task_id, null AS experience_id, t.single AS single,
  t {.text, .app, .claimed, .successes, .paths, .withheld} AS task, null AS run
UNION ALL
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space AND t.single IS NOT NULL
UNWIND t.successes AS key
MATCH (e:Experience {experience_id: key}) WHERE e.steps > 0
RETURN id AS task_id, key AS experience_id, null AS single, null AS task,
  e {.source, .judge, .decided} AS run

// name: keep_singles
// Where a job still has to look at the task.
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id}) WHERE t.pending = t.space
SET t.single = row.single

// name: lock_tasks
// Held until the end of the transaction: whoever learns, forgets or generalizes one of
// them has to wait, so that what comes back stays true.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
SET t.locked = true
REMOVE t.locked
RETURN t.task_id AS task_id, t.claimed AS claimed

// name: mark_tasks
// A batch job has looked at them.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})
SET t.job = $at
REMOVE t.pending, t.single

// name: unmark_tasks
// A batch job has still to look at them.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) SET t.pending = t.space

// name: lock_patterns
// The same for patterns; whoever takes both takes the tasks first.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})
SET p.locked = true
REMOVE p.locked
RETURN p.pattern_id AS pattern_id, p.space AS space, p.version AS version,
       p.support AS support, p.members AS members, p.steps AS steps, p.runs AS runs,
       p.history AS history,
       p.created_at AS created_at, p.uses AS uses, p.wins AS wins, p.losses AS losses,
       p.verified AS verified, p.ema_success AS ema_success,
       p.feedback_score AS feedback_score, p.last_used_at AS last_used_at,
       p.streak AS streak, p.blocked AS blocked, p.absent AS absent, p.refused AS refused,
       p.app_stats AS app_stats, p.learned AS learned, p.decided AS decided,
       p.decisions AS decisions, p.approved_path AS approved_path

// name: run_paths
// The steps of a run's path with their elements: without those that failed and changed
// nothing, as in `followed`. A quarantined run has none.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(s:Step)
WHERE e.space = $space AND coalesce(e.decided, '') <> 'quarantine'
  AND (coalesce(s.success, true) OR coalesce(s.effect, false))
OPTIONAL MATCH (s)-[r:TARGETS]->(el:UIElement)
RETURN id AS experience_id, e.task_id AS task_id, e.report_id AS report_id, s.n AS n,
       s.step_id AS step_id, el.element_id AS element_id, r.part AS part

// name: patterns_of_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id})<-[:GENERALIZES]-(p:Pattern)
RETURN id AS task_id, p.pattern_id AS pattern_id

// name: needed_steps
// What each plan of these patterns does, whatever the words.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_STEP]->(s:PatternStep)
WHERE s.need = 'required' AND s.done_when IS NULL AND s.done_unless IS NULL
RETURN id AS pattern_id, s.action AS action, s.name AS name

// name: places_of_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id})
OPTIONAL MATCH (t)<-[:GENERALIZES]-(p:Pattern)
RETURN id AS task_id, t.app AS app, p.pattern_id AS pattern_id

// name: delete_slots
// Their BINDS go with them. What is found by a walk is collected before it is deleted:
// ArcadeDB skips some of a list of edges that shrinks while it is walked.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_SLOT]->(s:Slot)
WITH collect(s) AS slots
UNWIND slots AS s
DETACH DELETE s

// name: delete_pattern_steps
// Their INSTANCE_OF go with them.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_STEP]->(s:PatternStep)
WITH collect(s) AS steps
UNWIND steps AS s
DETACH DELETE s

// name: delete_memberships
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[g:GENERALIZES]->(:Task)
WITH collect(g) AS edges
UNWIND edges AS g
DELETE g

// name: delete_patterns
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})
DETACH DELETE p

// name: put_patterns
UNWIND $rows AS row
MERGE (p:Pattern {pattern_id: row.pattern_id}) SET p += row.props

// name: create_slots
UNWIND $rows AS row
MATCH (p:Pattern {pattern_id: row.pattern_id})
UNWIND row.slots AS slot
CREATE (p)-[:HAS_SLOT {n: slot.n}]->(s:Slot {slot_id: slot.slot_id})
SET s += slot.props

// name: create_pattern_steps
UNWIND $rows AS row
MATCH (p:Pattern {pattern_id: row.pattern_id})
UNWIND row.steps AS step
CREATE (p)-[:HAS_STEP {n: step.n}]->
  (s:PatternStep {pattern_step_id: step.pattern_step_id})
SET s += step.props

// name: start_pattern_steps
UNWIND $rows AS row
MATCH (p:Pattern {pattern_id: row.pattern_id})
MATCH (s:PatternStep {pattern_step_id: row.pattern_step_id})
CREATE (p)-[:STARTS_WITH {support: row.support}]->(s)

// name: link_pattern_steps
UNWIND $rows AS row
MATCH (a:PatternStep {pattern_step_id: row.before})
MATCH (b:PatternStep {pattern_step_id: row.after})
CREATE (a)-[:NEXT {support: row.support}]->(b)

// name: fill_pattern_steps
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.pattern_step_id})
MATCH (x:Slot {slot_id: row.slot_id})
CREATE (s)-[:FILLED_BY]->(x)

// name: aim_pattern_steps
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.pattern_step_id})
UNWIND row.elements AS id
MATCH (el:UIElement {element_id: id})
CREATE (s)-[r:TARGETS]->(el)
SET r.part = row.part

// name: create_memberships
UNWIND $rows AS row
MATCH (p:Pattern {pattern_id: row.pattern_id})
UNWIND row.members AS member
MATCH (t:Task {task_id: member.task_id})
CREATE (p)-[g:GENERALIZES]->(t)
SET g += member.props

// name: bind_slots
UNWIND $rows AS row
MATCH (s:Slot {slot_id: row.slot_id})
UNWIND row.binds AS bind
MATCH (t:Task {task_id: bind.task_id})
CREATE (t)-[b:BINDS]->(s)
SET b += bind.props

// name: create_instances
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.pattern_step_id})
UNWIND row.steps AS id
MATCH (x:Step {step_id: id})
CREATE (x)-[:INSTANCE_OF]->(s)

// name: put_memberships
// Tasks join, or are told in other words.
UNWIND $rows AS row
MATCH (p:Pattern {pattern_id: row.pattern_id}) MATCH (t:Task {task_id: row.task_id})
MERGE (p)-[g:GENERALIZES]->(t)
SET g += row.props, g.runs = coalesce(g.runs, []) + row.runs, p += row.head,
    p.updated_at = timestamp()

// name: note_foretold
UNWIND $rows AS row
MATCH (e:Experience {experience_id: row.key}) SET e.foretold = row.as_told

// name: slots_by_name
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_SLOT]->(s:Slot)
RETURN id AS pattern_id, s.name AS name, s.slot_id AS slot_id

// name: add_instances
// Of runs that are new to the pattern, whose steps count once for each run.
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.pattern_step_id})
SET s.support = s.support + row.runs
WITH s, row
UNWIND row.steps AS id
MATCH (x:Step {step_id: id})
CREATE (x)-[:INSTANCE_OF]->(s)

// name: set_pattern
MATCH (p:Pattern {pattern_id: $pattern_id}) SET p += $props

// name: patterns_of_space
// Index Pattern(space).
MATCH (p:Pattern) WHERE p.space = $space
RETURN p.pattern_id AS pattern_id, p.app AS app ORDER BY p.pattern_id

// name: pattern_stamps
// All that tells a pattern from what it was before it was written last. Index
// Pattern(space).
MATCH (p:Pattern) WHERE p.space = $space
RETURN p.pattern_id AS pattern_id,
       [p.version, p.support, p.members, p.runs, p.slots, p.steps, p.uses, p.wins,
        p.losses, p.verified, p.ema_success, p.feedback_score, p.last_used_at, p.app_stats,
        p.updated_at, p.template, p.wordings, p.learned, p.decided_at] AS stamp

// name: pattern_heads
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id}) WHERE p.space = $space
RETURN p.pattern_id AS pattern_id, p.name AS name, p.template AS template,
       p.wordings AS wordings, p.app AS app, p.version AS version, p.status AS status,
       p.support AS support, p.members AS members, p.slots AS slots,
       p.steps AS steps, p.uses AS uses, p.wins AS wins,
       p.losses AS losses, p.verified AS verified, p.ema_success AS ema_success,
       p.feedback_score AS feedback_score, p.last_used_at AS last_used_at,
       p.streak AS streak, p.blocked AS blocked, p.absent AS absent, p.refused AS refused,
       p.app_stats AS app_stats, p.updated_at AS updated_at,
       p.created_at AS created_at,
       p.learned AS learned, p.runs AS runs, p.decided AS decided,
       p.approved_path AS approved_path

// name: pattern_slots
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[h:HAS_SLOT]->(s:Slot)
RETURN id AS pattern_id, h.n AS n, s.slot_id AS slot_id, s.name AS name,
       s.kind AS kind, s.is_list AS is_list, s.sensitive AS sensitive,
       s.transform AS transform, s.examples AS examples, s.asked AS asked,
       s.reads AS reads, s.options AS options, s.has_more AS has_more

// name: pattern_steps
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_STEP]->(s:PatternStep)
RETURN id AS pattern_id, s.version AS version, s.n AS n, s.action AS action,
       s.target AS target, s.destination AS destination, s.value AS value,
       s.params AS params, s.slots AS slots, s.need AS need, s.done_when AS done_when,
       s.done_unless AS done_unless, s.clears AS clears, s.branch AS branch,
       s.repeat_for AS repeat_for, s.until AS until, s.expect AS expect,
       s.support AS support, s.irreversible AS irreversible, s.healed AS healed,
       s.healed_destination AS healed_destination,
       s.wins AS wins, s.losses AS losses, s.repairs AS repairs

// name: pattern_members
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[g:GENERALIZES]->(t:Task)
RETURN id AS pattern_id, t.task_id AS task_id, g.wording AS wording,
       g.separators AS separators, g.app AS app, g.runs AS runs

// name: runs_behind_patterns
// Who recorded the runs behind patterns, and of how many a judge or an operator says
// that they succeeded.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[g:GENERALIZES]->(:Task)
UNWIND coalesce(g.runs, []) AS key
MATCH (e:Experience {experience_id: key})
RETURN id AS pattern_id, g.app AS app, e.source AS source, count(e) AS runs,
       sum(CASE WHEN e.judge IS NOT NULL OR e.decided = 'approve' THEN 1 ELSE 0 END)
         AS verified

// name: pattern_bindings
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_SLOT]->(s:Slot)<-[b:BINDS]-(t:Task)
RETURN id AS pattern_id, t.task_id AS task_id, s.name AS name, b.value AS value,
       b.values AS items

// name: pattern_history
MATCH (p:Pattern {pattern_id: $pattern_id}) WHERE p.space = $space
RETURN p.history AS history

// name: incomplete_patterns
// Patterns that lack a member, a slot or a step: none, unless a write was torn. A page
// of them, as `incomplete_runs`.
MATCH (p:Pattern) WHERE p.pattern_id > $after
WITH p ORDER BY p.pattern_id LIMIT $limit
WITH p, COUNT { (p)-[:GENERALIZES]->(:Task) } AS members,
  COUNT { (p)-[:HAS_SLOT]->(:Slot) } AS slots,
  COUNT { (p)-[:HAS_STEP]->(:PatternStep) } AS steps
RETURN max(p.pattern_id) AS last,
  collect(CASE WHEN members <> p.members OR slots <> p.slots OR steps <> p.steps
    THEN {pattern_id: p.pattern_id} END) AS wrong

// name: instances_of_runs
// What these runs are evidence of.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(:Step)-[:INSTANCE_OF]->
  (s:PatternStep)<-[:HAS_STEP]-(p:Pattern)
RETURN DISTINCT id AS experience_id, e.task_id AS task_id, p.pattern_id AS pattern_id,
       s.pattern_step_id AS pattern_step_id

// name: instances_of_tasks
// The same for all runs of tasks.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[:ATTEMPTED_AS]->(e:Experience)-[:HAS_STEP]->(:Step)
  -[:INSTANCE_OF]->(s:PatternStep)<-[:HAS_STEP]-(p:Pattern)
RETURN DISTINCT e.experience_id AS experience_id, id AS task_id,
       p.pattern_id AS pattern_id, s.pattern_step_id AS pattern_step_id

// name: leave_patterns
UNWIND $ids AS id
MATCH (t:Task {task_id: id})<-[g:GENERALIZES]-(:Pattern)
WITH collect(g) AS edges
UNWIND edges AS g
DELETE g

// name: unbind_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[b:BINDS]->(:Slot)
WITH collect(b) AS edges
UNWIND edges AS b
DELETE b

// name: delete_instances
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(:Step)-[i:INSTANCE_OF]->
  (:PatternStep)
WITH collect(i) AS edges
UNWIND edges AS i
DELETE i

// name: drop_runs
UNWIND $ids AS id
MATCH (t:Task {task_id: id})<-[g:GENERALIZES]-(:Pattern)
SET g.runs = [run IN g.runs WHERE NOT run IN $runs]

// name: said_by_runs
// All that a pattern may have taken from these runs.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(s:Step)
RETURN s.value AS value, s.params AS params, s.target AS target,
       s.destination AS destination,
       s.page_before AS page_before, s.page_after AS page_after

// name: said_by_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id})
RETURN t.text AS text, t.app AS app

// name: said_by_instances
// The same of a pattern's runs; some of each step say what all of them do.
MATCH (p:Pattern {pattern_id: $pattern_id})-[:HAS_STEP]->(s:PatternStep)
CALL (s) {
  MATCH (s)<-[:INSTANCE_OF]-(x:Step)
  RETURN x LIMIT $limit
}
RETURN x.value AS value, x.params AS params, x.target AS target,
       x.destination AS destination,
       x.page_before AS page_before, x.page_after AS page_after

// name: weaken_pattern_steps
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.pattern_step_id})
SET s.support = s.support - row.runs

// name: delete_unfounded_steps
// Steps that no run is an instance of any more.
UNWIND $ids AS id
MATCH (s:PatternStep {pattern_step_id: id})
WHERE NOT EXISTS { MATCH (s)<-[:INSTANCE_OF]-(:Step) }
DETACH DELETE s

// name: set_examples
UNWIND $rows AS row
MATCH (s:Slot {slot_id: row.slot_id}) SET s.examples = row.examples

// name: renumber_wording
MATCH (p:Pattern {pattern_id: $pattern_id})-[g:GENERALIZES]->(:Task)
WHERE g.wording = $old
SET g.wording = $new

// name: put_tombstone
MERGE (b:Tombstone {tombstone_id: $tombstone_id})
SET b.space = $space, b.kind = 'pattern', b.key = $key, b.at = timestamp()

// name: tombstones
// Index Tombstone(space).
MATCH (b:Tombstone) WHERE b.space = $space AND b.kind = 'pattern'
RETURN b.key AS key

// name: lock_lease
MERGE (m:Meta {meta_id: $meta_id})
SET m.locked = true
REMOVE m.locked

// name: take_lease
// By the clock of the graph, which all its users share.
MATCH (m:Meta {meta_id: $meta_id})
WHERE m.owner IS NULL OR m.owner = $owner OR m.expires_at <= timestamp()
SET m.owner = $owner, m.expires_at = timestamp() + $ms
RETURN m.owner AS owner

// name: hold_lease
// Of who has it still: others wait until the end of the transaction.
MATCH (m:Meta {meta_id: $meta_id}) WHERE m.owner = $owner
SET m.locked = true, m.expires_at = timestamp() + $ms
REMOVE m.locked
RETURN m.owner AS owner

// name: drop_lease
// The node stays: who waits for its lock must find it.
MATCH (m:Meta {meta_id: $meta_id}) WHERE m.owner = $owner
REMOVE m.owner, m.expires_at
