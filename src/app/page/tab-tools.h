/* What stands at the end of the row of tabs for one of them: the tools of its table or chart, and
 * the choices of the tab. Nothing there moves when a table comes late. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *poplens_tab_tools_new (void);
/* Puts the tools of a table or chart there. @tools: (nullable): none */
void poplens_tab_tools_set (GtkWidget *self, GtkWidget *tools);
/* Keeps the room for those of a table that comes, where there are none yet. */
void poplens_tab_tools_await_table (GtkWidget *self);
/* Whether there are any, but for the room of others. */
gboolean poplens_tab_tools_has_any (GtkWidget *self);
/* The box of the choices. */
GtkWidget *poplens_tab_tools_get_choices (GtkWidget *self);
/* Puts @widget, or nothing, into @box instead of what is in it. */
void poplens_tab_fill (GtkWidget *box, GtkWidget *widget);

G_END_DECLS
