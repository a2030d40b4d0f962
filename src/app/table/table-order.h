/* The part of a table's menu that says how its rows stand: by which column, and opened or closed.
 * Headers of GTK 4.8 take no focus: this is how the keyboard sorts. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

void poplens_table_order_install (GtkWidgetClass *widget_class);
/* Does to the rows what a click on the heading does. */
void poplens_table_order_add_menu (PoplensTable *table, GMenu *menu);

G_END_DECLS
