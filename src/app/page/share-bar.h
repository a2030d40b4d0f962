/* A small bar below a number: how large it is beside others. */
#pragma once

#include "charts/core/palette.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @fill: 0 … 1; @mark: where a line of the limit is, negative: nowhere. @waits: a tint of @ink.
 * (floating) */
GtkWidget *poplens_share_bar_new (double fill, double mark, PoplensInk ink, gboolean waits);

G_END_DECLS
