/* When most is live, and in which program: what Summary says of liveness, from the sums by step and
 * from rows by their keys, instead of two whole parts. */
#include "profile/loaders.h"

/* At the row of @table whose first column, @key, is @id, the last one of several; NULL without one.
 */
static PoplensQuery *
find_row (const PoplensLoad *load, const char *table, const char *columns, const char *key,
          guint32 id)
{
  g_autofree char *tail = g_strdup_printf ("WHERE %s = ? ORDER BY rowid DESC", key);
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, table, columns, tail);

  poplens_query_bind (q, 1, id);
  return poplens_query_next (q) ? g_steal_pointer (&q) : NULL;
}

/* A program without a name of its own has that of its compute set. (transfer full) */
static char *
compute_set_name (const PoplensLoad *load, guint32 index)
{
  g_autoptr (PoplensQuery) q =
      find_row (load, "program_type_on_tile_execute", "id!, compute_set!", "id", index);
  g_autoptr (PoplensQuery) set = q && !poplens_query_is_null (q, 1)
                                     ? find_row (load, "compute_sets", "compute_set!, name!",
                                                 "compute_set", poplens_query_u32 (q, 1))
                                     : NULL;

  return set ? g_utf8_make_valid (poplens_query_text (set, 1), -1) : NULL;
}

/* The program in the first compilation step, which is the one that poplens_load_programs() takes;
 * NULL ("no step") comes before the others. */
static PoplensQuery *
find_program (const PoplensLoad *load, guint32 id)
{
  static const char columns[] = "id!, variant!, variant_index, name";
  g_autoptr (PoplensQuery) step = NULL;
  PoplensQuery *q;

  if (!poplens_schema_has_column (load->database->schema, "programs", "compilation_step_id"))
    return find_row (load, "programs", columns, "id", id);
  step = poplens_query_new (load->database, "programs", "compilation_step_id!",
                            "ORDER BY compilation_step_id LIMIT 1");
  q = poplens_query_new (load->database, "programs", columns,
                         "WHERE compilation_step_id IS ?2 AND id = ?1");
  if (poplens_query_next (step) && !poplens_query_is_null (step, 0))
    poplens_query_bind (q, 2, poplens_query_i64 (step, 0));
  poplens_query_bind (q, 1, id);
  if (!poplens_query_next (q))
    g_clear_pointer (&q, poplens_query_free);
  return q;
}

/* As poplens_programs_label(); NULL where there is no such program. (transfer full) */
static char *
label_of (const PoplensLoad *load, guint32 id)
{
  g_autoptr (PoplensQuery) q = find_program (load, id);
  g_autoptr (PoplensQuery) found =
      q ? find_row (load, "program_types", "id!, name!", "id", poplens_query_u32 (q, 1)) : NULL;
  g_autofree char *name = q ? g_utf8_make_valid (poplens_query_text (q, 3), -1) : NULL;
  g_autofree char *type = found ? g_utf8_make_valid (poplens_query_text (found, 1), -1) : NULL;

  if (q && !*name && type && !poplens_query_is_null (q, 2) &&
      poplens_program_kind_parse (type) == POPLENS_PROGRAM_ON_TILE_EXECUTE) {
    g_free (name);
    name = compute_set_name (load, poplens_query_u32 (q, 2));
  }
  if (!q || (name && *name))
    return g_steal_pointer (&name);
  return type ? g_steal_pointer (&type) : g_strdup ("Unknown");
}

PoplensPeak *
poplens_load_peak (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensLiveness) liveness = poplens_load_liveness_brief (load, error);
  PoplensPeak *peak = liveness ? poplens_liveness_get_peak (liveness) : NULL;

  if (peak)
    peak->label = label_of (load, peak->program);
  return peak;
}
