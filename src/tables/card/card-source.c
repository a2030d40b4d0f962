/* Rows of the card of a file or line of source code. Rows on the origin of other things: operation,
 * line, debug contexts and similar names. */
#include "analysis/liveness/live-step.h"
#include "analysis/operations/source-lines.h"
#include "base/format.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/operations-source.h"
#include "derived/operations/sources-source.h"
#include "model/search.h"
#include "report/source-map.h"
#include "tables/card/card-private.h"

#include <stdlib.h>
#include <string.h>

/* ---- origin of a thing ----------------------------------------------------------------------- */

#define MOST_LINES 3

/* ---- the operation --------------------------------------------------------------------------- */

static guint32
find_maker (const PoplensOperationSource *source, guint32 program, guint32 variable)
{
  const PoplensOperations *all = source->operations;
  guint32 at = variable == POPLENS_NO_VARIABLE
                   ? G_MAXUINT32
                   : poplens_find_id (all->variable_id, all->n_variables, variable);

  return program != POPLENS_NO_ROW ? all->program_operation[program]
         : at != G_MAXUINT32       ? all->variable_operation[at]
                                   : G_MAXUINT32;
}

static void
add_made_by (PoplensCard *self, guint32 program, guint32 variable)
{
  GError *error = NULL;
  PoplensOperationSource source = {0};
  gboolean is_there =
      poplens_operation_source_init (&source, self->report, NULL, self->cancellable, &error);
  guint32 o = is_there ? find_maker (&source, program, variable) : G_MAXUINT32;

  poplens_card_take_error (self, error);
  if (o == G_MAXUINT32 || g_array_index (source.operations->operations, PoplensOperation, o).kind !=
                              POPLENS_OPERATION_CONTEXT)
    return;
  g_autofree char *name = poplens_operation_name (&source, o);
  g_autofree char *key = poplens_operation_key (&source, o);
  poplens_card_add (self, "Operation", name, 0, 0,
                    poplens_finder_location ("operations", "operation", key));
}

/* ---- the line -------------------------------------------------------------------------------- */

static void
add_source_line (PoplensCard *self, const PoplensDebugContexts *contexts, guint32 context)
{
  PoplensSourceRows rows;

  poplens_source_rows_init (&rows, contexts, FALSE);
  guint32 at = poplens_source_rows_of (&rows, context);
  const PoplensSourceRow *row = at == G_MAXUINT32 ? NULL : poplens_source_rows_at (&rows, at);
  if (row && row->kind == POPLENS_SOURCE_LINE) {
    g_autofree char *key = poplens_source_row_key (row);
    poplens_card_add (self, "Source code", row->name, 0, 0,
                      poplens_finder_location ("operations?view=source", "line", key));
  }
  poplens_source_rows_clear (&rows);
}

static void
add_chain_of_contexts (PoplensCard *self, const PoplensDebugContexts *contexts, guint32 context,
                       char *where)
{
  g_autoptr (GArray) chain = poplens_debug_context_chain (contexts, context);

  poplens_card_add_number (self, "Debug contexts", chain->len, where);
}

void
poplens_card_add_origin (PoplensCard *self, const guint64 *ids, guint n, guint32 program,
                         guint32 variable, char *chain)
{
  g_autofree char *where = chain;
  GError *error = NULL;
  const PoplensDebugContexts *contexts =
      poplens_debug_is_far (self->report)
          ? NULL
          : poplens_report_load_debug (self->report, self->cancellable, &error);

  poplens_card_take_error (self, error);
  if (!contexts || self->wrong)
    return;
  add_made_by (self, program, variable);
  guint32 context = poplens_debug_contexts_meet (contexts, ids, n);
  if (context == POPLENS_NO_CONTEXT)
    return;
  add_source_line (self, contexts, context);
  add_chain_of_contexts (self, contexts, context, g_steal_pointer (&where));
}

/* ---- lines of several programs --------------------------------------------------------------- */

/* Returns the number of programs that each source line made, by row of @rows. @in: [programs]: TRUE
 * for the programs to count. (transfer full): GArray of guint32 */
static GArray *
count_programs_by_line (PoplensSourceRows *rows, const PoplensPrograms *programs,
                        const PoplensVertices *vertices, const guint8 *in)
{
  GArray *counts = g_array_new (FALSE, TRUE, sizeof (guint32));

  for (guint32 p = 0; p < programs->n; p++) {
    guint32 at = in[p] ? poplens_source_rows_of (rows, poplens_source_program_context (
                                                           rows->contexts, programs, vertices, p))
                       : G_MAXUINT32;
    if (at == G_MAXUINT32 || poplens_source_rows_at (rows, at)->kind != POPLENS_SOURCE_LINE)
      continue;
    if (counts->len <= at)
      g_array_set_size (counts, at + 1);
    g_array_index (counts, guint32, at)++;
  }
  return counts;
}

/* Returns the index of the highest count, and clears that count. @programs: (out): the count.
 * G_MAXUINT32 if all counts are 0. */
static guint32
take_highest_count (GArray *counts, guint32 *programs)
{
  guint32 most = G_MAXUINT32;

  *programs = 0;
  for (guint32 i = 0; i < counts->len; i++)
    if (g_array_index (counts, guint32, i) > *programs) {
      most = i;
      *programs = g_array_index (counts, guint32, i);
    }
  if (most != G_MAXUINT32)
    g_array_index (counts, guint32, most) = 0;
  return most;
}

void
poplens_card_add_lines (PoplensCard *self, const PoplensPrograms *programs, const guint8 *in)
{
  const PoplensDebugContexts *contexts = poplens_report_peek (self->report, POPLENS_PART_DEBUG);
  PoplensSourceRows rows;
  guint32 n, at;

  if (!contexts)
    return;
  poplens_source_rows_init (&rows, contexts, FALSE);
  g_autoptr (GArray) counts = count_programs_by_line (
      &rows, programs, poplens_report_peek (self->report, POPLENS_PART_VERTICES), in);
  for (guint i = 0; i < MOST_LINES && (at = take_highest_count (counts, &n)) != G_MAXUINT32; i++) {
    const PoplensSourceRow *row = poplens_source_rows_at (&rows, at);
    PoplensNumber number;
    g_autofree char *key = poplens_source_row_key (row);
    g_autofree char *value =
        g_strdup_printf ("%s, %s", row->name, poplens_format_items (number, n, "program"));
    poplens_card_add (self, "Source code", value, 0, 0,
                      poplens_finder_location ("operations?view=source", "line", key));
  }
  poplens_source_rows_clear (&rows);
}

/* ---- layer and similar names ----------------------------------------------------------------- */

void
poplens_card_add_layer_of (PoplensCard *self, const char *name)
{
  g_autoptr (PoplensFound) layer =
      poplens_finder_layer_of (self->finder, name, POPLENS_BYTE_UNIT_BINARY);

  if (layer)
    poplens_card_add (self, "Model layer", layer->title, 0, 0, g_strdup (layer->location));
}

void
poplens_card_add_alike (PoplensCard *self)
{
  guint64 bytes;
  guint32 n;
  g_autoptr (PoplensFound) all = poplens_finder_alike (self->finder, self->found, &n, &bytes);
  PoplensNumber number;

  /* A program without a name has its type as title. A type is not a pattern of names: add no row.
   */
  if (!all || (self->found->kind == POPLENS_FOUND_PROGRAM && !strchr (all->title, '*')))
    return;
  g_autofree char *value =
      g_strdup_printf ("%s \u00d7 %s", poplens_format_count (number, n), all->title);
  poplens_card_add (self, "Same pattern", value, (gint64) bytes, 0, g_strdup (all->location));
}

/* ---- files and lines ------------------------------------------------------------------------- */

#define LINES_AROUND 3

typedef struct {
  char *file;
  guint32 line; /* 0: the whole file */
} SourcePlace;

static void
place_clear (SourcePlace *self)
{
  g_free (self->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SourcePlace, place_clear)

/* Reads file and line of a found thing. "/src/encoder.py:42" is split at the last ":", because file
 * names may contain one. */
static void
place_init (SourcePlace *self, const PoplensFound *found)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (found->location, NULL);
  const char *line = poplens_location_get (location, "line");
  const char *colon = line ? strrchr (line, ':') : NULL;

  self->file = colon ? g_strndup (line, (gsize) (colon - line)) : g_strdup (found->key);
  self->line = colon ? (guint32) strtoul (colon + 1, NULL, 10) : 0;
}

static gboolean
place_has (const SourcePlace *self, const PoplensSourceRow *row)
{
  return row->kind == POPLENS_SOURCE_LINE && !strcmp (row->file, self->file) &&
         (!self->line || row->line == self->line);
}

/* ---- costs ----------------------------------------------------------------------------------- */

/* Adds a row for each function that debug contexts name with the line. */
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

/* Adds rows on the costs of the line or file, as in the table of source code. */
static void
add_source_costs (PoplensCard *self, const SourcePlace *place)
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

/* ---- programs and variables of the line ------------------------------------------------------ */

typedef struct {
  PoplensSourceRows rows;
  const SourcePlace *place;
} LineSearch;

static gboolean
is_made (LineSearch *self, guint32 context)
{
  guint32 row = poplens_source_rows_of (&self->rows, context);

  return row != G_MAXUINT32 && place_has (self->place, poplens_source_rows_at (&self->rows, row));
}

static guint64
count_line_variables (LineSearch *self, const PoplensVariables *v)
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
find_line_programs (LineSearch *self, PoplensReport *report, const PoplensPrograms *programs,
                    guint8 *in)
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
add_made (PoplensCard *self, const SourcePlace *place)
{
  const PoplensPrograms *programs = poplens_report_peek (self->report, POPLENS_PART_PROGRAMS);
  const PoplensDebugContexts *contexts = poplens_report_peek (self->report, POPLENS_PART_DEBUG);
  LineSearch search = {.place = place};

  if (!programs || !contexts)
    return;
  g_autofree guint8 *in = g_new0 (guint8, MAX (programs->n, 1));
  poplens_source_rows_init (&search.rows, contexts, FALSE);
  poplens_card_add_number (self, "Programs",
                           find_line_programs (&search, self->report, programs, in),
                           g_strdup (self->found->location));
  poplens_card_add_number (
      self, "Variables",
      count_line_variables (&search, poplens_report_peek (self->report, POPLENS_PART_VARIABLES)),
      g_strdup (self->found->location));
  poplens_card_add_work (self, in, NULL, self->found->location);
  poplens_source_rows_clear (&search.rows);
}

/* Adds a row: the number of framework operations whose debug context names the line. */
static void
add_line_operations (PoplensCard *self, const SourcePlace *place)
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

/* ---- source text ----------------------------------------------------------------------------- */

/* Adds a row for the line and for each line around it, if the source map leads to a copy of the
 * file. */
static void
add_source_text (PoplensCard *self, const SourcePlace *place)
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
  g_auto (SourcePlace) place = {0};

  place_init (&place, self->found);
  add_source_text (self, &place);
  add_source_costs (self, &place);
  add_line_operations (self, &place);
  add_made (self, &place);
}
