/* A small bar below a number: how large it is beside others. */
#pragma once

#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* As its fill, range, mark and ink say. (floating) */
GtkWidget *poplens_share_bar_new (const PoplensFact *fact);

G_END_DECLS
