// What a person can settle: so many of each sort, behind the place where the last page
// ended (null: from the start).

// name: viewed_open_runs
// Index Experience(space, recorded_at).
// Runs of which nobody said how they ended and nobody decided, the newest first.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL AND e.outcome = 'unknown' AND e.steps > 0 AND e.decided IS NULL
  AND ($at IS NULL OR e.recorded_at < $at
    OR (e.recorded_at = $at AND e.experience_id > $after))
WITH e ORDER BY e.recorded_at DESC, e.experience_id LIMIT $limit
MATCH (t:Task)-[:ATTEMPTED_AS]->(e)
RETURN e.experience_id AS id, t.text AS text, t.app AS app, e.recorded_at AS at,
  e.steps AS steps, e.source AS source
ORDER BY at DESC, id

// name: viewed_withheld_runs
// Runs that a person took out of use, the newest first.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL AND e.decided = 'quarantine'
  AND ($at IS NULL OR e.recorded_at < $at
    OR (e.recorded_at = $at AND e.experience_id > $after))
WITH e ORDER BY e.recorded_at DESC, e.experience_id LIMIT $limit
MATCH (t:Task)-[:ATTEMPTED_AS]->(e)
RETURN e.experience_id AS id, t.text AS text, t.app AS app, e.recorded_at AS at,
  e.outcome AS outcome, e.decisions AS decisions
ORDER BY at DESC, id

// name: viewed_withheld_patterns
MATCH (p:Pattern) WHERE p.space = $space AND p.decided = 'quarantine'
  AND ($after IS NULL OR p.pattern_id > $after)
RETURN p.pattern_id AS id, p.template AS text, p.app AS app, p.updated_at AS at,
  p.decisions AS decisions
ORDER BY id LIMIT $limit

// name: viewed_new_patterns
// Patterns on probation: not to be replayed as they are before somebody vouches for them
// or their plans went well.
MATCH (p:Pattern) WHERE p.space = $space AND p.status = 'experimental'
  AND p.decided IS NULL AND p.steps > 0 AND ($after IS NULL OR p.pattern_id > $after)
RETURN p.pattern_id AS id, p.template AS text, p.app AS app, p.updated_at AS at,
  p.support AS support, p.wins AS wins, p.losses AS losses
ORDER BY id LIMIT $limit

// name: viewed_ungrounded
// Patterns with a slot that no text tells and no page was read for.
MATCH (p:Pattern) WHERE p.space = $space AND coalesce(p.decided, '') = ''
  AND ($after IS NULL OR p.pattern_id > $after)
MATCH (p)-[:HAS_SLOT]->(s:Slot) WHERE s.asked AND s.reads IS NULL
WITH p, s ORDER BY p.pattern_id, s.name
WITH p, collect(s {.name, .kind, .examples}) AS slots
RETURN p.pattern_id AS id, p.template AS text, p.app AS app, p.updated_at AS at, slots
ORDER BY id LIMIT $limit

// name: viewed_troubles
// Plans that did not go as told: what was reported of them, with what they were made
// from, where nobody has decided about that yet. Those of one origin that ended alike at
// one step are one, with what was said of the newest.
MATCH (r:Report) WHERE r.space = $space
  AND (r.outcome <> 'success' OR r.deviations IS NOT NULL OR r.other_values IS NOT NULL)
MATCH (r)-[:REPORTS]->(o) WHERE o.decided IS NULL
WITH r, o ORDER BY r.at DESC, r.report_id
WITH o, r.outcome AS outcome, r.failed_step AS failed_step, count(r) AS times,
  collect(r)[0] AS r
WITH o, failed_step, times, r
WHERE $at IS NULL OR r.at < $at OR (r.at = $at AND r.report_id > $after)
WITH o, failed_step, times, r ORDER BY r.at DESC, r.report_id LIMIT $limit
OPTIONAL MATCH (t:Task {task_id: r.task_id})
OPTIONAL MATCH (asked:Task)-[:ATTEMPTED_AS]->(o)
OPTIONAL MATCH (o)-[:HAS_STEP]->(s) WHERE s.n = failed_step
RETURN r.report_id AS report_id,
  coalesce(o.template, asked.text) AS origin, t.text AS task, r.app AS app, r.at AS at,
  r.outcome AS outcome, r.reason AS reason, r.deviations AS deviations,
  r.other_values AS other_values, r.failed_step AS failed_step,
  times, s.name AS step, s.url_before AS page, r.origin_kind AS origin_kind, r.origin_id AS origin_id, r.route AS route
ORDER BY at DESC, report_id

// name: viewed_conflicts
// Facts that can't both be so, where both are known.
MATCH (f:Fact) WHERE f.space = $space AND f.retracted_at IS NULL
  AND ($one IS NULL OR f.fact_id >= $one)
MATCH (f)-[:CONTRADICTS]->(o:Fact) WHERE o.retracted_at IS NULL
  AND ($one IS NULL OR f.fact_id > $one OR o.fact_id > $after)
WITH f, o ORDER BY f.fact_id, o.fact_id LIMIT $limit
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
RETURN f.fact_id AS id, f.text AS text, f.source AS source, f.confidence AS confidence,
  f.recorded_at AS at, o.fact_id AS other_id, o.text AS other, o.source AS other_source,
  o.confidence AS other_confidence, o.recorded_at AS other_at, s.name AS subject,
  f.predicate AS predicate
ORDER BY id, other_id
