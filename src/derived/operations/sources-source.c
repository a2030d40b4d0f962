/* Collects the data for bytes and cycles by source line: kinds of variables, source lines of
 * messages, and cycles inside the program. */
#include "derived/operations/sources-source.h"

#include "analysis/memory/tile-bytes.h"
#include "base/error.h"
#include "base/search.h"
#include "derived/insights/kinds-source.h"
#include "derived/programs/program-sums.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"

#include <stdlib.h>
#include <string.h>

/* Data from which the rows are computed. */
typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  PoplensSourceInput in;
  const PoplensWhatIf *what;
  const PoplensKinds *kinds;
  PoplensSlice *named;
  GArray *messages;
  const PoplensProgramSums *sums;
  /* [.sums->n + 1]: cycles by program, without cycles outside the program */
  guint64 *tile_cycles, *cycles;
} SourceCollector;

static void
source_collector_clear (SourceCollector *self)
{
  poplens_slice_unref (self->named);
  g_clear_pointer (&self->messages, g_array_unref);
  g_free (self->tile_cycles);
  g_free (self->cycles);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SourceCollector, source_collector_clear)

/* ---- messages -------------------------------------------------------------------------------- */

typedef struct {
  guint32 id; /* id of the lowered variable */
  PoplensSourceMessage message;
  gboolean written;
} Message;

static int
compare_message_ids (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const Message *) a)->id, y = ((const Message *) b)->id;

  return x < y ? -1 : x > y;
}

/* Returns the set of ids of the profiler's lowered variables. (transfer full) */
static GHashTable *
list_profiler_variables (const PoplensSlice *named)
{
  GHashTable *out = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < named->n; i++)
    if (poplens_instrumentation_of (poplens_strings_get (named->strings, named->named[i].name),
                                    named->named[i].is_result) >= 0)
      g_hash_table_add (out, GUINT_TO_POINTER (named->named[i].id));
  return out;
}

/* Returns the variables that carry messages or rearranged data, without those of the profiler,
 * sorted by id. (transfer full): GArray of Message */
static GArray *
list_messages (const PoplensVariables *v, const PoplensSlice *named)
{
  GArray *out = g_array_new (FALSE, TRUE, sizeof (Message));
  g_autoptr (GHashTable) profiler = list_profiler_variables (named);
  int message = poplens_variables_find_category_named (v, "message"),
      rearrangement = poplens_variables_find_category_named (v, "rearrangement");

  for (guint32 row = 0; row < v->n; row++) {
    Message one = {v->id ? v->id[row] : row, {row, POPLENS_NO_CONTEXT}, FALSE};
    if ((v->category[row] == message || v->category[row] == rearrangement) &&
        v->bits[row] & POPLENS_VARIABLE_ALLOCATED &&
        !g_hash_table_contains (profiler, GUINT_TO_POINTER (one.id)))
      g_array_append_val (out, one);
  }
  if (v->id)
    g_array_sort (out, compare_message_ids);
  return out;
}

/* Returns a map from the id of a list of regions to the context + 1 of the exchanges that write it.
 * (transfer full) */
static GHashTable *
map_written_regions (const PoplensSourceInput *in)
{
  GHashTable *out = g_hash_table_new (NULL, NULL);
  const PoplensExchangeTable *table = &in->exchanges->tables[POPLENS_EXCHANGE_INTERNAL];
  g_autofree guint32 *contexts = poplens_source_exchange_contexts (
      in->contexts, in->programs, in->vertices, in->exchanges, POPLENS_EXCHANGE_INTERNAL);

  for (guint32 x = 0; x < table->n; x++) {
    gpointer key = GUINT_TO_POINTER (table->destination_regions[x]), known;
    guint32 context = contexts[x];
    if (table->destination_regions[x] == POPLENS_NO_REGIONS)
      continue;
    if (g_hash_table_lookup_extended (out, key, NULL, &known))
      context = poplens_source_meet (in->contexts, GPOINTER_TO_UINT (known) - 1, context);
    g_hash_table_insert (out, key, GUINT_TO_POINTER (context + 1));
  }
  return out;
}

/* Records that @context writes the message @id. If several contexts write it, records their common
 * ancestor. */
static void
add_writer (const PoplensSourceInput *in, GArray *messages, guint32 id, guint32 context)
{
  Message key = {.id = id};
  Message *found =
      messages->len ? bsearch (&key, messages->data, messages->len, sizeof key, compare_message_ids)
                    : NULL;

  if (!found)
    return;
  found->message.context = found->written
                               ? poplens_source_meet (in->contexts, found->message.context, context)
                               : context;
  found->written = TRUE;
}

/* Sets the context of each message from the exchanges that write it. FALSE with @error. */
static gboolean
read_writers (SourceCollector *self, GArray *messages, GError **error)
{
  g_autoptr (GHashTable) regions = map_written_regions (&self->in);

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->report, POPLENS_SLICE_SCAN_REGIONS, key, self->cancellable, error);
    gpointer context;
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n; i++)
      if (g_hash_table_lookup_extended (regions, GUINT_TO_POINTER (slice->regions[i].id), NULL,
                                        &context))
        add_writer (&self->in, messages, slice->regions[i].variable,
                    GPOINTER_TO_UINT (context) - 1);
    key = slice->next;
  }
  return TRUE;
}

/* Returns the context of compute set 7 for the name "message-cs7_…". POPLENS_NO_CONTEXT if there is
 * none. */
static guint32
find_named_context (const PoplensSourceInput *in, const char *name)
{
  static const char prefix[] = "message-cs";
  char *end = NULL;
  guint64 id = g_str_has_prefix (name, prefix) && g_ascii_isdigit (name[strlen (prefix)])
                   ? g_ascii_strtoull (name + strlen (prefix), &end, 10)
                   : G_MAXUINT64;
  guint32 set = id < G_MAXUINT32 && *end == '_'
                    ? poplens_vertices_find_compute_set (in->vertices, (guint32) id)
                    : G_MAXUINT32;

  return set == G_MAXUINT32
             ? POPLENS_NO_CONTEXT
             : poplens_debug_contexts_find (in->contexts, in->vertices->compute_set_debug_id[set]);
}

/* Finds the contexts of messages on @tile by the names of the messages. @unknown: id of a message
 * without a context → index in @messages. FALSE with @error. */
static gboolean
read_message_names (SourceCollector *self, GArray *messages, guint32 tile, GHashTable *unknown,
                    GError **error)
{
  g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
      self->report, POPLENS_SLICE_TILE_VARIABLES, tile, self->cancellable, error);

  for (guint32 i = 0; slice && i < slice->n; i++) {
    const PoplensTileVariable *one = &slice->variables[i];
    gpointer at;
    if (g_hash_table_lookup_extended (unknown, GUINT_TO_POINTER (one->id), NULL, &at))
      g_array_index (messages, Message, GPOINTER_TO_UINT (at)).message.context =
          find_named_context (&self->in, poplens_strings_get (slice->strings, one->name));
  }
  return slice != NULL;
}

static gboolean
read_unwritten_messages (SourceCollector *self, GArray *messages, GError **error)
{
  const PoplensVariables *v = self->in.variables;
  g_autoptr (GHashTable) unknown = g_hash_table_new (NULL, NULL);
  g_autofree guint8 *rows = g_new0 (guint8, MAX (v->n, 1));

  for (guint i = 0; i < messages->len; i++) {
    const Message *one = &g_array_index (messages, Message, i);
    if (one->message.context != POPLENS_NO_CONTEXT)
      continue;
    rows[one->message.row] = TRUE;
    g_hash_table_insert (unknown, GUINT_TO_POINTER (one->id), GUINT_TO_POINTER (i));
  }
  for (guint32 t = 0; t < v->n_tiles; t++) {
    guint32 n = v->tile_first[t + 1] - v->tile_first[t];
    if (n && memchr (rows + v->tile_first[t], TRUE, n) &&
        !read_message_names (self, messages, t, unknown, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
read_messages (SourceCollector *self, GError **error)
{
  g_autoptr (GArray) messages = list_messages (self->in.variables, self->named);

  if (self->in.contexts && self->in.exchanges && !read_writers (self, messages, error))
    return FALSE;
  if (self->in.contexts && self->in.vertices && !read_unwritten_messages (self, messages, error))
    return FALSE;
  self->messages = g_array_new (FALSE, FALSE, sizeof (PoplensSourceMessage));
  for (guint i = 0; i < messages->len; i++)
    g_array_append_val (self->messages, g_array_index (messages, Message, i).message);
  self->in.messages = self->messages;
  return TRUE;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Loads the data for bytes. If a part is absent or damaged, bytes stay unknown. FALSE with any
 * other @error. */
static gboolean
load_byte_inputs (SourceCollector *self, GError **error)
{
  PoplensSourceInput *in = &self->in;
  GError *wrong = NULL;

  self->kinds = poplens_report_kinds (self->report, self->cancellable, &wrong);
  self->what =
      self->kinds ? poplens_report_what_if (self->report, self->cancellable, &wrong) : NULL;
  in->variables =
      self->what ? poplens_report_load_lowered (self->report, self->cancellable, &wrong) : NULL;
  if (in->variables)
    self->named = poplens_report_get_slice (self->report, POPLENS_SLICE_NAMED_VARIABLES, 0,
                                            self->cancellable, &wrong);
  if (!self->named)
    return poplens_error_forgive_lack (wrong, error);
  in->liveness = poplens_report_peek (self->report, POPLENS_PART_LIVENESS);
  in->bytes = poplens_what_if_get_bytes (self->what);
  in->kinds = self->kinds;
  in->named = self->named;
  return read_messages (self, error);
}

/* Returns the cycles of [@from, @to) in which the host has not started a run. */
static guint64
count_outside_cycles (const PoplensTime *time, guint64 from, guint64 to)
{
  guint low = 0, high = time->runs->len;
  guint64 sum = 0;

  POPLENS_SEARCH (low, high, at, g_array_index (time->runs, PoplensTimeRun, at).to <= from);
  for (; low < time->runs->len; low++) {
    const PoplensTimeRun *run = &g_array_index (time->runs, PoplensTimeRun, low);
    guint64 begin = MAX (run->from, from), end = MIN (run->work, to);
    if (run->from >= to)
      break;
    sum += end > begin ? end - begin : 0;
  }
  return sum;
}

/* Returns @cycles × @outside / @length, without overflow. */
static guint64
proportional_part (guint64 cycles, guint64 outside, guint64 length)
{
  return (guint64) ((__extension__(unsigned __int128) cycles) * outside / length);
}

/* Subtracts the cycles of @row in which the host has not started a run (count_outside_cycles ())
 * from the sums of the Poplar program that the row executes. */
static void
subtract_outside (SourceCollector *self, const PoplensExecution *x, const PoplensTime *time,
                  const PoplensStepSums *steps, guint32 row)
{
  guint64 from = x->row_from[row], to, outside, tiles, longest;
  guint32 program = x->step_program[x->row_step[row]];

  if (from == G_MAXUINT64)
    return;
  to = poplens_execution_row_to (x, row);
  outside = count_outside_cycles (time, from, to);
  if (!outside)
    return;
  program = program == POPLENS_NO_PROGRAM ? POPLENS_NO_ROW
                                          : poplens_programs_find (self->in.programs, program);
  program = MIN (program, self->sums->n);
  tiles = proportional_part (poplens_step_sums_tile_cycles (steps, row), outside, to - from);
  longest = proportional_part (poplens_cycles_at (steps->cycles, row), outside, to - from);
  self->tile_cycles[program] -= tiles;
  self->cycles[program] -= longest;
  self->in.outside_tile_cycles += tiles;
  self->in.outside_cycles += longest;
}

/* Copies the sums of cycles by Poplar program to .tile_cycles and .cycles. Subtracts cycles in
 * which the host has not started a run, because they belong to no source line. FALSE with @error.
 */
static gboolean
subtract_all_outside (SourceCollector *self, const PoplensExecution *x, GError **error)
{
  const PoplensTime *time = poplens_report_time (self->report, self->cancellable, error);
  const PoplensStepSums *steps =
      time ? poplens_step_sums_get (self->report, self->cancellable, error) : NULL;
  gsize n = (gsize) self->sums->n + 1;

  if (!steps)
    return FALSE;
  self->tile_cycles = g_memdup2 (self->sums->tile_cycles, n * sizeof *self->tile_cycles);
  self->cycles = g_memdup2 (self->sums->cycles, n * sizeof *self->cycles);
  for (guint32 row = 0; row < x->n_rows; row++)
    subtract_outside (self, x, time, steps, row);
  return TRUE;
}

static gboolean
load_cycle_inputs (SourceCollector *self, GError **error)
{
  GError *wrong = NULL;
  const PoplensExecution *x;

  self->sums = poplens_program_sums_get (self->report, self->cancellable, &wrong);
  if (!self->sums)
    return poplens_error_forgive_lack (wrong, error);
  x = poplens_report_peek (self->report, POPLENS_PART_EXECUTION);
  if (!subtract_all_outside (self, x, &wrong))
    return poplens_error_forgive_lack (wrong, error);
  self->in.cycles = self->cycles;
  if (poplens_execution_knows_tile_cycles (x))
    self->in.tile_cycles = self->tile_cycles;
  return TRUE;
}

static gboolean
load_source_parts (SourceCollector *self, GError **error)
{
  PoplensSourceInput *in = &self->in;
  const struct {
    PoplensPart part;
    gconstpointer *data;
  } parts[] = {{POPLENS_PART_DEBUG, (gconstpointer *) &in->contexts},
               {POPLENS_PART_VERTICES, (gconstpointer *) &in->vertices},
               {POPLENS_PART_EXCHANGES, (gconstpointer *) &in->exchanges},
               {POPLENS_PART_MEMORY, (gconstpointer *) &in->memory}};

  in->programs = poplens_report_load_programs (self->report, self->cancellable, error);
  if (!in->programs)
    return FALSE;
  for (guint p = 0; p < G_N_ELEMENTS (parts); p++) {
    GError *wrong = NULL;
    *parts[p].data = poplens_report_load (self->report, parts[p].part, self->cancellable, &wrong);
    if (!*parts[p].data && !poplens_error_forgive_lack (wrong, error))
      return FALSE;
  }
  return TRUE;
}

static gpointer
make_lines (PoplensReport *report, gboolean innermost, GCancellable *cancellable, GError **error)
{
  g_auto (SourceCollector) self = {.report = report, .cancellable = cancellable};

  if (!load_source_parts (&self, error) || !load_byte_inputs (&self, error) ||
      !load_cycle_inputs (&self, error))
    return NULL;
  PoplensSourceLines *lines = poplens_source_lines_new (&self.in, innermost, cancellable);
  if (!lines)
    g_cancellable_set_error_if_cancelled (cancellable, error);
  return lines;
}

static gpointer
make_caller (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return make_lines (report, FALSE, cancellable, error);
}

static gpointer
make_innermost (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return make_lines (report, TRUE, cancellable, error);
}

const PoplensSourceLines *
poplens_report_sources (PoplensReport *report, const PoplensLocation *location,
                        GCancellable *cancellable, GError **error)
{
  static const PoplensDerived caller = {"poplens-sources-caller", make_caller, NULL,
                                        (GDestroyNotify) poplens_source_lines_free};
  static const PoplensDerived innermost = {"poplens-sources-innermost", make_innermost, NULL,
                                           (GDestroyNotify) poplens_source_lines_free};
  const char *frame = location ? poplens_location_get (location, "frame") : NULL;
  gboolean is_innermost = !g_strcmp0 (frame, "innermost");

  if (frame && !is_innermost && strcmp (frame, "caller")) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown frame “%s”; use caller or innermost", frame);
    return NULL;
  }
  return poplens_report_derive (report, is_innermost ? &innermost : &caller, cancellable, error);
}

/* ---- keys ------------------------------------------------------------------------------------ */

char *
poplens_source_row_key (const PoplensSourceRow *row)
{
  if (!row->file)
    return g_strdup (row->name);
  return row->line ? g_strdup_printf ("%s:%u", row->file, row->line) : g_strdup (row->file);
}

/* TRUE if the last parts of @path are @tail: "/src/encoder.py:42" ends with "encoder.py:42", but
 * not with "coder.py:42". */
static gboolean
ends_with_path (const char *path, const char *tail)
{
  gsize n = strlen (path), m = strlen (tail);

  return *tail && n > m && path[n - m - 1] == '/' && !strcmp (path + n - m, tail);
}

/* Returns the keys that end with @tail, without repetitions. @row: (out): first row with such a
 * key, or G_MAXUINT32. (transfer full) */
static GStrv
find_keys_with_tail (const PoplensSourceLines *lines, const char *tail, guint32 *row)
{
  g_autoptr (GStrvBuilder) found = g_strv_builder_new ();
  g_autofree char *last = NULL;

  *row = G_MAXUINT32;
  for (guint i = 0; i < lines->rows->len; i++) {
    g_autofree char *key =
        poplens_source_row_key (&g_array_index (lines->rows, PoplensSourceRow, i));
    if (!ends_with_path (key, tail) || !g_strcmp0 (key, last))
      continue;
    if (*row == G_MAXUINT32)
      *row = i;
    g_strv_builder_add (found, key);
    g_free (last);
    last = g_steal_pointer (&key);
  }
  return g_strv_builder_end (found);
}

guint32
poplens_source_lines_find (const PoplensSourceLines *lines, const char *key, GError **error)
{
  g_auto (GStrv) tails = NULL;
  guint32 row;

  for (guint i = 0; i < lines->rows->len; i++) {
    g_autofree char *one =
        poplens_source_row_key (&g_array_index (lines->rows, PoplensSourceRow, i));
    if (!strcmp (one, key))
      return i;
  }
  tails = find_keys_with_tail (lines, key, &row);
  if (g_strv_length (tails) == 1)
    return row;
  g_autofree char *choices = g_strjoinv (", ", tails);
  if (*choices)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "several lines end with “%s”; use %s",
                 key, choices);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown line “%s”; use the column key of the table source-lines", key);
  return G_MAXUINT32;
}

/* ---- measures -------------------------------------------------------------------------------- */

static const struct {
  const char *key, *title;
} measures[POPLENS_N_SOURCE_MEASURES] = {
    {"cycles", "Tile cycles"}, {"bytes", "Bytes"}, {"peak", "At the peak"}};

const char *
poplens_source_measure_key (PoplensSourceMeasure measure)
{
  return measures[measure].key;
}

const char *
poplens_source_measure_title (PoplensSourceMeasure measure)
{
  return measures[measure].title;
}

gboolean
poplens_source_lines_know (const PoplensSourceLines *lines, PoplensSourceMeasure measure)
{
  return measure == POPLENS_SOURCE_BY_CYCLES  ? lines->has_tile_cycles
         : measure == POPLENS_SOURCE_BY_BYTES ? lines->has_bytes
                                              : lines->has_peak;
}

gint64
poplens_source_row_value (const PoplensSourceRow *row, PoplensSourceMeasure measure)
{
  return measure == POPLENS_SOURCE_BY_CYCLES  ? (gint64) row->tile_cycles
         : measure == POPLENS_SOURCE_BY_BYTES ? row->bytes
                                              : row->peak;
}

gint64
poplens_source_lines_total (const PoplensSourceLines *lines, PoplensSourceMeasure measure)
{
  return measure == POPLENS_SOURCE_BY_CYCLES
             ? (gint64) (lines->tile_cycles - lines->outside_tile_cycles)
         : measure == POPLENS_SOURCE_BY_BYTES ? lines->bytes
                                              : lines->peak;
}

/* Returns the default measure: tile cycles, else the peak, else bytes. */
static PoplensSourceMeasure
first_known (const PoplensSourceLines *lines)
{
  return lines->has_tile_cycles ? POPLENS_SOURCE_BY_CYCLES
         : lines->has_peak      ? POPLENS_SOURCE_BY_PEAK
                                : POPLENS_SOURCE_BY_BYTES;
}

gboolean
poplens_source_measure_of (const PoplensSourceLines *lines, const PoplensLocation *location,
                           PoplensSourceMeasure *measure, GError **error)
{
  const char *named = location ? poplens_location_get (location, "measure") : NULL;

  *measure = first_known (lines);
  if (!named)
    return TRUE;
  for (guint m = 0; m < POPLENS_N_SOURCE_MEASURES; m++)
    if (!strcmp (named, measures[m].key)) {
      *measure = m;
      if (poplens_source_lines_know (lines, m))
        return TRUE;
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT, "No %s recorded.",
                   m == POPLENS_SOURCE_BY_CYCLES ? "tile cycles" : "memory");
      return FALSE;
    }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "unknown measure “%s”; use cycles, bytes or peak", named);
  return FALSE;
}
