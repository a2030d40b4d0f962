/* Part with runs and executed steps: look-up, kinds of steps, and the description of missing
 * data. */
#include "model/execution.h"

#include "base/format.h"
#include "model/search.h"

#include <string.h>

PoplensExecution *
poplens_execution_new (void)
{
  PoplensExecution *self = g_new0 (PoplensExecution, 1);

  self->strings = poplens_strings_new ();
  self->n_syncs = 1;
  self->recorded_tile_cycles = POPLENS_CYCLES_UNKNOWN;
  self->light = poplens_light_blocks_new ();
  return self;
}

void
poplens_execution_free (PoplensExecution *self)
{
  if (!self)
    return;
  g_free (self->step_id);
  g_free (self->step_type);
  g_free (self->step_sync);
  g_free (self->step_program);
  poplens_programs_free (self->copies);
  poplens_strings_free (self->strings);
  g_free (self->row_step);
  g_free (self->row_ipu);
  g_free (self->row_from);
  g_free (self->row_length);
  g_clear_pointer (&self->long_lengths, g_hash_table_unref);
  g_free (self->ipu_seen);
  g_free (self->ipu_end);
  g_free (self->ipu_cycles);
  g_free (self->type_tile_cycles);
  g_free (self->damaged);
  for (guint32 r = 0; r < self->n_runs; r++)
    g_free (self->runs[r].frequency_by_ipu);
  g_free (self->runs);
  g_free (self->trace_program);
  g_free (self->total_name);
  g_free (self->total_value);
  poplens_light_blocks_free (self->light);
  g_free (self->marker_from);
  g_free (self->marker_length);
  g_free (self);
}

guint32
poplens_execution_step_id (const PoplensExecution *self, guint32 step)
{
  return self->step_id ? self->step_id[step] : step;
}

guint32
poplens_execution_find_step (const PoplensExecution *self, guint32 id)
{
  if (self->step_id)
    return poplens_find_id (self->step_id, self->n_steps, id);
  return id < self->n_steps ? id : G_MAXUINT32;
}

const char *
poplens_execution_step_type (const PoplensExecution *self, guint32 step)
{
  return poplens_strings_get (self->strings, self->type_name[self->step_type[step]]);
}

PoplensStepKind
poplens_execution_step_kind (const PoplensExecution *self, guint32 step)
{
  return self->type_kind[self->step_type[step]];
}

const char *
poplens_execution_step_sync (const PoplensExecution *self, guint32 step)
{
  return poplens_strings_get (self->strings, self->sync_name[self->step_sync[step]]);
}

guint64
poplens_execution_row_to (const PoplensExecution *self, guint32 row)
{
  guint64 length = self->row_length[row];

  if (length == G_MAXUINT32 && self->long_lengths) {
    const guint64 *exact = g_hash_table_lookup (self->long_lengths, GUINT_TO_POINTER (row));
    length = exact ? *exact : length;
  }
  return self->row_from[row] + length;
}

gboolean
poplens_step_kind_is_waiting (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_STREAM_COPY_BEGIN || kind == POPLENS_STEP_STREAM_COPY_END ||
         kind == POPLENS_STEP_SYNC || kind == POPLENS_STEP_SANS || kind == POPLENS_STEP_SYNC_ANS;
}

gboolean
poplens_step_kind_is_work (PoplensStepKind kind)
{
  return kind == POPLENS_STEP_ON_TILE_EXECUTE || kind == POPLENS_STEP_DO_EXCHANGE ||
         kind == POPLENS_STEP_GLOBAL_EXCHANGE;
}

PoplensStepKind
poplens_step_kind_parse (const char *type)
{
  static const struct {
    const char *name;
    PoplensStepKind kind;
  } kinds[] = {
      {"OnTileExecute", POPLENS_STEP_ON_TILE_EXECUTE},
      {"DoExchange", POPLENS_STEP_DO_EXCHANGE},
      {"GlobalExchange", POPLENS_STEP_GLOBAL_EXCHANGE},
      {"StreamCopyBegin", POPLENS_STEP_STREAM_COPY_BEGIN},
      {"StreamCopy", POPLENS_STEP_STREAM_COPY_MID},
      {"StreamCopyMid", POPLENS_STEP_STREAM_COPY_MID},
      {"StreamCopyEnd", POPLENS_STEP_STREAM_COPY_END},
      {"Sync", POPLENS_STEP_SYNC},
      {"Sans", POPLENS_STEP_SANS},
      {"SyncAns", POPLENS_STEP_SYNC_ANS},
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (!strcmp (type, kinds[i].name))
      return kinds[i].kind;
  return POPLENS_STEP_OTHER;
}

/* ---- damaged and missing data ---------------------------------------------------------------- */

/* Maximum number of damaged ids in a message. */
#define MOST_NAMED 5

guint32
poplens_execution_count_ipus (const PoplensExecution *self)
{
  guint32 n = 0;

  for (guint32 i = 0; i < self->n_ipus; i++)
    n += self->ipu_seen[i] != 0;
  return n;
}

gboolean
poplens_execution_knows_tile_cycles (const PoplensExecution *self)
{
  for (guint32 t = 0; t < self->n_types; t++)
    if (self->type_tile_cycles && self->type_tile_cycles[t] == POPLENS_CYCLES_UNKNOWN)
      return FALSE;
  return TRUE;
}

static void
describe_lists (const PoplensExecution *self, GString *text)
{
  if (self->n_damaged) {
    g_string_append_printf (
        text, "%u of %u lists of tile cycles are damaged (profile.pop, table cycles_by_tile, id ",
        self->n_damaged, self->n_lists);
    for (guint32 i = 0; i < MIN (self->n_damaged, MOST_NAMED); i++)
      g_string_append_printf (text, "%s%u", i ? ", " : "", self->damaged[i]);
    g_string_append_printf (text, "%s)", self->n_damaged > MOST_NAMED ? ", …" : "");
  }
  if (self->n_damaged && self->n_missing)
    g_string_append (text, ", and ");
  if (self->n_missing)
    g_string_append_printf (text,
                            "%u of %u executed steps have no list of tile cycles: missing in "
                            "profile.pop, table cycles_by_tile, id %u%s",
                            self->n_missing, self->n_rows, self->missing,
                            self->n_missing > 1 ? ", …" : "");
  g_string_append (text, "; dependent values are blank, not 0. ");
}

char *
poplens_execution_describe_damage (const PoplensExecution *self)
{
  g_autoptr (GString) text = g_string_new (NULL);
  PoplensNumber number;

  if (self->n_without_rows)
    g_string_append_printf (text,
                            "The trace is incomplete: %u of %u executed steps have no row "
                            "(profile.pop, table steps_by_ipu, first: step %u); cycles are those "
                            "of the others. ",
                            self->n_without_rows, self->n_steps, self->without_rows);
  else if (poplens_execution_lacks_rows (self))
    g_string_append_printf (
        text,
        "The trace is incomplete: rows of executed steps are missing "
        "(profile.pop, table steps_by_ipu): they have %s of the tile cycles "
        "that the file's totals have. ",
        poplens_format_fine_percent (number, (double) self->row_tile_cycles /
                                                 (double) self->recorded_tile_cycles));
  if (self->n_damaged || self->n_missing)
    describe_lists (self, text);
  g_autofree char *blocks = poplens_light_blocks_describe_damage (self->light);
  if (blocks)
    g_string_append_printf (text, "%s. ", blocks);
  if (!text->len)
    return NULL;
  g_string_append (text, "Copy the file again or record a new report");
  return g_strdup (text->str);
}

gboolean
poplens_execution_lacks_rows (const PoplensExecution *self)
{
  return self->n_without_rows || (self->row_tile_cycles != POPLENS_CYCLES_UNKNOWN &&
                                  self->recorded_tile_cycles != POPLENS_CYCLES_UNKNOWN &&
                                  self->row_tile_cycles < self->recorded_tile_cycles);
}

void
poplens_execution_count_without_rows (PoplensExecution *self)
{
  guint32 row = 0;

  for (guint32 step = 0; step < self->n_steps; step++) {
    gboolean has_row = row < self->n_rows && self->row_step[row] == step;
    while (row < self->n_rows && self->row_step[row] == step)
      row++;
    if (!has_row && !self->n_without_rows++)
      self->without_rows = poplens_execution_step_id (self, step);
  }
}

guint64
poplens_execution_recorded_cycles (const PoplensExecution *self)
{
  for (guint32 t = 0; self->n_runs <= 1 && t < self->n_totals; t++)
    if (g_str_equal (poplens_strings_get (self->strings, self->total_name[t]), "cycles"))
      return self->total_value[t];
  return 0;
}
