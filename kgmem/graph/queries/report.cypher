// name: claim_report
// One node per plan, locked: whoever reports the same plan, or learns its run, waits.
MERGE (r:Report {report_id: $report_id})
ON CREATE SET r.space = $space, r.plan_id = $plan_id
SET r.locked = true
REMOVE r.locked
RETURN r.outcome AS outcome, r.experience_id AS experience_id

// name: put_report
MATCH (r:Report {report_id: $report_id}) SET r += $props

// name: link_report_to_run
MATCH (r:Report {report_id: $report_id})
MATCH (e:Experience {experience_id: $origin_id})
MERGE (r)-[:REPORTS]->(e)
SET r.path = e.path

// name: link_report_to_pattern
MATCH (r:Report {report_id: $report_id})
MATCH (p:Pattern {pattern_id: $origin_id})
MERGE (r)-[:REPORTS]->(p)

// name: confirm_run
MATCH (e:Experience {experience_id: $origin_id}) WHERE e.source = $told
SET e.source = $located
RETURN e.experience_id AS experience_id

// name: confirm_runs_of_pattern
MATCH (p:Pattern {pattern_id: $origin_id})-[:HAS_STEP]->(:PatternStep)
  <-[:INSTANCE_OF]-(:Step)<-[:HAS_STEP]-(e:Experience)
WHERE e.source = $told
WITH DISTINCT e
SET e.source = $located
RETURN e.experience_id AS experience_id

// name: refute_path
// What a check saw of a path stays with its runs, whatever pattern they join later.
CALL {
  MATCH (:Pattern {pattern_id: $origin_id})-[:HAS_STEP]->(s:PatternStep) RETURN s
  UNION
  MATCH (:Experience {experience_id: $origin_id})-[:HAS_STEP]->(:Step)
    -[:INSTANCE_OF]->(s:PatternStep) RETURN s
}
MATCH (s)<-[:INSTANCE_OF]-(:Step)<-[:HAS_STEP]-(e:Experience)<-[:ATTEMPTED_AS]-(t:Task)
WHERE coalesce(t.app, '') = coalesce($app, '')
WITH DISTINCT e
SET e.streak = $streak, e.last_used_at = $at

// name: lock_origin_run
// A run and its task, the task first, as learning takes them.
MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience {experience_id: $origin_id})
WHERE e.space = $space
SET t.locked = true, e.locked = true
REMOVE t.locked, e.locked
RETURN t.task_id AS task_id, t.text AS text, e.decided AS decided,
       t.replay_wins AS replay_wins,
       t.replay_losses AS replay_losses, t.replay_verified AS replay_verified,
       t.paths AS paths, e.path AS path,
       e.uses AS uses, e.wins AS wins, e.losses AS losses, e.verified AS verified, e.ema_success AS ema_success,
       e.feedback_score AS feedback_score, e.last_used_at AS last_used_at,
       e.streak AS streak, e.blocked AS blocked, e.absent AS absent, e.refused AS refused

// name: set_run_stats
MATCH (e:Experience {experience_id: $experience_id}) SET e += $props

// name: set_replays
MATCH (t:Task {task_id: $task_id})
SET t.replay_wins = $wins, t.replay_losses = $losses,
    t.replay_verified = $verified, t.paths = $paths

// name: task_of_run
MATCH (e:Experience {experience_id: $experience_id}) RETURN e.task_id AS task_id

// name: is_instance
// Does the run go through the pattern's steps?
MATCH (e:Experience {experience_id: $experience_id})-[:HAS_STEP]->(:Step)
  -[:INSTANCE_OF]->(:PatternStep)<-[:HAS_STEP]-(p:Pattern {pattern_id: $pattern_id})
RETURN count(p) AS steps

// name: count_steps
UNWIND $rows AS row
MATCH (s:Step {step_id: row.key})
SET s.wins = coalesce(s.wins, 0) + row.wins, s.losses = coalesce(s.losses, 0) + row.losses

// name: count_pattern_steps
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.key})
SET s.wins = coalesce(s.wins, 0) + row.wins, s.losses = coalesce(s.losses, 0) + row.losses

// name: elements_of_steps
UNWIND $keys AS key
MATCH (s:Step {step_id: key})-[r:TARGETS]->(el:UIElement)
WHERE coalesce(r.part, '') = $part
RETURN key, el.element_id AS element_id ORDER BY key, element_id

// name: elements_of_pattern_steps
UNWIND $keys AS key
MATCH (s:PatternStep {pattern_step_id: key})-[r:TARGETS]->(el:UIElement)
WHERE coalesce(r.part, '') = $part
RETURN key, el.element_id AS element_id ORDER BY key, element_id

// name: locators_of_elements
UNWIND $ids AS id
MATCH (el:UIElement {element_id: id})-[:LOCATED_BY]->(l:Locator)
RETURN id AS element_id, l.locator_id AS locator_id, l.kind AS kind, l.value AS value,
       l.version AS version, l.wins AS wins, l.losses AS losses

// name: put_locators
UNWIND $rows AS row
MATCH (el:UIElement {element_id: row.element_id})
MERGE (l:Locator {locator_id: row.locator_id})
ON CREATE SET l += row.props
SET l.wins = coalesce(l.wins, 0) + row.wins,
    l.losses = coalesce(l.losses, 0) + row.losses, l.last_used_at = row.at
MERGE (el)-[:LOCATED_BY]->(l)

// name: set_healed
UNWIND $rows AS row
MATCH (s:Step {step_id: row.key}) SET s += row.props

// name: set_healed_pattern_steps
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.key}) SET s += row.props

// name: repairs_of_steps
UNWIND $keys AS key
MATCH (s:PatternStep {pattern_step_id: key})
RETURN key, s.repairs AS repairs

// name: set_repairs
UNWIND $rows AS row
MATCH (s:PatternStep {pattern_step_id: row.key}) SET s.repairs = row.repairs

// name: repairs_of_patterns
// What a pattern that is written anew takes over to the same steps.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_STEP]->(s:PatternStep)
WHERE s.repairs IS NOT NULL
RETURN id AS pattern_id, s.action AS action, s.name AS name, s.repairs AS repairs

// name: healed_by_element
// Where a pattern is written anew, what was healed before comes back from the elements.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:HAS_STEP]->(s:PatternStep)-[r:TARGETS]->
  (:UIElement)-[:LOCATED_BY]->(l:Locator)
RETURN DISTINCT s.pattern_step_id AS key, r.part AS part, l.kind AS kind, l.value AS value,
       l.version AS version, l.wins AS wins, l.losses AS losses

// name: note_runs_of_plans
// A run that followed a plan: what was counted when the plan was reported.
UNWIND $rows AS row
MERGE (r:Report {report_id: row.report_id})
ON CREATE SET r.space = row.space, r.plan_id = row.plan_id
SET r.experience_id = row.experience_id
RETURN r.report_id AS report_id, r.counted_on AS counted_on, r.outcome AS outcome,
       r.judge AS judge, r.path AS path

// name: discount_replays
UNWIND $rows AS row
MATCH (t:Task {task_id: row.task_id})
SET t.replay_wins = coalesce(t.replay_wins, 0) - row.wins,
    t.replay_losses = coalesce(t.replay_losses, 0) - row.losses,
    t.replay_verified = coalesce(t.replay_verified, 0) - row.verified

// name: discount_reports
UNWIND $ids AS id
MATCH (r:Report {report_id: id}) REMOVE r.counted_on

// name: withdraw_reports
// Successes that were reported of a pattern's plan whose run is now counted itself.
UNWIND $rows AS row
MATCH (e:Experience {experience_id: row.experience_id}) WHERE e.report_id IS NOT NULL
MATCH (r:Report {report_id: e.report_id})
WHERE r.counted_on = row.pattern_id AND r.outcome = 'success'
REMOVE r.counted_on
RETURN r.report_id AS report_id, row.experience_id AS experience_id

// name: waiting_repairs
// Runs that reports hold and that are not learned yet. Index Draft(task_id).
MATCH (d:Draft) WHERE d.space = $space AND d.task_id = $task_id
RETURN d.draft_id AS draft_id, d.body AS body ORDER BY d.created_at, d.draft_id

// name: put_repair
MERGE (d:Draft {draft_id: $draft_id}) SET d += $props

// name: replaced_repairs
// Reports whose repair counts beside the agent's own record of the same run.
MATCH (r:Report) WHERE r.space = $space AND r.repair_id IS NOT NULL
  AND r.experience_id <> r.repair_id
RETURN r.plan_id AS plan_id

// name: repaired_run
// The run that was made of a repair, where the agent's own record comes later.
MATCH (r:Report {report_id: $report_id}) RETURN r.repair_id AS experience_id

// name: set_repair
MATCH (r:Report {report_id: $report_id}) SET r.repair_id = $experience_id

// name: delete_reports_of_runs
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})<-[:REPORTS]-(r:Report)
WITH collect(DISTINCT r) AS reports
UNWIND reports AS r
DETACH DELETE r

// name: patterns_told_of
// Patterns whose plans were reported for these tasks. Index Report(task_id).
UNWIND $ids AS id
MATCH (r:Report)-[:REPORTS]->(p:Pattern) WHERE r.task_id = id AND r.space = $space
RETURN DISTINCT p.pattern_id AS pattern_id

// name: delete_reports_of_tasks
// Index Report(task_id).
UNWIND $ids AS id
MATCH (r:Report) WHERE r.task_id = id
DETACH DELETE r

// name: delete_reports_of_patterns
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})<-[:REPORTS]-(r:Report)
WITH collect(DISTINCT r) AS reports
UNWIND reports AS r
DETACH DELETE r
