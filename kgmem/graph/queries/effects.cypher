// name: set_checks
// How the effect of these runs is checked, as JSON; null: not at all.
UNWIND $runs AS run
MATCH (e:Experience {experience_id: run}) WHERE e.space = $space
SET e.checks = $checks
RETURN e.experience_id AS run

// name: checks_of_runs
UNWIND $runs AS run
MATCH (e:Experience {experience_id: run}) WHERE e.space = $space AND e.checks IS NOT NULL
RETURN e.checks AS checks, e.recorded_at AS at
ORDER BY at DESC
