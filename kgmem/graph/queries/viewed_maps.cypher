// What the console draws of an app. Every answer is bounded by $limit; lists go on behind
// what $after names (null: from the start).

// name: viewed_apps
// Apps by name, with how much there is of each.
MATCH (a:App) WHERE a.space = $space AND ($after IS NULL OR a.name > $after)
WITH a ORDER BY a.name, a.app_id LIMIT $limit
RETURN a.name AS app, COUNT { (a)<-[:IN_APP]-(:Task) } AS tasks,
  COUNT { (a)<-[:OF]-(:Page) } AS pages
ORDER BY app

// name: viewed_steps
// Which page each step of the app's newest runs was done on; of runs that count.
MATCH (a:App {app_id: $app_id})<-[:IN_APP]-(t:Task)-[:ATTEMPTED_AS]->(e:Experience)
WHERE a.space = $space AND e.steps > 0 AND coalesce(e.decided, '') <> 'quarantine'
WITH e ORDER BY e.recorded_at DESC, e.experience_id LIMIT $limit
MATCH (e)-[h:HAS_STEP]->(s:Step)-[r:TARGETS]->(el:UIElement)-[:ON]->(p:Page)
WHERE r.part IS NULL
RETURN e.experience_id AS run, e.outcome AS outcome, h.n AS n, p.page_id AS page_id,
  s.success = false OR s.error IS NOT NULL AS failed

// name: viewed_pages
UNWIND $ids AS id
MATCH (p:Page {page_id: id}) WHERE p.space = $space
RETURN p.page_id AS page_id, p.url_template AS url_template, p.name AS name, p.app AS app,
  COUNT { (p)<-[:ON]-(:UIElement) } AS elements,
  COUNT { (p)-[:AVOID]->(:UIElement) } AS avoidances

// name: viewed_elements
// Elements of a page, those that most tasks use first.
MATCH (p:Page {page_id: $page_id})<-[:ON]-(el:UIElement)
WHERE p.space = $space AND ($tasks IS NULL OR coalesce(el.tasks, 0) < $tasks
  OR (coalesce(el.tasks, 0) = $tasks AND el.element_id > $after))
WITH el, coalesce(el.tasks, 0) AS tasks ORDER BY tasks DESC, el.element_id LIMIT $limit
RETURN el.element_id AS element_id, el.role AS role, el.name AS name, el.tag AS tag,
  el.test_id AS test_id, el.container AS container, tasks,
  COUNT { (el)<-[:TARGETS]-(:Step) } AS steps
ORDER BY tasks DESC, element_id

// name: viewed_runs
// Runs with a step on a page and, with $next, a next one on that other page: the newest
// first, those of one outcome or all.
MATCH (p:Page {page_id: $page_id})<-[:ON]-(:UIElement)<-[:TARGETS]-(s:Step)<-[:HAS_STEP]-(e:Experience)
WHERE p.space = $space AND coalesce(e.decided, '') <> 'quarantine'
  AND ($outcome IS NULL OR e.outcome = $outcome)
  AND ($at IS NULL OR e.recorded_at < $at
    OR (e.recorded_at = $at AND e.experience_id > $after))
  AND ($next IS NULL OR EXISTS {
    MATCH (s)-[:NEXT]->(:Step)-[:TARGETS]->(:UIElement)-[:ON]->(q:Page)
    WHERE q.page_id = $next })
WITH DISTINCT e ORDER BY e.recorded_at DESC, e.experience_id LIMIT $limit
MATCH (t:Task)-[:ATTEMPTED_AS]->(e)
RETURN e.experience_id AS experience_id, t.text AS task, e.outcome AS outcome,
  e.steps AS steps, e.duration_ms AS duration_ms, e.decided AS decided,
  e.source AS source, e.recorded_at AS recorded_at
ORDER BY recorded_at DESC, experience_id

// name: viewed_avoidances
// What is held against elements of a page, from it or from its app.
MATCH (el:UIElement)-[:ON]->(:Page {page_id: $page_id})-[:OF*0..1]->(p)
MATCH (p)-[a:AVOID]->(el) WHERE a.space = $space
WITH el, a ORDER BY a.failures DESC, a.avoidance_id LIMIT $limit
OPTIONAL MATCH (f:Step {step_id: a.failed_step})
OPTIONAL MATCH (i:Step {step_id: a.instead_step})
RETURN a.avoidance_id AS avoidance_id, el.element_id AS element_id, el.role AS role,
  el.name AS name, a.action AS action, a.value_shape AS value_shape, a.cause AS cause,
  a.failures AS failures, a.successes AS successes, a.experience_ids AS experience_ids,
  f.name AS failed_step, i.name AS instead_step
ORDER BY failures DESC, avoidance_id
