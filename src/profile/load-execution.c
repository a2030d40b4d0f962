/* Loads the execution part, completely or in brief (with the first steps of a long trace). Reads
 * runs, totals, markers, and blocks of lightweight profiling; load-steps.c reads steps and their
 * rows. */
#include "base/search.h"
#include "base/work.h"
#include "database/columns.h"
#include "profile/load-steps.h"
#include "profile/loaders.h"

/* ---- lightweight profiling ------------------------------------------------------------------- */

static void
add_length (PoplensLightBlocks *part, guint32 row, guint64 length)
{
  if (length >= G_MAXUINT32) {
    if (!part->long_lengths)
      part->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
    g_hash_table_insert (part->long_lengths, GUINT_TO_POINTER (row),
                         g_memdup2 (&length, sizeof length));
  }
  part->length[row] = (guint32) MIN (length, G_MAXUINT32);
}

/* Reads the blocks of lightweight profiling into the new @part. Blocks with damaged times or tiles
 * are counted and left out. FALSE with @error. */
static gboolean
load_light_blocks (const PoplensLoad *load, PoplensLightBlocks *part, GError **error)
{
  PoplensReading reading = {"blocks",
                            "tile, cycles_from, cycles_to DESC",
                            &part->n,
                            {{"tile!"},
                             {"cycles_from!", POPLENS_U64, &part->from},
                             {"cycles_to!", POPLENS_ROOM, &part->length, 0, sizeof (guint32)},
                             {"block_id", POPLENS_I64, &part->id, -1},
                             {"type!", POPLENS_ROOM, &part->type, 0, sizeof (guint8)},
                             {"rowid!"}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);
  g_autoptr (GArray) tiles = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) firsts = POPLENS_COLUMN (guint32);

  while (poplens_rows_next (&rows)) {
    gint64 tile = poplens_query_i64 (rows.query, 0);
    guint32 row = rows.n;
    gint64 from = poplens_query_i64 (rows.query, 1), to = poplens_query_i64 (rows.query, 2);
    if (tile < 0 || tile > G_MAXUINT32 || from < 0 || to < from ||
        to - from > POPLENS_MOST_CYCLES) {
      if (!part->n_damaged++)
        part->damaged = poplens_query_i64 (rows.query, 5);
      continue;
    }
    if (row == G_MAXUINT32 - 1)
      poplens_query_fail (rows.query, "there are more blocks than Poplens can count");
    if (!row || g_array_index (tiles, guint32, tiles->len - 1) != tile) {
      POPLENS_PUSH (tiles, guint32, (guint32) tile);
      POPLENS_PUSH (firsts, guint32, row);
    }
    poplens_rows_take (&rows);
    add_length (part, row, (guint64) (to - from));
    part->type[row] = poplens_query_is_known (rows.query, 4)
                          ? (guint8) poplens_query_i64 (rows.query, 4)
                          : G_MAXUINT8;
  }
  if (!poplens_rows_end (&rows, error))
    return FALSE;
  POPLENS_PUSH (firsts, guint32, part->n);
  part->n_tiles = tiles->len;
  part->tile = poplens_column_steal (&tiles);
  g_free (part->first);
  part->first = poplens_column_steal (&firsts);
  return TRUE;
}

/* ---- executed steps -------------------------------------------------------------------------- */

static guint64
read_count (PoplensQuery *q, int column)
{
  return poplens_query_is_known (q, column) ? poplens_query_u64 (q, column) : POPLENS_COUNT_UNKNOWN;
}

static gboolean
read_runs (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) runs = POPLENS_COLUMN (PoplensRunInfo);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (
      load->database, "runs",
      "id!, name, start_epoch_time_microseconds, elapsed_microseconds, num_programs, num_steps",
      "id");

  while (poplens_query_next (q)) {
    PoplensRunInfo run = {
        .id = poplens_query_i64 (q, 0),
        .name = poplens_query_intern (q, 1, part->strings),
        .start_epoch_microseconds = poplens_query_is_known (q, 2) ? poplens_query_u64 (q, 2) : 0,
        .elapsed_microseconds =
            poplens_query_is_known (q, 3) ? poplens_query_i64 (q, 3) : POPLENS_NOT_TIMED,
        .n_programs = read_count (q, 4),
        .n_steps = read_count (q, 5),
    };
    g_array_append_val (runs, run);
  }
  if (!poplens_query_end (q, error))
    return FALSE;
  part->n_runs = runs->len;
  part->runs = poplens_column_steal (&runs);
  return TRUE;
}

/* TRUE if the total of tile cycles in @column is known and plausible: at most @cycles, the trace's
 * length, for each tile. Reports a larger total as damage. */
static gboolean
is_known_total (PoplensQuery *q, int column, guint64 cycles, const PoplensProfileSizes *sizes)
{
  guint64 most, tiles = MAX (sizes->counts.num_tiles, sizes->listed_tiles);

  if (!poplens_query_is_known (q, column))
    return FALSE;
  if (__builtin_mul_overflow (cycles, tiles, &most) || poplens_query_u64 (q, column) <= most)
    return TRUE;
  poplens_query_note_damage (q, column);
  return FALSE;
}

/* Returns the length of the trace in cycles; G_MAXUINT64 if it is unknown. @column: contains the
 * cycle at which the trace ends */
static guint64
read_length (PoplensQuery *q, int column, const PoplensProfileSizes *sizes)
{
  if (!poplens_query_is_known (q, column))
    return G_MAXUINT64;
  guint64 end = poplens_query_u64 (q, column);
  if (end >= sizes->first_cycle && end - sizes->first_cycle <= POPLENS_MOST_CYCLES)
    return end - sizes->first_cycle;
  poplens_query_note_damage (q, column);
  return G_MAXUINT64;
}

static int
find_column_index (GStrv names, const char *name)
{
  for (int i = 0; names[i]; i++)
    if (g_str_equal (names[i], name))
      return i;
  return -1;
}

/* Columns of execution_cycle_totals. Each column sums the tile cycles of one kind of steps. */
static const struct {
  const char *column;
  PoplensStepKind kind;
} totals[] = {{"tile_cycles_compute", POPLENS_STEP_ON_TILE_EXECUTE},
              {"tile_cycles_internal_exchange", POPLENS_STEP_DO_EXCHANGE},
              {"tile_cycles_inter_ipu_exchange", POPLENS_STEP_GLOBAL_EXCHANGE},
              {"tile_cycles_stream_copy", POPLENS_STEP_STREAM_COPY_MID},
              {"tile_cycles_stream_copy_begin", POPLENS_STEP_STREAM_COPY_BEGIN},
              {"tile_cycles_stream_copy_end", POPLENS_STEP_STREAM_COPY_END},
              {"tile_cycles_sync", POPLENS_STEP_SYNC}};

/* Adds @cycles to the sum of recorded tile cycles. @known: FALSE makes the sum unknown. */
static void
add_recorded_cycles (PoplensExecution *part, gboolean known, guint64 cycles)
{
  if (!known || part->recorded_tile_cycles == POPLENS_CYCLES_UNKNOWN ||
      __builtin_add_overflow (part->recorded_tile_cycles, cycles, &part->recorded_tile_cycles))
    part->recorded_tile_cycles = POPLENS_CYCLES_UNKNOWN;
}

static gboolean
is_kind_column (const char *column)
{
  for (guint k = 0; k < G_N_ELEMENTS (totals); k++)
    if (g_str_equal (column, totals[k].column))
      return TRUE;
  return FALSE;
}

static gboolean
read_totals (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  const PoplensSchemaTable *table =
      poplens_schema_get_table (load->database->schema, "execution_cycle_totals");

  part->totals_run = -1;
  if (!table)
    return TRUE;
  g_autofree char *columns = poplens_schema_table_names (table);
  g_auto (GStrv) all = g_strsplit (columns, ",", -1);
  int cycles = find_column_index (all, "cycles");
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (load->database, "execution_cycle_totals", columns, NULL);
  /* Read all rows, to find damage, but use only the totals in the first one. */
  for (gboolean first = TRUE; poplens_query_next (q); first = FALSE) {
    if (first)
      part->recorded_tile_cycles = 0;
    guint64 length = cycles < 0 ? G_MAXUINT64 : read_length (q, cycles, load->sizes);
    for (int i = 0; all[i]; i++)
      if (g_str_equal (all[i], "run_id")) {
        if (first && poplens_query_is_known (q, i))
          part->totals_run = poplens_query_i64 (q, i);
      } else {
        gboolean known =
            i == cycles ? length != G_MAXUINT64 : is_known_total (q, i, length, load->sizes);
        if (is_kind_column (all[i]))
          add_recorded_cycles (part, known, known ? poplens_query_u64 (q, i) : 0);
        if (first && known) {
          POPLENS_PUSH (names, guint32, poplens_strings_intern (part->strings, all[i], -1));
          POPLENS_PUSH (values, guint64, i == cycles ? length : poplens_query_u64 (q, i));
        }
      }
  }
  if (!poplens_query_end (q, error))
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
  PoplensReading reading = {"absolute_markers",
                            "cycles_from, id",
                            &part->n_markers,
                            {{"id!"},
                             {"cycles_from!", POPLENS_U64, &part->marker_from},
                             {"cycles_length!", POPLENS_U64, &part->marker_length}}};
  g_auto (PoplensRows) rows = poplens_rows_begin (load->database, &reading, NULL);

  while (poplens_rows_next (&rows)) {
    poplens_rows_take (&rows);
    part->marker_from[rows.n - 1] = poplens_query_position (rows.query, 1, load->sizes);
  }
  return poplens_rows_end (&rows, error);
}

PoplensExecution *
poplens_load_execution (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();

  if (!poplens_load_steps (load, part, error) || !read_runs (load, part, error) ||
      !read_totals (load, part, error) || !load_light_blocks (load, part->light, error) ||
      !read_markers (load, part, error))
    return NULL;
  poplens_execution_count_without_rows (part);
  poplens_work_has_read (load->database->cancellable);
  return g_steal_pointer (&part);
}

/* ---- in brief -------------------------------------------------------------------------------- */

/* Returns @column, a step id, of the first row of @table; −1 if there is no row. @tail: SQL that
 * sorts the rows */
static gint64
read_end_step (const PoplensLoad *load, const char *table, const char *column, const char *tail)
{
  g_autoptr (PoplensQuery) q = poplens_query_new (load->database, table, column, tail);

  return poplens_query_next (q) ? poplens_query_i64 (q, 0) : -1;
}

static gboolean
is_stream_copy (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_STREAM_COPY_BEGIN || kind == POPLENS_STEP_STREAM_COPY_MID ||
         kind == POPLENS_STEP_STREAM_COPY_END;
}

/* Loads the stream-copy programs of steps before the first work, and their neighbours: Begin, Mid
 * and End of a copy are consecutive programs. If this fails, .copies is NULL, and loading all
 * programs reports why. */
static void
read_copies (const PoplensLoad *load, PoplensExecution *part)
{
  g_autoptr (GArray) ids = POPLENS_COLUMN (guint32);
  guint64 work = G_MAXUINT64;
  guint n = 0;

  for (guint32 row = 0; row < part->n_rows; row++)
    if (poplens_step_kind_is_work (poplens_execution_step_kind (part, part->row_step[row])))
      work = MIN (work, part->row_from[row]);
  for (guint32 row = 0; row < part->n_rows; row++) {
    guint32 step = part->row_step[row], program = part->step_program[step];
    if (part->row_from[row] < work && program < POPLENS_NO_PROGRAM - 1 &&
        is_stream_copy (poplens_execution_step_kind (part, step)))
      for (guint32 id = MAX (program, 1) - 1; id <= program + 1; id++)
        POPLENS_PUSH (ids, guint32, id);
  }
  g_array_sort (ids, poplens_compare_u32);
  for (guint i = 0; i < ids->len; i++)
    if (!i || g_array_index (ids, guint32, i) != g_array_index (ids, guint32, i - 1))
      g_array_index (ids, guint32, n++) = g_array_index (ids, guint32, i);
  part->copies = poplens_load_programs_by_id (load, (guint32 *) (gpointer) ids->data, n, NULL);
}

/* Number of steps, and number of rows of steps_by_ipu, to read of a long trace: enough for the
 * start of a program. */
#define FIRST_READ 4096

/* Reads the steps and their rows, of a long trace only the first ones. FALSE if a step has no rows.
 * Of a long trace only the first and the last step are checked, because a truncated file lacks the
 * last rows. */
static gboolean
read_first_steps (const PoplensLoad *load, PoplensExecution *part)
{
  static const char *const ends[] = {"ORDER BY rowid LIMIT 1", "ORDER BY rowid DESC LIMIT 1"};
  gint64 step = 0;

  for (guint e = 0; e < G_N_ELEMENTS (ends); e++) {
    step = read_end_step (load, "steps", "id!", ends[e]);
    if (step < 0 || step != read_end_step (load, "steps_by_ipu", "step_id!", ends[e]))
      return FALSE;
  }
  part->cut = step > POPLENS_EXECUTION_MOST_BRIEF;
  if (!poplens_load_first_steps (load, part, part->cut ? FIRST_READ : G_MAXUINT32))
    return FALSE;
  if (part->cut)
    read_copies (load, part);
  else
    poplens_execution_count_without_rows (part);
  return !part->n_without_rows;
}

PoplensExecution *
poplens_load_execution_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();
  guint n = 0;

  if (!poplens_schema_has_table (load->database->schema, "execution_cycle_totals") ||
      !read_runs (load, part, error) || part->n_runs > 1 || !read_first_steps (load, part) ||
      part->n_types + G_N_ELEMENTS (totals) > G_N_ELEMENTS (part->type_kind))
    return NULL;
  guint32 n_types = part->n_types;
  g_autoptr (GString) columns = g_string_new ("cycles!");
  for (guint k = 0; k < G_N_ELEMENTS (totals); k++)
    g_string_append_printf (columns, ", %s!", totals[k].column);
  part->type_tile_cycles =
      g_renew (guint64, part->type_tile_cycles, n_types + G_N_ELEMENTS (totals));
  g_autoptr (PoplensQuery) q =
      poplens_query_new (load->database, "execution_cycle_totals", columns->str, "LIMIT 2");
  while (poplens_query_next (q) && !n++) {
    part->total_cycles = read_length (q, 0, load->sizes);
    part->recorded_tile_cycles = part->cut ? POPLENS_CYCLES_UNKNOWN : 0;
    for (guint k = 0; k < G_N_ELEMENTS (totals); k++) {
      gboolean known = is_known_total (q, 1 + (int) k, part->total_cycles, load->sizes);
      guint64 cycles = known ? poplens_query_u64 (q, 1 + (int) k) : 0;
      if (known) {
        /* Append a type for this kind of steps: types that were read in brief have no cycles. */
        part->type_kind[part->n_types] = totals[k].kind;
        part->type_tile_cycles[part->n_types++] = cycles;
      }
      add_recorded_cycles (part, known, cycles);
    }
  }
  if (!poplens_query_end (q, error) || n != 1 || !part->total_cycles ||
      part->total_cycles == G_MAXUINT64 || part->n_types != n_types + G_N_ELEMENTS (totals) ||
      poplens_execution_lacks_rows (part))
    return NULL;
  return g_steal_pointer (&part);
}
