/* Loads two parts, memory by tile and liveness, and the peak of live bytes without either part. */
#include "base/error.h"
#include "database/columns.h"
#include "profile/loaders.h"

/* ---- memory by tile -------------------------------------------------------------------------- */

#define BY_TILE                                                                                    \
  "tile!, total!, total_including_gaps!, non_interleaved, non_interleaved_including_gaps,"         \
  "interleaved, interleaved_including_gaps, overflowed, overflowed_including_gaps,"                \
  "always_live_bytes, not_always_live_max_bytes"

static gboolean
read_tiles (const PoplensLoad *load, PoplensMemory *memory, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "memory_by_tile", BY_TILE, "tile");
  guint32 *const columns[] = {memory->tile,
                              memory->total,
                              memory->total_including_gaps,
                              memory->non_interleaved,
                              memory->non_interleaved_including_gaps,
                              memory->interleaved,
                              memory->interleaved_including_gaps,
                              memory->overflowed,
                              memory->overflowed_including_gaps,
                              memory->always_live};
  guint32 t = 0;

  for (; t < memory->n_tiles && poplens_query_next (q); t++) {
    for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
      columns[c][t] = poplens_query_u32 (q, c);
    memory->not_always_live_max[t] = poplens_query_u32_or (q, 10, G_MAXUINT32);
  }
  return poplens_query_end (q, error);
}

static void
store_category_list (PoplensQuery *q, PoplensMemory *memory, PoplensCategory *category, guint l,
                     const guint64 *values)
{
  guint32 *list = NULL;

  for (guint32 t = 0; t < memory->n_tiles; t++) {
    if (!values[t])
      continue;
    if (values[t] >= G_MAXUINT32)
      poplens_query_fail (q, "%s of tile %u is too large", category->name, memory->tile[t]);
    if (!list)
      list = poplens_memory_category_list (memory, category, l);
    list[t] = (guint32) values[t];
  }
}

static gboolean
read_categories (const PoplensLoad *load, PoplensMemory *memory, GError **error)
{
  g_autofree guint64 *values = g_new0 (guint64, memory->n_tiles);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, "memory_by_category",
      "category_id!, interleaved_non_overlapped!, interleaved_overlapped!,"
      "non_interleaved_non_overlapped!, non_interleaved_overlapped!, overflowed_non_overlapped!,"
      "overflowed_overlapped!",
      NULL);

  while (poplens_query_next (q)) {
    g_autofree char *name = g_utf8_make_valid (poplens_query_text (q, 0), -1);
    PoplensCategory *category = poplens_memory_add_category (memory, name);
    for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++) {
      /* The columns are in the order of PoplensCategoryList, after the name. */
      poplens_query_read_list (q, 1 + l, POPLENS_ENCODING_PLAIN, values, memory->n_tiles);
      store_category_list (q, memory, category, l, values);
    }
  }
  return poplens_query_end (q, error);
}

static gboolean
read_liveness_tiles (const PoplensLoad *load, PoplensMemory *memory, GError **error)
{
  PoplensReading reading = {"memory_liveness_tiles",
                            "position",
                            &memory->n_liveness_tiles,
                            {{"position!"}, {"tile!", POPLENS_U32, &memory->liveness_tiles}}};

  return poplens_read_columns (load->database, &reading, 1, NULL, error);
}

PoplensMemory *
poplens_load_memory (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensMemory) memory = poplens_memory_new (load->sizes->listed_tiles);

  if (!read_tiles (load, memory, error) || !read_categories (load, memory, error) ||
      !read_liveness_tiles (load, memory, error))
    return NULL;
  if (!poplens_memory_finish (memory, error)) {
    g_prefix_error (error, "%s, table memory_by_category: ", load->database->path);
    return NULL;
  }
  return g_steal_pointer (&memory);
}

PoplensMemory *
poplens_load_memory_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensMemory) memory = poplens_memory_new (load->sizes->listed_tiles);

  return read_tiles (load, memory, error) ? g_steal_pointer (&memory) : NULL;
}

/* ---- the peak -------------------------------------------------------------------------------- */

/* Loads the peak in brief: the step with most live bytes, and its program. Reads only the sums by
 * step and one program, not the complete parts. */

PoplensPeak *
poplens_load_peak (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensLiveness) liveness = poplens_load_liveness_brief (load, error);
  PoplensPeak *peak = liveness ? poplens_liveness_get_peak (liveness) : NULL;
  g_autoptr (PoplensPrograms) found =
      peak ? poplens_load_programs_by_id (load, &peak->program, 1, NULL) : NULL;

  if (found && found->n)
    peak->label = g_strdup (poplens_programs_label (found, 0));
  return peak;
}

/* ---- liveness -------------------------------------------------------------------------------- */

static gboolean
read_liveness_steps (const PoplensLoad *load, PoplensLiveness *part, GError **error)
{
  PoplensReading reading = {"depth_first_steps",
                            "id",
                            &part->n_steps,
                            {{"id!"},
                             {"program_id!", POPLENS_U32, &part->program},
                             {"parent_step_id", POPLENS_U32, &part->parent, G_MAXUINT32}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);

  for (; poplens_rows_next (&rows); poplens_rows_take (&rows)) {
    guint32 id = poplens_query_u32 (rows.query, 0);
    guint32 parent = poplens_query_u32_or (rows.query, 2, G_MAXUINT32);
    if (id != rows.n)
      poplens_query_fail (rows.query, "found step %u instead of step %u", id, rows.n);
    if (parent != G_MAXUINT32 && parent >= id)
      poplens_query_fail (rows.query, "step %u comes before its parent %u", id, parent);
  }
  return poplens_rows_end (&rows, error);
}

static gboolean
read_always_live (const PoplensLoad *load, PoplensLiveness *part, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "memory_by_tile", "always_live_bytes", NULL);

  part->always_unknown = TRUE;
  while (poplens_query_next (q)) {
    part->always_live += poplens_query_u32 (q, 0);
    part->always_unknown = FALSE;
  }
  return poplens_query_end (q, error);
}

/* Changes of live bytes by step, for each IPU, and for the whole device (rows whose IPU is
 * NULL). */
typedef struct {
  GTree *by_ipu; /* IPU → gint64[n_steps] */
  /* (nullable): gint64[n_steps], from rows whose IPU is NULL; NULL if there are none */
  gint64 *device;
} Deltas;

static int
compare_ipus (gconstpointer a, gconstpointer b, gpointer user_data)
{
  return GPOINTER_TO_UINT (a) < GPOINTER_TO_UINT (b) ? -1 : a != b;
}

static gboolean
read_deltas (const PoplensLoad *load, guint32 n_steps, Deltas *deltas, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "memory_not_always_live_by_step_and_ipu",
                              "ipu, step_id!, delta_bytes!", NULL);

  while (poplens_query_next (q)) {
    guint32 step = poplens_query_u32 (q, 1), ipu = poplens_query_u32_or (q, 0, G_MAXUINT32);
    gint64 *column = deltas->device;
    if (ipu != G_MAXUINT32) {
      if (ipu > G_MAXUINT16)
        poplens_query_fail (q, "IPU %u is out of range", ipu);
      column = g_tree_lookup (deltas->by_ipu, GUINT_TO_POINTER (ipu));
      if (!column)
        g_tree_insert (deltas->by_ipu, GUINT_TO_POINTER (ipu),
                       column = g_new0 (gint64, MAX (n_steps, 1)));
    } else if (!column) {
      column = deltas->device = g_new0 (gint64, MAX (n_steps, 1));
    }
    if (step < n_steps &&
        __builtin_add_overflow (column[step], poplens_query_i64 (q, 2), &column[step]))
      poplens_query_fail (q, "the sum of the changes at step %u exceeds 64 bits", step);
  }
  return poplens_query_end (q, error);
}

/* Returns the running sum of the @n @deltas. NULL with DAMAGED if it falls below zero. (transfer
 * full) */
static guint64 *
accumulate (const gint64 *deltas, guint32 n, GError **error)
{
  g_autofree guint64 *sums = g_new (guint64, MAX (n, 1));
  gint64 live = 0;

  for (guint32 s = 0; s < n; s++) {
    if (__builtin_add_overflow (live, deltas[s], &live) || live < 0) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                   "the live bytes fall below zero at step %u", s);
      return NULL;
    }
    sums[s] = live;
  }
  return g_steal_pointer (&sums);
}

typedef struct {
  PoplensLiveness *part;
  gint64 *sum; /* sum over IPUs, for a file without rows for the whole device */
  GError *error;
} IpuCollector;

static gboolean
collect_ipu (gpointer key, gpointer value, gpointer user_data)
{
  IpuCollector *collect = user_data;
  PoplensLiveness *part = collect->part;
  guint64 *live = accumulate (value, part->n_steps, &collect->error);

  if (!live)
    return TRUE;
  part->ipu[part->n_ipus] = GPOINTER_TO_UINT (key);
  part->ipu_not_always_live[part->n_ipus++] = live;
  for (guint32 s = 0; s < part->n_steps; s++)
    if (__builtin_add_overflow (collect->sum[s], ((gint64 *) value)[s], &collect->sum[s]))
      collect->sum[s] = G_MININT64;
  return FALSE;
}

static gboolean
read_live_bytes (const PoplensLoad *load, PoplensLiveness *part, GError **error)
{
  g_autoptr (GTree) by_ipu = g_tree_new_full (compare_ipus, NULL, NULL, g_free);
  Deltas deltas = {by_ipu, NULL};
  g_autofree gint64 *sum = g_new0 (gint64, MAX (part->n_steps, 1));
  gboolean ok = read_deltas (load, part->n_steps, &deltas, error);
  g_autofree gint64 *device = deltas.device;
  IpuCollector collect = {part, sum, NULL};

  if (!ok)
    return FALSE;
  part->ipu = g_new (guint32, MAX (g_tree_nnodes (by_ipu), 1));
  part->ipu_not_always_live = g_new0 (guint64 *, MAX (g_tree_nnodes (by_ipu), 1));
  g_tree_foreach (by_ipu, collect_ipu, &collect);
  if (!collect.error)
    part->not_always_live = accumulate (device ? device : sum, part->n_steps, &collect.error);
  if (collect.error) {
    g_propagate_prefixed_error (
        error, collect.error,
        "%s, table memory_not_always_live_by_step_and_ipu: ", load->database->path);
    return FALSE;
  }
  return TRUE;
}

static gboolean
read_classes (const PoplensLoad *load, PoplensLiveness *part, GError **error)
{
  PoplensReading reading = {"eq_classes",
                            "id",
                            &part->n_classes,
                            {{"id!", POPLENS_U32, &part->class_id},
                             {"is_always_live!", POPLENS_FLAG, &part->class_always_live}}};

  return poplens_read_columns (load->database, &reading, 1, NULL, error);
}

static gboolean
read_ranges (const PoplensLoad *load, PoplensLiveness *part, GError **error)
{
  PoplensReading reading = {"eq_class_step",
                            "eq_class_id, step_id_from",
                            &part->n_ranges,
                            {{"eq_class_id!", POPLENS_U32, &part->range_class},
                             {"step_id_from!", POPLENS_U32, &part->range_from},
                             {"step_id_to!", POPLENS_U32, &part->range_to}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);

  for (; poplens_rows_next (&rows); poplens_rows_take (&rows)) {
    guint32 from = poplens_query_u32 (rows.query, 1), to = poplens_query_u32 (rows.query, 2);
    if (from >= to || to > part->n_steps)
      poplens_query_fail (rows.query, "the range %u to %u exceeds the %u steps", from, to,
                          part->n_steps);
  }
  return poplens_rows_end (&rows, error);
}

PoplensLiveness *
poplens_load_liveness_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensLiveness) part = poplens_liveness_new ();

  return read_liveness_steps (load, part, error) && read_always_live (load, part, error) &&
                 read_live_bytes (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}

PoplensLiveness *
poplens_load_liveness (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensLiveness) part = poplens_load_liveness_brief (load, error);

  return part && read_classes (load, part, error) && read_ranges (load, part, error)
             ? g_steal_pointer (&part)
             : NULL;
}
