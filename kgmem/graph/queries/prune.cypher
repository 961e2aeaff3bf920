// name: unused_runs
// Runs of which more failed than succeeded, last used, or else learned, by $until;
// in the order of their ids, a page at a time.
MATCH (e:Experience)
WHERE e.space = $space AND e.recorded_at <= $until
  AND e.experience_id > $after AND e.losses > e.wins
  AND coalesce(e.last_used_at, e.recorded_at) <= $until
RETURN e.experience_id AS experience_id, e.task_id AS task_id, e.outcome AS outcome,
  e.wins AS wins, e.losses AS losses,
  coalesce(e.last_used_at, e.recorded_at) AS last_at
ORDER BY e.experience_id LIMIT $limit

// name: texts_of_tasks
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
RETURN id AS task_id, t.text AS text, t.app AS app

// name: last_runs_of_tasks
// By task and outcome, when one of its runs was used, or else learned, last.
UNWIND $ids AS id
MATCH (t:Task {task_id: id})-[:ATTEMPTED_AS]->(e:Experience) WHERE t.space = $space
RETURN id AS task_id, e.outcome AS outcome,
  max(coalesce(e.last_used_at, e.recorded_at)) AS last_at

// name: still_unused_runs
// Those of these that nobody used since they were chosen; locked, so that none is.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id}) WHERE e.space = $space
SET e.locked = true
REMOVE e.locked
WITH e
WHERE e.losses > e.wins AND coalesce(e.last_used_at, e.recorded_at) <= $until
RETURN e.task_id AS task_id, e.experience_id AS experience_id

// name: bury_runs
// A run that is buried counts as stored: learning it again changes nothing.
UNWIND $ids AS id
MERGE (b:Tombstone {tombstone_id: id})
SET b.space = $space, b.kind = 'experience', b.key = id, b.at = $at

// name: unused_patterns
// Patterns with enough outcomes, of which more were failures, last used, or else made,
// by $until.
MATCH (p:Pattern) WHERE p.space = $space AND p.losses > p.wins
  AND p.wins + p.losses >= $outcomes
  AND coalesce(p.last_used_at, p.created_at) <= $until
RETURN p.pattern_id AS pattern_id, coalesce(p.last_used_at, p.created_at) AS last_at
ORDER BY p.pattern_id
