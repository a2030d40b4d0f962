/* The row of a table in a tab that the location chooses, where its section says by which key:
 * marked, and brought into view; where a filter leaves it out, the tools of the table say so. The
 * user chooses by a click, and none by Escape or a click below the rows. For page-tabs.c. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/table/table-widget.h"
#include "app/window/session.h"

G_BEGIN_DECLS

typedef struct _PoplensTabChoice PoplensTabChoice;

/* @table: outlives it. */
PoplensTabChoice *poplens_tab_choice_new (PoplensTableWidget *table, PoplensSession *session);
void poplens_tab_choice_free (PoplensTabChoice *self);
/* The table shows that of the section at @index of @bundle. */
void poplens_tab_choice_show (PoplensTabChoice *self, PoplensPageBundle *bundle, guint index);
void poplens_tab_choice_follow_location (PoplensTabChoice *self, const PoplensLocation *location);

G_END_DECLS
