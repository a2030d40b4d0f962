/* Bins: widgets with one child, which they lay out in ways that GTK does not offer. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* ---- scaling with the text size -------------------------------------------------------------- */

/* PoplensTextScaleBin: magnifies its child by the user's text size, and allocates less space to the
 * child accordingly. For charts, whose sizes are in pixels. */

#define POPLENS_TYPE_TEXT_SCALE_BIN (poplens_text_scale_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTextScaleBin, poplens_text_scale_bin, POPLENS, TEXT_SCALE_BIN, AdwBin)

GtkWidget *poplens_text_scale_bin_new (GtkWidget *child);

/* Returns the user's text size relative to the normal one: 1 … 2. */
double poplens_text_scale (GtkWidget *widget);

/* ---- column of wrapped texts ----------------------------------------------------------------- */

/* PoplensColumnBin: bin for wrapped texts in a row, which always requests its child's natural
 * width. Otherwise GtkBox of GTK 4.8 would measure the child about ten times, and labels would lay
 * out their lines each time. */

#define POPLENS_TYPE_COLUMN_BIN (poplens_column_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensColumnBin, poplens_column_bin, POPLENS, COLUMN_BIN, AdwBin)

GtkWidget *poplens_column_bin_new (GtkWidget *child);

/* ---- reporting the size ---------------------------------------------------------------------- */

/* PoplensSizedBin: emits "sized" before its child is allocated, so that changes of a handler are in
 * the same frame. Signal "sized" (int width, int height): pixels. */

#define POPLENS_TYPE_SIZED_BIN (poplens_sized_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSizedBin, poplens_sized_bin, POPLENS, SIZED_BIN, AdwBin)

GtkWidget *poplens_sized_bin_new (GtkWidget *child);

G_END_DECLS
