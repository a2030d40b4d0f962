#include "profile/beside.h"

#include "model/search.h"

#define MOST_IPUS 65535

/* Σ cycles of each list in cycles_by_tile, by id. */
typedef struct {
  GArray *ids;  /* guint32, rising */
  GArray *sums; /* guint64 */
} CycleSums;

static void
cycle_sums_clear (CycleSums *sums)
{
  g_clear_pointer (&sums->ids, g_array_unref);
  g_clear_pointer (&sums->sums, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CycleSums, cycle_sums_clear)

static gboolean
read_cycle_sums (const PoplensLoad *load, gpointer data, GError **error)
{
  CycleSums *out = data;
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "cycles_by_tile", "id!, cycles_by_tile_rle!", "ORDER BY id", error);

  while (q && poplens_query_next (q)) {
    g_autoptr (GError) wrong = NULL;
    gsize size, count = 0;
    guint64 sum = 0;
    const guint8 *bytes = poplens_query_blob (q, 1, &size);
    if (!poplens_list_sum (POPLENS_ENCODING_RLE, bytes, size, POPLENS_ANY_LENGTH, &sum, &count,
                           &wrong))
      poplens_query_fail (q, "cycles_by_tile_rle: %s", wrong->message);
    else if (!poplens_sizes_is_cycles_length (load->sizes, count))
      poplens_query_fail (q,
                          "cycles_by_tile_rle has %" G_GSIZE_FORMAT
                          " values, neither one a tile of "
                          "an IPU (%u) nor one a tile of all (%u)",
                          count, load->sizes->tiles_per_ipu, load->sizes->num_tiles);
    POPLENS_PUSH (out->ids, guint32, poplens_query_u32 (q, 0));
    POPLENS_PUSH (out->sums, guint64, sum);
  }
  return q && poplens_query_end (q, error);
}

/* Rows of a small table of names: finds @text, or adds it; 256 where it is full. */
static guint
find_or_add (PoplensStrings *strings, guint32 *names, guint32 *n, const char *text, gboolean *added)
{
  guint32 id = poplens_strings_intern (strings, text, -1);

  *added = FALSE;
  for (guint i = 0; i < *n; i++)
    if (names[i] == id)
      return i;
  if (*n == 256)
    return 256;
  *added = TRUE;
  names[*n] = id;
  return (*n)++;
}

static gboolean
read_steps (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) types = POPLENS_COLUMN (guint8);
  g_autoptr (GArray) syncs = POPLENS_COLUMN (guint8);
  g_autoptr (GArray) programs = POPLENS_COLUMN (guint32);
  gboolean dense = TRUE, added;
  guint32 last = 0;
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "steps", "id!, type!, program, sync_type", "ORDER BY id", error);

  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0);
    const char *name = poplens_query_text (q, 1);
    guint type = find_or_add (part->strings, part->type_name, &part->n_types, name, &added);
    if (added)
      part->type_kind[type] = poplens_step_kind_parse (name);
    guint sync = find_or_add (part->strings, part->sync_name, &part->n_syncs,
                              poplens_query_text (q, 3), &added);
    if (type > G_MAXUINT8 || sync > G_MAXUINT8)
      poplens_query_fail (q, "there are more than 256 types of steps or syncs");
    if (types->len && id <= last)
      poplens_query_fail (q, "step id %u stands twice", id);
    last = id;
    /* Ids are written down from where they are not the rows' numbers: in no real file. */
    if (dense && id != types->len)
      for (dense = FALSE; ids->len < types->len;)
        POPLENS_PUSH (ids, guint32, ids->len);
    if (!dense)
      POPLENS_PUSH (ids, guint32, id);
    POPLENS_PUSH (types, guint8, type);
    POPLENS_PUSH (syncs, guint8, sync);
    POPLENS_PUSH (programs, guint32, poplens_query_u32_or (q, 2, G_MAXUINT32));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_steps = types->len;
  if (!dense)
    part->step_id = poplens_column_steal (&ids);
  part->step_type = poplens_column_steal (&types);
  part->step_sync = poplens_column_steal (&syncs);
  part->step_program = poplens_column_steal (&programs);
  return TRUE;
}

typedef struct {
  GArray *step, *ipu, *from, *length;
  GArray *end, *cycles, *seen; /* by IPU */
} Rows;

static void
rows_clear (Rows *r)
{
  GArray **all[] = {&r->step, &r->ipu, &r->from, &r->length, &r->end, &r->cycles, &r->seen};

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_clear_pointer (all[i], g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rows, rows_clear)

static void
add_block (PoplensExecution *part, Rows *r, gboolean active, guint64 from, guint64 to)
{
  guint64 length = to - from;

  if (!active)
    from = G_MAXUINT64, length = 0;
  if (length >= G_MAXUINT32) {
    if (!part->long_lengths)
      part->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_hash_table_insert (part->long_lengths, GUINT_TO_POINTER (r->step->len),
                         g_memdup2 (&length, sizeof length));
    length = G_MAXUINT32;
  }
  POPLENS_PUSH (r->from, guint64, from);
  POPLENS_PUSH (r->length, guint32, length);
}

#define STEPS_BY_IPU                                                                               \
  "step_id!, ipu!, cycles_base!, active_cycles_from_max!, active_cycles_to_max!,"                  \
  "all_cycles_to_max!, cycles!, active_tiles!, tile_cycles_id"

static void
add_row (PoplensQuery *q, PoplensExecution *part, Rows *r, guint32 step, guint32 ipu,
         const CycleSums *sums)
{
  guint32 id = poplens_query_u32_or (q, 8, G_MAXUINT32);
  guint64 base = poplens_query_u64 (q, 2);

  if (ipu >= MOST_IPUS) {
    poplens_query_fail (q, "IPU %u is out of range", ipu);
    return;
  }
  /* Slices find their first row by both. */
  if (r->step->len && g_array_index (r->step, guint32, r->step->len - 1) == step &&
      g_array_index (r->ipu, guint16, r->ipu->len - 1) == ipu) {
    poplens_query_fail (q, "the step has two rows for IPU %u", ipu);
    return;
  }
  if (r->end->len <= ipu) {
    g_array_set_size (r->end, ipu + 1);
    g_array_set_size (r->cycles, ipu + 1);
    g_array_set_size (r->seen, ipu + 1);
  }
  guint64 *end = &g_array_index (r->end, guint64, ipu);
  *end = MAX (*end, base + poplens_query_u64 (q, 5));
  g_array_index (r->cycles, guint64, ipu) += poplens_query_u64 (q, 6);
  g_array_index (r->seen, gboolean, ipu) = TRUE;
  if (id != G_MAXUINT32) {
    guint32 found = poplens_find_id ((guint32 *) (gpointer) sums->ids->data, sums->ids->len, id);
    if (found == G_MAXUINT32)
      poplens_query_fail (q, "tile_cycles_id %u is not in cycles_by_tile", id);
    else
      part->type_tile_cycles[part->step_type[step]] += g_array_index (sums->sums, guint64, found);
  }
  gboolean active = poplens_query_u64 (q, 7) > 0;
  guint64 from = poplens_query_u64 (q, 3), to = poplens_query_u64 (q, 4);
  if (active && to < from)
    poplens_query_fail (q, "the step ends before it starts");
  add_block (part, r, active, base + from, base + to);
  POPLENS_PUSH (r->step, guint32, step);
  POPLENS_PUSH (r->ipu, guint16, ipu);
}

/* @sorted FALSE where the rows turned out not to lie by step and IPU. */
static gboolean
read_rows_in_order (const PoplensLoad *load, const char *order, PoplensExecution *part, Rows *r,
                    const CycleSums *sums, gboolean *sorted, GError **error)
{
  guint32 step = 0, last_id = 0, last_ipu = 0;
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "steps_by_ipu", STEPS_BY_IPU, order, error);

  *sorted = TRUE;
  while (q && poplens_query_next (q)) {
    guint32 id = poplens_query_u32 (q, 0), ipu = poplens_query_u32 (q, 1);
    if (id < last_id || (id == last_id && ipu < last_ipu)) {
      *sorted = FALSE;
      return TRUE;
    }
    last_id = id;
    last_ipu = ipu;
    while (step < part->n_steps && poplens_execution_step_id (part, step) < id)
      step++;
    if (step >= part->n_steps || poplens_execution_step_id (part, step) != id)
      poplens_query_fail (q, "step %u is not in the table steps", id);
    else
      add_row (q, part, r, step, ipu, sums);
  }
  return q && poplens_query_end (q, error);
}

static Rows
rows_new (void)
{
  return (Rows){POPLENS_COLUMN (guint32),
                POPLENS_COLUMN (guint16),
                POPLENS_COLUMN (guint64),
                POPLENS_COLUMN (guint32),
                g_array_new (FALSE, TRUE, sizeof (guint64)),
                g_array_new (FALSE, TRUE, sizeof (guint64)),
                g_array_new (FALSE, TRUE, sizeof (gboolean))};
}

/* In the order of the file, in which all real ones have them by step and IPU; by the index, which
 * takes a look-up a row, only where that turns out not to be so. */
static gboolean
read_rows (const PoplensLoad *load, PoplensExecution *part, const CycleSums *sums, GError **error)
{
  g_auto (Rows) r = rows_new ();
  gboolean sorted;

  part->type_tile_cycles = g_new0 (guint64, MAX (part->n_types, 1));
  if (!read_rows_in_order (load, "WHERE ipu IS NOT NULL", part, &r, sums, &sorted, error))
    return FALSE;
  if (!sorted) {
    rows_clear (&r);
    r = rows_new ();
    g_clear_pointer (&part->long_lengths, g_hash_table_unref);
    for (guint32 t = 0; t < part->n_types; t++)
      part->type_tile_cycles[t] = 0;
    if (!read_rows_in_order (load, "WHERE ipu IS NOT NULL ORDER BY step_id, ipu", part, &r, sums,
                             &sorted, error))
      return FALSE;
    if (!sorted) {
      poplens_load_fail_order (load, "steps_by_ipu", error);
      return FALSE;
    }
  }
  part->n_rows = r.step->len;
  part->n_ipus = r.end->len;
  part->row_step = poplens_column_steal (&r.step);
  part->row_ipu = poplens_column_steal (&r.ipu);
  part->row_from = poplens_column_steal (&r.from);
  part->row_length = poplens_column_steal (&r.length);
  part->ipu_end = poplens_column_steal (&r.end);
  part->ipu_cycles = poplens_column_steal (&r.cycles);
  part->ipu_seen = poplens_column_steal (&r.seen);
  for (guint32 i = 0; i < part->n_ipus; i++)
    part->total_cycles = MAX (part->total_cycles, part->ipu_end[i]);
  return TRUE;
}

/* The lists of cycles by tile, which are most of the bytes, are added up beside the steps. */
static gboolean
read_steps_and_rows (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_auto (CycleSums) sums = {POPLENS_COLUMN (guint32), POPLENS_COLUMN (guint64)};
  g_autoptr (GError) wrong = NULL;
  PoplensBeside *beside = poplens_beside_start (load, read_cycle_sums, &sums);
  gboolean good = read_steps (load, part, error);

  if (!poplens_beside_join (beside, &wrong) && good) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  return good && read_rows (load, part, &sums, error);
}

static gboolean
read_runs (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) runs = POPLENS_COLUMN (PoplensRunInfo);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "runs",
      "id!, name, start_epoch_time_microseconds, elapsed_microseconds, num_programs, num_steps",
      "ORDER BY id", error);

  while (q && poplens_query_next (q)) {
    PoplensRunInfo run = {
        .id = poplens_query_i64 (q, 0),
        .name = poplens_query_intern (q, 1, part->strings),
        .start_epoch_microseconds = poplens_query_u64 (q, 2),
        .elapsed_microseconds =
            poplens_query_is_null (q, 3) ? POPLENS_NOT_TIMED : poplens_query_i64 (q, 3),
        .n_programs = poplens_query_u64 (q, 4),
        .n_steps = poplens_query_u64 (q, 5),
    };
    g_array_append_val (runs, run);
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_runs = runs->len;
  part->runs = poplens_column_steal (&runs);
  return TRUE;
}

static gboolean
read_trace (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) programs = POPLENS_COLUMN (guint32);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "program_trace", "id!, program_id!", "ORDER BY id", error);

  while (q && poplens_query_next (q))
    POPLENS_PUSH (programs, guint32, poplens_query_u32 (q, 1));
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_trace = programs->len;
  part->trace_program = poplens_column_steal (&programs);
  return TRUE;
}

static gboolean
read_totals (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  g_autoptr (GString) columns = g_string_new (NULL);
  GPtrArray *all = poplens_schema_get_columns (load->database->schema, "execution_cycle_totals");

  part->totals_run = -1;
  if (!all)
    return TRUE;
  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (columns, "%s%s", i ? "," : "", (char *) g_ptr_array_index (all, i));
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "execution_cycle_totals", columns->str, "LIMIT 1", error);
  while (q && poplens_query_next (q))
    for (guint i = 0; i < all->len; i++) {
      if (poplens_query_is_null (q, i))
        continue;
      if (g_str_equal (g_ptr_array_index (all, i), "run_id")) {
        part->totals_run = poplens_query_i64 (q, i);
        continue;
      }
      POPLENS_PUSH (names, guint32,
                    poplens_strings_intern (part->strings, g_ptr_array_index (all, i), -1));
      POPLENS_PUSH (values, guint64, poplens_query_u64 (q, i));
    }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->has_totals = names->len > 0;
  part->n_totals = names->len;
  part->total_name = poplens_column_steal (&names);
  part->total_value = poplens_column_steal (&values);
  return TRUE;
}

static gboolean
read_markers (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) froms = POPLENS_COLUMN (guint64);
  g_autoptr (GArray) lengths = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "absolute_markers", "id!, cycles_from!, cycles_length!",
                          "ORDER BY cycles_from, id", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (froms, guint64, poplens_query_u64 (q, 1));
    POPLENS_PUSH (lengths, guint64, poplens_query_u64 (q, 2));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_markers = froms->len;
  part->marker_from = poplens_column_steal (&froms);
  part->marker_length = poplens_column_steal (&lengths);
  return TRUE;
}

PoplensExecution *
poplens_load_execution (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();

  if (!read_steps_and_rows (load, part, error) || !read_runs (load, part, error) ||
      !read_trace (load, part, error) || !read_totals (load, part, error) ||
      !poplens_load_light_blocks (load, part->light, error) || !read_markers (load, part, error))
    return NULL;
  return g_steal_pointer (&part);
}

/* ---- in brief ----------------------------------------------------------------------------------
 */

static void
add_brief_type (PoplensExecution *part, PoplensStepKind kind, guint64 cycles)
{
  part->type_kind[part->n_types] = kind;
  part->type_tile_cycles[part->n_types++] = cycles;
}

PoplensExecution *
poplens_load_execution_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();
  guint n = 0;

  if (!poplens_schema_has_table (load->database->schema, "execution_cycle_totals"))
    return NULL;
  part->type_tile_cycles = g_new0 (guint64, 7);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "execution_cycle_totals",
      "cycles!, tile_cycles_compute!, tile_cycles_internal_exchange!, "
      "tile_cycles_inter_ipu_exchange!, tile_cycles_stream_copy!, tile_cycles_stream_copy_begin!, "
      "tile_cycles_stream_copy_end!, tile_cycles_sync!",
      "LIMIT 2", error);
  while (q && poplens_query_next (q) && !n++) {
    static const PoplensStepKind kinds[] = {POPLENS_STEP_ON_TILE_EXECUTE,
                                            POPLENS_STEP_DO_EXCHANGE,
                                            POPLENS_STEP_GLOBAL_EXCHANGE,
                                            POPLENS_STEP_STREAM_COPY_MID,
                                            POPLENS_STEP_STREAM_COPY_BEGIN,
                                            POPLENS_STEP_STREAM_COPY_END,
                                            POPLENS_STEP_SYNC};
    part->total_cycles = poplens_query_u64 (q, 0);
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      add_brief_type (part, kinds[k], poplens_query_u64 (q, 1 + (int) k));
  }
  if (!q || !poplens_query_end (q, error) || n != 1 || !part->total_cycles ||
      !read_runs (load, part, error) || part->n_runs > 1)
    return NULL;
  part->n_steps = 1; /* there are some */
  return g_steal_pointer (&part);
}
