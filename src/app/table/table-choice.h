/* One row of a table that is chosen: by the user, who hears of it, or by the location, which brings
 * it into view. For page-view.c and page-tabs.c. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

typedef struct _PoplensTableChoice PoplensTableChoice;

/* The user chose the table's row @row; G_MAXUINT32: none, by Escape or a click below the rows. */
typedef void (*PoplensRowChosen) (guint32 row, gpointer data);

/* @table: outlives it. */
PoplensTableChoice *poplens_table_choice_new (PoplensTableWidget *table, PoplensRowChosen chosen,
                                              gpointer data);
void poplens_table_choice_free (PoplensTableChoice *self);
/* @row is the chosen one: selected, its branches open, and scrolled to where it is out of sight;
 * G_MAXUINT32: none is. */
void poplens_table_choice_set (PoplensTableChoice *self, guint32 row);
/* A row is chosen, and the table's filter leaves it out. */
gboolean poplens_table_choice_is_left_out (PoplensTableChoice *self);
/* The table has another model, or was given another table: what is chosen is selected there. */
void poplens_table_choice_renew (PoplensTableChoice *self);

G_END_DECLS
