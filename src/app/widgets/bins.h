/* Bins: widgets with one child, which they lay out in ways that GTK does not offer. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* ---- scaling with the text size -------------------------------------------------------------- */

/* PoplensTextScaleBin: scales its child by the user's text size: allocates it less space, and
 * magnifies it. For charts, whose dimensions are in pixels (look.md 3). */

#define POPLENS_TYPE_TEXT_SCALE_BIN (poplens_text_scale_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTextScaleBin, poplens_text_scale_bin, POPLENS, TEXT_SCALE_BIN, AdwBin)

GtkWidget *poplens_text_scale_bin_new (GtkWidget *child);

/* Returns the text scale of @widget's display relative to the default: 1 … 2. */
double poplens_text_scale (GtkWidget *widget);

/* ---- column of wrapped texts ----------------------------------------------------------------- */

/* PoplensColumnBin: for wrapped texts in a row: requests the natural width of its child, whatever
 * its height. Otherwise a horizontal GtkBox of GTK 4.8 asks for the width for a given height, for
 * which a vertical box measures its children about ten times, and a label lays out its lines each
 * time. */

#define POPLENS_TYPE_COLUMN_BIN (poplens_column_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensColumnBin, poplens_column_bin, POPLENS, COLUMN_BIN, AdwBin)

GtkWidget *poplens_column_bin_new (GtkWidget *child);

/* ---- reporting the size ---------------------------------------------------------------------- */

/* PoplensSizedBin: emits its size before its child is allocated, so that changes which depend on it
 * take effect in the same frame. Signal "sized" (int width, int height). */

#define POPLENS_TYPE_SIZED_BIN (poplens_sized_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSizedBin, poplens_sized_bin, POPLENS, SIZED_BIN, AdwBin)

GtkWidget *poplens_sized_bin_new (GtkWidget *child);

G_END_DECLS
