/* Who made a thing: operation, line of source code, debug contexts; and what is like it. */
#include "tables/card/card-private.h"

#include "analysis/liveness/live-step.h"
#include "analysis/operations/source-rows.h"
#include "base/format.h"
#include "derived/operations/debug-source.h"
#include "derived/operations/operations-source.h"
#include "derived/operations/sources-source.h"
#include "model/search.h"

#include <string.h>

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
  if (row)
    g_free (row->name);
  g_array_unref (poplens_source_rows_finish (&rows));
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

/* ---- layer, and what is alike ------------------------------------------------------------------
 */

void
poplens_card_add_layer_of (PoplensCard *self, const char *name)
{
  g_autoptr (PoplensFound) layer =
      poplens_finder_layer_of (self->finder, name, POPLENS_BYTE_UNIT_BINARY);

  if (layer)
    poplens_card_add (self, "Layer", layer->title, 0, 0, g_strdup (layer->location));
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
