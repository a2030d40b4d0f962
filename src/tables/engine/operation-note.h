/* Whether a table is of the operation that a location names, said above it. */
#pragma once

#include "report/report.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Says in the note of @table, built of @location, that it is of the operation alone, or that it is
 * of all, whatever operation is asked for. @name: of the table in the registry; NULL: it is of two
 * reports. FALSE with @error as poplens_operation_filter_init(). */
gboolean poplens_table_note_operation (PoplensTable *table, const char *name, PoplensReport *report,
                                       const PoplensLocation *location, GCancellable *cancellable,
                                       GError **error);

G_END_DECLS
