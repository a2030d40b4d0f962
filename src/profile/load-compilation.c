#include "profile/loaders.h"

static gboolean
read_trace (const PoplensLoad *load, PoplensCompilation *part, GError **error)
{
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) starts = POPLENS_COLUMN (guint64);
  g_autoptr (GArray) durations = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "compilation_trace", "name!, ts!, dur!", "ts, dur DESC", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (names, guint32, poplens_query_intern (q, 0, part->strings));
    POPLENS_PUSH (starts, guint64, poplens_query_u64 (q, 1));
    POPLENS_PUSH (durations, guint64, poplens_query_u64 (q, 2));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_phases = names->len;
  part->phase_name = poplens_column_steal (&names);
  part->phase_start = poplens_column_steal (&starts);
  part->phase_duration = poplens_column_steal (&durations);
  return TRUE;
}

static gboolean
read_optimizations (const PoplensLoad *load, PoplensCompilation *part, GError **error)
{
  g_autoptr (GArray) keys = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) values = POPLENS_COLUMN (double);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "optimization_info", "key!, value!", "key", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (keys, guint32, poplens_query_intern (q, 0, part->strings));
    POPLENS_PUSH (values, double, poplens_query_double (q, 1));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_optimizations = keys->len;
  part->optimization_key = poplens_column_steal (&keys);
  part->optimization_value = poplens_column_steal (&values);
  return TRUE;
}

static gboolean
read_steps (const PoplensLoad *load, PoplensCompilation *part, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (gint64);
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_rows (load, "compilation_steps", "id!, name!", "id", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (ids, gint64, poplens_query_i64 (q, 0));
    POPLENS_PUSH (names, guint32, poplens_query_intern (q, 1, part->strings));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_steps = ids->len;
  part->step_id = poplens_column_steal (&ids);
  part->step_name = poplens_column_steal (&names);
  return TRUE;
}

PoplensCompilation *
poplens_load_compilation (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensCompilation) part = poplens_compilation_new ();

  if (!read_trace (load, part, error) || !read_optimizations (load, part, error) ||
      !read_steps (load, part, error))
    return NULL;
  return g_steal_pointer (&part);
}
