/* Tables of unlowered variables: name, ID, category, kind, values, the first value as a share of
 * their sum, and the operation behind the variable, if debug contexts are loaded. Private to the
 * tables. */
#pragma once

#include "derived/liveness/live-source.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

#define POPLENS_LIVE_NOTHING G_MININT64 /* a value that is not recorded */

typedef struct _PoplensLiveTable PoplensLiveTable;

PoplensLiveTable *poplens_live_table_new (PoplensLiveSource *source, guint n_values);
/* @values: [n_values]. */
void poplens_live_table_add (PoplensLiveTable *self, guint32 variable, const gint64 *values);
/* Makes rows link to the step in value @value. */
void poplens_live_table_set_step (PoplensLiveTable *self, guint value);
/* Makes the table, sorted by the first value, descending. @self: (transfer full). @columns: of the
 * values. (transfer full) */
PoplensTable *poplens_live_table_finish (PoplensLiveTable *self, const char *name,
                                         const PoplensColumn *columns, const char *share_doc);
/* Sets the note "Step 34, DoExchange, all tiles. MORE". @step: or POPLENS_NO_STEP. Returns @table.
 */
PoplensTable *poplens_live_table_note (PoplensTable *table, PoplensLiveSource *source, guint32 step,
                                       const char *more);
/* Makes the table of a report whose program has no liveness steps. (transfer full) */
PoplensTable *poplens_live_table_nothing (PoplensLiveSource *source, const char *name);

/* Makes a table with a column for each step, and for all but the first its difference to the first.
 * @steps: two or more. @with_always: FALSE leaves out always-live bytes. (transfer full) */
PoplensTable *poplens_live_table_steps (PoplensLiveSource *source, const char *name,
                                        const PoplensStepList *steps, gboolean with_always,
                                        GCancellable *cancellable, GError **error);

G_END_DECLS
