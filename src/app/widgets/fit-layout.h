/* PoplensFitLayout: children in a row, as many as fit: the last ones go first. What they do is in
 * a menu too, or on keys. Property "least" (int): so many always stay. Space between them is their
 * margin. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_FIT_LAYOUT (poplens_fit_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensFitLayout, poplens_fit_layout, POPLENS, FIT_LAYOUT, GtkLayoutManager)

G_END_DECLS
