/* The card of a file or a line of source code. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/operations/source-lines.h"
#include "base/format.h"
#include "derived/operations/sources-source.h"
#include "report/source-map.h"

#include <stdlib.h>
#include <string.h>

#define LINES_AROUND 3

typedef struct {
  char *file;
  guint32 line; /* 0: the whole file */
} Place;

static void
place_clear (Place *self)
{
  g_free (self->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

/* Of "/src/encoder.py:42"; a file may have a ":" in its name, too. */
static void
place_init (Place *self, const PoplensFound *found)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (found->location, NULL);
  const char *line = poplens_location_get (location, "line");
  const char *colon = line ? strrchr (line, ':') : NULL;

  self->file = colon ? g_strndup (line, (gsize) (colon - line)) : g_strdup (found->key);
  self->line = colon ? (guint32) strtoul (colon + 1, NULL, 10) : 0;
}

static gboolean
place_has (const Place *self, const PoplensSourceRow *row)
{
  return row->kind == POPLENS_SOURCE_LINE && !strcmp (row->file, self->file) &&
         (!self->line || row->line == self->line);
}

/* ---- costs -------------------------------------------------------------------------------------
 */

/* A line that several functions call through has a row of each. */
static void
add_functions (PoplensCard *self, const PoplensCardCells *sources)
{
  int column = sources->table ? poplens_table_find_column (sources->table, "function") : -1;

  for (guint i = 0; column >= 0 && i < sources->rows->len; i++) {
    PoplensValue value = poplens_table_get (
        sources->table, g_array_index (sources->rows, guint32, i), (guint) column);
    if (value.type == POPLENS_VALUE_TEXT)
      poplens_card_add (self, "Function", value.text, 0, 0, g_strdup (self->found->location));
  }
}

/* As the table of source code has them. */
static void
add_costs (PoplensCard *self, const Place *place)
{
  static const char *const columns[][3] = {
      {"bytes", "Bytes", "bytes"},
      {"weights", "Weights", "bytes"},
      {"optimiser", "Optimiser state", "bytes"},
      {"gradients", "Gradients", "bytes"},
      {"activations", "Activations", "bytes"},
      {"temporaries", "Temporaries", "bytes"},
      {"exchange", "Exchange buffers", "bytes"},
      {"state", "Vertex state", "bytes"},
      {"code", "Code", "bytes"},
      {"other", "Other", "bytes"},
      {"peak", "At the peak", "peak"},
  };
  g_auto (PoplensCardCells) sources = {0};

  poplens_card_cells_init (&sources, self, "source-lines", "operations");
  if (place->line) {
    poplens_card_cells_choose_text (&sources, "key", self->found->key);
  } else {
    poplens_card_cells_choose_text (&sources, "kind", "file");
    poplens_card_cells_choose_text (&sources, "file", place->file);
  }
  add_functions (self, &sources);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    poplens_card_add_cell (
        self, &sources, columns[i][0], columns[i][1],
        poplens_finder_location (self->found->location, "measure", columns[i][2]));
}

/* ---- what it made ------------------------------------------------------------------------------
 */

typedef struct {
  PoplensSourceRows rows;
  const Place *place;
} Search;

static gboolean
is_made (Search *self, guint32 context)
{
  guint32 row = poplens_source_rows_of (&self->rows, context);

  return row != G_MAXUINT32 && place_has (self->place, poplens_source_rows_at (&self->rows, row));
}

static guint64
count_variables (Search *self, const PoplensVariables *v)
{
  guint64 n = 0;

  for (guint32 i = 0; v && i < v->n_debug; i++) {
    g_autoptr (GArray) ids = poplens_lists_values (v->debug_ids, i);
    n += is_made (self, poplens_debug_contexts_meet (self->rows.contexts,
                                                     (const guint64 *) (gconstpointer) ids->data,
                                                     ids->len));
  }
  return n;
}

static guint64
find_programs (Search *self, PoplensReport *report, const PoplensPrograms *programs, guint8 *in)
{
  const PoplensVertices *v = poplens_report_peek (report, POPLENS_PART_VERTICES);
  guint64 n = 0;

  for (guint32 p = 0; p < programs->n; p++) {
    in[p] = is_made (self, poplens_source_program_context (self->rows.contexts, programs, v, p));
    n += in[p];
  }
  return n;
}

static void
search_clear (Search *self)
{
  g_autoptr (GArray) rows = poplens_source_rows_finish (&self->rows);

  for (guint i = 0; i < rows->len; i++)
    g_free (g_array_index (rows, PoplensSourceRow, i).name);
}

static void
add_made (PoplensCard *self, const Place *place)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  const PoplensDebugContexts *contexts = poplens_report_peek (self->report, POPLENS_PART_DEBUG);
  Search search = {.place = place};

  if (!programs || !contexts)
    return;
  g_autofree guint8 *in = g_new0 (guint8, MAX (programs->n, 1));
  poplens_source_rows_init (&search.rows, contexts, FALSE);
  poplens_card_add_number (self, "Programs", find_programs (&search, self->report, programs, in),
                           g_strdup (self->found->location));
  poplens_card_add_number (
      self, "Variables",
      count_variables (&search, poplens_report_peek (self->report, POPLENS_PART_VARIABLES)),
      g_strdup (self->found->location));
  poplens_card_add_work (self, in, NULL, self->found->location);
  search_clear (&search);
}

/* Operations of the framework whose context names the line. */
static void
add_operations (PoplensCard *self, const Place *place)
{
  g_auto (PoplensCardCells) operations = {0};

  if (!place->line)
    return;
  poplens_card_cells_init (&operations, self, "operations", "operations");
  poplens_card_cells_choose_text (&operations, "location", self->found->key);
  poplens_card_add_number (
      self, "Operations", operations.rows->len,
      poplens_finder_location ("operations", "filter.operations", self->found->key));
}

/* ---- the text ----------------------------------------------------------------------------------
 */

/* The line and those around it, where the user told where the file is. */
static void
add_text (PoplensCard *self, const Place *place)
{
  g_auto (GStrv) pairs = poplens_report_get_source_map (self->report);
  g_autoptr (PoplensSourceText) text =
      place->line ? poplens_source_text_read ((const char *const *) pairs, place->file, NULL)
                  : NULL;
  guint32 from = place->line > LINES_AROUND ? place->line - LINES_AROUND : 1;

  for (guint32 n = from; text && n <= text->n && n <= place->line + LINES_AROUND; n++) {
    g_autofree char *what = g_strdup_printf ("Line %u", n);
    poplens_card_add (self, what, text->lines[n - 1], 0, 0,
                      poplens_finder_location (self->found->location, "tab", "source-text"));
  }
}

void
poplens_card_add_source (PoplensCard *self)
{
  g_auto (Place) place = {0};

  place_init (&place, self->found);
  add_text (self, &place);
  add_costs (self, &place);
  add_operations (self, &place);
  add_made (self, &place);
}
