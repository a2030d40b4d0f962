/* A small table's cells, written out: for tables of hundreds of rows, not of millions. Private to
 * the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct _PoplensRows PoplensRows;

PoplensRows *poplens_rows_new (guint n_columns);
void poplens_rows_free (PoplensRows *self);

/* Starts a row whose cells are NULL; the setters below fill cells of the last row. */
void poplens_rows_add (PoplensRows *self, guint16 depth);
/* @text is copied; NULL leaves the cell NULL. */
void poplens_rows_text (PoplensRows *self, guint column, const char *text);
void poplens_rows_int (PoplensRows *self, guint column, gint64 value);
void poplens_rows_real (PoplensRows *self, guint column, double value);
/* In a MIXED column: the cell's own unit, after its value was set. */
void poplens_rows_unit (PoplensRows *self, guint column, PoplensUnit unit);
/* Column c of the table shows the cells of column @order[c] here: one for each. (transfer full) */
void poplens_rows_set_order (PoplensRows *self, guint *order);
/* The row's link: a location as text. */
void poplens_rows_link (PoplensRows *self, const char *place);
guint32 poplens_rows_count (const PoplensRows *self);

/* Makes the table of the rows (taken); its columns are still to be added. A tree where @tree. */
PoplensTable *poplens_rows_finish (PoplensRows *self, const char *name, const char *title,
                                   PoplensReport *report, gboolean tree);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensRows, poplens_rows_free)

G_END_DECLS
