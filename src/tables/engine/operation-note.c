#include "tables/engine/operation-note.h"

#include "analysis/operations/operations.h"
#include "derived/operations/operations-source.h"

#include <string.h>

/* Tables that are of the operation alone. */
static const char *const restricted[] = {
    "memory-tiles",
    "tile-variables",
    "live-variables",
    "variables",
    "liveness-steps",
    "liveness-peaks",
    "trace-steps",
    "trace-types",
    "trace-costs",
    "trace-slowest",
    "trace-exchanges",
    "trace-variation",
    NULL,
};
/* Tables of one thing that was chosen, whosever it is. */
static const char *const of_one[] = {
    "variable-steps",
    "card",
    "contexts",
    NULL,
};

/* Says which part of table @name is limited to the operation @title. (transfer full) */
static char *
scope_of (const char *name, const PoplensLocation *location, const char *title)
{
  if (name && g_strv_contains (restricted, name))
    return g_strdup_printf ("Only %s", title);
  return g_strdup ("Not filtered: covers all operations");
}

gboolean
poplens_table_note_operation (PoplensTable *table, const char *name, PoplensReport *report,
                              const PoplensLocation *location, GCancellable *cancellable,
                              GError **error)
{
  const char *note = poplens_table_get_note (table);
  g_auto (PoplensOperationFilter) only = {0};

  if (!poplens_operation_filter_init (&only, report, location, cancellable, error))
    return FALSE;
  if (!only.active || (name && g_strv_contains (of_one, name)))
    return TRUE;
  g_autofree char *title = poplens_operation_title (&only.source);
  g_autofree char *scope = scope_of (name, location, title);
  g_autofree char *said = g_strconcat (scope, note ? ". " : ".", note, NULL);
  poplens_table_set_note (table, said);
  return TRUE;
}
