/* When most is live, and in which program: what Summary says of liveness, from one pass over the
 * sums by step and from rows by their keys, instead of two whole parts. */
#include "profile/loaders.h"

/* ---- the program's name ------------------------------------------------------------------------
 */

/* The text of @column in the row of @table whose @key is @id; NULL without one. (transfer full) */
static char *
text_of (const PoplensLoad *load, const char *table, const char *key, const char *column,
         guint32 id)
{
  g_autofree char *columns = g_strdup_printf ("%s!, %s!", key, column);
  g_autofree char *tail = g_strdup_printf ("WHERE %s = ?", key);
  g_autoptr (PoplensQuery) q = poplens_load_query (load, table, columns, tail, NULL);
  char *text = NULL;

  if (q)
    poplens_query_bind (q, 1, id);
  while (q && poplens_query_next (q)) {
    g_free (text);
    text = g_utf8_make_valid (poplens_query_text (q, 1), -1);
  }
  return text;
}

/* A program without a name of its own has that of its compute set. */
static char *
compute_set_name (const PoplensLoad *load, guint32 index)
{
  g_autoptr (PoplensQuery) q = poplens_load_query (load, "program_type_on_tile_execute",
                                                   "id!, compute_set!", "WHERE id = ?", NULL);
  guint32 set = POPLENS_NO_ROW;

  if (q)
    poplens_query_bind (q, 1, index);
  while (q && poplens_query_next (q))
    set = poplens_query_u32_or (q, 1, POPLENS_NO_ROW);
  return set == POPLENS_NO_ROW ? NULL : text_of (load, "compute_sets", "compute_set", "name", set);
}

/* The program in the first compilation step, which is the one that poplens_load_programs() takes;
 * NULL ("no step") comes before the others. */
static PoplensQuery *
find_program (const PoplensLoad *load, guint32 id)
{
  static const char columns[] = "id!, variant!, variant_index, name";
  g_autoptr (PoplensQuery) step = NULL;
  PoplensQuery *q;

  if (!poplens_schema_has_column (load->database->schema, "programs", "compilation_step_id")) {
    q = poplens_load_query (load, "programs", columns, "WHERE id = ?", NULL);
  } else {
    step = poplens_load_query (load, "programs", "compilation_step_id!",
                               "ORDER BY compilation_step_id LIMIT 1", NULL);
    q = poplens_load_query (load, "programs", columns,
                            "WHERE compilation_step_id IS ?2 AND id = ?1", NULL);
    if (q && step && poplens_query_next (step) && !poplens_query_is_null (step, 0))
      poplens_query_bind (q, 2, poplens_query_i64 (step, 0));
  }
  if (q)
    poplens_query_bind (q, 1, id);
  return q;
}

/* As poplens_programs_label(); NULL where there is no such program. (transfer full) */
static char *
label_of (const PoplensLoad *load, guint32 id)
{
  g_autoptr (PoplensQuery) q = find_program (load, id);
  g_autofree char *name = NULL;
  g_autofree char *type = NULL;

  if (!q || !poplens_query_next (q))
    return NULL;
  name = g_utf8_make_valid (poplens_query_text (q, 3), -1);
  type = text_of (load, "program_types", "id", "name", poplens_query_u32 (q, 1));
  if (!*name && type && !poplens_query_is_null (q, 2) &&
      poplens_program_kind_parse (type) == POPLENS_PROGRAM_ON_TILE_EXECUTE) {
    g_free (name);
    name = compute_set_name (load, poplens_query_u32 (q, 2));
  }
  if (name && *name)
    return g_steal_pointer (&name);
  return type ? g_steal_pointer (&type) : g_strdup ("Unknown");
}

/* ---- the step ----------------------------------------------------------------------------------
 */

/* How many steps there are; their ids are dense from 0. */
static gboolean
count_steps (const PoplensLoad *load, guint32 *n, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "depth_first_steps", "id!", "ORDER BY id DESC LIMIT 1", error);

  *n = 0;
  while (q && poplens_query_next (q))
    *n = poplens_query_u32 (q, 0) + 1;
  return q && poplens_query_end (q, error);
}

/* What each step changes on the whole device, whose rows have no IPU; where there are none, of all
 * IPUs together. The "+" keeps SQLite from a look-up by the index for each of them: most of the
 * table is wanted. */
static gboolean
read_changes (const PoplensLoad *load, gboolean by_ipu, gint64 *changes, guint32 n, gboolean *any,
              GError **error)
{
  g_autoptr (PoplensQuery) q = poplens_load_query (load, "memory_not_always_live_by_step_and_ipu",
                                                   "step_id!, delta_bytes!, ipu!",
                                                   by_ipu ? NULL : "WHERE +ipu IS NULL", error);

  *any = FALSE;
  while (q && poplens_query_next (q)) {
    guint32 step = poplens_query_u32 (q, 0);
    *any = TRUE;
    if (step < n &&
        __builtin_add_overflow (changes[step], poplens_query_i64 (q, 1), &changes[step]))
      poplens_query_fail (q, "the changes of step %u add up to more than 64 bits", step);
  }
  return q && poplens_query_end (q, error);
}

/* The first step with the highest running sum; FALSE where that cannot be. */
static gboolean
find_peak (const gint64 *changes, guint32 n, PoplensPeak *peak)
{
  gint64 live = 0;

  for (guint32 s = 0; s < n; s++) {
    if (__builtin_add_overflow (live, changes[s], &live) || live < 0)
      return FALSE;
    if ((guint64) live > peak->not_always_live) {
      peak->not_always_live = (guint64) live;
      peak->step = s;
    }
  }
  return n > 0;
}

static gboolean
find_step (const PoplensLoad *load, PoplensPeak *peak, GError **error)
{
  guint32 n;
  gboolean any;

  if (!count_steps (load, &n, error) || !n)
    return FALSE;
  g_autofree gint64 *changes = g_try_new0 (gint64, n);
  return changes && read_changes (load, FALSE, changes, n, &any, error) &&
         (any || read_changes (load, TRUE, changes, n, &any, error)) &&
         find_peak (changes, n, peak);
}

static gboolean
find_step_program (const PoplensLoad *load, PoplensPeak *peak, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "depth_first_steps", "id!, program_id!", "WHERE id = ?", error);

  if (q)
    poplens_query_bind (q, 1, peak->step);
  if (!q || !poplens_query_next (q))
    return FALSE;
  peak->program = poplens_query_u32 (q, 1);
  return poplens_query_end (q, error);
}

PoplensPeak *
poplens_load_peak (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensPeak) peak = g_new0 (PoplensPeak, 1);

  if (!find_step (load, peak, error) || !find_step_program (load, peak, error))
    return NULL;
  peak->label = label_of (load, peak->program);
  return g_steal_pointer (&peak);
}
