/* PoplensBesideLayout: three children: what matters, a separator, and what belongs to it: beside
 * it, as wide as it asks for, or below it where there is not the width for both. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_BESIDE_LAYOUT (poplens_beside_layout_get_type ())
G_DECLARE_FINAL_TYPE (PoplensBesideLayout, poplens_beside_layout, POPLENS, BESIDE_LAYOUT,
                      GtkLayoutManager)

G_END_DECLS
