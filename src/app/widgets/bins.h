/* Bins: widgets of one child that lay it out in a way that GTK does not offer. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* ---- a bin of the user's text size ---------------------------------------------------------- */

/* PoplensTextScaleBin: its child as large as the user's text: laid out for less room, and blown up.
 * For charts, whose measures are pixels (look.md 3). */

#define POPLENS_TYPE_TEXT_SCALE_BIN (poplens_text_scale_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTextScaleBin, poplens_text_scale_bin, POPLENS, TEXT_SCALE_BIN, AdwBin)

GtkWidget *poplens_text_scale_bin_new (GtkWidget *child);

/* How much larger than usual text is on @widget's display: 1 to 2. */
double poplens_text_scale (GtkWidget *widget);

/* ---- a column of wrapped texts --------------------------------------------------------------- */

/* Around wrapped texts in a row: as wide as its child asks for, whatever its height. A horizontal
 * GtkBox of GTK 4.8 asks its children how wide they must be for the height it gets; to find that
 * out a vertical box measures all that is in it some ten times, and a label lays out its lines as
 * often each time. */

#define POPLENS_TYPE_COLUMN_BIN (poplens_column_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensColumnBin, poplens_column_bin, POPLENS, COLUMN_BIN, AdwBin)

GtkWidget *poplens_column_bin_new (GtkWidget *child);

/* ---- a bin that tells its size --------------------------------------------------------------- */

/* PoplensSizedBin: tells how large it is before its child is laid out, so that what depends on it
 * is right in the same frame. Signal "sized" (int width, int height). */

#define POPLENS_TYPE_SIZED_BIN (poplens_sized_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSizedBin, poplens_sized_bin, POPLENS, SIZED_BIN, AdwBin)

GtkWidget *poplens_sized_bin_new (GtkWidget *child);

G_END_DECLS
