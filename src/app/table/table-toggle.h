/* Ctrl+click, which takes a row into the selection or out of it. In GTK 4.8 both the cell and its
 * row hear of the click, and each does that: nothing is selected in the end. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

void poplens_table_toggle_attach (PoplensTableWidget *self);

G_END_DECLS
