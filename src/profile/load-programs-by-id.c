/* Programs by their ids, as poplens_load_programs() reads them all, but without lists, entry points
 * and details: from rows by their keys, where a headline needs the names or kinds of a few. */
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

/* The name of a compute set; 0: not known. */
static guint32
compute_set_name (const PoplensLoad *load, guint32 index, PoplensStrings *strings)
{
  g_autoptr (PoplensQuery) q =
      find_row (load, "program_type_on_tile_execute", "id!, compute_set!", "id", index);
  g_autoptr (PoplensQuery) set = q && !poplens_query_is_null (q, 1)
                                     ? find_row (load, "compute_sets", "compute_set!, name!",
                                                 "compute_set", poplens_query_u32 (q, 1))
                                     : NULL;

  return set ? poplens_query_intern (set, 1, strings) : 0;
}

/* By id, in the first compilation step, which is the one that poplens_load_programs() takes; NULL
 * ("no step") comes before the others. */
static PoplensQuery *
query_programs (const PoplensLoad *load)
{
  static const char columns[] = "id!, variant!, variant_index, name";

  if (!poplens_schema_has_column (load->database->schema, "programs", "compilation_step_id"))
    return poplens_query_new (load->database, "programs", columns,
                              "WHERE id = ?1 ORDER BY rowid DESC");
  g_autoptr (PoplensQuery) step = poplens_query_new (
      load->database, "programs", "compilation_step_id!", "ORDER BY compilation_step_id LIMIT 1");
  PoplensQuery *q = poplens_query_new (load->database, "programs", columns,
                                       "WHERE compilation_step_id IS ?2 AND id = ?1");
  if (poplens_query_next (step) && !poplens_query_is_null (step, 0))
    poplens_query_bind (q, 2, poplens_query_i64 (step, 0));
  return q;
}

static void
take_program (const PoplensLoad *load, PoplensQuery *q, PoplensPrograms *part)
{
  g_autoptr (PoplensQuery) type =
      find_row (load, "program_types", "id!, name!", "id", poplens_query_u32 (q, 1));
  guint32 row = part->n++;

  part->id[row] = poplens_query_u32 (q, 0);
  part->kind[row] = type ? (guint8) poplens_program_kind_parse (poplens_query_text (type, 1))
                         : POPLENS_PROGRAM_UNKNOWN;
  part->type_name[row] = type ? poplens_query_intern (type, 1, part->strings)
                              : poplens_strings_intern (part->strings, "Unknown", -1);
  part->variant_index[row] = poplens_query_u32_or (q, 2, POPLENS_NO_ROW);
  part->name[row] = poplens_query_intern (q, 3, part->strings);
  if (!part->name[row] && part->kind[row] == POPLENS_PROGRAM_ON_TILE_EXECUTE &&
      part->variant_index[row] != POPLENS_NO_ROW)
    part->name[row] = compute_set_name (load, part->variant_index[row], part->strings);
}

PoplensPrograms *
poplens_load_programs_by_id (const PoplensLoad *load, const guint32 *ids, guint32 n, GError **error)
{
  g_autoptr (PoplensPrograms) part = poplens_programs_new ();
  g_autoptr (PoplensQuery) q = query_programs (load);

  part->id = g_new (guint32, MAX (n, 1));
  part->kind = g_new (guint8, MAX (n, 1));
  part->type_name = g_new (guint32, MAX (n, 1));
  part->variant_index = g_new (guint32, MAX (n, 1));
  part->name = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++) {
    poplens_query_bind (q, 1, ids[i]);
    if (poplens_query_next (q))
      take_program (load, q, part);
    poplens_query_restart (q);
  }
  return poplens_query_end (q, error) ? g_steal_pointer (&part) : NULL;
}
