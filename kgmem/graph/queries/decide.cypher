// name: subjects_of_decisions
// What an id may mean: a run by its own id or by that which its source's id makes, or a
// pattern.
UNWIND $runs AS key
MATCH (e:Experience {experience_id: key}) WHERE e.space = $space
RETURN 'run' AS kind, key, e.decisions AS decisions
UNION ALL
UNWIND $patterns AS key
MATCH (p:Pattern {pattern_id: key}) WHERE p.space = $space
RETURN 'pattern' AS kind, key, p.decisions AS decisions

// name: lock_decided_run
// A run and its task, the task first, as learning takes them.
MATCH (t:Task)-[:ATTEMPTED_AS]->(e:Experience {experience_id: $experience_id})
WHERE e.space = $space
SET t.claimed = $claim, e.locked = true
REMOVE e.locked
RETURN t.task_id AS task_id, e {.outcome, .outcome_before, .judge, .wins, .verified,
  .decided, .decisions} AS run

// name: replays_of_run
// What replays of a run are counted for its task.
MATCH (e:Experience {experience_id: $experience_id})<-[:REPORTS]-(r:Report)
WHERE r.counted_on = $task_id
RETURN sum(CASE WHEN r.outcome = 'success' THEN 1 ELSE 0 END) AS wins,
  sum(CASE WHEN r.outcome = 'failure' THEN 1 ELSE 0 END) AS losses,
  sum(CASE WHEN r.outcome = 'success' AND r.judge IS NOT NULL THEN 1 ELSE 0 END)
    AS verified

// name: patterns_of_run
// The patterns whose steps the run goes through, with the runs of its task that are
// behind them.
MATCH (t:Task {task_id: $task_id})<-[g:GENERALIZES]-(p:Pattern)
WHERE EXISTS {
  MATCH (:Experience {experience_id: $experience_id})-[:HAS_STEP]->(:Step)
    -[:INSTANCE_OF]->(:PatternStep)<-[:HAS_STEP]-(p)
}
RETURN p.pattern_id AS pattern_id, g.app AS app, coalesce(g.runs, []) AS runs

// name: set_member_runs
MATCH (p:Pattern {pattern_id: $pattern_id})-[g:GENERALIZES]->(t:Task {task_id: $task_id})
SET g.runs = $runs, p += $head

// name: show_again
// Tasks that were withheld, and have a run again that nobody quarantined.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) REMOVE t.withheld
