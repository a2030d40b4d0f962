/* All that the file says of one executed step, the location's "executed". */
#include "tables/trace/trace-step.h"

#include "analysis/trace/trace-range.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/parts.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"
#include "model/tile-set.h"

#include <math.h>

/* ---- rows ------------------------------------------------------------------------------ */

static void
add_row (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
         PoplensValue value, const char *source, const char *doc)
{
  PoplensCardFact *fact = poplens_card_facts_add (self->rows, depth, what, &value);

  fact->doc = poplens_records_text (self->rows, doc);
  fact->source = source;
  fact->key = poplens_records_text (self->rows, key);
}

void
poplens_step_add_text (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                       const char *value, const char *source, const char *doc)
{
  if (value && *value)
    add_row (self, depth, key, what, poplens_value_text (value), source, doc);
}

void
poplens_step_add_int (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                      guint64 value, PoplensUnit unit, const char *source, const char *doc)
{
  add_row (self, depth, key, what, poplens_value_int ((gint64) value, unit), source, doc);
}

static void
step_add_ratio (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                double value, const char *doc)
{
  if (!isnan (value))
    add_row (self, depth, key, what, poplens_value_real (value, POPLENS_UNIT_RATIO), "derived",
             doc);
}

/* ---- an IPU's part --------------------------------------------------------------------- */

static void
add_cycles (PoplensStepFacts *self, const char *key, const char *what, guint64 value,
            const char *doc)
{
  poplens_step_add_int (self, 1, key, what, value, POPLENS_UNIT_CYCLES, self->measure, doc);
}

static void
add_block (PoplensStepFacts *self, const PoplensStepRow *f)
{
  if (!f->active_tiles) {
    poplens_step_add_text (self, 1, "drawn", "Drawn", "no: no active tiles", self->measure,
                           "Steps are drawn from the start of the last active tile to the end of "
                           "the last active tile");
    return;
  }
  add_cycles (self, "from", "Drawn from", f->base + f->active_from_max,
              "Cycle at which the last active tile starts");
  add_cycles (self, "to", "Drawn to", f->base + f->active_to_max,
              "Cycle at which the last active tile ends");
  add_cycles (self, "drawn_cycles", "Drawn cycles",
              f->active_to_max > f->active_from_max ? f->active_to_max - f->active_from_max : 0,
              "Length of the step as drawn");
  if (f->active_from_max > f->active_from_min)
    add_cycles (self, "overlap", "Start spread", f->active_from_max - f->active_from_min,
                "Cycles from the start of the first active tile to the start of the last; overlaps "
                "the steps before");
}

/* In cycles of the trace: what the file counts from the step's base, with the base. */
static void
add_extents (PoplensStepFacts *self, const PoplensStepRow *f)
{
  const struct {
    const char *key, *what;
    guint64 value;
    const char *doc;
  } extents[] = {
      {"base", "Base", 0, "Cycle from which the cycles of the step are counted (cycles_base)"},
      {"active_from_min", "First active start", f->active_from_min,
       "Cycle at which the first active tile starts"},
      {"active_from_mean", "Mean active start", f->active_from_mean,
       "Mean cycle at which active tiles start"},
      {"active_from_max", "Last active start", f->active_from_max,
       "Cycle at which the last active tile starts"},
      {"active_to_min", "First active end", f->active_to_min,
       "Cycle at which the first active tile ends"},
      {"active_to_mean", "Mean active end", f->active_to_mean,
       "Mean cycle at which active tiles end"},
      {"active_to_max", "Last active end", f->active_to_max,
       "Cycle at which the last active tile ends"},
      {"all_to_min", "First end", f->all_to_min, "Cycle at which the first of all tiles ends"},
      {"all_to_mean", "Mean end", f->all_to_mean, "Mean cycle at which all tiles end"},
      {"all_to_max", "Last end", f->all_to_max, "Cycle at which the last of all tiles ends"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    if (f->active_tiles || !g_str_has_prefix (extents[i].key, "active_"))
      add_cycles (self, extents[i].key, extents[i].what, f->base + extents[i].value,
                  extents[i].doc);
}

/* The tiles of an IPU, the first of which has the number @first, that take @most cycles. */
static PoplensTileSet *
tiles_that_take (const guint64 *cycles, guint32 n, guint32 first, guint64 most)
{
  g_autoptr (GArray) ranges = g_array_new (FALSE, FALSE, sizeof (PoplensTileRange));

  for (guint32 t = 0; t < n; t++)
    if (cycles[t] == most && t && cycles[t - 1] == most) {
      g_array_index (ranges, PoplensTileRange, ranges->len - 1).last = first + t;
    } else if (cycles[t] == most) {
      PoplensTileRange range = {first + t, first + t};
      g_array_append_val (ranges, range);
    }
  return poplens_tile_set_new ((const PoplensTileRange *) (gconstpointer) ranges->data,
                               ranges->len);
}

/* Adds all tiles that tie for the most cycles, if there are several: none of them alone makes the
 * step late. */
static void
add_as_long (PoplensStepFacts *self, const PoplensTileSet *tiles, gboolean is_link)
{
  guint64 n = poplens_tile_set_count (tiles);
  g_autofree char *set = poplens_tile_set_to_string (tiles);
  PoplensNumber number;

  if (n < 2)
    return;
  g_auto (GStrv) parts = g_strsplit (set, ",", -1);
  g_autofree char *names = g_strjoinv (", ", parts);
  g_autofree char *text = g_strdup_printf ("%s tiles: %s", poplens_format_count (number, n), names);
  poplens_step_add_text (self, 1, "longest_tiles", "Tied tiles", text, self->measure,
                         "Tiles that share the most cycles; none of them alone delays the step");
  if (is_link)
    poplens_card_facts_link (self->rows, "memory?tile=%s", set);
}

/* Adds the tiles with the most cycles. The cycles by tile of the step are a list of the IPU's
 * tiles, or one of all tiles. */
static void
add_longest_tiles (PoplensStepFacts *self, const PoplensStepRow *f)
{
  guint32 tiles = self->target ? self->target->tiles_per_ipu : 0;
  guint64 number = (guint64) f->ipu * tiles, most = 0;
  g_autoptr (PoplensSlice) cycles =
      f->tile_cycles_id >= 0 && tiles
          ? poplens_report_get_slice (self->report, POPLENS_SLICE_CYCLES,
                                      (guint64) f->tile_cycles_id, self->cancellable, NULL)
          : NULL;
  guint64 begin = cycles && cycles->n > tiles ? number : 0;

  if (!cycles || begin >= cycles->n || number + tiles > G_MAXUINT32)
    return;
  const guint64 *own = cycles->values + begin;
  guint32 n = (guint32) MIN (tiles, cycles->n - begin);
  for (guint32 t = 0; t < n; t++)
    most = MAX (most, own[t]);
  if (!most)
    return;
  g_autoptr (PoplensTileSet) longest = tiles_that_take (own, n, (guint32) number, most);
  guint32 first = longest->ranges[0].first;
  gboolean is_link = longest->ranges[longest->n - 1].last < self->target->tiles_per_replica;
  poplens_step_add_int (self, 1, "longest_tile", "Slowest tile", first, POPLENS_UNIT_ID,
                        self->measure,
                        "First tile with the most cycles; all other tiles wait for it");
  if (is_link)
    poplens_card_facts_link (self->rows, "memory?tile=%u", first);
  add_as_long (self, longest, is_link);
}

static void
add_use (PoplensStepFacts *self, const PoplensTraceSums *sums, guint32 row, const PoplensStepRow *f)
{
  guint64 received, sent,
      all = (guint64) sums->steps->tiles * poplens_cycles_at (sums->steps->cycles, row);
  guint64 tile_cycles = poplens_step_sums_tile_cycles (sums->steps, row);

  poplens_step_add_int (self, 1, "active_tiles", "Active tiles", f->active_tiles,
                        POPLENS_UNIT_COUNT, self->measure, "Tiles with any cycles in the step");
  step_add_ratio (self, 1, "tile_balance", "Tile balance", f->tile_balance,
                  "Mean cycles of all tiles ÷ cycles of the longest tile");
  step_add_ratio (self, 1, "active_tile_balance", "Active tile balance", f->active_tile_balance,
                  "Mean cycles of the active tiles ÷ cycles of the longest tile");
  step_add_ratio (self, 1, "thread_balance", "Thread balance", f->thread_balance,
                  "Balance of the threads of the tiles, as recorded");
  add_longest_tiles (self, f);
  if (sums->steps->tiles && all >= tile_cycles) {
    poplens_step_add_int (self, 1, "tile_cycles", "Tile cycles", tile_cycles, POPLENS_UNIT_CYCLES,
                          "derived", "Cycles of all tiles of the IPU");
    poplens_step_add_int (
        self, 1, "imbalance", "Imbalance",
        (all - tile_cycles + sums->steps->tiles / 2) / sums->steps->tiles, POPLENS_UNIT_CYCLES,
        "derived",
        "Longest tile minus mean of all tiles, rounded: cycles that perfect balance would save");
  }
  if (!poplens_trace_sums_bytes (sums, row, &received, &sent))
    return;
  poplens_step_add_int (self, 1, "received_bytes", "Received", received, POPLENS_UNIT_BYTES,
                        "recorded", "Bytes that tiles of the IPU receive in the exchange");
  poplens_step_add_int (self, 1, "sent_bytes", "Sent", sent, POPLENS_UNIT_BYTES, "recorded",
                        "Bytes that tiles of the IPU send in the exchange");
}

static gboolean
add_ipu (PoplensStepFacts *self, const PoplensTraceSums *sums, guint32 row, GError **error)
{
  g_autoptr (PoplensSlice) slice =
      poplens_report_get_slice (self->report, POPLENS_SLICE_STEP_ROWS,
                                row / POPLENS_STEP_ROWS_PER_SLICE, self->cancellable, error);
  guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;
  g_autofree char *ipu = g_strdup_printf ("IPU %u", self->execution->row_ipu[row]);

  if (!slice || at >= slice->n)
    return slice != NULL;
  poplens_step_add_int (self, 0, "cycles", ipu, slice->step_rows[at].cycles, POPLENS_UNIT_CYCLES,
                        self->measure, "Cycles of the longest tile; can exceed the drawn cycles");
  add_block (self, &slice->step_rows[at]);
  add_use (self, sums, row, &slice->step_rows[at]);
  add_extents (self, &slice->step_rows[at]);
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------- */

static void
add_step (PoplensStepFacts *self)
{
  const PoplensExecution *x = self->execution;
  gboolean waits = poplens_step_kind_is_waiting (poplens_execution_step_kind (x, self->step));

  poplens_step_add_int (self, 0, "step", "Step", poplens_execution_step_id (x, self->step),
                        POPLENS_UNIT_ID, "recorded", "ID of the executed step (steps.id)");
  poplens_step_add_text (self, 1, "type", "Type", poplens_execution_step_type (x, self->step),
                         "recorded", "Type of the step, as named in steps.type");
  poplens_step_add_text (self, 1, "sync", "Sync", poplens_execution_step_sync (x, self->step),
                         "recorded", "Kind of the sync (steps.sync_type)");
  poplens_step_add_text (self, 1, "waiting", "Work or waiting", waits ? "waiting" : "work",
                         "derived",
                         "Syncs and the begin and end of stream copies wait; all other steps work");
}

gboolean
poplens_step_load_parts (PoplensStepFacts *self, GError **error)
{
  const struct {
    PoplensPart part;
    gconstpointer *data;
  } parts[] = {{POPLENS_PART_PROGRAMS, (gconstpointer *) &self->programs},
               {POPLENS_PART_EXCHANGES, (gconstpointer *) &self->exchanges},
               {POPLENS_PART_VERTICES, (gconstpointer *) &self->vertices},
               {POPLENS_PART_LIVENESS, (gconstpointer *) &self->liveness},
               {POPLENS_PART_TARGET, (gconstpointer *) &self->target}};

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!poplens_load_optional (self->report, parts[i].part, parts[i].data, self->cancellable,
                                error))
      return FALSE;
  return TRUE;
}

static guint32
program_row (const PoplensStepFacts *self)
{
  guint32 id = self->step < self->execution->n_steps ? self->execution->step_program[self->step]
                                                     : POPLENS_NO_PROGRAM;

  return self->programs && id != POPLENS_NO_PROGRAM ? poplens_programs_find (self->programs, id)
                                                    : POPLENS_NO_ROW;
}

static gboolean
add_all (PoplensStepFacts *self, const PoplensTraceSums *sums, GError **error)
{
  guint32 first, end;

  self->measure = poplens_step_source_name (poplens_step_source (self->execution, self->step));
  add_step (self);
  poplens_step_add_program (self);
  poplens_trace_rows_of (self->execution, self->step, &first, &end);
  for (guint32 row = first; row < end; row++)
    if (!add_ipu (self, sums, row, error))
      return FALSE;
  poplens_step_add_content (self);
  return TRUE;
}

PoplensTable *
poplens_build_card_of_step (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const char *named = poplens_location_get (location, "executed");
  PoplensStepFacts self = {.report = report, .cancellable = cancellable};
  g_autoptr (PoplensTraceSums) sums = poplens_trace_sums_get (report, cancellable, error);

  if (!sums)
    return NULL;
  self.execution = sums->execution;
  if (!poplens_trace_find_executed (self.execution, named, &self.step)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no executed step “%s”", named);
    return NULL;
  }
  if (!poplens_step_load_parts (&self, error) ||
      !poplens_load_optional (report, POPLENS_PART_DEBUG, (gconstpointer *) &self.debug,
                              cancellable, error))
    return NULL;
  self.program = program_row (&self);
  self.rows = poplens_card_facts_new ();
  if (add_all (&self, sums, error))
    return poplens_card_facts_finish (self.rows, "Executed step", report);
  poplens_records_free (self.rows);
  return NULL;
}
