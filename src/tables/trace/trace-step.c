/* Table of all facts about one executed step, which the location's key "executed" selects. */
#include "tables/trace/trace-step.h"

#include "analysis/insights/insights.h"
#include "analysis/operations/debug-operation.h"
#include "analysis/trace/trace-range.h"
#include "base/error.h"
#include "base/format.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-location.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"
#include "model/tile-set.h"

#include <math.h>

/* ---- the program ----------------------------------------------------------------------------- */

/* Maximum number of liveness steps, of vertex types and of streams that are listed. Another row has
 * the total number. */
#define MOST_LISTED 16

/* Adds facts on the liveness steps of the program with ID @program. */
void
poplens_step_add_places (PoplensStepFacts *self, guint32 program)
{
  const PoplensLiveness *liveness = self->liveness;
  guint32 n = 0;

  for (guint32 s = 0; liveness && s < liveness->n_steps; s++) {
    if (liveness->program[s] != program || ++n > MOST_LISTED)
      continue;
    poplens_step_add_int (self, 1, "liveness_step", "Program step", s, POPLENS_UNIT_ID, "recorded",
                          "Position of the program in the program tree, as on the page Liveness");
    poplens_card_facts_link (self->rows, "liveness?step=%u", s);
  }
  if (n > MOST_LISTED)
    poplens_step_add_int (self, 1, "liveness_steps", "Program steps", n, POPLENS_UNIT_COUNT,
                          "recorded", "Number of positions of the program in the program tree");
}

static void
add_program_executions (PoplensStepFacts *self, guint32 program)
{
  const PoplensExecution *x = self->execution;
  guint64 n = 0;

  for (guint32 s = 0; s < x->n_steps; s++)
    n += x->step_program[s] == program;
  poplens_step_add_int (self, 1, "executions", "Executed", n, POPLENS_UNIT_COUNT, "recorded",
                        "Number of executed steps of this program");
  poplens_card_facts_link (self->rows, "trace?program=%u", program);
}

/* ---- computes -------------------------------------------------------------------------------- */

static const char *
vertex_type_name (const PoplensVertices *vertices, guint64 id)
{
  guint32 row =
      id <= G_MAXUINT32 ? poplens_vertices_find_type (vertices, (guint32) id) : G_MAXUINT32;

  return row == G_MAXUINT32 ? "unknown type"
                            : poplens_strings_get (vertices->strings, vertices->type_name[row]);
}

void
poplens_step_add_chain (PoplensStepFacts *self, guint16 depth, guint32 id)
{
  const PoplensDebugContexts *d = self->debug;
  guint32 first = d && id ? poplens_debug_contexts_find (d, id) : POPLENS_NO_CONTEXT;

  if (d && id && first == POPLENS_NO_CONTEXT)
    poplens_step_add_int (self, depth, "debug_context", "Debug context", id, POPLENS_UNIT_ID,
                          "recorded", "ID of the debug context, which is missing in debug.cbor");
  if (first == POPLENS_NO_CONTEXT)
    return;
  guint32 operation = poplens_debug_operation (d, first);
  g_autoptr (GArray) chain = poplens_debug_context_chain (d, first);
  for (guint i = 0; i < chain->len; i++) {
    guint32 context = g_array_index (chain, guint32, i);
    gboolean is_operation = context == operation;
    g_autofree char *title = poplens_debug_title (d, context);
    g_autofree char *location = poplens_debug_location (d, context);
    g_autofree char *text = location ? g_strdup_printf ("%s, %s", title, location) : NULL;
    poplens_step_add_text (
        self, depth, is_operation ? "operation" : "made_by",
        is_operation ? "Operation" : "Created by", text ? text : title, "recorded",
        is_operation ? "Framework operation of the program, with file and line (debug.cbor)"
                     : "Debug context that created the program, with file and line (debug.cbor)");
    if (is_operation)
      poplens_card_facts_link (self->rows, "operations?layer=%s&operation=%" G_GUINT64_FORMAT,
                               poplens_debug_context_layer (d, context), d->id[context]);
  }
}

static void
add_vertex_facts (PoplensStepFacts *self, guint32 set)
{
  const PoplensVertices *v = self->vertices;
  g_autoptr (GArray) types = poplens_lists_values (v->compute_set_types, set);
  g_autoptr (GArray) counts = poplens_lists_values (v->compute_set_counts, set);

  for (guint i = 0; i < MIN (types->len, MOST_LISTED); i++)
    poplens_step_add_int (
        self, 1, "vertices", vertex_type_name (v, g_array_index (types, guint64, i)),
        i < counts->len ? g_array_index (counts, guint64, i) : 0, POPLENS_UNIT_COUNT, "recorded",
        "Vertices of this type in the compute set");
  if (types->len > MOST_LISTED)
    poplens_step_add_int (self, 1, "vertex_types", "Vertex types", types->len, POPLENS_UNIT_COUNT,
                          "recorded", "Number of vertex types in the compute set");
}

static void
add_set_facts (PoplensStepFacts *self, guint32 program)
{
  guint32 id = self->programs->compute_set[program];
  guint32 set = self->vertices && id != POPLENS_NO_ROW
                    ? poplens_vertices_find_compute_set (self->vertices, id)
                    : G_MAXUINT32;

  if (id == POPLENS_NO_ROW)
    return;
  poplens_step_add_int (self, 0, "compute_set", "Compute set", id, POPLENS_UNIT_ID, "recorded",
                        "ID of the executed compute set");
  poplens_card_facts_link (self->rows, "memory?tab=compute-sets&filter.compute-sets=%u", id);
  if (set == G_MAXUINT32)
    return;
  poplens_step_add_text (
      self, 1, "compute_set_name", "Name",
      poplens_strings_get (self->vertices->strings, self->vertices->compute_set_name[set]),
      "recorded", "Name of the compute set");
  poplens_step_add_chain (self, 1, self->vertices->compute_set_debug_id[set]);
  poplens_step_add_int (self, 1, "edges", "Edges", self->vertices->compute_set_edges[set],
                        POPLENS_UNIT_COUNT, "recorded", "Edges of the vertices");
  add_vertex_facts (self, set);
}

/* ---- exchanges ------------------------------------------------------------------------------- */

static void
add_streams (PoplensStepFacts *self, guint32 id)
{
  const PoplensExchanges *e = self->exchanges;
  guint n = 0;

  for (guint32 i = 0; i < e->n_streams; i++) {
    const PoplensHostStream *stream = &e->streams[i];
    if (stream->mid_id != id || ++n > MOST_LISTED)
      continue;
    poplens_step_add_text (self, 1, "stream",
                           stream->remote_buffer
                               ? (stream->to_host ? "To remote buffer" : "From remote buffer")
                               : (stream->to_host ? "To host" : "From host"),
                           poplens_strings_get (e->strings, stream->stream), "recorded",
                           "Stream or remote buffer that is copied");
  }
  if (n > MOST_LISTED)
    poplens_step_add_int (self, 1, "streams", "Streams", n, POPLENS_UNIT_COUNT, "recorded",
                          "Number of streams and remote buffers that are copied");
}

static void
add_exchange_facts (PoplensStepFacts *self)
{
  static const char *const names[] = {"Internal exchange", "Global exchange", "Host exchange",
                                      "Code copy"};
  guint32 row;
  const PoplensExchangeTable *table =
      poplens_exchange_of_program (self->exchanges, self->programs, self->program, &row);

  if (!table)
    return;
  PoplensExchangeKind kind = poplens_program_exchange (self->programs, self->program);
  poplens_step_add_int (self, 0, "exchange", names[kind], table->id[row], POPLENS_UNIT_ID,
                        "recorded", "ID of the exchange among those of its kind");
  if (table->source_text)
    poplens_step_add_text (self, 1, "sources", "From",
                           poplens_strings_get (self->exchanges->strings, table->source_text[row]),
                           "recorded", "Variables that are read, abbreviated in the file");
  if (table->destination_text)
    poplens_step_add_text (
        self, 1, "destinations", "To",
        poplens_strings_get (self->exchanges->strings, table->destination_text[row]), "recorded",
        "Variables that are written, abbreviated in the file");
  if (table->code && !poplens_lists_is_absent (table->code, row))
    poplens_step_add_int (self, 1, "exchange_code_bytes", "Exchange code",
                          poplens_lists_sum (table->code, row), POPLENS_UNIT_BYTES, "recorded",
                          "Bytes of code of the exchange on all tiles");
  if (kind == POPLENS_EXCHANGE_HOST)
    add_streams (self, table->id[row]);
}

/* Adds facts on the program that the step executed. */
static void
step_add_program (PoplensStepFacts *self)
{
  guint32 id = self->execution->step_program[self->step];

  if (id == POPLENS_NO_PROGRAM) {
    poplens_step_add_text (self, 0, "program", "Program", "none (implicit sync)", "recorded",
                           "Steps without a program are not in the program tree");
    return;
  }
  poplens_step_add_int (self, 0, "program", "Program", id, POPLENS_UNIT_ID, "recorded",
                        "ID of the executed program");
  poplens_card_facts_link (self->rows, "programs?program=%u", id);
  poplens_step_add_text (self, 1, "program_type", "Type",
                         poplens_program_type_text (self->programs, id), "recorded",
                         "Type of the program");
  poplens_step_add_text (self, 1, "name", "Name", poplens_program_name_text (self->programs, id),
                         "recorded", "Name of the program, else of the compute set or the streams");
  if (self->program != POPLENS_NO_ROW)
    poplens_step_add_chain (self, 1, self->programs->debug_id[self->program]);
  add_program_executions (self, id);
  poplens_step_add_places (self, id);
}

void
poplens_step_add_content (PoplensStepFacts *self)
{
  if (self->program != POPLENS_NO_ROW)
    add_set_facts (self, self->program);
  add_exchange_facts (self);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void
add_step_fact (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
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
    add_step_fact (self, depth, key, what, poplens_value_text (value), source, doc);
}

void
poplens_step_add_int (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                      guint64 value, PoplensUnit unit, const char *source, const char *doc)
{
  add_step_fact (self, depth, key, what, poplens_value_int ((gint64) value, unit), source, doc);
}

static void
step_add_ratio (PoplensStepFacts *self, guint16 depth, const char *key, const char *what,
                double value, const char *doc)
{
  if (!isnan (value))
    add_step_fact (self, depth, key, what, poplens_value_real (value, POPLENS_UNIT_RATIO),
                   "derived", doc);
}

/* ---- one IPU --------------------------------------------------------------------------------- */

static void
add_cycles_fact (PoplensStepFacts *self, const char *key, const char *what, guint64 value,
                 const char *doc)
{
  poplens_step_add_int (self, 1, key, what, value, POPLENS_UNIT_CYCLES, self->measure, doc);
}

static void
add_drawn_facts (PoplensStepFacts *self, const PoplensStepRow *f)
{
  if (!f->active_tiles) {
    poplens_step_add_text (self, 1, "drawn", "Drawn", "no: no active tiles", self->measure,
                           "Steps are drawn from the start of the last active tile to the end of "
                           "the last active tile");
    return;
  }
  add_cycles_fact (self, "from", "Drawn from", f->base + f->active_from_max,
                   "Cycle at which the last active tile starts");
  add_cycles_fact (self, "to", "Drawn to", f->base + f->active_to_max,
                   "Cycle at which the last active tile ends");
  add_cycles_fact (self, "drawn_cycles", "Drawn cycles",
                   f->active_to_max > f->active_from_max ? f->active_to_max - f->active_from_max
                                                         : 0,
                   "Length of the step as drawn");
  if (f->active_from_max > f->active_from_min)
    add_cycles_fact (
        self, "overlap", "Start spread", f->active_from_max - f->active_from_min,
        "Cycles from the start of the first active tile to the start of the last; overlaps "
        "the steps before");
}

/* Adds facts on when tiles start and end. The file counts cycles from the step's base; the facts
 * have cycles of the trace. */
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
      add_cycles_fact (self, extents[i].key, extents[i].what, f->base + extents[i].value,
                       extents[i].doc);
}

/* Returns the tiles that take exactly @most cycles. @cycles: [@n]: by tile of an IPU. @first:
 * number of the IPU's first tile. (transfer full) */
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

/* Adds a fact that lists the slowest tiles, if several are equally slow. @is_link: TRUE: links to
 * these tiles. */
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
  poplens_step_add_text (self, 1, "longest_tiles", "Equally slow tiles", text, self->measure,
                         "Tiles that share the most cycles; none of them alone delays the step");
  if (is_link)
    poplens_card_facts_link (self->rows, "memory?tile=%s", set);
}

/* Adds facts on the slowest tile or tiles. The file's list of cycles by tile is either of the
 * step's IPU or of all tiles. */
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
add_use_of_tiles (PoplensStepFacts *self, const PoplensTraceSums *sums, guint32 row,
                  const PoplensStepRow *f)
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
add_ipu_facts (PoplensStepFacts *self, const PoplensTraceSums *sums, guint32 row, GError **error)
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
  add_drawn_facts (self, &slice->step_rows[at]);
  add_use_of_tiles (self, sums, row, &slice->step_rows[at]);
  add_extents (self, &slice->step_rows[at]);
  return TRUE;
}

/* ---- the table ------------------------------------------------------------------------------- */

static void
add_step_facts (PoplensStepFacts *self)
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
    if (!poplens_report_load_optional (self->report, parts[i].part, parts[i].data,
                                       self->cancellable, error))
      return FALSE;
  return TRUE;
}

static guint32
step_program_row (const PoplensStepFacts *self)
{
  guint32 id = self->step < self->execution->n_steps ? self->execution->step_program[self->step]
                                                     : POPLENS_NO_PROGRAM;

  return self->programs && id != POPLENS_NO_PROGRAM ? poplens_programs_find (self->programs, id)
                                                    : POPLENS_NO_ROW;
}

static gboolean
add_all_facts (PoplensStepFacts *self, const PoplensTraceSums *sums, GError **error)
{
  guint32 first, end;

  self->measure = poplens_step_source_name (poplens_step_source (self->execution, self->step));
  add_step_facts (self);
  step_add_program (self);
  poplens_trace_rows_of (self->execution, self->step, &first, &end);
  for (guint32 row = first; row < end; row++)
    if (!add_ipu_facts (self, sums, row, error))
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
  const PoplensTraceSums *sums = poplens_trace_sums_get (report, cancellable, error);

  if (!sums)
    return NULL;
  self.execution = sums->execution;
  if (!poplens_trace_find_executed (self.execution, named, &self.step)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no executed step “%s”", named);
    return NULL;
  }
  if (!poplens_step_load_parts (&self, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_DEBUG, (gconstpointer *) &self.debug,
                                     cancellable, error))
    return NULL;
  self.program = step_program_row (&self);
  self.rows = poplens_card_facts_new ();
  if (add_all_facts (&self, sums, error))
    return poplens_card_facts_finish (self.rows, "Executed step", report);
  poplens_records_free (self.rows);
  return NULL;
}
