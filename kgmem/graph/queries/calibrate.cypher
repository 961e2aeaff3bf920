// name: reported_outcomes
// The newest outcomes of plans: what the rules said, before any calibration, and what
// came of it.
MATCH (r:Report)
WHERE r.space = $space AND r.outcome IN ['success', 'failure']
  AND r.predicted IS NOT NULL
RETURN r.predicted AS predicted, r.outcome AS outcome, r.at AS at, r.route AS route
ORDER BY r.at DESC
LIMIT 10000

// name: calibration_curve
MATCH (m:Meta {meta_id: $meta_id})
RETURN m.curve AS curve

// name: keep_calibration_curve
MERGE (m:Meta {meta_id: $meta_id})
SET m.curve = $curve, m.calibrated_at = timestamp()
