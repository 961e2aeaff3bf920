// name: runs_measured
// Index Experience(space, recorded_at).
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL
RETURN count(e) AS total,
  coalesce(sum(CASE WHEN e.recorded_at >= $since THEN 1 ELSE 0 END), 0) AS recent,
  coalesce(sum(CASE WHEN e.uses > 0 THEN 1 ELSE 0 END), 0) AS replayed,
  coalesce(sum(CASE WHEN e.uses > 0 AND e.losses > e.wins THEN 1 ELSE 0 END), 0) AS worn,
  count(e.foretold) AS foretold,
  coalesce(sum(CASE WHEN e.foretold THEN 1 ELSE 0 END), 0) AS as_foretold

// name: patterns_measured
MATCH (p:Pattern) WHERE p.space = $space AND p.uses > 0
RETURN count(p) AS replayed,
  coalesce(sum(CASE WHEN p.losses > p.wins THEN 1 ELSE 0 END), 0) AS worn

// name: replays_measured
// Index Report(space). Those that lack a measure come with the run that was learned of
// them, if one was; the others are summed up.
MATCH (r:Report) WHERE r.space = $space AND r.outcome IS NOT NULL
WITH r, CASE WHEN r.outcome IN ['success', 'failure'] THEN r.origin_id END AS origin_id,
  CASE WHEN r.actions IS NULL OR r.duration_ms IS NULL THEN r.experience_id END AS run
RETURN r.outcome AS outcome, r.origin_kind AS origin_kind, origin_id, run,
  count(r) AS replays,
  count(r.actions) AS with_actions, coalesce(sum(r.actions), 0) AS actions,
  count(r.duration_ms) AS timed, coalesce(sum(r.duration_ms), 0) AS ms

// name: runs_of_replays
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id}) WHERE e.space = $space
RETURN id, e.steps AS steps, e.duration_ms AS ms

// name: explored_of_patterns
// The first run of each of its tasks that was done without a plan.
UNWIND $ids AS id
MATCH (p:Pattern {pattern_id: id})-[:GENERALIZES]->(t:Task)-[:ATTEMPTED_AS]->(e:Experience)
WHERE e.space = $space AND e.outcome = 'success' AND e.plan_id IS NULL AND e.steps > 0
WITH id, p.app AS app, t, e ORDER BY e.recorded_at, e.experience_id
WITH id, app, t.task_id AS task_id, collect([e.steps, e.duration_ms])[0] AS first
RETURN id, app, avg(first[0]) AS steps, avg(first[1]) AS ms

// name: explored_of_runs
// The same of the task of a run.
UNWIND $ids AS id
MATCH (o:Experience {experience_id: id})
MATCH (t:Task {task_id: o.task_id})-[:ATTEMPTED_AS]->(e:Experience)
WHERE e.space = $space AND e.outcome = 'success' AND e.plan_id IS NULL AND e.steps > 0
WITH id, t.app AS app, t, e ORDER BY e.recorded_at, e.experience_id
WITH id, app, t.task_id AS task_id, collect([e.steps, e.duration_ms])[0] AS first
RETURN id, app, avg(first[0]) AS steps, avg(first[1]) AS ms
