/* PoplensTableChoice: a table in which one row is chosen. A callback reports a row that the user
 * chooses. A row that the location chooses is selected and scrolled into view. For page-view.c and
 * page-tabs.c. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

typedef struct _PoplensTableChoice PoplensTableChoice;

/* Called when the user chooses @row of the table. G_MAXUINT32: the user cleared the choice, with
 * Escape or a click below the rows. */
typedef void (*PoplensRowChosen) (guint32 row, gpointer data);

/* Makes a PoplensTableChoice for @table. No row is chosen yet. @table: (transfer none): must
 * outlive the result. */
PoplensTableChoice *poplens_table_choice_new (PoplensTableWidget *table, PoplensRowChosen chosen,
                                              gpointer data);
void poplens_table_choice_free (PoplensTableChoice *self);
/* Chooses @row: selects it, expands the branches that contain it, and scrolls to it if it is out of
 * view. G_MAXUINT32: chooses none. */
void poplens_table_choice_set (PoplensTableChoice *self, guint32 row);
/* TRUE if the filter of the table hides the chosen row. */
gboolean poplens_table_choice_is_left_out (PoplensTableChoice *self);
/* Selects the chosen row again. Call after the table widget shows another table or other rows. */
void poplens_table_choice_renew (PoplensTableChoice *self);

G_END_DECLS
