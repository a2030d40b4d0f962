/* PoplensSizedBin: tells how large it is before its child is laid out, so that what depends on it
 * is right in the same frame. Signal "sized" (int width, int height). */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_SIZED_BIN (poplens_sized_bin_get_type ())
G_DECLARE_FINAL_TYPE (PoplensSizedBin, poplens_sized_bin, POPLENS, SIZED_BIN, AdwBin)

GtkWidget *poplens_sized_bin_new (GtkWidget *child);

G_END_DECLS
