/* PoplensTextScaleBin: its child as large as the user's text: laid out for less room, and blown up.
 * For charts, whose measures are pixels (look.md 3). */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TEXT_SCALE_BIN (poplens_text_scale_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTextScaleBin, poplens_text_scale_bin, POPLENS, TEXT_SCALE_BIN, AdwBin)

GtkWidget *poplens_text_scale_bin_new (GtkWidget *child);

/* How much larger than usual text is on @widget's display: 1 to 2. */
double poplens_text_scale (GtkWidget *widget);

G_END_DECLS
