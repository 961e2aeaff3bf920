// name: near_seeds
// What a recall needs of the graph around the tasks that the index found. This and all
// that follow up to `near_changes` are put together, those that have anything to look
// up, for one round trip; none of the tasks has all of its runs quarantined
// (`withheld`). Links are capped when written and hubs left out by $hub, so the answer is
// bounded by degree. UNWIND + key, since with `IN $ids AND t.space = …` ArcadeDB takes
// the index on space, which holds everything. Flat scalars: nested maps cost more to read
// than to find. Weights over elements are sums of whole numbers and the order is total:
// sums of fractions differ by the order of adding, and then so does what is cut.
UNWIND $seeds AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space AND t.withheld IS NULL
RETURN 'seed' AS how, id AS source, 1.0 AS weight, t.task_id AS task_id,
  t.text AS text, t.app AS app, t.intent AS intent, t.domain AS domain,
  t.masked AS masked, null AS told

// name: near_words
// Tasks of the very same words (the vector store may lack them yet); as `near_seeds`.
// Index Task(text_hash).
MATCH (t:Task {text_hash: $text_hash})
WHERE t.space = $space AND t.withheld IS NULL
WITH t ORDER BY t.task_id LIMIT 64
RETURN 'words' AS how, '' AS source, 1.0 AS weight, t.task_id AS task_id,
  t.text AS text, t.app AS app, t.intent AS intent, t.domain AS domain,
  t.masked AS masked, null AS told

// name: near_similar
// Tasks linked as similar; as `near_seeds`.
UNWIND $linked AS id
MATCH (s:Task {task_id: id})-[r:SIMILAR_TO]-(t:Task)
WHERE s.space = $space AND t.space = $space AND t.withheld IS NULL
RETURN 'similar' AS how, id AS source, r.score AS weight, t.task_id AS task_id,
  t.text AS text, t.app AS app, t.intent AS intent, t.domain AS domain,
  t.masked AS masked, null AS told

// name: near_elements
// Tasks over the elements of each of $top, the best of each; as `near_seeds`. A task is
// looked at once, not once for each element.
UNWIND $top AS id
MATCH (s:Task {task_id: id}) WHERE s.space = $space
CALL (s) {
  MATCH (s)-[:USES]->(el:UIElement) WHERE el.tasks > 1 AND el.tasks <= $hub
  MATCH (el)<-[:USES]-(t:Task) WHERE t <> s
  WITH t, sum(toInteger(1000000000.0 / el.tasks)) AS billionths
  WHERE t.space = $space AND t.withheld IS NULL
  RETURN t, billionths ORDER BY billionths DESC, t.task_id LIMIT $limit
}
RETURN 'element' AS how, id AS source, billionths AS weight, t.task_id AS task_id,
  t.text AS text, t.app AS app, t.intent AS intent, t.domain AS domain,
  t.masked AS masked, null AS told

// name: near_page
// Tasks over the elements of the page at hand; as `near_seeds`.
UNWIND $elements AS id
MATCH (el:UIElement {element_id: id}) WHERE el.space = $space AND el.tasks <= $hub
MATCH (el)<-[:USES]-(t:Task) WHERE t.space = $space AND t.withheld IS NULL
WITH t, sum(toInteger(1000000000.0 / el.tasks)) AS billionths
  ORDER BY billionths DESC, t.task_id LIMIT 64
RETURN 'page' AS how, '' AS source, billionths / 1000000000.0 AS weight,
  t.task_id AS task_id, t.text AS text, t.app AS app, t.intent AS intent, t.domain AS domain,
  t.masked AS masked, null AS told

// name: near_changes
// The log of the space (`changes`) in the same columns: it costs no round trip.
UNWIND $places AS place
MATCH (m:Meta {meta_id: place})
WHERE coalesce(m.version, m.index_generation) <> coalesce($seen[place], 0)
RETURN 'changes' AS how, place AS source,
  coalesce(m.version, m.index_generation) AS weight, null AS task_id, null AS text,
  null AS app, null AS intent, null AS domain, null AS masked, m.changes AS told

// name: details_tasks
// All that a recall reads of what it found. This and all that follow up to
// `details_facts` are put together, those that have anything to look up, for one round
// trip. First, the tasks.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
RETURN 'task' AS how, id AS id, null AS key,
  t {.runs, .wins, .losses, .verified, .replay_wins, .replay_losses, .replay_verified,
     .paths, .successes, .failures, .others} AS head,
  null AS body

// name: details_runs
// The runs that their summaries name; page elements stay behind. As `details_tasks`.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
UNWIND t.successes + t.failures + t.others AS key
MATCH (e:Experience {experience_id: key})
RETURN 'run' AS how, id AS id, key AS key, t {.text, .app, .keywords} AS head,
  e {.source_task_id, .outcome, .score, .judge, .uses, .wins, .losses, .verified,
     .ema_success, .feedback_score, .last_used_at, .streak, .blocked, .absent, .refused,
     .app_version, .device, .preconditions,
     .recorded_at, .steps, .path, .source, .decided} AS body

// name: details_steps
// Those runs' steps. As `details_tasks`.
UNWIND $ids AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
UNWIND t.successes + t.failures + t.others AS key
MATCH (e:Experience {experience_id: key})-[:HAS_STEP]->(s:Step)
RETURN 'step' AS how, id AS id, key AS key, null AS head,
  s {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after, .healed, .healed_destination} AS body

// name: details_attempts
// Where one of the tasks $failing failed, or none is named, the newest $each runs of each
// of the tasks $kin as they are compared, each with one of its steps; the elements of
// their pages stay behind. As `details_tasks`.
UNWIND $failing AS id
MATCH (f:Task {task_id: id}) WHERE f.space = $space AND size(f.failures) > 0
WITH count(f) AS failing WHERE failing > 0 OR size($failing) = 0
UNWIND $kin AS id
MATCH (t:Task {task_id: id}) WHERE t.space = $space
CALL (t) {
  MATCH (t)-[:ATTEMPTED_AS]->(e:Experience)
  WHERE e.outcome <> 'unknown' AND e.steps > 0
    AND coalesce(e.decided, '') <> 'quarantine'
  RETURN e ORDER BY e.recorded_at DESC, e.experience_id LIMIT $each
}
MATCH (e)-[:HAS_STEP]->(s:Step)
RETURN 'attempt' AS how, id AS id, e.experience_id AS key,
  e {.outcome, .recorded_at, task: t.text, app: t.app} AS head,
  s {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after} AS body

// name: details_facts
// Facts that may matter: those given, and those over entities that the words or the
// app name ($keys, $aliases) or that similar tasks name, the newest $most of $looked
// over one entity, since an app may have thousands. They come by subject and predicate,
// with what else is said of these, up to $most ($most of them: there may be more): when
// a fact holds depends on it. Flat maps: ArcadeDB loses a map within a collected one. As
// `details_tasks`.
CALL () {
  UNWIND $facts AS id
  MATCH (f:Fact {fact_id: id}) WHERE f.space = $space
  RETURN 'seed' AS way, id AS source, null AS name, f
  UNION ALL
  UNWIND $keys AS key
  MATCH (e:Entity {key: key}) WHERE e.space = $space
  CALL (e) {
    MATCH (e)<-[:SUBJECT|OBJECT|MENTIONS]-(f:Fact) WITH f LIMIT $looked
    RETURN f ORDER BY f.recorded_at DESC, coalesce(f.valid_from, 0) DESC, f.fact_id
      LIMIT $most
  }
  RETURN 'asked' AS way, key AS source, e.name AS name, f
  UNION ALL
  UNWIND $aliases AS id
  MATCH (a:Alias {alias_id: id})-[:NAMES]->(e:Entity) WHERE e.space = $space
  CALL (e) {
    MATCH (e)<-[:SUBJECT|OBJECT|MENTIONS]-(f:Fact) WITH f LIMIT $looked
    RETURN f ORDER BY f.recorded_at DESC, coalesce(f.valid_from, 0) DESC, f.fact_id
      LIMIT $most
  }
  RETURN 'asked' AS way, a.key AS source, e.name AS name, f
  UNION ALL
  UNWIND $tasks AS id
  MATCH (t:Task {task_id: id})-[:MENTIONS]->(e:Entity) WHERE t.space = $space
  CALL (e) {
    MATCH (e)<-[:SUBJECT|OBJECT|MENTIONS]-(f:Fact) WITH f LIMIT $looked
    RETURN f ORDER BY f.recorded_at DESC, coalesce(f.valid_from, 0) DESC, f.fact_id
      LIMIT $most
  }
  RETURN 'task' AS way, id AS source, e.name AS name, f
}
WITH f, collect([way, source, name]) AS ways
OPTIONAL MATCH (f)-[:SUBJECT]->(s:Entity)
OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
WITH s, f.predicate_key AS predicate, collect(f.fact_id) AS found,
  collect(f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
      .valid_from, .valid_to, .closed_at, .recorded_at, .retracted_at, .confidence,
      .keywords, .app, .log, object: o.name, ways: ways}) AS facts
OPTIONAL MATCH (m:Meta {meta_id: 'predicate:' + $space + ':' + predicate})
CALL (s, predicate, found) {
  MATCH (s)<-[:SUBJECT]-(f:Fact)
  WHERE f.predicate_key = predicate AND NOT f.fact_id IN found
  WITH f LIMIT $most
  OPTIONAL MATCH (f)-[:OBJECT]->(o:Entity)
  RETURN collect(f {.fact_id, .text, .predicate, .predicate_key, .object_value, .object_key,
      .valid_from, .valid_to, .closed_at, .recorded_at, .retracted_at, .confidence,
      .keywords, .app, .log, object: o.name}) AS beside
}
RETURN 'facts' AS how, s.entity_id AS id, predicate AS key,
  {subject: s.name, single: m.single_valued} AS head,
  {facts: facts, beside: beside} AS body

// name: newest_runs
// Index Experience(space, recorded_at), which knows their order.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL
RETURN e.experience_id AS experience_id
ORDER BY e.recorded_at DESC LIMIT $limit

// name: newest_languages
// What the tasks of the newest runs are written in.
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL
WITH e ORDER BY e.recorded_at DESC LIMIT $limit
MATCH (t:Task {task_id: e.task_id})
RETURN DISTINCT t.language AS language

// name: steps_of_runs
// Each step with what its run is known by.
UNWIND $ids AS id
MATCH (e:Experience {experience_id: id})-[:HAS_STEP]->(s:Step)
WHERE e.space = $space
RETURN id AS experience_id, e {.task_id, .recorded_at, .uses, .steps} AS run,
  s {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after, .healed, .healed_destination} AS step

// name: versions_of_runs
UNWIND $rows AS row
UNWIND row.ids AS id
MATCH (e:Experience {experience_id: id})
WHERE e.space = $space AND e.app_version IS NOT NULL
RETURN DISTINCT row.key AS key, e.app_version AS app_version

// name: run_with_steps
// One run and its steps.
MATCH (e:Experience {experience_id: $experience_id})<-[:ATTEMPTED_AS]-(t:Task)
WHERE e.space = $space
RETURN t.task_id AS task_id, e.experience_id AS experience_id, t {.text, .app, .keywords} AS task,
  e {.source_task_id, .outcome, .score, .judge, .uses, .wins, .losses, .verified,
     .ema_success, .feedback_score, .last_used_at, .streak, .blocked, .absent, .refused,
     .app_version, .device, .preconditions,
     .recorded_at, .path, .source, .decided} AS run,
  null AS step
UNION ALL
MATCH (e:Experience {experience_id: $experience_id})-[:HAS_STEP]->(s:Step)
WHERE e.space = $space
RETURN null AS task_id, e.experience_id AS experience_id, null AS task, null AS run,
  s {.n, .action, .value, .params, .target, .destination, .effect, .success, .error,
     .thought, .duration_ms, .at, .page_before, .page_after, .healed, .healed_destination} AS step

// name: count_runs
// Index Experience(space, recorded_at).
MATCH (e:Experience) WHERE e.space = $space AND e.recorded_at IS NOT NULL
RETURN count(e) AS n
