// name: index_state
// Which generation of the index is in use, what a reindex fills, and whether one runs:
// by the clock of the graph, which all its users share.
MATCH (m:Meta {meta_id: 'index'})
OPTIONAL MATCH (own:Meta {meta_id: 'memory'})
OPTIONAL MATCH (held:Meta {meta_id: 'reindex'})
RETURN m.index_generation AS generation, m.index_model AS model,
       m.index_dimensions AS dimensions, m.index_store AS store,
       m.building_generation AS building_generation,
       m.building_model AS building_model,
       m.building_dimensions AS building_dimensions,
       m.previous_generation AS previous_generation,
       m.previous_model AS previous_model,
       m.previous_dimensions AS previous_dimensions,
       own.memory_id AS memory_id,
       coalesce(held.expires_at > timestamp(), false) AS rebuilding

// name: give_memory_id
// The graph's own, once for all: who locked the node first gave it.
MATCH (m:Meta {meta_id: 'memory'})
SET m.memory_id = coalesce(m.memory_id, $memory_id)

// name: give_generation
// The same for the first generation of the index.
MATCH (m:Meta {meta_id: 'index'}) WHERE m.index_generation IS NULL
SET m.index_generation = 1, m.index_model = $model, m.index_dimensions = $dimensions

// name: set_index_store
MATCH (m:Meta {meta_id: 'index'}) SET m.index_store = $store

// name: begin_generation
// From here on another one is filled; what is left of earlier ones is gone.
MATCH (m:Meta {meta_id: 'index'})
SET m.building_generation = $generation, m.building_model = $model,
    m.building_dimensions = $dimensions
REMOVE m.previous_generation, m.previous_model, m.previous_dimensions

// name: switch_generation
// The one that was filled is in use; the one before it is kept.
MATCH (m:Meta {meta_id: 'index'})
SET m.previous_generation = m.index_generation, m.previous_model = m.index_model,
    m.previous_dimensions = m.index_dimensions
SET m.index_generation = $generation, m.index_model = $model,
    m.index_dimensions = $dimensions, m.index_store = $store
REMOVE m.building_generation, m.building_model, m.building_dimensions

// name: forget_previous
MATCH (m:Meta {meta_id: 'index'})
REMOVE m.previous_generation, m.previous_model, m.previous_dimensions

// name: end_reindex
// Of a process that is dead for sure.
MATCH (m:Meta {meta_id: 'reindex'}) REMOVE m.owner, m.expires_at

// name: write_nothing_new
// Whether the graph takes writes at all: what is there is set as it is.
MATCH (m:Meta {meta_id: 'index'}) SET m.index_generation = m.index_generation
