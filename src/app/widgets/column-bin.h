/* Around wrapped texts in a row: as wide as its child asks for, whatever its height. A horizontal
 * GtkBox of GTK 4.8 asks its children how wide they must be for the height it gets; to find that
 * out a vertical box measures all that is in it some ten times, and a label lays out its lines as
 * often each time. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_COLUMN_BIN (poplens_column_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensColumnBin, poplens_column_bin, POPLENS, COLUMN_BIN, AdwBin)

GtkWidget *poplens_column_bin_new (GtkWidget *child);

G_END_DECLS
