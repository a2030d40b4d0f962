/* Tables of unlowered variables. Columns: name, ID, category, kind, the values, and the first value
 * as a share of its total. If debug contexts are loaded, also the operation that made the variable.
 * Private to src/tables. */
#pragma once

#include "derived/liveness/live-source.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

#define POPLENS_LIVE_NOTHING G_MININT64 /* a value that is not recorded */

typedef struct _PoplensLiveTable PoplensLiveTable;

PoplensLiveTable *poplens_live_table_new (PoplensLiveSource *source, guint n_values);
/* Adds a row. @variable: ID. @values: [n_values]. */
void poplens_live_table_add (PoplensLiveTable *self, guint32 variable, const gint64 *values);
/* Makes rows link to a step. @value: index of the row's value that is the number of the step. */
void poplens_live_table_set_step (PoplensLiveTable *self, guint value);
/* Makes the table, sorted by the first value, descending. @self: (transfer full). @columns:
 * describe the values. @share_doc: documentation of the share. (transfer full) */
PoplensTable *poplens_live_table_finish (PoplensLiveTable *self, const char *name,
                                         const PoplensColumn *columns, const char *share_doc);
/* Sets the note of @table to a step, the selected tiles and @more: "Step 34, DoExchange, all tiles.
 * …". @step: POPLENS_NO_STEP leaves out the step. Returns @table. */
PoplensTable *poplens_live_table_note (PoplensTable *table, PoplensLiveSource *source, guint32 step,
                                       const char *more);
/* Makes the empty table of a report whose program has no liveness steps. (transfer full) */
PoplensTable *poplens_live_table_nothing (PoplensLiveSource *source, const char *name);

/* Makes a table with a column for each step, and for all but the first step its difference to the
 * first one. @steps: two or more. @with_always: FALSE leaves out always-live bytes. (transfer full)
 * (nullable): NULL with @error */
PoplensTable *poplens_live_table_steps (PoplensLiveSource *source, const char *name,
                                        const PoplensStepList *steps, gboolean with_always,
                                        GCancellable *cancellable, GError **error);

G_END_DECLS
