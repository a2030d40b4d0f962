/* Tables of source code: bytes and cycles by file and line, and the text of a file with the costs
 * of its lines. */
#include "base/format.h"
#include "derived/operations/sources-source.h"
#include "report/source-map.h"
#include "tables/engine/builders.h"

#include <string.h>

/* ---- the text of a file ---------------------------------------------------------------------- */

typedef struct {
  guint32 line;
  double share;
  gint64 cycles, peak, bytes;
  const char *text, *key;
} TextRow;

static const PoplensColumn text_columns[] = {
    POPLENS_CELL (TextRow, line, "Line", ID, DERIVED, "Number of the line"),
    POPLENS_CELL (TextRow, share, "Share", RATIO, DERIVED, "Share of the selected measure"),
    POPLENS_CELL (TextRow, cycles, "Tile cycles", CYCLES, MEASURED,
                  "Cycles of all tiles in the programs of the line", .total = TRUE),
    POPLENS_CELL (TextRow, peak, "At the peak", BYTES, DERIVED,
                  "Bytes of the line that are live at the step with the most live memory",
                  .total = TRUE),
    POPLENS_CELL (TextRow, bytes, "Bytes", BYTES, DERIVED,
                  "Allocated bytes of the line on all tiles", .total = TRUE),
    POPLENS_CELL (TextRow, text, "Text", TEXT, ASSUMED,
                  "Text of the file in the folder that you chose"),
    POPLENS_CELL (TextRow, key, "Key", TEXT, DERIVED,
                  "File and line as the key line of a location takes it, of lines with costs",
                  .for_scripts = TRUE),
};

/* Finds the file of the line that the location selects. @file: (out) (nullable): NULL if no line is
 * selected. FALSE with POPLENS_ERROR_USAGE if there is no such line. */
static gboolean
find_file (const PoplensSourceLines *lines, const PoplensLocation *location, const char **file,
           GError **error)
{
  const char *key = location ? poplens_location_get (location, "line") : NULL;
  guint32 row = key ? poplens_source_lines_find (lines, key, error) : G_MAXUINT32;
  const PoplensSourceRow *found =
      row == G_MAXUINT32 ? NULL : &g_array_index (lines->rows, PoplensSourceRow, row);

  *file = found && found->kind == POPLENS_SOURCE_LINE ? found->file : NULL;
  return !key || found;
}

static PoplensTable *
empty_table (PoplensReport *report)
{
  PoplensTable *table = poplens_records_finish (POPLENS_RECORDS (TextRow, text_columns),
                                                "source-text", "Text", report);

  poplens_table_set_note (table, "Select a line of source code to see its text.");
  return table;
}

typedef struct {
  const PoplensSourceLines *lines;
  PoplensSourceMeasure measure;
  const char *file;
  guint at; /* index of the next source row in .lines->rows, which is sorted by file and line */
} Costs;

/* Sets the costs of line @row: the sum over all functions that contain it. */
static void
add_line_costs (Costs *self, PoplensRecords *rows, TextRow *row)
{
  gint64 value = 0, total = poplens_source_lines_total (self->lines, self->measure);
  const PoplensSourceRow *from;

  for (; self->at < self->lines->rows->len; self->at++) {
    from = &g_array_index (self->lines->rows, PoplensSourceRow, self->at);
    if (from->kind != POPLENS_SOURCE_LINE || strcmp (from->file, self->file) ||
        from->line != row->line)
      break;
    g_autofree char *key = poplens_source_row_key (from);
    row->key = poplens_records_text (rows, key);
    if (self->lines->has_tile_cycles)
      row->cycles = MAX (row->cycles, 0) + (gint64) from->tile_cycles;
    if (self->lines->has_peak)
      row->peak = MAX (row->peak, 0) + from->peak;
    if (self->lines->has_bytes)
      row->bytes = MAX (row->bytes, 0) + from->bytes;
    value += poplens_source_row_value (from, self->measure);
    row->share = total > 0 ? (double) value / (double) total : 0;
  }
}

/* Sets .at to the first row of the file that has a line number. */
static void
find_first_row_of_file (Costs *self)
{
  for (self->at = 0; self->at < self->lines->rows->len; self->at++) {
    const PoplensSourceRow *row = &g_array_index (self->lines->rows, PoplensSourceRow, self->at);
    if (row->kind == POPLENS_SOURCE_LINE && row->line && !strcmp (row->file, self->file))
      return;
  }
}

/* Returns the highest line number with costs in the file. It may exceed the file's length, if the
 * file has changed since. */
static guint32
last_line (const Costs *costs)
{
  guint32 last = 0;

  for (guint i = costs->at; i < costs->lines->rows->len; i++) {
    const PoplensSourceRow *row = &g_array_index (costs->lines->rows, PoplensSourceRow, i);
    if (row->kind == POPLENS_SOURCE_LINE && !strcmp (row->file, costs->file))
      last = row->line;
  }
  return last;
}

static void
note_sources (PoplensTable *table, const PoplensSourceText *text, const Costs *costs,
              PoplensReport *report)
{
  const PoplensReportFile *profile = poplens_report_get_file (report, POPLENS_FILE_PROFILE);
  g_autofree char *note = NULL;

  if (last_line (costs) > text->n)
    note = g_strdup_printf ("%s: changed since, %u lines", costs->file, text->n);
  else
    note = g_strdup_printf ("%s%s", costs->file,
                            text->changed > profile->mtime ? ": changed since the report" : "");
  poplens_table_set_note (table, note);
}

PoplensTable *
poplens_build_source_text (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  const PoplensSourceLines *lines = poplens_report_sources (report, location, cancellable, error);
  g_auto (GStrv) pairs = poplens_report_get_source_map (report);
  g_autoptr (PoplensSourceText) text = NULL;
  Costs costs = {.lines = lines};

  if (!lines || !poplens_source_measure_of (lines, location, &costs.measure, error) ||
      !find_file (lines, location, &costs.file, error))
    return NULL;
  if (!costs.file)
    return empty_table (report);
  if (!(text = poplens_source_text_read ((const char *const *) pairs, costs.file, error)))
    return NULL;
  PoplensRecords *rows = POPLENS_RECORDS (TextRow, text_columns);
  find_first_row_of_file (&costs);
  for (guint i = 0; i < text->n; i++) {
    TextRow *row = poplens_records_add (rows);
    row->line = i + 1;
    row->text = poplens_records_text (rows, text->lines[i]);
    add_line_costs (&costs, rows, row);
  }
  find_first_row_of_file (&costs);
  PoplensTable *table = poplens_records_finish (rows, "source-text", "Text", report);
  note_sources (table, text, &costs, report);
  return table;
}

/* ---- the sentence ---------------------------------------------------------------------------- */

typedef struct {
  guint lines;
  gint64 own;                   /* sum of the values of all lines */
  const PoplensSourceRow *most; /* (nullable): a row of the line with the highest value */
  gint64 value;                 /* value of the line to which .most belongs */
} SourcesAnswer;

static gboolean
is_same_line (const PoplensSourceRow *a, const PoplensSourceRow *b)
{
  return a->kind == b->kind && a->line == b->line && !strcmp (a->file, b->file);
}

/* Finds the line with the highest value, and sums all lines. A line may have several adjacent rows,
 * one for each function; they count as one. */
static SourcesAnswer
find_costliest_line (const PoplensSourceLines *lines, PoplensSourceMeasure measure)
{
  const PoplensSourceRow *rows = (const PoplensSourceRow *) (gconstpointer) lines->rows->data;
  SourcesAnswer out = {0};

  for (guint i = 0, next; i < lines->rows->len; i = next) {
    gint64 value = 0;
    next = i + 1;
    if (rows[i].kind != POPLENS_SOURCE_LINE)
      continue;
    for (next = i; next < lines->rows->len && is_same_line (&rows[i], &rows[next]); next++)
      value += poplens_source_row_value (&rows[next], measure);
    if (value <= 0)
      continue;
    out.lines++;
    out.own += value;
    if (value > out.value) {
      out.most = &rows[i];
      out.value = value;
    }
  }
  return out;
}

static const char *
measure_text (PoplensSourceMeasure measure)
{
  return measure == POPLENS_SOURCE_BY_CYCLES  ? "tile cycles"
         : measure == POPLENS_SOURCE_BY_BYTES ? "bytes"
                                              : "bytes at the peak";
}

/* Returns the note: "85.8 % of the bytes come from 44 lines of source code. encoder.py:42 has the
 * most, 12.1 %.", or "No line of source code …". (transfer full) */
static char *
sources_answer (const PoplensSourceLines *lines, PoplensSourceMeasure measure)
{
  SourcesAnswer a = find_costliest_line (lines, measure);
  double total = (double) poplens_source_lines_total (lines, measure);
  PoplensNumber n, part, most;

  if (!a.most)
    return g_strdup_printf ("No line of source code is recorded for any %s.",
                            measure_text (measure));
  return g_strdup_printf ("%s of the %s come from %s %s of source code. %s has the most, %s.",
                          poplens_format_percent (part, (double) a.own / total),
                          measure_text (measure), poplens_format_count (n, a.lines),
                          a.lines == 1 ? "line" : "lines", a.most->name,
                          poplens_format_percent (most, (double) a.value / total));
}

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct {
  const char *source;
  double share;
  gint64 tile_cycles, cycles, peak, bytes, weights, optimiser, gradients, activations, temporaries,
      exchange, state, code, other, line;
  const char *function, *file, *kind, *key;
} SourceLineRow;

#define BY_KIND(member, title, text)                                                               \
  POPLENS_CELL (SourceLineRow, member, title, BYTES, DERIVED, text, .total = TRUE)

static const PoplensColumn line_columns[] = {
    POPLENS_CELL (SourceLineRow, source, "Source code", TEXT, FILE,
                  "File, with its lines below it, or in brackets a group without a line"),
    POPLENS_CELL (SourceLineRow, share, "Share", RATIO, DERIVED,
                  "Share of the selected measure: of the program's cycles, or of all bytes; empty "
                  "outside the program",
                  .total = TRUE),
    POPLENS_CELL (
        SourceLineRow, tile_cycles, "Tile cycles", CYCLES, MEASURED,
        "Cycles of all tiles in the executed steps of the programs. DoExchange cycles are "
        "estimated.",
        .total = TRUE),
    POPLENS_CELL (SourceLineRow, cycles, "Cycles", CYCLES, MEASURED,
                  "Cycles of the longest tile of each step on each IPU, in total", .total = TRUE),
    POPLENS_CELL (SourceLineRow, peak, "At the peak", BYTES, DERIVED,
                  "Bytes that are live at the step with the most live memory, all tiles",
                  .total = TRUE),
    POPLENS_CELL (SourceLineRow, bytes, "Bytes", BYTES, DERIVED,
                  "Allocated bytes on all tiles. Variables that share memory count each. Exchanges "
                  "can share code, so the remainder in brackets can be negative.",
                  .total = TRUE),
    BY_KIND (weights, "Weights", "Bytes of weights"),
    BY_KIND (optimiser, "Optimiser state", "Bytes of optimiser state"),
    BY_KIND (gradients, "Gradients", "Bytes of gradients and accumulators"),
    BY_KIND (activations, "Activations",
             "Bytes of activations, or of tensors whose phase is not recorded"),
    BY_KIND (temporaries, "Temporaries", "Bytes of temporaries"),
    BY_KIND (exchange, "Exchange buffers",
             "Bytes of exchange buffers, input, output and control data"),
    BY_KIND (state, "Vertex state", "Bytes of vertex state"),
    BY_KIND (code, "Code", "Bytes of vertex, control and exchange code"),
    BY_KIND (other, "Other", "Bytes of constants, stack, profiler and unknown kinds"),
    POPLENS_CELL (SourceLineRow, line, "Line", ID, FILE, "Number of the line"),
    POPLENS_CELL (SourceLineRow, function, "Function", TEXT, FILE, "Function that the line is in"),
    POPLENS_CELL (SourceLineRow, file, "File", TEXT, FILE,
                  "Path of the file as debug.cbor records it"),
    POPLENS_CELL (SourceLineRow, kind, "Row", TEXT, DERIVED,
                  "Kind of row: file, line, toolchain, unattributed, shared, profiler, no-program, "
                  "outside or rest",
                  .for_scripts = TRUE),
    POPLENS_CELL (SourceLineRow, key, "Key", TEXT, DERIVED,
                  "File and line, or the row in brackets, as the key line of a location takes it",
                  .for_scripts = TRUE),
};

typedef struct {
  PoplensRecords *rows;
  const PoplensSourceLines *lines;
  PoplensSourceMeasure measure;
} SourceLineBuilder;

/* Sets the costs of @row to the sums over @n source rows, the first of which is @from. */
static void
sum_source_rows (const SourceLineBuilder *b, SourceLineRow *row, const PoplensSourceRow *from,
                 guint n)
{
  gint64 *const kinds[POPLENS_N_SOURCE_BYTES] = {
      &row->weights,  &row->optimiser, &row->gradients, &row->activations, &row->temporaries,
      &row->exchange, &row->state,     &row->code,      &row->other};
  gint64 tile_cycles = 0, cycles = 0, peak = 0, bytes = 0, value = 0;
  gint64 by_kind[POPLENS_N_SOURCE_BYTES] = {0};

  for (guint i = 0; i < n; i++) {
    tile_cycles += (gint64) from[i].tile_cycles;
    cycles += (gint64) from[i].cycles;
    peak += from[i].peak;
    bytes += from[i].bytes;
    value += poplens_source_row_value (&from[i], b->measure);
    for (guint k = 0; k < POPLENS_N_SOURCE_BYTES; k++)
      by_kind[k] += from[i].by_kind[k];
  }
  if (b->lines->has_tile_cycles)
    row->tile_cycles = tile_cycles;
  if (b->lines->has_cycles)
    row->cycles = cycles;
  if (b->lines->has_peak)
    row->peak = peak;
  if (b->lines->has_bytes)
    row->bytes = bytes;
  for (guint k = 0; b->lines->has_bytes && k < POPLENS_N_SOURCE_BYTES; k++)
    *kinds[k] = by_kind[k];
  gint64 total = poplens_source_lines_total (b->lines, b->measure);
  if (total > 0 && from->kind != POPLENS_SOURCE_OUTSIDE)
    row->share = (double) value / (double) total;
}

/* Returns the key by which a location selects the source row @from. The key lives as long as the
 * table. */
static const char *
source_row_key (const SourceLineBuilder *b, const PoplensSourceRow *from)
{
  g_autofree char *key = poplens_source_row_key (from);

  return poplens_records_text (b->rows, key);
}

/* Adds a source line below the row of its file, or a library file below the row "(toolchain)". */
static void
add_child (const SourceLineBuilder *b, const PoplensSourceRow *from)
{
  SourceLineRow *row = poplens_records_add_at (b->rows, 1);

  sum_source_rows (b, row, from, 1);
  row->kind = poplens_source_kind_key (from->kind);
  row->file = from->file;
  row->source = from->file;
  row->key = source_row_key (b, from);
  if (from->kind != POPLENS_SOURCE_LINE)
    return;
  row->source = poplens_records_text (b->rows, from->name);
  row->function = from->function && *from->function ? from->function : NULL;
  if (from->line)
    row->line = from->line;
}

static gboolean
is_together (const PoplensSourceRow *a, const PoplensSourceRow *b)
{
  if (a->kind != b->kind)
    return FALSE;
  return a->kind == POPLENS_SOURCE_LINE ? !strcmp (a->file, b->file)
                                        : a->kind == POPLENS_SOURCE_TOOLCHAIN;
}

/* Adds a row for the group of source rows that begins at @from, with a child for each member of the
 * group. A group is the lines of a file, or the files of the toolchain. Any other source row gets a
 * row without children. @left: number of source rows from @from on. Returns the size of the
 * group. */
static guint
add_source_group (const SourceLineBuilder *b, const PoplensSourceRow *from, guint left)
{
  SourceLineRow *row = poplens_records_add_at (b->rows, 0);
  gboolean is_file = from->kind == POPLENS_SOURCE_LINE;
  guint n = 1;

  while (n < left && is_together (from, from + n))
    n++;
  sum_source_rows (b, row, from, n);
  row->kind = is_file ? "file" : poplens_source_kind_key (from->kind);
  row->file = is_file ? from->file : NULL;
  row->source = is_file ? from->file : poplens_records_text (b->rows, from->name);
  if (!from->file)
    row->key = source_row_key (b, from);
  for (guint i = 0; from->file && i < n; i++)
    add_child (b, &from[i]);
  return n;
}

static const char *
sort_column (PoplensSourceMeasure measure)
{
  return poplens_source_measure_key (measure);
}

PoplensTable *
poplens_build_source_lines (PoplensReport *report, const PoplensLocation *location,
                            GCancellable *cancellable, GError **error)
{
  const PoplensSourceLines *lines = poplens_report_sources (report, location, cancellable, error);
  PoplensSourceMeasure measure;

  if (!lines || !poplens_source_measure_of (lines, location, &measure, error))
    return NULL;
  SourceLineBuilder b = {POPLENS_RECORDS (SourceLineRow, line_columns), lines, measure};
  const PoplensSourceRow *rows = (const PoplensSourceRow *) (gconstpointer) lines->rows->data;
  for (guint i = 0; i < lines->rows->len;)
    i += add_source_group (&b, &rows[i], lines->rows->len - i);
  PoplensTable *table = poplens_records_finish_tree (b.rows, "source-lines", "Source code", report);
  g_autofree char *answer = sources_answer (lines, measure);
  int column = poplens_table_find_column (table, sort_column (measure));
  poplens_table_set_default_sort (table, (guint) column, TRUE);
  poplens_table_set_initial_depth (table, 0);
  poplens_table_set_note (table, answer);
  return table;
}
