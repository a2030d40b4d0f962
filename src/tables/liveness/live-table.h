/* Tables of unlowered variables: name, id, category, kind, some values, the first one's share of
 * their sum, and where contexts are at hand the operation behind it. Private to the tables. */
#pragma once

#include "derived/liveness/live-source.h"
#include "tables/engine/builders.h"

G_BEGIN_DECLS

#define POPLENS_LIVE_NOTHING G_MININT64 /* a value that is not recorded */

typedef struct _PoplensLiveTable PoplensLiveTable;

PoplensLiveTable *poplens_live_table_new (PoplensLiveSource *source, guint n_values);
/* @values: n_values of them. */
void poplens_live_table_add (PoplensLiveTable *self, guint32 variable, const gint64 *values);
/* Value @value is a step, to which the row leads. */
void poplens_live_table_set_step (PoplensLiveTable *self, guint value);
/* @columns: of the values. Rows by their first value, most first. Takes @self. */
PoplensTable *poplens_live_table_finish (PoplensLiveTable *self, const char *name,
                                         const PoplensColumn *columns, const char *share_doc);
/* "Step 34, DoExchange, all tiles. MORE"; @step: or POPLENS_NO_STEP. Returns @table. */
PoplensTable *poplens_live_table_note (PoplensTable *table, PoplensLiveSource *source, guint32 step,
                                       const char *more);
/* A table of a report whose program has no step. */
PoplensTable *poplens_live_table_nothing (PoplensLiveSource *source, const char *name);

/* Steps beside each other, each but the first with its difference to that: all that is live, or
 * without what is so always. @steps: two or more. Takes nothing. */
PoplensTable *poplens_live_table_steps (PoplensLiveSource *source, const char *name,
                                        const PoplensStepList *steps, gboolean with_always,
                                        GCancellable *cancellable, GError **error);

G_END_DECLS
