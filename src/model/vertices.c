/* Part with vertex types and compute sets: memory management and look-up. */
#include "model/vertices.h"

#include "model/search.h"

PoplensVertices *
poplens_vertices_new (void)
{
  PoplensVertices *self = g_new0 (PoplensVertices, 1);

  self->strings = poplens_strings_new ();
  return self;
}

void
poplens_vertices_free (PoplensVertices *self)
{
  if (!self)
    return;
  poplens_strings_free (self->strings);
  g_free (self->type_id);
  g_free (self->type_name);
  g_free (self->type_source);
  g_free (self->type_size);
  for (guint c = 0; c < POPLENS_N_VERTEX_BYTES; c++)
    poplens_lists_free (self->type_bytes[c]);
  g_free (self->compute_set_id);
  g_free (self->compute_set_name);
  g_free (self->compute_set_debug_id);
  g_free (self->compute_set_edges);
  poplens_lists_free (self->compute_set_types);
  poplens_lists_free (self->compute_set_counts);
  poplens_lists_free (self->compute_set_vars);
  poplens_lists_free (self->compute_set_estimates);
  poplens_lists_free (self->compute_set_flops);
  poplens_lists_free (self->compute_set_cycles);
  poplens_lists_free (self->compute_set_ipu_cycles);
  for (guint c = 0; c < POPLENS_VERTEX_BYTES_CODE; c++)
    poplens_lists_free (self->compute_set_bytes[c]);
  g_free (self->instance_compute_set);
  g_free (self->instance_type);
  poplens_lists_free (self->instances);
  g_free (self->vertex_id);
  g_free (self->vertex_compute_set);
  g_free (self->vertex_type);
  g_free (self->vertex_cycles);
  g_free (self);
}

guint32
poplens_vertices_find_type (const PoplensVertices *self, guint32 id)
{
  return poplens_find_id (self->type_id, self->n_types, id);
}

guint32
poplens_vertices_find_compute_set (const PoplensVertices *self, guint32 id)
{
  return poplens_find_id (self->compute_set_id, self->n_compute_sets, id);
}

const char *
poplens_vertex_bytes_key (PoplensVertexBytes column)
{
  static const char *const keys[POPLENS_N_VERTEX_BYTES] = {"copy_ptr_bytes",    "descriptor_bytes",
                                                           "edge_ptr_bytes",    "padding_bytes",
                                                           "vertex_data_bytes", "code_bytes"};

  return keys[column];
}
