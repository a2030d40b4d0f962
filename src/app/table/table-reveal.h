/* Puts the rows of a new model on the screen a few a frame, so that making their widgets holds up
 * the window for no longer than that; for table-widget.c. */
#pragma once

#include "app/table/table-model.h"

G_BEGIN_DECLS

/* Call before @view gets @model, or after its model was given another table; an earlier call for
 * @view ends. @n_columns: that are shown. @first: rows that have to be there at
 * once, as they were scrolled to. */
void poplens_table_reveal (GtkColumnView *view, PoplensTableModel *model, guint n_columns,
                           guint first);

G_END_DECLS
