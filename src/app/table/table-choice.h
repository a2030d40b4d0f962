/* PoplensTableChoice: one chosen row of a table. The user chooses it, and a callback reports it; or
 * the location does, and the row is scrolled into view. For page-view.c and page-tabs.c. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

typedef struct _PoplensTableChoice PoplensTableChoice;

/* Called when the user chooses @row of the table. G_MAXUINT32: the user cleared the choice, with
 * Escape or a click below the rows. */
typedef void (*PoplensRowChosen) (guint32 row, gpointer data);

/* @table: (transfer none): must outlive the choice. */
PoplensTableChoice *poplens_table_choice_new (PoplensTableWidget *table, PoplensRowChosen chosen,
                                              gpointer data);
void poplens_table_choice_free (PoplensTableChoice *self);
/* Makes @row the chosen one: selects it, expands its branches, and scrolls to it if it is out of
 * sight. G_MAXUINT32: clears the choice. */
void poplens_table_choice_set (PoplensTableChoice *self, guint32 row);
/* TRUE if a row is chosen that the filter of the table hides. */
gboolean poplens_table_choice_is_left_out (PoplensTableChoice *self);
/* Selects the chosen row again, after the table got another model or another table. */
void poplens_table_choice_renew (PoplensTableChoice *self);

G_END_DECLS
