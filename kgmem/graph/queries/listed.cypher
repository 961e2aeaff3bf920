// Runs and patterns as the console lists them: so many of each, behind the place that the
// last page ended at (null: from the start).

// name: listed_runs
// The newest runs. Index Experience(space, recorded_at). What is ordered are two values:
// to order whole nodes takes four times as long.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL
  AND ($outcome IS NULL OR e.outcome = $outcome)
WITH e.recorded_at AS at, e.experience_id AS id
WHERE $at IS NULL OR at < $at OR (at = $at AND id > $after)
WITH at, id ORDER BY at DESC, id LIMIT $limit
MATCH (e:Experience {experience_id: id})
MATCH (t:Task {task_id: e.task_id})
OPTIONAL MATCH (p:Pattern)-[:GENERALIZES]->(t)
RETURN e.experience_id AS experience_id, t.text AS task, t.app AS app,
  e.outcome AS outcome, e.judge AS judge, e.decided AS decided, e.steps AS steps,
  e.duration_ms AS duration_ms, e.uses AS uses, e.source AS source,
  e.recorded_at AS recorded_at, p.pattern_id AS pattern_id
ORDER BY recorded_at DESC, experience_id

// name: listed_runs_of_app
// The same of one app.
MATCH (:App {app_id: $app_id})<-[:IN_APP]-(t:Task)-[:ATTEMPTED_AS]->(e:Experience)
WHERE e.space = $space
  AND ($text IS NULL OR toLower(t.text) CONTAINS $text)
  AND ($at IS NULL OR e.recorded_at < $at
    OR (e.recorded_at = $at AND e.experience_id > $after))
  AND ($outcome IS NULL OR e.outcome = $outcome)
WITH t, e ORDER BY e.recorded_at DESC, e.experience_id LIMIT $limit
OPTIONAL MATCH (p:Pattern)-[:GENERALIZES]->(t)
RETURN e.experience_id AS experience_id, t.text AS task, t.app AS app,
  e.outcome AS outcome, e.judge AS judge, e.decided AS decided, e.steps AS steps,
  e.duration_ms AS duration_ms, e.uses AS uses, e.source AS source,
  e.recorded_at AS recorded_at, p.pattern_id AS pattern_id
ORDER BY recorded_at DESC, experience_id

// name: listed_runs_said
// The same of all tasks whose text has $text in it.
MATCH (t:Task) WHERE t.space = $space AND toLower(t.text) CONTAINS $text
MATCH (t)-[:ATTEMPTED_AS]->(e:Experience)
WHERE $outcome IS NULL OR e.outcome = $outcome
WITH e.recorded_at AS at, e.experience_id AS id
WHERE $at IS NULL OR at < $at OR (at = $at AND id > $after)
WITH at, id ORDER BY at DESC, id LIMIT $limit
MATCH (e:Experience {experience_id: id})<-[:ATTEMPTED_AS]-(t:Task)
OPTIONAL MATCH (p:Pattern)-[:GENERALIZES]->(t)
RETURN e.experience_id AS experience_id, t.text AS task, t.app AS app,
  e.outcome AS outcome, e.judge AS judge, e.decided AS decided, e.steps AS steps,
  e.duration_ms AS duration_ms, e.uses AS uses, e.source AS source,
  e.recorded_at AS recorded_at, p.pattern_id AS pattern_id
ORDER BY recorded_at DESC, experience_id

// name: listed_run
// What stands beside a run's steps.
MATCH (e:Experience {experience_id: $experience_id})<-[:ATTEMPTED_AS]-(t:Task)
WHERE e.space = $space
OPTIONAL MATCH (p:Pattern)-[:GENERALIZES]->(t)
RETURN t.url AS url, e.started_at AS started_at, e.recorded_at AS recorded_at,
  e.duration_ms AS duration_ms, e.device AS device, e.app_version AS app_version,
  e.locale AS locale, e.session_id AS session_id, e.plan_id AS plan_id,
  p.pattern_id AS pattern_id, p.template AS template

// name: listed_patterns
// Kinds of tasks, best supported first. Index Pattern(space).
MATCH (p:Pattern) WHERE p.space = $space
WITH p, CASE WHEN p.decided = 'quarantine' OR (p.steps > 0 AND coalesce(p.runs, 0) = 0)
  THEN 'quarantined' ELSE p.status END AS status
WHERE ($app IS NULL OR toLower(p.app) = $app)
  AND ($status IS NULL OR status = $status)
  AND ($text IS NULL OR toLower(p.template) CONTAINS $text)
  AND ($support IS NULL OR p.support < $support
    OR (p.support = $support AND p.pattern_id > $after))
WITH p, status ORDER BY p.support DESC, p.pattern_id LIMIT $limit
RETURN p.pattern_id AS pattern_id, p.template AS template, p.app AS app,
  p.version AS version, status, p.decided AS decided, p.support AS support,
  p.members AS members, p.steps AS steps, p.slots AS slots, p.uses AS uses,
  p.wins AS wins, p.losses AS losses, p.updated_at AS updated_at
ORDER BY support DESC, pattern_id

// name: listed_members
// The tasks of a pattern, with the values that they gave and what came of their runs.
MATCH (p:Pattern {pattern_id: $pattern_id})-[g:GENERALIZES]->(t:Task)
WHERE p.space = $space AND ($after IS NULL OR t.task_id > $after)
WITH g, t ORDER BY t.task_id LIMIT $limit
OPTIONAL MATCH (t)-[b:BINDS]->(s:Slot)<-[:HAS_SLOT]-(:Pattern {pattern_id: $pattern_id})
WITH g, t, collect(CASE WHEN s IS NULL THEN null
  ELSE {name: s.name, value: b.value, items: b.values} END) AS bound
RETURN t.task_id AS task_id, t.text AS task, t.app AS app, t.runs AS runs,
  t.wins AS wins, t.losses AS losses, coalesce(t.successes, []) AS successes,
  coalesce(t.failures, []) AS failures, bound
ORDER BY task_id

// name: listed_paths
// What the tasks of a pattern know of their paths, those of most runs first.
MATCH (p:Pattern {pattern_id: $pattern_id})-[g:GENERALIZES]->(t:Task)
WHERE p.space = $space
WITH g, t ORDER BY t.runs DESC, t.task_id LIMIT $limit
RETURN t.task_id AS task_id, t.paths AS paths, coalesce(g.runs, []) AS behind

// name: listed_path_steps
// The steps of runs in their order, each with the step of the pattern that it is an
// instance of.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(s:Step) WHERE e.space = $space
OPTIONAL MATCH (s)-[:INSTANCE_OF]->(of:PatternStep)
RETURN id AS experience_id, s.n AS n, coalesce(s.name, s.action) AS name, of.n AS step
ORDER BY experience_id, n

// name: listed_tasks
// What these tasks say.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
RETURN t.task_id AS task_id, t.text AS task
