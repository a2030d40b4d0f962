/* Who made a thing: operation, line of source code, debug contexts; and what is like it. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/operations/source-lines.h"
#include "base/format.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/operations-source.h"
#include "derived/operations/sources-source.h"
#include "model/search.h"

#include <string.h>

#define MOST_LINES 3

/* ---- the operation -----------------------------------------------------------------------------
 */

static guint32
find_operation (const PoplensOperationSource *source, guint32 program, guint32 variable)
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
add_operation (PoplensCard *self, guint32 program, guint32 variable)
{
  GError *error = NULL;
  g_auto (PoplensOperationSource) source = {0};
  gboolean is_there =
      poplens_operation_source_init (&source, self->report, NULL, self->cancellable, &error);
  guint32 o = is_there ? find_operation (&source, program, variable) : G_MAXUINT32;

  poplens_card_take_error (self, error);
  if (o == G_MAXUINT32 || g_array_index (source.operations->operations, PoplensOperation, o).kind !=
                              POPLENS_OPERATION_CONTEXT)
    return;
  g_autofree char *name = poplens_operation_name (&source, o);
  g_autofree char *key = poplens_operation_key (&source, o);
  poplens_card_add (self, "Operation", name, 0, 0,
                    poplens_finder_location ("operations", "operation", key));
}

/* ---- the line ----------------------------------------------------------------------------------
 */

/* The names of rows are theirs. */
static void
clear_rows (PoplensSourceRows *self)
{
  g_autoptr (GArray) rows = poplens_source_rows_finish (self);

  for (guint i = 0; i < rows->len; i++)
    g_free (g_array_index (rows, PoplensSourceRow, i).name);
}

static void
add_line (PoplensCard *self, const PoplensDebugContexts *contexts, guint32 context)
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
  clear_rows (&rows);
}

static void
add_chain (PoplensCard *self, const PoplensDebugContexts *contexts, guint32 context, char *where)
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
  add_operation (self, program, variable);
  guint32 context = poplens_debug_contexts_meet (contexts, ids, n);
  if (context == POPLENS_NO_CONTEXT)
    return;
  add_line (self, contexts, context);
  add_chain (self, contexts, context, g_steal_pointer (&where));
}

/* ---- lines of several programs -----------------------------------------------------------------
 */

/* How many of the programs each row of @rows made. (transfer full) */
static GArray *
count_lines (PoplensSourceRows *rows, const PoplensPrograms *programs,
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

/* Takes the row with the most out of @counts; G_MAXUINT32: none is left. */
static guint32
take_most (GArray *counts, guint32 *programs)
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
  g_autoptr (GArray) counts =
      count_lines (&rows, programs, poplens_report_peek (self->report, POPLENS_PART_VERTICES), in);
  for (guint i = 0; i < MOST_LINES && (at = take_most (counts, &n)) != G_MAXUINT32; i++) {
    const PoplensSourceRow *row = poplens_source_rows_at (&rows, at);
    PoplensNumber number;
    g_autofree char *key = poplens_source_row_key (row);
    g_autofree char *value =
        g_strdup_printf ("%s, %s", row->name, poplens_format_items (number, n, "program"));
    poplens_card_add (self, "Source code", value, 0, 0,
                      poplens_finder_location ("operations?view=source", "line", key));
  }
  clear_rows (&rows);
}

/* ---- layer, and what is alike ------------------------------------------------------------------
 */

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

  /* Programs without a name are called by their type. */
  if (!all || (self->found->kind == POPLENS_FOUND_PROGRAM && !strchr (all->title, '*')))
    return;
  g_autofree char *value =
      g_strdup_printf ("%s \u00d7 %s", poplens_format_count (number, n), all->title);
  poplens_card_add (self, "Same pattern", value, (gint64) bytes, 0, g_strdup (all->location));
}
