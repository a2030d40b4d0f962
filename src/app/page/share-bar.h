/* Small bar below a number of a fact: shows which share of the whole the number is. */
#pragma once

#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a bar with the filled share, range, mark and color of @fact. (floating) */
GtkWidget *poplens_share_bar_new (const PoplensFact *fact);

G_END_DECLS
