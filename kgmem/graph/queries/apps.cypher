// What apps are called by, so that one is found by another name.

// name: apps_by_use
// Those of most tasks first; aliases are those of the entity of the same name.
MATCH (a:App) WHERE a.space = $space
WITH a, COUNT { (a)<-[:IN_APP]-(:Task) } AS tasks ORDER BY tasks DESC, a.name LIMIT $limit
OPTIONAL MATCH (e:Entity) WHERE e.space = $space AND e.name = a.name
WITH a, tasks, e ORDER BY tasks DESC, a.name, e.entity_id
RETURN a.app_id AS app_id, a.name AS name, tasks, collect(e.aliases) AS aliases

// name: app_pages
// Hosts and titles of their pages, each once.
UNWIND $ids AS id
MATCH (a:App {app_id: id})<-[:OF]-(p:Page)
WITH id, split(p.url_template, '/')[0] AS host, p.name AS title, count(*) AS pages
ORDER BY pages DESC LIMIT $limit
RETURN id AS app_id, host, title
