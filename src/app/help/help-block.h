/* Widgets for the blocks of the guide. A click on a link activates "guide.go" (s) with its target.
 */
#pragma once

#include <adwaita.h>

#include "guide/markdown.h"

G_BEGIN_DECLS

GtkWidget *poplens_help_block_new (const PoplensGuideBlock *block);
/* The label of a text of its block: of a table the @text-th cell. (transfer none) */
GtkLabel *poplens_help_block_get_label (GtkWidget *widget, guint text);

G_END_DECLS
