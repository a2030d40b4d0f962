/* The text of a file of source code beside what its lines cost. */
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/operations/sources-source.h"
#include "report/source-map.h"

#include <string.h>

typedef struct {
  guint32 line;
  double share;
  gint64 cycles, peak, bytes;
  const char *text, *key;
} Row;

static const PoplensColumn columns[] = {
    POPLENS_CELL (Row, line, "Line", ID, DERIVED, "Number of the line"),
    POPLENS_CELL (Row, share, "Share", RATIO, DERIVED, "Share of the selected measure"),
    POPLENS_CELL (Row, cycles, "Tile cycles", CYCLES, MEASURED,
                  "Cycles of all tiles in the programs of the line", .total = TRUE),
    POPLENS_CELL (Row, peak, "At the peak", BYTES, DERIVED,
                  "Bytes of the line that are live at the step with the most live memory",
                  .total = TRUE),
    POPLENS_CELL (Row, bytes, "Bytes", BYTES, DERIVED, "Allocated bytes of the line on all tiles",
                  .total = TRUE),
    POPLENS_CELL (Row, text, "Text", TEXT, ASSUMED,
                  "Text of the file in the folder that you chose"),
    POPLENS_CELL (Row, key, "Key", TEXT, DERIVED,
                  "File and line as the key line of a location takes it, of lines with costs",
                  .for_scripts = TRUE),
};

/* @file: (out) (nullable): of the location's line; NULL where none is selected. FALSE with USAGE.
 */
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
  PoplensTable *table =
      poplens_records_finish (POPLENS_RECORDS (Row, columns), "source-text", "Text", report);

  poplens_table_set_note (table, "Select a line of source code to see its text.");
  return table;
}

typedef struct {
  const PoplensSourceLines *lines;
  PoplensSourceMeasure measure;
  const char *file;
  guint at; /* the next row of the lines, by file and line */
} Costs;

/* What one line costs, of all its functions. */
static void
add_costs (Costs *self, PoplensRecords *rows, Row *row)
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

/* The first row of the file that has a line. */
static void
find_first (Costs *self)
{
  for (self->at = 0; self->at < self->lines->rows->len; self->at++) {
    const PoplensSourceRow *row = &g_array_index (self->lines->rows, PoplensSourceRow, self->at);
    if (row->kind == POPLENS_SOURCE_LINE && row->line && !strcmp (row->file, self->file))
      return;
  }
}

/* Lines may be numbered past the end of a file that has changed. */
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
set_note (PoplensTable *table, const PoplensSourceText *text, const Costs *costs,
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
  g_autoptr (PoplensSourceLines) lines =
      poplens_report_sources (report, location, cancellable, error);
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
  PoplensRecords *rows = POPLENS_RECORDS (Row, columns);
  find_first (&costs);
  for (guint i = 0; i < text->n; i++) {
    Row *row = poplens_records_add (rows);
    row->line = i + 1;
    row->text = poplens_records_text (rows, text->lines[i]);
    add_costs (&costs, rows, row);
  }
  find_first (&costs);
  PoplensTable *table = poplens_records_finish (rows, "source-text", "Text", report);
  set_note (table, text, &costs, report);
  return table;
}
